// The search for the leaves of waits, in steps: a program may have a million open promises, and a screen has to draw meanwhile.

import ChainModel
import PlainText
import PromiseTrace

extension NeverSettled {
  /// Continues the search for open promises that hang.
  ///
  /// - Parameters:
  ///   - report: Receives the findings.
  ///   - steps: The number of promises that may still be looked at; reduced by those that were, the victims among them.
  /// - Returns: Whether the search is complete.
  func findOpen(_ report: inout FindingsCollector, steps: inout Int) -> Bool {
    var search = report.found.open ?? OpenSearch(openPromises(report.run))
    // Only one owner, so that the search is not copied.
    report.found.open = nil
    defer { report.found.open = search }
    return find(&search, &report, steps: &steps)
  }

  private func find(_ search: inout OpenSearch, _ report: inout FindingsCollector, steps: inout Int) -> Bool {
    let (run, store, limit) = (report.run, report.store, report.run.now - report.run.settings.stuck)
    let explained = report.explained(by: .blockingWait)
    func findVictims(of id: PromiseID) -> Victims {
      let before = report.looked
      defer { steps -= report.looked - before }
      return report.victims(of: id)
    }
    while search.looked < search.candidates.count {
      guard steps > 0 else { return false }
      steps -= 1
      let id = search.candidates[search.looked]
      search.looked += 1
      // Most have settled meanwhile.
      guard store.state(of: id)?.isOpen == true, !explained.contains(id), let facts = store.facts(id),
        let leaf = hangingLeaf(facts, since: limit, run), isMissed(facts, store) || !report.isAbandoned(id)
      else { continue }
      if let occupant = occupant(of: facts, run) {
        // A body that waits for its queue is a victim of the body that occupies the queue.
        search.behind[occupant, default: Victims()].formUnion(findVictims(of: id))
        search.behind[occupant]?.insert(id)
      } else {
        search.leaves.append((id, leaf))
        search.held += leaf.isHeld ? 1 : 0
        search.areLocks = search.areLocks && store.traits(facts).contains(.lock)
      }
    }
    if search.holders == nil {
      findEndless(&report)
      explainBridged(&search, &report)
      findHolders(&search, &report)
      steps -= min(search.leaves.count, Self.mostHeld)
    }
    while search.reported < search.leaves.count {
      guard steps > 0 else { return false }
      let (id, leaf) = search.leaves[search.reported]
      search.reported += 1
      // It may have settled since an earlier step.
      guard let facts = store.facts(id), facts.isOpen,
        search.behind.isEmpty || !report.isExplained(id, by: .neverSettled)
      else { continue }
      steps -= 1
      let holders = search.holders?[id]
      if let holders, holders.isProven, holders.elsewhere == nil {
        reportHeld(id, holders, search, &report)
        continue
      }
      var victims = findVictims(of: id)
      if let behind = search.behind[id] { victims.formUnion(behind) }
      // What went on a moment ago makes progress, however old its promise is.
      guard victims.isDisjoint(with: explained),
        run.end(of: id) != nil || lastStep(of: facts, store) <= limit
      else { continue }
      if holders == nil, search.deadlocks == nil { search.deadlocks = findHeldDeadlocks(search.leaves, run) }
      let deadlock = search.deadlocks?[id]
      let isAlone = search.leaves.count == 1 || search.areLocks
      let hang =
        deadlock?.clause(store) ?? (isLeft(facts, store) || holders?.isRing ?? false ? .empty : nil)
        ?? hang(facts, leaf, victims, isAlone: isAlone, isOnlyHeld: search.held == 1, run)
      guard hang != nil || isOverdue(facts, since: limit, run) || lastsHalf(facts, victims, run) else { continue }
      report.explain(id, by: .neverSettled)
      let alike = search.leaves.prefix(Self.mostHeld).map(\.promise).filter {
        $0 != id && store.origin(of: $0) == facts.origin
      }
      reportOpen(facts, leaf, victims, hang, deadlock: deadlock, holders, alike: alike, &report)
    }
    return true
  }

  /// When a leaf last went on: its body was enqueued or started, or what it waits for settled, so that it may go on at once.
  private func lastStep(of facts: NodeFacts, _ store: ChainStore) -> Int64 {
    let own = facts.started ?? facts.enqueued ?? facts.created
    let upstream =
      facts.hasInputs ? store.inputs(of: facts.id, limit: 1_000) : [facts.from, facts.adopts, facts.awaits]
    return upstream.reduce(own) { $1 == 0 ? $0 : max($0, store.settledTime(of: $1) ?? $0) }
  }

