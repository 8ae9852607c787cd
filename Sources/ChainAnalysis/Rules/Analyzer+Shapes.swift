// Rules about queues, retries and the shape of chains.

import ChainModel
import PlainText
import PromiseTrace

extension Analyzer {
  // MARK: slow-handler, queue-contention

  func findQueues(_ report: inout FindingsCollector, besides explained: Set<PromiseID>) {
    let (store, now, language) = (report.store, report.now, report.language)
    for account in queues.accounts where !account.isConcurrent {
      let queue = Escaping.line(store.texts[account.name] ?? "?")
      for slow in account.slow where slow.waiters > 0 {
        guard let facts = store.facts(slow.promise) else { continue }
        report.add(
          .slowHandler, facts, time: slow.start, known: slow.end, evidence: [slow.firstWaiter], events: [slow.sequence]
        ) {
          let (name, wait) = (store.nameInSentence(slow.promise), DurationText.of(slow.longestWait))
          let code = store.codeInSentence(slow.promise, language)
          let duration = DurationText.of(slow.end - slow.start)
          return language(
            "the \(code) of \(name) occupied queue '\(queue)' for \(duration) "
              + "while \(counted(slow.waiters, "other promise")) waited for it, up to \(wait)",
            "\(name) 的\(code)占用队列 '\(queue)' 达 \(duration)，期间 \(NumberText.grouped(slow.waiters)) 个 Promise 排队，最长 \(wait)"
          )
        }
      }
      // A body that is still running.
      if let body = account.running.first, account.waiting > 0, now - body.start >= settings.slowHandler,
        !store.isEnded, !explained.contains(body.promise), let facts = store.facts(body.promise)
      {
        report.add(
          .slowHandler, facts, time: body.start, known: now, evidence: [account.firstWaiting], events: [body.sequence]
        ) {
          let (culprit, duration) = (store.nameInSentence(body.promise), DurationText.of(now - body.start))
          let code = store.codeInSentence(body.promise, language)
          return language(
            "the \(code) of \(culprit) has occupied queue '\(queue)' for \(duration), "
              + "and \(counted(account.waiting, "other promise waits", "other promises wait")) for it",
            "\(culprit) 的\(code)已占用队列 '\(queue)' 达 \(duration)，另有 \(NumberText.grouped(account.waiting)) 个 Promise 在排队")
        }
      }
      findContention(account, queue, &report)
    }
  }

  /// Reports bodies that waited because a queue had too much to do, or was held by something that is no promise.
  private func findContention(_ account: QueueWatch.Account, _ queue: String, _ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    let (crowded, foreign) = (account.crowded, account.foreign)
    // A handful of bodies only takes its turn, too.
    if crowded.count >= 3, account.long >= 5, crowded.total > account.ran, let top = account.topOccupant,
      top.isWorthMoving(settings),
      let waiter = store.facts(crowded.longestWaiter), let first = store.facts(top.first),
      gaps.isWhole(from: crowded.first ?? 0, to: store.lastTime)
    {
      let occupant = waiter.origin == first.origin ? waiter : first
      report.add(
        .queueContention, occupant, at: store.loop(around: occupant), time: crowded.since, known: waiter.started,
        evidence: [waiter.id].filter { $0 != occupant.id }
      ) {
        let (wait, each) = (DurationText.of(crowded.longest), DurationText.of(top.ran / Int64(top.count)))
        let site = store.nameInSentence(occupant.id)
        let isHandler = store.hasHandler(occupant.id)
        let ran = counted(top.count, isHandler ? "handler" : "body", isHandler ? "handlers" : "bodies")
        return language(
          "\(counted(crowded.count, "promise")) waited up to \(wait) for queue '\(queue)', which ran "
            + "\(ran) from the call site of \(site) one after another, \(each) each",
          "\(NumberText.grouped(crowded.count)) 个 Promise 等待队列 '\(queue)'，最长 \(wait)；它逐个运行了 \(site) 所在调用点的 "
            + "\(NumberText.grouped(top.count)) 个\(store.codeInSentence(occupant.id, language))，每个 \(each)")
      }
    }
    if foreign.count >= 3, foreign.total > account.ran, let waiter = store.facts(foreign.longestWaiter),
      gaps.isWhole(from: foreign.first ?? 0, to: store.lastTime)
    {
      report.add(.queueContention, waiter, severity: .note, time: foreign.since, known: waiter.started) {
        let (longest, wait) = (store.nameInSentence(waiter.id), DurationText.of(foreign.longest))
        return language(
          "\(counted(foreign.count, "promise")) waited for queue '\(queue)', which code outside of promises occupied; "
            + "\(longest) waited \(wait)",
          "\(NumberText.grouped(foreign.count)) 个 Promise 等待队列 '\(queue)'，而占用它的是 Promise 之外的代码；\(longest) 等了 \(wait)")
      }
    }
  }

