// Rules about queues, retries and the shape of chains.

import ChainModel
import PlainText
import PromiseTrace

extension Analyzer {
  // MARK: slow-handler, queue-contention

  func findQueues(_ report: inout Report, besides explained: Set<PromiseID>) {
    let (store, now, language) = (report.store, report.now, report.language)
    for account in queues.accounts where !account.isConcurrent {
      let name = Escaping.line(store.texts[account.name] ?? "?")
      for slow in account.slow where slow.waiters > 0 {
        guard let facts = store.facts(slow.promise) else { continue }
        report.add(.slowHandler, facts, time: slow.start, evidence: [slow.firstWaiter], events: [slow.sequence]) {
          let (body, wait) = (store.nameInSentence(slow.promise), DurationText.of(slow.longestWait))
          let duration = DurationText.of(slow.end - slow.start)
          return language(
            "the body of \(body) occupied queue '\(name)' for \(duration) "
              + "while \(counted(slow.waiters, "other body", "other bodies")) waited, up to \(wait)",
            "\(body) 的函数体占用队列 '\(name)' 达 \(duration)，期间 \(NumberText.grouped(slow.waiters)) 个函数体排队，最长 \(wait)")
        }
      }
      // A body that is still running.
      if let body = account.running.first, account.waiting > 0, now - body.start >= settings.slowHandler,
        !store.isEnded, !explained.contains(body.promise), let facts = store.facts(body.promise)
      {
        report.add(.slowHandler, facts, time: body.start, evidence: [account.firstWaiting], events: [body.sequence]) {
          let (culprit, duration) = (store.nameInSentence(body.promise), DurationText.of(now - body.start))
          return language(
            "the body of \(culprit) has occupied queue '\(name)' for \(duration), "
              + "and \(counted(account.waiting, "other body waits", "other bodies wait"))",
            "\(culprit) 的函数体已占用队列 '\(name)' 达 \(duration)，另有 \(NumberText.grouped(account.waiting)) 个函数体在排队")
        }
      }
      guard account.longWaits >= 3, account.queued > account.ran, let facts = store.facts(account.longestWaiter) else {
        continue
      }
      guard gaps.isWhole(from: account.contentionStart ?? 0, to: store.lastTime) else { continue }
      report.add(.queueContention, facts, time: account.longestSince) {
        let (queued, ran) = (DurationText.of(account.queued), DurationText.of(account.ran))
        let (waiter, wait) = (store.nameInSentence(account.longestWaiter), DurationText.of(account.longestWait))
        return language(
          "bodies waited \(queued) for queue '\(name)' but ran only \(ran) on it; \(waiter) waited \(wait)",
          "函数体共排队 \(queued) 等待队列 '\(name)'，却只运行了 \(ran)；\(waiter) 等了 \(wait)")
      }
    }
  }

  // MARK: retry-storm, serial-although-independent, many-handlers, deep-chain

  func findShapes(_ report: inout Report) {
    let (store, language) = (report.store, report.language)
    for id in storms.all {
      guard let facts = store.facts(id), let state = retries[id] else { continue }
      report.add(.retryStorm, facts, time: state.times.first ?? facts.created) {
        let (name, count) = (store.nameInSentence(id), NumberText.grouped(state.attempts - 1))
        let window = DurationText.of(settings.retryWindow)
        return language(
          "\(name) was retried \(count) times, more than \(settings.retries) times within \(window)",
          "\(name) 重试了 \(count) 次，在 \(window) 内超过 \(settings.retries) 次")
      }
    }
    for id in serialFound.all {
      guard let facts = store.facts(id), let count = serialCounts[id] else { continue }
      report.add(.serialAlthoughIndependent, facts, time: facts.created) {
        let (name, number) = (store.nameInSentence(id), NumberText.grouped(count))
        return language(
          "\(number) promises from this call site, starting with \(name), ran one after another; "
            + "perhaps none needs another's value",
          "此调用点的 \(number) 个 Promise 从 \(name) 开始逐个运行，也许它们并不需要彼此的值")
      }
    }
    for id in crowded.all {
      guard let facts = store.facts(id) else { continue }
      report.add(.manyHandlers, facts, time: facts.created) {
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
