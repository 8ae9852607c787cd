// What the owner of a screen reports about the log that it follows.

import PlainText

/// What has happened to the log that a screen follows, and the log to show next.
public struct LogNews: Sendable, Hashable {
  /// What has happened.
  public enum Change: Sendable, Hashable {
    /// The log does not exist yet.
    case awaited
    /// The log exists now.
    case created
    /// The log no longer contains what was read.
    case emptied
    /// The log was moved away.
    case moved
    /// The log was deleted.
    case deleted
    /// The log was moved away, and another one has its name.
    case rotated
    /// Another log has the name of the one that was read.
    case replaced
    /// Another log of the folder was created.
    case joined
    /// A person asked for the run that is in the log now.
    case requested
  }

  /// What has happened.
  public let change: Change
  /// The name of the log, for a sentence.
  public let name: String
  /// The path of the log to show next; nil if there is none yet.
  public let next: String?

  /// Creates news.
  public init(_ change: Change, name: String, next: String? = nil) {
    (self.change, self.name, self.next) = (change, name, next)
  }

  /// What the header says about it; nil if nothing needs to be.
  func word(_ language: Language) -> String? {
    switch change {
    case .created, .requested, .joined: nil
    case .awaited: language("waiting for the log", "等待日志")
    case .emptied: next == nil ? language("log emptied", "日志已清空") : language("log rewritten", "日志已重写")
    case .moved: language("log moved away", "日志已移走")
    case .deleted: language("log deleted", "日志已删除")
    case .rotated: language("log rotated", "日志已轮换")
    case .replaced: language("log replaced", "日志已替换")
    }
  }

  /// What is said about it when it happens; nil if nothing needs to be.
  func text(_ language: Language) -> String? {
    switch change {
    case .awaited: language("Waiting for \(name), which does not exist yet.", "正在等待 \(name)，它还不存在。")
    case .created, .requested: nil
    case .emptied:
      next == nil
        ? language("The log was emptied; waiting for the next run.", "日志已被清空；等待下一次运行。")
        : language("the log was written again", "日志被重新写入")
    case .moved: language("The log was moved; waiting for another one.", "日志已被移走；等待新的日志。")
    case .deleted: language("The log was deleted; waiting for another one.", "日志已被删除；等待新的日志。")
    case .rotated: language("the log was moved and created again", "日志被移走并重新创建")
    case .replaced: language("the log was replaced", "日志被替换")
    case .joined: language("\(name) was created", "\(name) 已创建")
    }
  }
}
