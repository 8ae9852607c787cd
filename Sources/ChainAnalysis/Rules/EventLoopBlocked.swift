// event-loop-blocked: a body that held the thread of an event loop while others waited for it. `LoopWatch` keeps the account.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A body that held the thread of an event loop while others waited for it.
  public static let eventLoopBlocked = Rule(
    "event-loop-blocked", .warning, .slow,
    "A body or handler ran for long without a stop while other promises waited for the event loop.",
    advice: Text(
      "Divide the work into steps that give the loop a turn, or move it to a worker thread.",
      "把工作拆成能让事件循环轮转的步骤，或移到工作线程。"))
}

struct EventLoopBlocked: RuleCheck {
  static var rules: [Rule] { [.eventLoopBlocked] }
  static var thresholds: [Rule: RuleThreshold] { [.eventLoopBlocked: .duration(\.eventLoop)] }

  func candidates(_ watches: Watches) -> CandidateCount { CandidateCount() }

  func find(_ report: inout FindingsCollector) {
    let store = report.store
    for block in report.run.watches.loops.lazy.flatMap(\.blocks) {
      guard let facts = store.facts(block.promise) else { continue }
      report.add(
        .eventLoopBlocked, facts, site: block.stop.line > 0 ? block.stop : nil, time: block.start, known: block.end,
        evidence: [block.firstWaiter],
        events: [block.sequence]
      ) {
        let (name, time) = (store.nameInSentence(block.promise), DurationText.of(block.own))
        let (wait, code) = (DurationText.of(block.longestWait), store.codeInSentence(block.promise))
        return FindingText(
          "the \(code) of \(name) held the event loop for \(time) while \(counted(block.waiters, "other promise")) "
            + "waited for it, up to \(wait)",
          "\(name) 的\(code)占用事件循环 \(time)，期间 \(NumberText.grouped(block.waiters)) 个 Promise 在等待它，最长 \(wait)")
      }
    }
  }
}
