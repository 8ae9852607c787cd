// slow-handler: a body that occupied a queue while others waited for it.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A body that occupied a queue while others waited for it.
  public static let slowHandler = Rule(
    "slow-handler", .warning, .slow, "A body or handler occupied a queue while other promises waited for it.",
    advice: Text(
      "Move the work to a queue of its own, or divide it into shorter steps.", "把这项工作移到单独的队列，或拆成更短的步骤。"))
}

struct SlowHandler: RuleCheck {
  static var rules: [Rule] { [.slowHandler] }
  static var thresholds: [Rule: RuleThreshold] { [.slowHandler: .duration(\.slowHandler)] }
  static var after: [any RuleCheck.Type] { [BlockingWait.self, NeverSettled.self] }

  func candidates(_ watches: Watches) -> CandidateCount { CandidateCount() }

  func find(_ report: inout FindingsCollector) {
    let (run, store) = (report.run, report.store)
    for account in run.watches.queues.accounts where !account.isConcurrent {
      let queue = Escaping.line(store.texts[account.name] ?? "?")
      for slow in account.slow where slow.waiters > 0 {
        guard let facts = store.facts(slow.promise) else { continue }
        report.add(
          .slowHandler, facts, time: slow.start, known: slow.end, evidence: [slow.firstWaiter], events: [slow.sequence]
        ) {
          let (name, wait) = (store.nameInSentence(slow.promise), DurationText.of(slow.longestWait))
          let (code, duration) = (store.codeInSentence(slow.promise), DurationText.of(slow.end - slow.start))
          return FindingText(
            "the \(code) of \(name) occupied queue '\(queue)' for \(duration) "
              + "while \(counted(slow.waiters, "other promise")) waited for it, up to \(wait)",
            "\(name) 的\(code)占用队列 '\(queue)' 达 \(duration)，期间 \(NumberText.grouped(slow.waiters)) 个 Promise 排队，最长 \(wait)"
          )
        }
      }
      // A body that is still running.
      guard let body = account.running.first, account.waiting > 0, run.now - body.start >= run.settings.slowHandler,
        !store.isEnded, !report.isExplained(body.promise, by: .blockingWait, .neverSettled),
        let facts = store.facts(body.promise)
      else { continue }
      report.add(
        .slowHandler, facts, time: body.start, known: run.now, evidence: [account.firstWaiting], events: [body.sequence]
      ) {
        let (culprit, duration) = (store.nameInSentence(body.promise), DurationText.of(run.now - body.start))
        let code = store.codeInSentence(body.promise)
        return FindingText(
          "the \(code) of \(culprit) has occupied queue '\(queue)' for \(duration), "
            + "and \(counted(account.waiting, "other promise waits", "other promises wait")) for it",
          "\(culprit) 的\(code)已占用队列 '\(queue)' 达 \(duration)，另有 \(NumberText.grouped(account.waiting)) 个 Promise 在排队")
      }
    }
  }
}
