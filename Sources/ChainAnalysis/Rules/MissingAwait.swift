// missing-await: a call that its caller did not await, although others waited for the caller. The search of `floating-promise` finds it.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A call that its caller did not await, although others waited for the caller.
  public static let missingAwait = Rule(
    "missing-await", .warning, .misuse, "A body ended before a call that it did not await, and others went on.",
    advice: Text(
      "Await the call, or return its promise, so that what waits for the caller also waits for it.",
      "await 这次调用，或返回它的 Promise，这样等待调用方的代码也会等到它完成。"),
    words: { runtime, _ in runtime.words.awaitCall })
}

/// What an adapter says of a call that nothing awaited.
struct UnawaitedCall: Hashable {
  var proof: Proof
  /// Whether it ran, and was canceled when the program ended.
  var hasRun: Bool
}

extension FindingsCollector {
  /// Reports a coroutine that was never awaited, or a task that the end of the program canceled.
  mutating func addUnawaited(_ call: UnawaitedCall) {
    let store = store
    guard let facts = store.facts(call.proof.promise), !call.hasRun || !store.hasDependents(facts.id) else { return }
    add(.missingAwait, facts, time: call.proof.time, events: [call.proof.event]) {
      let name = store.nameInSentence(facts.id)
      return call.hasRun
        ? FindingText(
          "the end of the program canceled \(name), because nothing awaits it", "程序结束时取消了 \(name)，因为没有什么在等待它")
        : FindingText("\(name) was called without await, so it never ran", "调用 \(name) 时没有 await，因此它从未运行")
    }
  }

  /// Reports a call that its caller did not await.
  ///
  /// - Parameters:
  ///   - call: The promise of the call.
  ///   - caller: That of the body that called.
  ///   - waiter: What waited for the caller; 0 for an observer.
  ///   - isRejected: Whether the call was rejected, and nothing handled that.
  ///   - proof: The event that proves it.
  mutating func addMissingAwait(
    _ call: NodeFacts, _ caller: NodeFacts, _ waiter: PromiseID, _ isRejected: Bool, _ proof: Proof
  ) {
    let store = store
    let evidence = [caller.id, waiter].filter { $0 != 0 }
    add(
      .missingAwait, call, severity: isRejected ? .error : nil, time: caller.finished ?? proof.time, evidence: evidence,
      events: [proof.event]
    ) {
      let (name, body) = (store.nameInSentence(call.id), store.nameInSentence(caller.id))
      let early = call.settled.flatMap { end in caller.finished.map { DurationText.of(end - $0) } }
      let late =
        early.map { FindingText("\($0) before it was done", "比它早 \($0) ") }
        ?? FindingText("although it was never done", "而它始终没有完成，自己")
      let error = isRejected ? store.errorInSentence(call.id) : nil
      let rejection =
        isRejected
        ? FindingText(
          "; its rejection\(error.map { " with \($0)" } ?? "") was lost", "；它的拒绝\(error.map { "（\($0)）" } ?? "")丢失了")
        : .empty
      return FindingText(
        "\(body) called \(name) without awaiting it, and ended \(late)\(rejection)",
        "\(body) 调用了 \(name) 却没有等待它，\(late)就结束了\(rejection)")
    }
  }
}