  private func reportOpen(
    _ facts: NodeFacts, _ leaf: WaitLeaf, _ victims: Victims, _ hang: FindingText?, deadlock: HeldDeadlock?,
    _ holders: Holders?, alike: [PromiseID], _ report: inout FindingsCollector
  ) {
    let (run, store) = (report.run, report.store)
    let end = run.end(of: facts.id)
    let isDrained = end?.reason == .drained
    let loop = isDrained && deadlock == nil ? idleLoop(facts, victims, run) : nil
    let isUnused = isUnused(facts, victims, run)
    let isHopeless = isDrained && loop == nil
    let isUnfinished = !isHopeless && (hang == nil || loop != nil)
    let placed = isUnfinished ? nil : deadlock?.place(store)
    let place = placed ?? (leaf == .resolver && !isUnfinished ? self.place(of: facts, holders, alike, run) : nil)
    let hang = placed == nil ? hang : nil
    func reason() -> FindingText {
      if let place { return place.text }
      return self.reason(facts, leaf, run)
        + (holders.flatMap { $0.all.isEmpty ? nil : $0 }.map {
          FindingText("; likely, \(store.sentence($0))", "；很可能，\(store.sentence($0))")
        } ?? .empty)
    }
    // What hangs was known as soon as it had been pending for too long; what is unfinished, at the end.
    let overdue = run.overdue(since: facts.created)
    let known = end.map { isUnfinished ? $0.time : min($0.time, overdue) } ?? overdue
    report.add(
      end != nil ? .neverSettled : .stuck, facts,
      site: place?.site
        ?? (facts.isAwaiting ? store.awaitSite(of: facts.id) : leaf.isRunning ? store.suspension(of: facts.id) : nil),
      namesOutside: place == nil,
      severity: isUnfinished || isHopeless && isUnused ? .note : isHopeless ? .error : .warning,
      kind: isUnfinished ? end != nil ? .unfinished : .note : nil,
      advice: leaf == .resolver ? place?.advice : advice(facts, isEnded: end != nil, run),
      time: facts.created, known: known, pendingSince: facts.created,
      pendingReason: end == nil ? FindingText.stuck(reason(), hang) : nil, isUnfinished: isUnfinished,
      evidence: (place == nil ? [] : holders?.all.prefix(8).map(\.body) ?? []) + victims.least,
      events: place?.events ?? [], victims: isUnfinished ? Victims() : victims,
      related: [place == nil ? nil : store.related(facts.id, Text("created here", "在此创建"))]
        + (holders.map { store.related($0) } ?? []) + run.waits(for: [facts.id] + victims.least)
        + [leaf == .resolver ? run.watches.settlers.related(to: facts, store) : nil]
    ) {
      let name = store.nameInSentence(facts.id)
      if isHopeless {
        if place != nil { return FindingText("\(name) can never settle: \(reason())", "\(name) 永远无法敲定：\(reason())") }
        return FindingText(
          "\(name) can never settle, because nothing is left to do: \(reason())",
          "\(name) 永远无法敲定，因为没有任何待执行的任务：\(reason())"
        )
          + (deadlock?.clause(store) ?? .empty) + (isUnused ? Self.unused : .empty)
      }
      if let loop = loop.map(store.nameInSentence) {
        return FindingText(
          "\(name) was still pending when nothing was left to do: \(loop) waits in an endless loop",
          "没有任何待执行的任务时，\(name) 仍待定：\(loop) 在无限循环中等待")
      }
      if end != nil {
        return FindingText(
          "\(name) was still pending when the program ended: \(reason())", "程序结束时 \(name) 仍待定：\(reason())")
          + (hang ?? .empty)
      }
      return .pending(facts.id, for: run.now - facts.created, in: store) + .stuck(reason(), hang)
    }
  }

  /// What to do about a promise that no resolver settles, if the hint of its rule does not fit.
  private func advice(_ facts: NodeFacts, isEnded: Bool, _ run: RunView) -> Text? {
    isEnded
      ? Rule.neverSettled.words(run.store.runtime, run.store.texts[facts.operation] ?? "") ?? Rule.stuck.advice : nil
  }

  /// The body that waits for a leaf in an endless loop, as a worker does for its next task, if nothing else hangs: such a loop ends with its
  /// program.
  func idleLoop(_ leaf: NodeFacts, _ victims: Victims, _ run: RunView) -> PromiseID? {
    let all = [leaf.id] + victims.least
    // Of many, only the first ones are known.
    guard victims.count(besides: []) < all.count else { return nil }
    let last = all.filter { id in
      var isLast = true
      run.store.forEachDependent(of: id, limit: 64) { dependent, _, _ in
        isLast = isLast && !run.store.isOpen(dependent)
        return isLast
      }
      return isLast
    }
    return last.allSatisfy { run.watches.waits[$0]?.loop == .endless } ? last.first : nil
  }

  /// The body that runs on the serial queue on which a promise's own body waits.
  private func occupant(of facts: NodeFacts, _ run: RunView) -> PromiseID? {
    guard facts.enqueued != nil, facts.started == nil, let account = run.watches.queues.account(facts.queue),
      !account.isConcurrent
    else { return nil }
    return account.running.first { $0.promise != facts.id && run.store.isOpen($0.promise) }?.promise
  }

