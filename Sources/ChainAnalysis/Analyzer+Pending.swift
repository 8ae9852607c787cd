// Rules about promises that do not settle. Owns the separation of roots from victims: a chain hangs because of its leaf, and only the leaf
// has a finding.

import ChainModel
import PlainText
import PromiseTrace

extension Analyzer {
  /// - Returns: The promises whose waiting has been explained.
  func findWaits(_ report: inout Report) -> Set<PromiseID> {
    let deadlocked = findDeadlocks(&report)
    findLeaked(&report)
    let stuck = findOpen(&report, besides: deadlocked)
    findEmptyCombinators(&report)
    return deadlocked.union(stuck)
  }

  /// The open and leaked promises that wait for `root`, directly or through others; at most 10,000.
  func victims(of root: PromiseID, _ store: ChainStore) -> Set<PromiseID> {
    var found: Set<PromiseID> = []
    var stack = [root]
    while let id = stack.popLast(), found.count < 10_000 {
      store.forEachDependent(of: id) { dependent, _, _ in
        guard dependent != 0, dependent != root, !found.contains(dependent), let state = store.state(of: dependent)
        else { return true }
        switch state {
        case .pending, .running, .waiting, .leaked:
          found.insert(dependent)
          stack.append(dependent)
        case .fulfilled, .rejected, .cancelled, .unhandled, .unknown: break
        }
        return found.count < 10_000
      }
    }
    return found
  }

  /// Whether everything that waited for a promise has settled without it, as the losers of a race.
  ///
  /// A timeout that ran out because the promise had already been freed is the consequence of the fault, and does not excuse it.
  private func isExcused(_ facts: NodeFacts, freed: Int64?, _ store: ChainStore) -> Bool {
    var (count, isWaited) = (0, false)
    store.forEachDependent(of: facts.id) { dependent, kind, _ in
      count += 1
      guard kind != .observer, let other = store.facts(dependent) else {
        // Nothing is known about when an observer stopped to wait.
        isWaited = isWaited || kind == .observer
        return !isWaited
      }
      let isConsequence = freed.map { freed in other.cause == .timeout && (other.settled ?? 0) >= freed } ?? false
      if other.isOpen || other.state == .leaked || other.state == .unknown || isConsequence { isWaited = true }
      return !isWaited
    }
    return count > 0 && !isWaited
  }

  /// Whether nothing has asked for the value of a lazy promise, so its body has not started.
  private func isUnstartedLazy(_ facts: NodeFacts, _ store: ChainStore) -> Bool {
    facts.started == nil && facts.enqueued == nil && store.texts[facts.operation] == "lazy"
  }

  // MARK: never-settled, freed

  private func findLeaked(_ report: inout Report) {
    let (store, language) = (report.store, report.language)
    for proof in leaked.all {
      guard let facts = store.facts(proof.promise), facts.state == .leaked, !facts.isCancelRequested,
        !facts.isPlaceholder
      else { continue }
      guard gaps.isWhole(from: facts.created, to: proof.time) else { continue }
      // A promise that waited for another one is a victim of that one, or was given up.
      guard store.upstream(of: facts.id).allSatisfy({ store.facts($0)?.settled != nil }),
        !isEmptyCombinator(facts, store)
      else { continue }
      guard store.upstream(of: facts.id).isEmpty || facts.started != nil else { continue }
      guard !isExcused(facts, freed: proof.time, store), !isUnstartedLazy(facts, store) else { continue }
      let victims = victims(of: facts.id, store)
      report.add(
        .neverSettled, facts, severity: .error, time: proof.time, evidence: Array(victims.sorted().prefix(16)),
        events: [proof.event], victims: victims
      ) {
        let name = store.nameInSentence(facts.id)
        return language(
          "\(name) can never settle: its resolver was dropped, and it was freed while pending",
          "\(name) 永远无法敲定：它的 resolver 被丢弃，它在待定时被释放")
      }
    }
  }

  // MARK: never-settled at the end, stuck

