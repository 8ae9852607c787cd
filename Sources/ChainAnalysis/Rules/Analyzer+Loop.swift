// Rules about an event loop: a body that holds its thread, and a body that starts very many promises at once.

import ChainModel
import PlainText
import PromiseTrace

extension Analyzer {
  // MARK: event-loop-blocked

  func findBlocks(_ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    for block in eventLoops.lazy.flatMap(\.blocks) {
      guard let facts = store.facts(block.promise) else { continue }
      report.add(
        .eventLoopBlocked, facts, time: block.start, known: block.end, evidence: [block.firstWaiter],
        events: [block.sequence]
      ) {
        let (name, time) = (store.nameInSentence(block.promise), DurationText.of(block.own))
        let (wait, code) = (DurationText.of(block.longestWait), store.codeInSentence(block.promise, language))
        return language(
          "the \(code) of \(name) held the event loop for \(time) while \(counted(block.waiters, "other promise")) "
            + "waited for it, up to \(wait)",
          "\(name) 的\(code)占用事件循环 \(time)，期间 \(NumberText.grouped(block.waiters)) 个 Promise 在等待它，最长 \(wait)")
      }
    }
  }

  /// The latest bodies that held the event loop of each process for long, in the order of their ends.
  ///
  /// - Parameter moment: The latest moment at which they ended.
  /// - Returns: A list for each process.
  package func loopHolds(until moment: Int64) -> [[LoopHold]] {
    eventLoops.map { $0.holds(until: moment) }
  }

  // MARK: unbounded-concurrency

  func findBursts(_ report: inout FindingsCollector) {
    let (store, language) = (report.store, report.language)
    for id in bursts.found.all {
      guard let facts = store.facts(id), let count = bursts.largest[id] else { continue }
      report.add(.unboundedConcurrency, facts, time: facts.created, evidence: [facts.inside].filter { $0 != 0 }) {
        let (name, body) = (store.nameInSentence(id), store.nameInSentence(facts.inside))
        return language(
          "\(body) started \(NumberText.grouped(count)) promises at this call site at once, starting with \(name), "
            + "before any of them made room",
          "\(body) 在此调用点同时启动了 \(NumberText.grouped(count)) 个 Promise（从 \(name) 开始），没有等待任何一个完成")
      }
    }
  }
}
