// return-without-await: a promise that a function returned from a `try` block without awaiting it, so its `catch` block did not see the error.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A promise that was returned from a `try` block without `await`, and was rejected.
  public static let returnWithoutAwait = Rule(
    "return-without-await", .warning, .misuse, needsSettlement: true,
    "A promise was returned from a try block without await, so its catch block did not see the rejection.",
    advice: Text(
      "Write `return await`, so that the catch block receives the error.", "写成 `return await`，catch 块才会收到这个错误。"))
}

struct ReturnWithoutAwait: RuleCheck {
  static var rules: [Rule] { [.returnWithoutAwait] }
  static var events: [WatchedEvent] {
    [.init(.noted)]
  }

  /// The promises whose returns skipped a `catch` block, as the adapter reads in the source.
  private var returned = Candidates<Proof>()

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    if case .skippedCatch = watches.note { returned.insert(Proof(event)) }
  }

  func candidates(_ watches: Watches) -> CandidateCount { returned.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for proof in returned.all {
      guard let call = store.facts(proof.promise), call.isRejected, call.state != .cancelled,
        let caller = store.facts(call.inside), caller.adopts == call.id
      else { continue }
      // The `catch` block would have taken a rejection that nothing took.
      let isLost = store.state(of: store.lastCarrier(of: call.id)) == .unhandled
      if isLost { report.explain(store.rejection(of: call.id).origin, by: .returnWithoutAwait) }
      report.add(
        .returnWithoutAwait, call, severity: isLost ? .error : nil, time: call.settled ?? proof.time,
        evidence: [caller.id], events: [proof.event]
      ) {
        let (name, body) = (store.nameInSentence(call.id), store.nameInSentence(caller.id))
        let error = store.errorInSentence(call.id)
        let end = isLost ? FindingText(", nor did any other handler", "，也没有其他处理函数处理它") : .empty
        return FindingText(
          "\(body) returned \(name) from a try block without await, so its catch block did not see the rejection"
            + "\(error.map { " with \($0)" } ?? "")\(end)",
          "\(body) 从 try 块中返回了 \(name) 却没有 await，因此 catch 块没有看到它的拒绝\(error.map { "（\($0)）" } ?? "")\(end)")
      }
    }
  }
}
