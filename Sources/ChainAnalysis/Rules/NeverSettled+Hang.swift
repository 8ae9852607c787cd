// Whether an open promise hangs. Reasons to wait that are no fault: a timer that runs, input that has not come, a promise that
// lasts as long as the program, and what was merely unfinished when the program ended.

import ChainModel
import PlainText
import PromiseTrace

extension NeverSettled {
  /// What shows that a promise hangs, or would not have settled if its program had not ended, as the continuation of a sentence; nil if nothing
  /// does.
  func hang(
    _ facts: NodeFacts, _ leaf: WaitLeaf, _ victims: Victims, isAlone: Bool, isOnlyHeld: Bool, _ run: RunView
  ) -> FindingText? {
    let (store, now, activity) = (run.store, run.now, run.watches.activity)
    if run.settings.isTest { return .empty }
    if case .timer = leaf { return store.isEnded ? nil : .empty }
    let (age, tellsInput) = (now - facts.created, store.runtime.tellsInput)
    if isLifelong(facts, run) { return nil }
    // While the program runs, or until a signal ended it.
    let isInterrupted = run.end(of: facts.id)?.reason == .signal
    let isUnended = !store.isEnded || isInterrupted
    let isShort = isInterrupted && age < run.settings.stuck
    // Input may come at any time.
    if isUnended, store.traits(facts).contains(.input) { return nil }
    if tellsInput || !isFromStart(facts, run) {
      if let usual = usual(facts, age, isInterrupted: isInterrupted, store) {
        // While it may settle yet, the sentence begins with its age.
        let age = store.isEnded ? DurationText.of(age) : nil
        return FindingText(
          "\(age.map { ", after \($0)" } ?? ""), although \(usual.english) from this call site took at most \(usual.time)",
          "\(age.map { "，已过 \($0)" } ?? "")，而此调用点的 Promise \(usual.chinese)用时不超过 \(usual.time)")
      }
      for victim in victims.least.lazy.compactMap({ store.facts($0) }) {
        guard let usual = usual(victim, age, isInterrupted: isInterrupted, store) else { continue }
        let name = store.nameInSentence(victim.id)
        return FindingText(
          ", and \(name) waits for it, although \(usual.english) from that call site took at most \(usual.time)",
          "，而 \(name) 在等它，那个调用点的 Promise \(usual.chinese)用时不超过 \(usual.time)")
      }
      // A request, and what is no slower than others from its call site by far, was merely interrupted.
      if isShort, tellsInput,
        store.isRequest(facts.id) || siteTimes.longest(origin: facts.origin, least: Self.fewOthers) != nil
      {
        return nil
      }
      // A body that keeps others from their turn on a serial queue is no work in progress.
      if case .running(let start) = leaf, let account = run.watches.queues.account(facts.queue), !account.isConcurrent,
        account.waiting > 0, now - start >= run.settings.stuck, lastsHalf(facts, victims, run)
      {
        return .empty
      }
      if isUnended, age >= run.settings.stuck, isLongest(facts, age, victims, store) || lastsHalf(facts, victims, run) {
        return .empty
      }
      if isShort, isOnlyHeld, leaf.isHeld, age >= (now - activity.first) / 2, victims.count(besides: []) > 0,
        isLongest(facts, age, victims, store)
      {
        return .empty
      }
    }
    let idle = (store.isEnded ? store.lastTime : now) - max(activity.latest, facts.created)
    guard isAlone, leaf.isHeld, idle > 0, idle >= (now - activity.first) / 2 else { return nil }
    if !tellsInput, facts.created <= activity.firstSettlement, isFromStart(facts, run) { return nil }
    guard store.isEnded else {
      return FindingText(", and the program waits for nothing else", "，而程序只在等它")
    }
    let time = DurationText.of(idle)
    return FindingText(
      ", and for \(time) the program waited for nothing else", "，而程序有 \(time) 只在等它")
  }

  /// The most that others from a promise's call site took, as texts, if another time is more by far; nil if it is not, or too few have settled.
  private func usual(
    _ facts: NodeFacts, _ age: Int64, isInterrupted: Bool, _ store: ChainStore
  ) -> (time: String, english: String, chinese: String)? {
    if let time = siteTimes.p99(origin: facts.origin), age / 10 > time {
      return (DurationText.of(time), "99 of 100", "百分之九十九")
    }
    guard isInterrupted, store.runtime.tellsInput, !store.isRequest(facts.id),
      let time = siteTimes.longest(origin: facts.origin, least: Self.fewOthers), age / 4 > time
    else { return nil }
    return (DurationText.of(time), "all others", "全部")
  }

  /// The number of promises from a call site that show how long they take.
  private static var fewOthers: Int { 2 }

