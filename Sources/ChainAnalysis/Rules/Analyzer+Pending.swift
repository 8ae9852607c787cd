// Rules about promises that can't settle: leaked ones, deadlocks, and combinators without inputs. Owns the separation of roots from victims: a
// chain hangs because of its leaf, and only the leaf has a finding.

import ChainModel
import PlainText
import PromiseTrace

extension Analyzer {
  /// Whether nothing has asked for the value of a lazy promise, so its body has not started.
  private func isUnstartedLazy(_ facts: NodeFacts, _ store: ChainStore) -> Bool {
    facts.started == nil && facts.enqueued == nil && store.texts[facts.operation] == "lazy"
  }

  // MARK: never-settled, freed or without a resolver

  func findLeaked(_ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    let open = unresolvable.all.filter { store.isOpen($0.promise) && !expected.contains($0.promise) }
    for proof in leaked.all + open {
      guard let facts = store.facts(proof.promise), facts.state == .leaked || facts.isOpen, !facts.isCancelRequested,
        !facts.isPlaceholder
      else { continue }
      guard gaps.isWhole(from: facts.created, to: proof.time) else { continue }
      // A promise that waited for another one is a victim of that one, or was given up.
      guard store.upstream(of: facts.id).allSatisfy({ store.facts($0)?.settled != nil }),
        !isEmptyCombinator(facts, store)
      else { continue }
      guard store.upstream(of: facts.id).isEmpty || facts.started != nil else { continue }
      guard !isUnstartedLazy(facts, store), !report.isAbandoned(facts.id, freed: proof.time) else { continue }
      let victims = report.victims(of: facts.id)
      report.add(
        .neverSettled, facts, severity: .error, time: proof.time, evidence: victims.least, events: [proof.event],
        victims: victims, related: waits(for: [facts.id] + victims.least, store, language)
      ) {
        let name = store.nameInSentence(facts.id)
        if facts.isOpen {
          return language(
            "\(name) can never settle: its last resolver was released", "\(name) 永远无法敲定：它的最后一个 resolver 已被释放")
        }
        let words = store.runtime.words.freed ?? Text("its resolver was dropped", "它的 resolver 被丢弃")
        let reason = words.text(in: language)
        return language(
          "\(name) can never settle: \(reason), and it was freed while pending", "\(name) 永远无法敲定：\(reason)，它在待定时被释放")
      }
    }
  }

  // MARK: blocking-wait

