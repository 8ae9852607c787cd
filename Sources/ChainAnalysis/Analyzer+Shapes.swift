// Rules about queues, retries and the shape of chains.

import ChainModel
import PlainText
import PromiseTrace

extension Analyzer {
  // MARK: slow-handler, queue-contention

  func findQueues(_ report: inout Report, besides explained: Set<PromiseID>) {
    let (store, now) = (report.store, report.now)
    for account in queues.accounts where !account.isConcurrent {
      let name = Escaping.line(store.texts[account.name] ?? "?")
      for slow in account.slow where slow.waiters > 0 {
        guard let facts = store.facts(slow.promise) else { continue }
        report.add(.slowHandler, facts, time: slow.start, evidence: [slow.firstWaiter], events: [slow.sequence]) {
          "the body of \(store.nameInSentence(slow.promise)) occupied queue '\(name)' for \(DurationText.of(slow.end - slow.start)) "
            + "while \(counted(slow.waiters, "other body", "other bodies")) waited, up to \(DurationText.of(slow.longestWait))"
        }
      }
      // A body that is still running.
      if let body = account.running.first, account.waiting > 0, now - body.start >= settings.slowHandler,
        !store.isEnded, !explained.contains(body.promise), let facts = store.facts(body.promise)
      {
        report.add(.slowHandler, facts, time: body.start, evidence: [account.firstWaiting], events: [body.sequence]) {
          "the body of \(store.nameInSentence(body.promise)) has occupied queue '\(name)' for "
            + "\(DurationText.of(now - body.start)), and \(counted(account.waiting, "other body waits", "other bodies wait"))"
        }
      }
      guard account.longWaits >= 3, account.queued > account.ran, let facts = store.facts(account.longestWaiter) else {
        continue
      }
      guard gaps.isWhole(from: account.contentionStart ?? 0, to: store.lastTime) else { continue }
      report.add(.queueContention, facts, time: account.longestSince) {
        "bodies waited \(DurationText.of(account.queued)) for queue '\(name)' but ran only \(DurationText.of(account.ran)) on it; "
          + "\(store.nameInSentence(account.longestWaiter)) waited \(DurationText.of(account.longestWait))"
      }
    }
  }

  // MARK: retry-storm, serial-although-independent, many-handlers, deep-chain

  func findShapes(_ report: inout Report) {
    let store = report.store
    for id in storms.all {
      guard let facts = store.facts(id), let state = retries[id] else { continue }
      report.add(.retryStorm, facts, time: state.times.first ?? facts.created) {
        "\(store.nameInSentence(id)) was retried \(NumberText.grouped(state.attempts - 1)) times, more than \(settings.retries) times "
          + "within \(DurationText.of(settings.retryWindow))"
      }
    }
    for id in serialFound.all {
      guard let facts = store.facts(id), let count = serialCounts[id] else { continue }
      report.add(.serialAlthoughIndependent, facts, time: facts.created) {
        "\(NumberText.grouped(count)) promises from this call site, \(store.nameInSentence(id)) the first, ran one after another; "
          + "maybe none needs another's value"
      }
    }
    for id in crowded.all {
      guard let facts = store.facts(id) else { continue }
      report.add(.manyHandlers, facts, time: facts.created) {
        "\(store.nameInSentence(id)) has \(NumberText.grouped(store.reactionCount(of: id))) handlers"
      }
    }
    for (promise, depth) in deepest.values.sorted(by: { $0.promise < $1.promise }) {
      guard let facts = store.facts(promise) else { continue }
      report.add(.deepChain, facts, time: facts.created) {
        "\(store.nameInSentence(promise)) is the end of a chain of at least \(NumberText.grouped(depth)) promises"
      }
    }
  }
}