  // MARK: retry-storm, serial-although-independent, many-handlers, deep-chain

  func findShapes(_ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    for id in storms.all {
      guard let facts = store.facts(id), let attempts = retries[id]?.attempts ?? loops[id]?.attempts else { continue }
      let place = loops[id] == nil || facts.from != 0 ? nil : store.loop(around: facts)
      let latest = loops[id].flatMap { store.facts($0.latest) }
      let site = latest.flatMap { store.awaitSite(ofLoopFrom: facts, to: $0) }
      report.add(
        .retryStorm, facts, at: place, site: site, time: retries[id]?.times.first ?? facts.created,
        known: retries[id]?.times.last ?? facts.settled
      ) {
        let (name, count) = (store.nameInSentence(id), NumberText.grouped(attempts - 1))
        let window = DurationText.of(settings.retryWindow)
        return language(
          "\(name) was retried \(count) times, more than \(settings.retries) times within \(window)",
          "\(name) 重试了 \(count) 次，在 \(window) 内超过 \(settings.retries) 次")
      }
    }
    var ends: [SerialRun.Owner: Int64] = [:]
    for facts in serialFound.all.compactMap({ store.facts($0) }).sorted(by: { $0.created < $1.created }) {
      guard let run = serialRuns[facts.id] else { continue }
      // The first one of a recursion was created outside of it.
      let latest = store.facts(run.latest) ?? facts
      // Of the promises that a loop awaits in each round, the first one stands for all.
      if let end = ends[run.owner], facts.created < end { continue }
      ends[run.owner] = latest.created
      let place = store.loop(around: facts.inside == 0 ? latest : facts)
      let site = store.awaitSite(ofLoopFrom: facts, to: latest)
      let isHere = place == nil && site == nil
      report.add(
        .serialAlthoughIndependent, facts, at: place, site: site, time: facts.created, known: latest.created,
        related: isHere ? [] : [store.related(facts.id, language("created here", "在此创建"))]
      ) {
        let (name, number) = (store.nameInSentence(facts.id), NumberText.grouped(run.count))
        return language(
          "\(number) promises\(isHere ? " from this call site" : ""), starting with \(name), ran one after another; "
            + "perhaps none needs another's value",
          "\(isHere ? "此调用点的 " : "")\(number) 个 Promise 从 \(name) 开始逐个运行，也许它们并不需要彼此的值")
      }
    }
    for id in crowded.all {
      guard let facts = store.facts(id) else { continue }
      report.add(.manyHandlers, facts, time: facts.created, known: facts.settled) {
        let (name, count) = (store.nameInSentence(id), NumberText.grouped(store.reactionCount(of: id)))
        return language("\(name) has \(count) handlers", "\(name) 有 \(count) 个处理函数")
      }
    }
    for (promise, depth) in deepest.values.sorted(by: { $0.promise < $1.promise }) {
      guard let facts = store.facts(promise) else { continue }
      report.add(.deepChain, facts, time: facts.created) {
        let (name, count) = (store.nameInSentence(promise), NumberText.grouped(depth))
        return language(
          "\(name) is the end of a chain of at least \(count) promises", "\(name) 是一条至少有 \(count) 个 Promise 的链的末端")
      }
    }
  }
}

extension QueueWatch.Occupant {
  /// Whether its bodies are long enough to be worth another queue; a burst of short ones only takes its turn.
  fileprivate func isWorthMoving(_ settings: AnalysisSettings) -> Bool {
    count > 0 && ran / Int64(count) >= settings.queueContention / 20
  }
}