  /// Whether a promise has been pending for longer than the others from its call site took or, while others wait for it, than any resolver took.
  ///
  /// Not so if logs do not tell input from anything else.
  private func isLongest(_ facts: NodeFacts, _ age: Int64, _ victims: Victims, _ store: ChainStore) -> Bool {
    guard store.runtime.tellsInput else { return false }
    if let longest = siteTimes.longest(origin: facts.origin), age > longest { return true }
    return age > longestWait && victims.count(besides: []) > 0
  }

  /// Whether a promise was pending for at least half of the run, and did not start with it.
  ///
  /// While the program runs, idle time does not count: otherwise all pending promises of an idle program would hang.
  /// It does count for promises that others wait for if the log does not tell input from other waits, because nothing else shows a hang there.
  func lastsHalf(_ facts: NodeFacts, _ victims: Victims, _ run: RunView) -> Bool {
    let activity = run.watches.activity
    let isAwaited = victims.count(besides: []) > 0 || facts.hasReaction
    let countsIdling = run.end(of: facts.id) != nil || isAwaited && !run.store.runtime.tellsInput
    let now = countsIdling ? run.now : min(run.now, max(activity.latest, facts.created))
    return now - facts.created >= (now - activity.first) / 2 && !isLifelong(facts, run) && !isFromStart(facts, run)
  }

  /// Whether a promise lasts as long as the program, as its call site shows: a lone listener, code in a loop that waits for its next task,
  /// or what a function creates for the next item of a queue.
  private func isLifelong(_ facts: NodeFacts, _ run: RunView) -> Bool {
    let store = run.store
    if store.runtime.isNextItem(store.texts[facts.site.function] ?? "") { return !isOneOfMany(facts.id, store) }
    let isListener = store.traits(facts).contains(.listener)
    if isListener, !siteTimes.hasSettled(origin: facts.origin) { return true }
    let isOwn = !store.isRequest(facts.id) || store.traits(facts).contains(.settledByProgram)
    return (isListener || isOwn) && isTask(facts.id, isListener: isListener, run)
  }

  /// Whether a combinator waits for the handlers of several promises like this one, of which some have settled, as no worker waits for its tasks.
  private func isOneOfMany(_ id: PromiseID, _ store: ChainStore) -> Bool {
    let waiters = store.waiters(of: id) { $0.kind == .derived || $0.kind == .awaited }
    return waiters.contains { waiter in
      let source = waiter.source.map { waiters[$0].promise } ?? id
      return waiter.kind == .input
        && store.inputs(of: waiter.promise, limit: 64).contains {
          store.origin(of: $0) == store.origin(of: source) && store.settledTime(of: $0) != nil
        }
    }
  }

  /// Whether all bodies that await a promise do so in loops, endless ones or ones that no other body awaits, as workers await their next task.
  ///
  /// A body that awaits a listener needs no loop of its own if all that wait for the body do so in endless loops: it is a function that returns
  /// the next task.
  private func isTask(_ id: PromiseID, isListener: Bool, _ run: RunView) -> Bool {
    let store = run.store
    var (queue, next, isInLoop, isOther) = ([id], 0, false, false)
    // Whether a body awaits outside of a loop, and whether anything that nothing waits for is not in an endless loop.
    var (isOutside, isLeftOver) = (false, false)
    while next < queue.count, !isOther {
      let current = queue[next]
      var isLast = true
      next += 1
      store.forEachDependent(of: current, limit: 64) { dependent, _, _ in
        guard let facts = store.facts(dependent), facts.isOpen else { return true }
        isLast = false
        if queue.contains(dependent) { return true }
        let loop = run.watches.waits[dependent]?.loop
        isInLoop = isInLoop || loop != nil
        isOutside = isOutside || facts.isAwaiting && loop == nil
        isOther = queue.count == 64 || isOutside && !isListener
        if loop != .endless { queue.append(dependent) }
        return !isOther
      }
      isLeftOver = isLeftOver || isLast
    }
    return isInLoop && !isOther && !(isOutside && isLeftOver)
  }

  /// Whether a promise belongs to what the program created before anything had settled, and did not create again while others settled.
  private func isFromStart(_ facts: NodeFacts, _ run: RunView) -> Bool {
    let (store, firstSettlement) = (run.store, run.watches.activity.firstSettlement)
    guard store.counts.total - store.counts.pending >= Self.lifetime, !store.traits(facts).contains(.settledByProgram)
    else {
      return false
    }
    var root = facts
    for _ in 0..<1_000 {
      let origin = root.inside != 0 ? root.inside : root.from
      guard origin != 0, origin != root.id, let next = store.facts(origin) else { break }
      root = next
    }
    return firstSettlement < .max && root.created <= firstSettlement && !siteTimes.hasSettled(origin: root.origin)
  }

