// Whether more events of a run may come, and if not, why.

import PlainText

/// Whether more events may come, and if not, why.
public enum StreamState: Sendable, Hashable {
  /// A program runs, or a log may grow.
  case live
  /// The program that writes the log is stopped, so no events come.
  case unresponsive
  /// The run ended with an `ended` event.
  case ended
  /// The log was read from the memory of a program that continues to run.
  case snapshot
  /// The program is gone, and its log has no `ended` event, or one that says that a signal killed it.
  case killed
  /// The log was read up to its current end; its program still writes it.
  case growing
  /// The log has no `ended` event, and the state of its program is unknown.
  case cutOff

  /// The words of the header, in English.
  public var words: String { text(.english) }

  /// The words of the header.
  func text(_ language: Language) -> String {
    switch self {
    case .live: language("live", "实时")
    case .unresponsive: language("no longer answering", "已无响应")
    case .ended: language("ended", "已结束")
    case .snapshot: language("read from memory", "读自内存")
    case .killed: language("killed", "已被终止")
    case .growing: language("still being written", "仍在写入")
    case .cutOff: language("cut off", "日志中断")
    }
  }

  /// Whether the durations of pending promises still grow.
  var isRunning: Bool { self == .live || self == .unresponsive }
}

/// The state of the program that writes a log.
public enum ProgramState: Sendable, Hashable {
  /// It runs.
  case running
  /// It exists, but is stopped, by Ctrl-Z or a debugger.
  case stopped
  /// No process has its number anymore.
  case gone
  /// The log does not name its process, or the program ran on another machine.
  case unknown
}
