// floating-promise: a call of an async function whose promise nothing uses, and that is rejected or outlives its caller. The search finds those of
// `missing-await`, too.
//
// A log has the call (a promise with the function's own name for its kind), its caller (the body that ran then), every use of the promise (a
// reaction, an `awaiting`, an adoption), and who waits for the caller. It does not have the values that a program computes, so "too early"
// means: whatever waited for the caller went on while the call still ran.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A call of an async function whose promise nothing uses, and that is rejected or outlives its caller.
  public static let floatingPromise = Rule(
    "floating-promise", .error, .misuse,
    "Nothing used the promise of a call, which was rejected or outlived its caller.",
    advice: Text(
      "Await it, return it, or give it a catch, so that its error reaches someone.", "等待它、返回它，或者加上 catch，让它的错误有人处理。"))
}

struct FloatingPromise: RuleCheck {
  static var rules: [Rule] { [.floatingPromise, .missingAwait] }
  static var events: [WatchedEvent] {
    [
      .init(.created, hasPeer: false), .init(.finished), .init(.rejected), .init(.fulfilled, isInBody: true),
      .init(.adopted, isInBody: true), .init(.noted),
    ]
  }

  private var calls = Candidates<Proof>()
  private var unawaited = Candidates<UnawaitedCall>()
  /// Whether the log has any.
  private var isCallUsed = false
  /// The call sites of those whose promises the code says it does not use.
  private var detached: Set<UInt32> = []
  /// The calls that nothing has to wait for, because their outcome reaches its users through another promise, which is the value: see
  /// ``noteHandOver(_:_:)``.
  private var pumps: [PromiseID: PromiseID] = [:]

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    switch event.kind {
    case .created:
      guard watches.operators.traits(event.operation, store.texts).contains(.call) else { return }
      isCallUsed = true
      if event.isDetached, detached.count < 4_096 { detached.insert(store.origin(of: event.promise)) }
    case .finished:
      // The calls that a body leaves behind when it ends.
      guard isCallUsed, !watches.processes.isProcess(event.promise), store.hasOnlyInside(event.promise) else { return }
      var left: [PromiseID] = []
      store.forEachOnlyInside(event.promise) { if store.isOpen($0) { left.append($0) } }
      for id in left { add(id, event, &watches, store) }
    case .noted:
      guard watches.note == .neverAwaited || watches.note == .canceledAtEnd else { return }
      unawaited.insert(UnawaitedCall(proof: Proof(event), hasRun: watches.note == .canceledAtEnd))
    case .fulfilled, .adopted:
      if isCallUsed { noteHandOver(event, store) }
    default:
      // A call whose promise was rejected before anything used it.
      guard isCallUsed else { return }
      if event.context != 0 { noteHandOver(event, store) }
      guard !event.isCancelled, let facts = store.facts(event.promise), !facts.hasReaction else { return }
      add(event.promise, event, &watches, store)
    }
  }

  /// Notes that a body settled a promise that it had not created: the one that a caller waits for, as a queue does for each of its jobs; or
  /// the one with which a call of the same function has put itself in the queue.
  private mutating func noteHandOver(_ event: Event, _ store: ChainStore) {
    guard event.kind == .adopted || event.cause == .resolver, event.context != event.promise, pumps.count < 65_536,
      let facts = store.facts(event.promise), facts.inside != event.context
    else { return }
    pumps[event.context] = facts.id
    guard let owner = store.facts(facts.inside), let name = store.texts[owner.label],
      store.traits(owner).contains(.call), facts.site.isFunction(name, store.texts)
    else { return }
    pumps[owner.id] = facts.id
  }

  private mutating func add(_ id: PromiseID, _ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    guard watches.operators.traits(store.operation(of: id), store.texts).contains(.call),
      !watches.processes.isProcess(store.facts(id)?.inside ?? 0)
    else { return }
    calls.prune { store.facts($0.promise)?.hasReaction ?? true }
    calls.insert(Proof(event, about: id, other: 0))
  }

  func candidates(_ watches: Watches) -> CandidateCount { calls.count + unawaited.count }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for call in unawaited.all { report.addUnawaited(call) }
    var seen: Set<PromiseID> = []
    for proof in calls.all where seen.insert(proof.promise).inserted {
      // What still runs may be awaited later.
      guard let call = store.facts(proof.promise), let caller = store.facts(call.inside), isUnused(call, store),
        call.settled != nil || store.isEnded, report.run.isWhole(from: call.created, to: call.settled)
      else { continue }
      let isRejected = call.isRejected && call.state != .cancelled && !store.rejection(of: call.id).isHandled
      if !isRejected, detached.contains(call.origin) || isPump(call.id, store) { continue }
      // A worker that waits for its next task is not to be awaited: it ends with the program.
      if report.run.watches.waits[call.id]?.loop == .endless { continue }
      let end = caller.finished ?? caller.settled
      let isLate = end.map { (call.settled ?? .max) > $0 } ?? false
      guard isRejected || isLate else { continue }
      if isRejected { report.explain(call.id, by: .floatingPromise) }
      if isLate, let waiter = store.firstDependent(of: caller.id) {
        report.addMissingAwait(call, caller, waiter, isRejected, proof)
      } else {
        reportFloating(call, caller, isRejected: isRejected, hasEnded: isLate, proof, &report)
      }
    }
  }

  private func reportFloating(
    _ call: NodeFacts, _ caller: NodeFacts, isRejected: Bool, hasEnded: Bool, _ proof: Proof,
    _ report: inout FindingsCollector
  ) {
    let store = report.store
    // While its caller runs, code further down may be about to use it.
    let isEarly = isRejected && !hasEnded
    let wait = isEarly && caller.isAwaiting ? store.awaitSite(of: caller.id) : nil
    report.add(
      .floatingPromise, call, severity: isRejected ? .error : .note,
      time: isRejected ? call.settled ?? proof.time : proof.time, evidence: [caller.id], events: [proof.event],
      related: [wait.flatMap { store.related(caller.id, Text("its caller waited here", "调用方正在此等待"), at: $0) }]
    ) {
      let (name, body) = (store.nameInSentence(call.id), store.nameInSentence(caller.id))
      let error = store.errorInSentence(call.id)
      if isEarly {
        return FindingText(
          "\(body) called \(name), which was rejected\(error.map { " with \($0)" } ?? "") before anything used its promise",
          "\(body) 调用了 \(name)，在任何代码使用它的 Promise 之前它就被拒绝\(error.map { "，错误为 \($0)" } ?? "")")
      }
      return isRejected
        ? FindingText(
          "\(body) called \(name) and did not use its promise, which was rejected\(error.map { " with \($0)" } ?? "")",
          "\(body) 调用了 \(name) 却没有使用它的 Promise，后者被拒绝\(error.map { "，错误为 \($0)" } ?? "")")
        : FindingText(
          "\(body) called \(name), did not use its promise, and ended before it",
          "\(body) 调用了 \(name)，没有使用它的 Promise，并先于它结束")
    }
  }

  private func isPump(_ call: PromiseID, _ store: ChainStore) -> Bool {
    guard let promise = pumps[call], let facts = store.facts(promise) else { return false }
    return facts.hasReaction || store.hasDependents(promise) || !store.isUnadopted(promise)
  }

  /// Whether nothing has ever asked for the outcome of a call.
  private func isUnused(_ call: NodeFacts, _ store: ChainStore) -> Bool {
    !call.hasReaction && !call.isPlaceholder && store.isUnadopted(call.id) && !store.hasDependents(call.id)
      && !store.awaits(call.inside, call.id)
  }
}
