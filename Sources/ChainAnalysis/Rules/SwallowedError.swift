// swallowed-error: a handler, or a `catch` block around an `await`, that turned a rejection into a value.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A handler that turned a rejection into a value.
  public static let swallowedError = Rule(
    "swallowed-error", .note, .swallowed, needsSettlement: true, "A handler turned a rejection into a value.",
    advice: Text(
      "Make the handler inspect the error and rethrow what it cannot recover from.", "让处理函数检查错误，并把处理不了的错误重新抛出。"),
    words: { runtime, _ in runtime.words.inspectError })
}

struct SwallowedError: RuleCheck {
  static var rules: [Rule] { [.swallowedError] }
  static var events: [WatchedEvent] {
    [.init(.registered, hasPeer: true), .init(.awaiting), .init(.handled, hasPeer: true)]
  }
  static var after: [any RuleCheck.Type] { [Cycle.self] }

  private struct Handling: Hashable {
    var proof: Proof
    /// Whether the `catch` block around an `await` uses the error; nil if there is none, or the log doesn't say.
    var takesError: Bool?
    /// The `catch` block; without a line if the log doesn't say where it is.
    var site: Site
  }

  /// A body that waits for a promise.
  private struct Wait: Hashable {
    var body: PromiseID
    var source: PromiseID
  }

  private var handled = Candidates<Handling>()
  /// Whether the handlers for rejections of a call site use the error; others are not known.
  private var handlers: [UInt32: Bool] = [:]
  /// The waits of bodies whose `catch` blocks do not use the error.
  private var blindWaits: Set<Wait> = []

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    switch event.kind {
    case .registered:
      if let takesError = event.takesError, handlers.count < 4_096 {
        handlers[store.origin(of: event.peer)] = takesError
      }
    case .awaiting:
      if event.takesError == false, blindWaits.count < Candidates<PromiseID>.limit {
        blindWaits.insert(Wait(body: event.promise, source: event.peer))
      }
    default:
      let takesError = event.takesError ?? watches.waits[event.peer]?.takesError
      handled.insert(Handling(proof: Proof(event, other: event.peer), takesError: takesError, site: event.site))
    }
  }

  func candidates(_ watches: Watches) -> CandidateCount { handled.count }

  func find(_ report: inout FindingsCollector) {
    let (store, catchesEverything) = (report.store, report.store.runtime.catchesEverything)
    for handling in handled.all {
      let proof = handling.proof
      guard let handler = store.facts(proof.other), !handler.hasInputs || handlers[handler.origin] == false
      else { continue }
      // A chain that ends in `catch` takes the error on purpose and passes no value on. So does an async function whose value is not used.
      // A handler that uses the error does not swallow it; one that doesn't does, whether its value is used or not.
      let takesError = handling.takesError ?? handlers[handler.origin]
      if takesError == true { continue }
      let hasReturned =
        handler.state == .fulfilled
        && (handler.cause == .returned || handler.cause == .adopted
          || handler.hasInputs && handler.cause == .combinator)
      // A body that swallows an error may go on, as a loop does.
      guard hasReturned || handler.isOpen && handling.takesError == false else { continue }
      if catchesEverything {
        guard takesError == false || store.hasDependents(handler.id) else { continue }
        // An error that something else received and did not swallow, too, is not lost; nor is one after which a body tried again until it
        // succeeded.
        guard !reachesOther(proof.promise, than: handler.id, store) else { continue }
        if let last = report.run.watches.series.retried[handler.id],
          handler.isOpen || store.state(of: last) == .fulfilled
        {
          continue
        }
      } else {
        // The `do` and `catch` of a body that awaited the promise name the errors that they take.
        guard !store.traits(handler).contains(.ending),
          takesError == false || !store.awaits(handler.id, proof.promise)
        else { continue }
      }
      let origin = store.rejection(of: proof.promise).origin
      guard origin != 0, !report.isExplained(origin, by: .cycle) else { continue }
      let isCancellation = store.state(of: origin) == .cancelled
      // A body that was asked to end, and went on.
      let isRefusal = isCancellation && takesError == false && handler.isCancelRequested && !handler.hasInputs
      if isCancellation, !isRefusal, catchesEverything || takesError != nil { continue }
      report.add(
        .swallowedError, handler,
        site: handling.site.line > 0 ? handling.site : store.awaitSite(of: handler.id, for: proof.promise),
        severity: isRefusal ? .warning : nil, time: proof.time, known: handler.settled,
        evidence: origin == proof.promise ? [origin] : [origin, proof.promise],
        events: [proof.event]
      ) {
        let (name, source) = (store.nameInSentence(handler.id), store.nameInSentence(origin))
        let error = store.errorInSentence(origin)
        if isRefusal {
          return FindingText(
            "\(name) was canceled and went on: its catch block took the cancellation",
            "\(name) 被取消后仍在继续：它的 catch 块接住了取消")
        }
        if handler.hasInputs {
          return FindingText(
            "\(name) turned \(error ?? "an error") of \(source) into a value, which nothing uses",
            "\(name) 把 \(source) 的\(error.map { " \($0) " } ?? "错误")变成了值，而没有什么使用它")
        }
        guard takesError == false else {
          return FindingText(
            "\(name) may have swallowed \(error ?? "an error") from \(source): it turned the rejection into a value",
            "\(name) 可能吞掉了 \(source) 的错误\(error.map { " \($0)" } ?? "")：它把拒绝变成了值")
        }
        let code =
          handling.takesError == nil ? FindingText("handler", "处理函数") : FindingText("catch block", " catch 块")
        return FindingText(
          "\(name) swallowed \(error ?? "an error") from \(source): its \(code) does not use the error",
          "\(name) 吞掉了 \(source) 的错误\(error.map { " \($0)" } ?? "")：它的\(code)没有使用这个错误")
      }
    }
  }

  /// Whether something other than a handler received the outcome of a promise, and does not swallow it as far as is known.
  private func reachesOther(_ id: PromiseID, than handler: PromiseID, _ store: ChainStore) -> Bool {
    var isFound = false
    store.forEachDependent(of: id, limit: 16) { dependent, kind, _ in
      isFound =
        dependent != handler && kind != .observer && handlers[store.origin(of: dependent)] != false
        && !blindWaits.contains(Wait(body: dependent, source: id))
      return !isFound
    }
    return isFound
  }
}
