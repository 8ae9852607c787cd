// What the owner of a screen reports about the log that it follows.

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
  func word(_ words: Words) -> String? {
    switch change {
    case .created, .requested, .joined: nil
    case .awaited: words.logAwaitedWord
    case .emptied: next == nil ? words.logEmptiedWord : words.logRewrittenWord
    case .moved: words.logMovedWord
    case .deleted: words.logDeletedWord
    case .rotated: words.logRotatedWord
    case .replaced: words.logReplacedWord
    }
  }

  /// What is said about it when it happens; nil if nothing needs to be.
  func text(_ words: Words) -> String? {
    switch change {
    case .awaited: words.logAwaited(name)
    case .created, .requested: nil
    case .emptied: next == nil ? words.logEmptied : words.logRewritten
    case .moved: words.logMoved
    case .deleted: words.logDeleted
    case .rotated: words.logRotated
    case .replaced: words.logReplaced
    case .joined: words.logJoined(name)
    }
  }
}