  /// - Returns: The leaves.
  private func findOpen(_ report: inout Report, besides explained: Set<PromiseID>) -> Set<PromiseID> {
    let (store, now, language) = (report.store, report.now, report.language)
    let limit = now - settings.stuck
    var candidates = old
    for index in youngStart..<young.count where young[index].created <= limit || store.isEnded {
      candidates.insert(young[index].promise)
    }
    var leaves: [(facts: NodeFacts, leaf: WaitLeaf)] = []
    // A body that waits for its queue is a victim of the body that occupies the queue.
    var behind: [PromiseID: Set<PromiseID>] = [:]
    for id in candidates.sorted() where !explained.contains(id) {
      guard let facts = store.facts(id), let leaf = hangingLeaf(facts, since: limit, store) else { continue }
      if let occupant = occupant(of: facts, store) {
        behind[occupant, default: []].formUnion(victims(of: id, store).union([id]))
      } else {
        leaves.append((facts, leaf))
      }
    }
    var reported: Set<PromiseID> = []
    for (facts, leaf) in leaves {
      let victims = victims(of: facts.id, store).union(behind[facts.id] ?? [])
      let since = facts.started ?? facts.enqueued ?? facts.created
      // A body that started a moment ago makes progress, however old its promise is.
      guard explained.isDisjoint(with: victims), store.isEnded || since <= limit else { continue }
      reported.insert(facts.id)
      report.add(
        store.isEnded ? .neverSettled : .stuck, facts, severity: .warning, time: facts.created,
        evidence: Array(victims.sorted().prefix(16)), victims: victims
      ) {
        let (name, reason) = (store.nameInSentence(facts.id), reason(facts, leaf, now, store, language))
        if store.isEnded {
          return language(
            "\(name) was still pending when the program ended: \(reason)", "程序结束时 \(name) 仍待定：\(reason)")
        }
        let duration = DurationText.of(now - facts.created)
        return language("\(name) has been pending for \(duration): \(reason)", "\(name) 已待定 \(duration)：\(reason)")
      }
    }
    return reported
  }

  /// Why an open promise is a leaf of a wait that has no excuse; nil if it is not, or may settle by itself.
  private func hangingLeaf(_ facts: NodeFacts, since limit: Int64, _ store: ChainStore) -> WaitLeaf? {
    guard facts.isOpen, !facts.isPlaceholder, !facts.isCancelRequested, !facts.isPaused else { return nil }
    guard store.isEnded || facts.created <= limit, gaps.isWhole(from: facts.created, to: store.lastTime) else {
      return nil
    }
    guard case .leaf(let leaf) = store.waitStep(facts.id, inputLimit: 10_000) else { return nil }
    switch leaf {
    case .settled, .dropped, .cycle, .emptyCombinator, .lazy, .paused, .unknown: return nil
    case .timer(_, let remaining) where !store.isEnded:
      // A timer that runs is no hang; one that is late may be, because its queue is blocked.
      guard let remaining, remaining + store.lastTime <= limit else { return nil }
    case .timer, .resolver, .unrecorded, .queued, .running: break
    }
    return isExcused(facts, freed: nil, store) || isEmptyCombinator(facts, store) ? nil : leaf
  }

  /// The body that runs on the serial queue on which a promise's own body waits.
  private func occupant(of facts: NodeFacts, _ store: ChainStore) -> PromiseID? {
    guard facts.enqueued != nil, facts.started == nil, let account = queues.account(facts.queue), !account.isConcurrent
    else { return nil }
    return account.running.first { $0.promise != facts.id && store.isOpen($0.promise) }?.promise
  }

  /// Why a leaf is pending, as the end of a sentence.
  private func reason(_ facts: NodeFacts, _ leaf: WaitLeaf, _ now: Int64, _ store: ChainStore, _ language: Language)
    -> String
  {
    switch leaf {
    case .running:
      guard let promise = awaited[facts.id].map(store.nameInSentence) else {
        return language("its body is still running", "它的函数体仍在运行")
      }
      return language("its body waits for \(promise)", "它的函数体在等待 \(promise)")
    case .queued:
      let queue = store.texts[facts.queue]
      return language(
        "its body was enqueued\(queue.map { " on queue '\($0)'" } ?? "") and never started",
        "它的函数体已\(queue.map { "在队列 '\($0)' " } ?? "")排队，但从未开始")
    case .timer(_, let remaining?):
      let left = remaining - (now - store.lastTime)
      let time = DurationText.of(abs(left))
      return left < 0
        ? language("its timer is \(time) late", "它的定时器已晚了 \(time)")
        : language("its timer had \(time) left", "它的定时器还剩 \(time)")
    case .timer(_, nil): return language("its timer was running", "它的定时器仍在运行")
    case .unrecorded where facts.hasInputs:
      return language("its inputs have settled without settling it", "它的输入都已敲定，却没有敲定它")
    default:
      return facts.finished != nil || facts.from != 0
        ? language("its body has ended without settling it", "它的函数体已结束，却没有敲定它")
        : language("its resolver has not been called", "它的 resolver 未被调用")
    }
  }

