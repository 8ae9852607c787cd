// What a promise looks like from outside, in one word. Owns the words; refuses to say how they are drawn.

/// The state of a promise as a person wants to read it.
public enum NodeState: UInt8, Sendable, CaseIterable {
  /// Neither settled nor running: its body was not started, or waits for the promise it derives from.
  case pending
  /// Its body (executor or handler) runs now.
  case running
  /// Resolved with another promise and locked in; see ``ChainNode/adopts`` for which one.
  case waiting
  /// Settled with a value.
  case fulfilled
  /// Settled with an error.
  case rejected
  /// Settled with an error that is a cancellation.
  case cancelled
  /// Rejected, and the last promise carrying that rejection was freed before anybody handled it.
  case unhandled
  /// Freed while pending: nothing can ever settle it.
  case leaked
  /// It was pending when events were lost, or was never seen being created, and nothing since said what became of it.
  case unknown

  /// Whether a value or an error arrived.
  public var isSettled: Bool {
    switch self {
    case .fulfilled, .rejected, .cancelled, .unhandled: true
    case .pending, .running, .waiting, .leaked, .unknown: false
    }
  }

  /// The English word, as the screen and the text export print it.
  public var word: String {
    switch self {
    case .pending: "pending"
    case .running: "running"
    case .waiting: "waiting"
    case .fulfilled: "fulfilled"
    case .rejected: "rejected"
    case .cancelled: "cancelled"
    case .unhandled: "unhandled"
    case .leaked: "leaked"
    case .unknown: "unknown"
    }
  }
}
