// A kind of event about promises with a label, or a line that the program writes, as a lesson names it: `` `send fog` started ``. Owns the
// form in which a lesson writes it, and the words for it in a sentence. `RunFacts` finds it in a run.

import PromiseTrace

/// What a lesson names of a run.
public struct NamedEvent: Sendable, Hashable {
  /// What it is about.
  public enum Subject: Sendable, Hashable {
    /// Promises with a label, in which a `*` stands for any text.
    case label(String)
    /// A line that the program writes, in which a `*` stands for any text.
    case line(String)
  }

  /// What happens.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case created, enqueued, started, finished, adopted, progressed, fulfilled, rejected, canceled, settled, ignored
    case handled, unhandled, released, written
    /// Cancellation is requested.
    case asked = "cancelRequested"
  }

  /// What it is about.
  public var subject: Subject
  /// What happens.
  public var kind: Kind

  /// Names what happens.
  ///
  /// - Parameters:
  ///   - subject: What it is about.
  ///   - kind: What happens.
  public init(_ subject: Subject, _ kind: Kind) { (self.subject, self.kind) = (subject, kind) }

  /// The label; nil for a line.
  public var label: String? { if case .label(let label) = subject { label } else { nil } }

  /// As a lesson writes it.
  public var text: String {
    switch subject {
    case .label(let label): "`\(label)` \(kind.rawValue)"
    case .line(let line): "\"\(line)\" \(kind.rawValue)"
    }
  }

  /// Whether an event is of this kind.
  func fits(_ event: Event) -> Bool {
    switch kind {
    case .created: event.kind == .created
    case .enqueued: event.kind == .enqueued
    case .started: event.kind == .started
    case .finished: event.kind == .finished
    case .adopted: event.kind == .adopted
    case .progressed: event.kind == .progressed
    case .fulfilled: event.kind == .fulfilled
    case .rejected: event.kind == .rejected && !event.isCancelled
    case .canceled: event.kind == .rejected && event.isCancelled
    case .settled: event.kind == .fulfilled || event.kind == .rejected
    case .ignored: event.kind == .ignored
    case .handled: event.kind == .handled
    case .unhandled: event.kind == .unhandled
    case .released: event.kind == .released
    case .written: event.kind == .noted
    case .asked: event.kind == .cancelRequested
    }
  }

  /// Whether a text is that of the subject; a `*` in it stands for any text.
  func fits(_ text: String) -> Bool {
    let wanted =
      switch subject {
      case .label(let label): label
      case .line(let line): line
      }
    guard let star = wanted.firstIndex(of: "*") else { return text == wanted }
    let (start, end) = (wanted[..<star], wanted[wanted.index(after: star)...])
    return text.count >= start.count + end.count && text.hasPrefix(start) && text.hasSuffix(end)
  }
}

extension NamedEvent.Kind {
  /// "starts", "started", and "did not start", with the subject in front.
  var english: (now: String, past: String, never: String) {
    switch self {
    case .created: ("is created", "was created", "was never created")
    case .enqueued: ("is put on a queue", "was put on a queue", "was never put on a queue")
    case .started: ("starts", "started", "never started")
    case .finished: ("ends", "ended", "never ended")
    case .adopted: ("takes over another promise", "took over another promise", "never took over another promise")
    case .progressed: ("reports progress", "reported progress", "never reported progress")
    case .fulfilled: ("is fulfilled", "was fulfilled", "was never fulfilled")
    case .rejected: ("is rejected", "was rejected", "was never rejected")
    case .canceled: ("is canceled", "was canceled", "was never canceled")
    case .settled: ("settles", "settled", "never settled")
    case .ignored: ("is settled again", "was settled again", "was never settled again")
    case .handled: ("has its rejection handled", "had its rejection handled", "never had its rejection handled")
    case .unhandled: ("is reported as unhandled", "was reported as unhandled", "was never reported as unhandled")
    case .released: ("is freed", "was freed", "was never freed")
    case .written: ("is written", "was written", "was never written")
    case .asked: ("is asked to cancel", "was asked to cancel", "was never asked to cancel")
    }
  }

  /// The same in Chinese, where the past needs no form of its own.
  var chinese: (now: String, never: String) {
    switch self {
    case .created: ("创建", "没有创建")
    case .enqueued: ("进入队列", "没有进入队列")
    case .started: ("开始运行", "没有运行")
    case .finished: ("运行结束", "没有运行结束")
    case .adopted: ("采用另一个 Promise", "没有采用另一个 Promise")
    case .progressed: ("报告进度", "没有报告进度")
    case .fulfilled: ("兑现", "没有兑现")
    case .rejected: ("被拒绝", "没有被拒绝")
    case .canceled: ("被取消", "没有被取消")
    case .settled: ("敲定", "没有敲定")
    case .ignored: ("再次敲定", "没有再次敲定")
    case .handled: ("的拒绝被处理", "的拒绝没有被处理")
    case .unhandled: ("报告为未处理", "没有报告为未处理")
    case .released: ("被释放", "没有被释放")
    case .written: ("输出", "没有输出")
    case .asked: ("收到取消请求", "没有收到取消请求")
    }
  }
}
