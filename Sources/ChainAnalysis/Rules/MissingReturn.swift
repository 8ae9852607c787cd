// missing-return: a handler that started a chain and did not return it.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A handler that started a chain and did not return it.
  public static let missingReturn = Rule(
    "missing-return", .warning, .misuse,
    "A handler started a chain of promises but returned nothing, so the next step did not wait for the chain.",
    advice: Text(
      "Return the promise from the handler, so that the next step waits for it and receives its error.",
      "从处理函数中返回这个 Promise，下一步才会等待它并收到它的错误。"),
    words: { _, operation in
      operation.hasPrefix("continue")
        ? Text(
          "Return the task with continueWithTask or continueOnSuccessWithTask, so that the next step waits for it and receives its error.",
          "用 continueWithTask 或 continueOnSuccessWithTask 返回这个任务，下一步才会等待它并收到它的错误。") : nil
    })
}

struct MissingReturn: RuleCheck {
  static var rules: [Rule] { [.missingReturn] }
  static var events: [WatchedEvent] {
    [.init(.finished)]
  }

  private struct Start: Hashable {
    /// What proves it: the handler, and the promise that it created.
    var proof: Proof
    /// Whether the handler returned something, which may be that promise as a value: a task of a task.
    var isValue: Bool
  }

  private var notReturned = Candidates<Start>()

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    let isValue = event.outcome == .value
    guard isValue || event.outcome == .void, store.hasOnlyInside(event.promise),
      !isValue || store.texts[store.operation(of: event.promise)]?.hasPrefix(Self.boltsPrefix) ?? false
    else { return }
    store.forEachOnlyInside(event.promise) {
      notReturned.insert(Start(proof: Proof(event, other: $0), isValue: isValue))
    }
  }

  /// How the operators of Bolts start; those that wait for the task that a handler returns have other names than those that take it for a value.
  private static let boltsPrefix = "continue"

  func candidates(_ watches: Watches) -> CandidateCount { notReturned.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for start in notReturned.all {
      let (proof, isValue) = (start.proof, start.isValue)
      guard let handler = store.facts(proof.promise), handler.from != 0,
        handler.hasReaction || !store.isUnadopted(handler.id), !store.traits(handler).contains(.aside)
      else { continue }
      guard let first = store.facts(proof.other), first.isOnlyInside, first.inside == handler.id else { continue }
      guard let last = endOfChain(first, store), isLate(last, handler), isForgotten(last, store),
        !isLoop(first, last, store),
        report.run.isWhole(from: handler.created, to: last.released)
      else { continue }
      let isLost = store.state(of: last.id) == .unhandled
      guard isLost || !isValue else { continue }
      if isLost { report.explain(store.rejection(of: last.id).origin, by: .missingReturn) }
      // A handler that takes the errors of what it starts may continue at once on purpose.
      let isEnding = store.traits(last).contains(.ending) && store.texts[last.operation] != "done"
      report.add(
        .missingReturn, handler, severity: isLost ? .error : isEnding ? .note : nil, time: proof.time,
        known: last.released ?? last.settled,
        evidence: first.id == last.id ? [last.id] : [first.id, last.id], events: [proof.event]
      ) {
        let (name, started) = (store.nameInSentence(handler.id), store.nameInSentence(first.id))
        let error = isLost ? store.errorInSentence(last.id) : nil
        let rest =
          isLost
          ? FindingText(
            " or receive its error\(error.map { ", \($0)" } ?? "")", "，也没有收到它的错误\(error.map { " \($0)" } ?? "")")
          : isEnding ? FindingText("; perhaps it should not", "；也许本来就不必等") : .empty
        return isValue
          ? FindingText(
            "the handler of \(name) created \(started) and did not return it as a task to wait for, so the next step did not wait for it\(rest)",
            "\(name) 的处理函数创建了 \(started)，却没有把它作为要等待的任务返回，因此下一步没有等待它\(rest)")
          : FindingText(
            "the handler of \(name) created \(started) and returned nothing, so the next step did not wait for it\(rest)",
            "\(name) 的处理函数创建了 \(started) 却没有返回它，因此下一步没有等待它\(rest)")
      }
    }
  }

  /// The last promise of a chain without branches; nil if the chain has branches or anything else waits for it.
  private func endOfChain(_ first: NodeFacts, _ store: ChainStore) -> NodeFacts? {
    var current = first
    for _ in 0..<1_000 {
      var (next, count, isUsed) = (PromiseID(0), 0, false)
      store.forEachDependent(of: current.id, limit: 2) { dependent, kind, _ in
        count += 1
        next = dependent
        isUsed = isUsed || kind != .derived
        return true
      }
      if isUsed || count > 1 { return nil }
      guard count == 1 else { return current }
      guard let facts = store.facts(next) else { return nil }
      current = facts
    }
    return nil
  }

  /// Whether the end of a chain started the next round of a loop, which no step is to wait for.
  private func isLoop(_ first: NodeFacts, _ last: NodeFacts, _ store: ChainStore) -> Bool {
    var isLoop = false
    store.forEachOnlyInside(last.id) { isLoop = isLoop || store.origin(of: $0) == first.origin }
    return isLoop
  }

  /// Whether a chain ended after the handler that started it, so that it made something wait.
  private func isLate(_ last: NodeFacts, _ handler: NodeFacts) -> Bool {
    guard let end = handler.finished else { return false }
    return last.state == .leaked || (last.settled ?? .max) > end || last.settled == end && last.started != nil
  }

  /// Whether nothing waits for the end of a chain and nothing keeps it, although the step after the handler did not wait for it either.
  private func isForgotten(_ last: NodeFacts, _ store: ChainStore) -> Bool {
    switch (last.settled, last.released) {
    // Freed immediately: the resolver or body was the last owner. A promise that is kept for later is freed later, or not at all.
    case (let settled?, let released?): return released - settled < max(1_000_000, (settled - last.created) / 10)
    case (nil, .some): return last.state == .leaked
    case (.some, nil): return !store.runtime.reportsRelease && store.isEnded
    default: return false
    }
  }
}