  /// Why a leaf is pending, as the end of a sentence.
  private func reason(_ facts: NodeFacts, _ leaf: WaitLeaf, _ run: RunView) -> FindingText {
    let (store, now) = (run.store, run.now)
    let code = store.codeInSentence(facts.id)
    if facts.isAwaiting, facts.awaits != 0 {
      let source = store.nameInSentence(facts.awaits)
      if store.isHold(facts) {
        let error = store.errorInSentence(facts.awaits).map { FindingText(" with \($0)", "（错误为 \($0)）") } ?? .empty
        return FindingText("\(source) got it here, ended", "\(source) 在此得到它，结束时") + error
          + FindingText(", and did not release it", "没有释放它")
      }
      return FindingText(
        "its \(code) waits for \(source), which has settled, and did not continue",
        "它的\(code)在等待 \(source)，后者已敲定，它却没有继续")
    }
    switch leaf {
    case .running:
      guard let source = run.watches.waits[facts.id]?.source, source != 0 else {
        return hold(by: facts.id, run).map { FindingText("its \(code) \($0)", "它的\(code)\($0)") }
          ?? (store.suspension(of: facts.id) == nil
            ? FindingText("its \(code) is still running", "它的\(code)仍在运行")
            : FindingText("its \(code) waits here for something other than a promise", "它的\(code)在此等待不是 Promise 的东西"))
      }
      let promise = store.nameInSentence(source)
      return FindingText("its \(code) waits for \(promise)", "它的\(code)在等待 \(promise)")
    case .queued:
      let queue = store.texts[facts.queue]
      return FindingText(
        "its \(code) was enqueued\(queue.map { " on queue '\($0)'" } ?? "") and never started",
        "它的\(code)已\(queue.map { "在队列 '\($0)' " } ?? "")排队，但从未开始")
    case .timer(_, let remaining?):
      let left = remaining - (now - store.lastTime)
      let time = DurationText.of(abs(left))
      return left < 0
        ? FindingText("its timer is \(time) late", "它的定时器已晚了 \(time)")
        : FindingText("its timer had \(time) left", "它的定时器还剩 \(time)")
    case .timer(_, nil): return FindingText("its timer had not fired", "它的定时器还没有触发")
    case .unrecorded where facts.hasInputs:
      return FindingText("its inputs have settled without settling it", "它的输入都已敲定，却没有敲定它")
    default:
      return facts.finished != nil || facts.from != 0
        ? FindingText("its \(code) has ended without settling it", "它的\(code)已结束，却没有敲定它")
        : store.isRequest(facts.id)
          ? FindingText("its operation has not ended", "它的操作尚未结束") + store.holderInSentence(facts.id)
          : FindingText(
            store.runtime.words.pending ?? Text("its resolver has not been called", "它的 resolve/reject 未被调用"))
            + store.holderInSentence(facts.id) + meanwhile(facts, run) + settledOthers(like: facts, run)
    }
  }

  /// Who settled others like a promise, as the end of a sentence.
  func settledOthers(like facts: NodeFacts, _ run: RunView) -> FindingText {
    run.watches.settlers.others(like: facts, run.store).map { FindingText("; \($0)", "；\($0)") }
      ?? run.watches.settlers.expectedText(facts, run.store)
  }

  /// The body that has held a serial queue for most of the time for which a promise has been pending, as the end of a sentence: the code that would
  /// settle the promise may wait for that queue, which the log does not show.
  private func meanwhile(_ facts: NodeFacts, _ run: RunView) -> FindingText {
    let (store, now) = (run.store, run.now)
    let latest = now - (now - facts.created) / 2
    let held = run.watches.queues.accounts.compactMap { $0.running.first }.filter {
      $0.start <= latest && $0.promise != facts.id
    }
    for body in held.sorted(by: { ($0.start, $0.promise) < ($1.start, $1.promise) }) {
      guard let hold = hold(by: body.promise, run) else { continue }
      let (name, code) = (store.nameInSentence(body.promise), store.codeInSentence(body.promise))
      return FindingText(", and meanwhile the \(code) of \(name) \(hold)", "，与此同时 \(name) 的\(code)\(hold)")
    }
    return .empty
  }

  /// For how long a body has held its serial queue, as the end of a sentence; nil if it has not, or only for a moment.
  private func hold(by id: PromiseID, _ run: RunView) -> FindingText? {
    let (store, now) = (run.store, run.now)
    guard let body = store.facts(id), body.isOpen, !body.isAwaiting, let start = body.started,
      now - start >= BodyIndex.leastHold, let account = run.watches.queues.account(body.queue), !account.isConcurrent,
      account.running.contains(where: { $0.promise == id }), let queue = store.texts[body.queue],
      !BodyIndex.isConcurrent(queue)
    else { return nil }
    let (name, time) = (Escaping.line(queue), DurationText.of(now - start))
    return FindingText("has held queue '\(name)' for \(time)", "已占用队列 '\(name)' \(time)")
  }
}
