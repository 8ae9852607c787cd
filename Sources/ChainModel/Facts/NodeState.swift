// The state of a promise in one word. Owns the words. Does not know how they are drawn.

import PlainText

/// The state of a promise, as the screen and the exports show it.
public enum NodeState: UInt8, Sendable, CaseIterable {
  /// Neither settled nor running: its body has not started, or waits for the promise it derives from.
  case pending
  case running
  /// Resolved with another promise, whose outcome it will adopt, or its body waits for one; see ``NodeFacts/waitsOn``.
  case waiting
  case fulfilled
  case rejected
  /// Settled with an error that is a cancellation.
  case cancelled
  /// Rejected, and the last promise that carried the rejection was freed before a handler ran.
  case unhandled
  /// Freed while pending, so it can never settle.
  case leaked
  /// Pending when events were lost, or without a `created` event, and no later event tells its state.
  case unknown

  /// Whether it has a value or an error.
  public var isSettled: Bool {
    switch self {
    case .fulfilled, .rejected, .cancelled, .unhandled: true
    case .pending, .running, .waiting, .leaked, .unknown: false
    }
  }

  /// Whether it can still change.
  package var isOpen: Bool { self == .pending || self == .running || self == .waiting }

  /// The word in exports: the English one, except that `leaked` stays `leaked`, for which the screen shows "freed".
  public var word: String { self == .leaked ? "leaked" : word(in: .english) }

  /// The word for people, in a language.
  package func word(in language: Language) -> String {
    switch self {
    case .pending: language("pending", "待定")
    case .running: language("running", "运行中")
    case .waiting: language("waiting", "等待中")
    case .fulfilled: language("fulfilled", "已兑现")
    case .rejected: language("rejected", "已拒绝")
    case .cancelled: language("canceled", "已取消")
    case .unhandled: language("unhandled", "未处理")
    case .leaked: language("freed", "被释放")
    case .unknown: language("unknown", "未知")
    }
  }
}
