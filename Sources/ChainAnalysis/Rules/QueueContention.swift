// queue-contention: a queue on which bodies wait longer than they run.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A queue on which bodies wait longer than they run.
  public static let queueContention = Rule(
    "queue-contention", .warning, .slow, "The bodies and handlers on a queue waited longer than they ran.",
    advice: Text(
      "Give the work more queues, or a concurrent one, or start less of it at the same time.",
      "给这些工作更多队列或一个并发队列，或者减少同时启动的数量。"))
}

struct QueueContention: RuleCheck {
  static var rules: [Rule] { [.queueContention] }
  static var thresholds: [Rule: RuleThreshold] { [.queueContention: .duration(\.queueContention)] }

  func candidates(_ watches: Watches) -> CandidateCount { CandidateCount() }

  func find(_ report: inout FindingsCollector) {
    for account in report.run.watches.queues.accounts where !account.isConcurrent {
      let queue = Escaping.line(report.store.texts[account.name] ?? "?")
      findCrowded(account, queue, &report)
      findForeign(account, queue, &report)
    }
  }

  /// Reports bodies that waited because a queue had too much to do.
  private func findCrowded(_ account: QueueWatch.Account, _ queue: String, _ report: inout FindingsCollector) {
    let (store, crowded) = (report.store, account.crowded)
    // A handful of bodies only takes its turn, too; and so does a burst of bodies that are too short to be worth another queue.
    guard crowded.count >= 3, account.long >= 5, crowded.total > account.ran, let top = account.topOccupant,
      top.count > 0, case let length = top.ran / Int64(top.count), length >= report.run.settings.queueContention / 20,
      let waiter = store.facts(crowded.longestWaiter), let first = store.facts(top.first),
      report.run.isWhole(from: crowded.first ?? 0)
    else { return }
    let occupant = waiter.origin == first.origin ? waiter : first
    report.add(
      .queueContention, occupant, at: store.loop(around: occupant), time: crowded.since, known: waiter.started,
      evidence: [waiter.id].filter { $0 != occupant.id }
    ) {
      let (wait, each) = (DurationText.of(crowded.longest), DurationText.of(length))
      let site = store.nameInSentence(occupant.id)
      let isHandler = store.hasHandler(occupant.id)
      let ran = counted(top.count, isHandler ? "handler" : "body", isHandler ? "handlers" : "bodies")
      return FindingText(
        "\(counted(crowded.count, "promise")) waited up to \(wait) for queue '\(queue)', which ran "
          + "\(ran) from the call site of \(site) one after another, \(each) each",
        "\(NumberText.grouped(crowded.count)) 个 Promise 等待队列 '\(queue)'，最长 \(wait)；它逐个运行了 \(site) 所在调用点的 "
          + "\(NumberText.grouped(top.count)) 个\(store.codeInSentence(occupant.id))，每个 \(each)")
    }
  }

  /// Reports bodies that waited because a queue was held by something that is no promise.
  private func findForeign(_ account: QueueWatch.Account, _ queue: String, _ report: inout FindingsCollector) {
    let (store, foreign) = (report.store, account.foreign)
    guard foreign.count >= 3, foreign.total > account.ran, let waiter = store.facts(foreign.longestWaiter),
      report.run.isWhole(from: foreign.first ?? 0)
    else { return }
    report.add(.queueContention, waiter, severity: .note, time: foreign.since, known: waiter.started) {
      let (longest, wait) = (store.nameInSentence(waiter.id), DurationText.of(foreign.longest))
      return FindingText(
        "\(counted(foreign.count, "promise")) waited for queue '\(queue)', which code outside of promises occupied; "
          + "\(longest) waited \(wait)",
        "\(NumberText.grouped(foreign.count)) 个 Promise 等待队列 '\(queue)'，而占用它的是 Promise 之外的代码；\(longest) 等了 \(wait)")
    }
  }
}