  // MARK: blocking-wait

  /// - Returns: The promises that a deadlock explains.
  private func findDeadlocks(_ report: inout Report) -> Set<PromiseID> {
    let (store, language) = (report.store, report.language)
    var explained: Set<PromiseID> = []
    func add(_ waiting: PromiseID, waitsFor awaited: PromiseID, time: Int64, event: UInt64) {
      guard let culprit = store.facts(waiting) ?? store.facts(awaited) else { return }
      explained.formUnion([waiting, awaited])
      report.add(.blockingWait, culprit, time: time, evidence: [awaited], events: [event]) {
        let body = culprit.id == awaited ? nil : store.nameInSentence(culprit.id)
        let queue = store.texts[store.facts(awaited)?.queue ?? .none] ?? store.texts[culprit.queue]
        let target = store.nameInSentence(awaited)
        return language(
          "\(body.map { "the body of \($0)" } ?? "a thread") blocks\(queue.map { " on queue '\($0)'" } ?? "") "
            + "waiting for \(target), which needs that queue in order to settle",
          "\(body.map { "\($0) 的函数体" } ?? "一个线程")\(queue.map { "在队列 '\($0)' 上" } ?? "")阻塞，等待 \(target)，"
            + "而后者要敲定就需要这个队列")
      }
    }
    for proof in deadlocks.all { add(proof.other, waitsFor: proof.promise, time: proof.time, event: proof.event) }
    // A body that waits for a promise whose own body is queued behind it.
    for (waiting, promise) in awaited.sorted(by: { $0.key < $1.key }) where !explained.contains(waiting) {
      guard let body = store.facts(waiting), body.state == .running, body.queue != .none else { continue }
      guard store.isEnded || (body.started ?? body.created) <= report.now - settings.stuck else { continue }
      guard let account = queues.account(body.queue), !account.isConcurrent,
        account.running.contains(where: { $0.promise == waiting })
      else { continue }
      var (next, steps) = (promise, 0)
      while steps < 4_096, let facts = store.facts(next), facts.isOpen {
        if facts.enqueued != nil, facts.started == nil, facts.queue == body.queue {
          add(waiting, waitsFor: next, time: body.started ?? body.created, event: 0)
          break
        }
        guard let upstream = store.upstream(of: next, limit: 64).first(where: { store.isOpen($0) }), upstream != next
        else { break }
        next = upstream
        steps += 1
      }
    }
    return explained
  }

  // MARK: empty-combinator

  private func isEmptyCombinator(_ facts: NodeFacts, _ store: ChainStore) -> Bool {
    guard facts.from == 0, !facts.hasInputs, !facts.isPlaceholder else { return false }
    return OperatorKind(store.texts[facts.operation] ?? "") == .needsInput
  }

  private func findEmptyCombinators(_ report: inout Report) {
    let (store, language) = (report.store, report.language)
    for id in combinators.all {
      guard let facts = store.facts(id), isEmptyCombinator(facts, store) else { continue }
      // Its inputs follow right behind its creation.
      guard facts.settled != nil || facts.state == .leaked || store.isEnded || store.lastTime > facts.created else {
        continue
      }
      guard gaps.isWhole(from: facts.created, to: facts.settled ?? store.lastTime) else { continue }
      report.add(.emptyCombinator, facts, time: facts.created, victims: victims(of: id, store)) {
        let name = store.nameInSentence(id)
        return facts.settled == nil
          ? language("\(name) has no inputs, so it never settles", "\(name) 没有输入，因此永远不会敲定")
          : language("\(name) has no inputs, so its outcome means nothing", "\(name) 没有输入，因此其结果没有意义")
      }
    }
  }
}
