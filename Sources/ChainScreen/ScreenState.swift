// What the screen remembers between frames: where one looks, not what there is to see.

import PromiseTrace

/// Where a person looks and what they switched on.
public struct ScreenState: Sendable, Equatable {
  /// The selected promise; nil while there is none, or while a row without one is selected.
  public var selection: PromiseID?
  /// The selected row of the outline.
  public var row = 0
  /// The first row of the outline that is seen.
  public var top = 0
  /// Whether the newest promise is kept in view.
  public var isFollowing = false
  /// Whether the view is frozen.
  public var isPaused = false
  /// Whether details are shown where there is room.
  public var showsDetail = true
  /// Whether the help lies over the page.
  public var showsHelp = false
  /// The first line of the help that is seen.
  public var helpTop = 0

  /// Creates the state at the start.
  public init() {}
}

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

/// The settings of a screen, fixed when it opens.
public struct ScreenOptions: Sendable {
  /// What is being looked at: a scenario's name, a file.
  public var name: String
  /// Whether only ASCII is drawn.
  public var isASCII: Bool
  /// Whether the scenario can be run again.
  public var canRunAgain: Bool
  /// Whether the screen starts by following the newest promise.
  public var follows: Bool
  /// Promises kept at most; see `ChainStore`.
  public var promiseLimit: Int

  /// Creates options.
  ///
  /// - Parameters:
  ///   - name: What is being looked at; empty uses the program's name from the log.
  ///   - isASCII: Whether only ASCII is drawn.
  ///   - canRunAgain: Whether the scenario can be run again.
  ///   - follows: Whether to start by following the newest promise.
  ///   - promiseLimit: Promises kept at most.
  public init(
    name: String = "", isASCII: Bool = false, canRunAgain: Bool = false, follows: Bool = false,
    promiseLimit: Int = 1_000_000
  ) {
    self.name = name
    self.isASCII = isASCII
    self.canRunAgain = canRunAgain
    self.follows = follows
    self.promiseLimit = promiseLimit
  }
}