  /// The number of promises that settle while another is pending if that may last as long as the program.
  private static var lifetime: Int { 10 }

  /// Why an open promise is a leaf of a wait that has no excuse; nil if it is not, or may settle by itself.
  func hangingLeaf(_ facts: NodeFacts, since limit: Int64, _ run: RunView) -> WaitLeaf? {
    let store = run.store
    guard facts.isOpen, !facts.isPlaceholder, !facts.isCancelRequested, !facts.isPaused else { return nil }
    if isExpected(facts.id, run), !run.settings.isTest { return nil }
    guard isOverdue(facts, since: limit, run) || mayHang(facts, run) || isMissed(facts, store),
      run.isWhole(from: facts.created)
    else { return nil }
    guard case .leaf(let leaf) = store.waitStep(facts.id, inputLimit: 10_000) else { return nil }
    switch leaf {
    case .settled, .dropped, .cycle, .emptyCombinator, .lazy, .paused, .unknown: return nil
    case .timer(_, let remaining) where run.end(of: facts.id) == nil && !run.settings.isTest:
      // A timer that runs is no hang; one that is late may be, because its queue is blocked. A test waits for both.
      guard let remaining, remaining + store.lastTime <= limit else { return nil }
    case .running where facts.id == lastStarted && hasEndedProgram(facts, run): return nil
    case .timer, .resolver, .unrecorded, .queued, .running: break
    }
    return store.isEmptyCombinator(facts) ? nil : leaf
  }

  /// Whether a promise is a lock whose holder ended without releasing it, and either failed or left something that waited in vain.
  func isLeft(_ facts: NodeFacts, _ store: ChainStore) -> Bool {
    guard store.isHold(facts), let holder = store.facts(facts.awaits), holder.settled != nil else { return false }
    return holder.state != .fulfilled || isMissed(facts, store)
  }

  /// Whether a promise is a lock whose holder and its callers ended without releasing it, while something waited for it in vain.
  func isMissed(_ facts: NodeFacts, _ store: ChainStore) -> Bool {
    guard facts.isOpen, store.isHold(facts), var holder = store.facts(facts.awaits), holder.settled != nil else {
      return false
    }
    // A body that returned may have acquired it for its caller.
    for _ in 0..<1_000 where holder.state == .fulfilled && holder.inside != 0 {
      guard let caller = store.facts(holder.inside), caller.settled != nil else { return false }
      holder = caller
    }
    var isMissed = false
    store.forEachDependent(of: facts.id, limit: 64) { dependent, _, _ in
      isMissed = store.state(of: dependent) == .cancelled
      return !isMissed
    }
    return isMissed
  }

  /// Whether a promise is declared to stay pending.
  ///
  /// What an adapter declares holds as long as the program has anything to do.
  func isExpected(_ id: PromiseID, _ run: RunView) -> Bool {
    expected.contains(id) && (run.store.runtime.isLibrary || run.end(of: id)?.reason != .drained)
  }

  /// Whether the body that started last probably ended the program itself, because it had just started.
  private func hasEndedProgram(_ facts: NodeFacts, _ run: RunView) -> Bool {
    let store = run.store
    guard store.isEnded, !run.settings.isTest, let start = facts.started else { return false }
    return store.lastTime - start <= (store.lastTime - run.watches.activity.first) / 2
  }

  /// Whether a promise has been pending for too long: for some seconds or, if the program may not have ended on its own account, until its end.
  func isOverdue(_ facts: NodeFacts, since limit: Int64, _ run: RunView) -> Bool {
    guard let end = run.end(of: facts.id) else { return facts.created <= limit }
    let isOver = run.watches.processes.hasEnded(facts.id)
    if facts.created <= (isOver ? min(limit, end.time - run.settings.stuck) : limit) { return true }
    // What was merely unfinished when the program was ended is no hang.
    return end.reason != .exit && end.reason != .signal
  }

  /// Whether a promise that was pending for a shorter time when its program was ended may hang all the same, see ``hang``.
  private func mayHang(_ facts: NodeFacts, _ run: RunView) -> Bool {
    guard let end = run.end(of: facts.id), !run.settings.isTest else { return false }
    return end.time - facts.created >= run.settings.stuck / 5
  }
}

extension WaitLeaf {
  var isRunning: Bool { if case .running = self { true } else { false } }

  /// Whether nothing that the log shows is about to settle it: neither a timer nor a body that runs.
  var isHeld: Bool {
    switch self {
    case .resolver, .unrecorded, .queued: true
    default: false
    }
  }
}