  /// - Returns: The promises that a deadlock explains.
  func findDeadlocks(_ report: inout FindingsCollector) -> Set<PromiseID> {
    let (store, language) = (report.store, report.language)
    var explained: Set<PromiseID> = []
    func add(_ waiting: PromiseID, waitsFor awaited: PromiseID, time: Int64, known: Int64? = nil, event: UInt64) {
      guard let culprit = store.facts(waiting) ?? store.facts(awaited) else { return }
      explained.formUnion([waiting, awaited])
      report.add(
        .blockingWait, culprit, time: time, known: known, evidence: [awaited], events: [event],
        related: store.facts(waiting) == nil
          ? []
          : [store.awaitSite(of: waiting).flatMap { store.related(awaited, language("awaited here", "在此等待"), at: $0) }]
      ) {
        let (name, code) = (store.nameInSentence(culprit.id), store.codeInSentence(culprit.id, language))
        let blocked =
          culprit.id == awaited ? language("a thread", "一个线程") : language("the \(code) of \(name)", "\(name) 的\(code)")
        let queue = store.texts[store.facts(awaited)?.queue ?? .none] ?? store.texts[culprit.queue]
        let target = store.nameInSentence(awaited)
        return language(
          "\(blocked) blocks\(queue.map { " on queue '\($0)'" } ?? "") "
            + "waiting for \(target), which needs that queue in order to settle",
          "\(blocked)\(queue.map { "在队列 '\($0)' 上" } ?? "")阻塞，等待 \(target)，"
            + "而后者要敲定就需要这个队列")
      }
    }
    for proof in deadlocks.all { add(proof.other, waitsFor: proof.promise, time: proof.time, event: proof.event) }
    // A body that waits for a promise whose own body is queued behind it.
    for (waiting, promise) in awaited.sorted(by: { $0.key < $1.key }) where !explained.contains(waiting) {
      guard let body = store.facts(waiting), body.state == .running || body.isAwaiting, body.queue != .none else {
        continue
      }
      guard store.isEnded || (body.started ?? body.created) <= report.now - settings.stuck else { continue }
      guard let account = queues.account(body.queue), !account.isConcurrent,
        account.running.contains(where: { $0.promise == waiting })
      else { continue }
      var (next, steps) = (promise, 0)
      while steps < 4_096, let facts = store.facts(next), facts.isOpen {
        if facts.enqueued != nil, facts.started == nil, facts.queue == body.queue {
          let start = body.started ?? body.created
          add(waiting, waitsFor: next, time: start, known: overdue(since: start, report), event: 0)
          break
        }
        guard let upstream = store.upstream(of: next, limit: 64).first(where: { store.isOpen($0) }), upstream != next
        else { break }
        next = upstream
        steps += 1
      }
    }
    // A body that hangs, and a promise that it created itself is queued behind it: it waits for that one by means that the log does not show,
    // such as a semaphore.
    for account in queues.accounts where !account.isConcurrent && account.waiting > 0 {
      guard let running = account.running.first, !explained.contains(running.promise),
        let body = store.facts(running.promise), body.isOpen, !body.isAwaiting, isSilent(body, report)
      else { continue }
      let queued = account.ranBefore.keys.sorted().first { id in
        guard let facts = store.facts(id), facts.started == nil, facts.state == .pending else { return false }
        return facts.inside == body.id
      }
      guard let queued else { continue }
      let known = overdue(since: running.start, report)
      add(body.id, waitsFor: queued, time: running.start, known: known, event: running.sequence)
    }
    return explained
  }

  /// When something that lasts was known to last too long: after some seconds, at the end at the latest.
  func overdue(since start: Int64, _ report: FindingsCollector) -> Int64 {
    let (moment, overflow) = start.addingReportingOverflow(settings.stuck)
    return overflow ? report.now : min(report.now, moment)
  }

  /// Whether nothing has happened since a body created its last promise, for most of the run or for long.
  private func isSilent(_ body: NodeFacts, _ report: FindingsCollector) -> Bool {
    let (store, start) = (report.store, body.started ?? body.created)
    let end = store.isEnded ? store.lastTime : report.now
    guard gaps.isWhole(from: start, to: end), store.isEnded || start <= report.now - settings.stuck else {
      return false
    }
    let silence = end - max(start, lastActivity)
    return silence >= (end - firstActivity) / 2
  }

  // MARK: empty-combinator

  func isEmptyCombinator(_ facts: NodeFacts, _ store: ChainStore) -> Bool {
    guard facts.from == 0, !facts.hasInputs, !facts.isPlaceholder else { return false }
    guard store.traits(facts).contains(.race) else { return false }
    // Without any input, a race never settles, and `any` rejects.
    return !store.runtime.hidesInputs || facts.state != .fulfilled
  }

  func findEmptyCombinators(_ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    for id in combinators.all {
      guard let facts = store.facts(id), isEmptyCombinator(facts, store) else { continue }
      // Its inputs follow right behind its creation.
      guard facts.settled != nil || facts.state == .leaked || store.isEnded || store.lastTime > facts.created else {
        continue
      }
      guard gaps.isWhole(from: facts.created, to: facts.settled ?? store.lastTime) else { continue }
      report.add(.emptyCombinator, facts, time: facts.created, victims: report.victims(of: id)) {
        let name = store.nameInSentence(id)
        return facts.settled == nil
          ? language("\(name) has no inputs, so it never settles", "\(name) 没有输入，因此永远不会敲定")
          : language("\(name) has no inputs, so its outcome means nothing", "\(name) 没有输入，因此其结果没有意义")
      }
    }
  }
}
