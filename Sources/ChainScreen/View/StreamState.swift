// Whether the events of a run still come, and if not, why. Owns the words for it.

/// Whether more events are to come, and if not, why.
public enum StreamState: Sendable, Hashable {
  /// A program runs, or a log may grow.
  case live
  /// The program of a log that may grow is stopped, so that it writes nothing.
  case unresponsive
  /// The program ended in order, and so did what it recorded.
  case ended
  /// The program is gone, and its log has no end.
  case killed
  /// The log was read to where it ended then; its program still writes it.
  case growing
  /// The log has no end, and nothing is known of its program.
  case cutOff

  /// The words of the header.
  public var words: String {
    switch self {
    case .live: "live"
    case .unresponsive: "no longer answering"
    case .ended: "ended"
    case .killed: "killed"
    case .growing: "still being written"
    case .cutOff: "cut off"
    }
  }

  /// Whether the durations of pending promises still grow.
  var isRunning: Bool { self == .live || self == .unresponsive }
}

/// What is known of the program that writes a log.
public enum ProgramState: Sendable, Hashable {
  /// It runs.
  case running
  /// It exists, but is stopped, by Ctrl-Z or a debugger.
  case stopped
  /// No process has its number any more.
  case gone
  /// The log does not say which process it is, or it ran elsewhere.
  case unknown
}
