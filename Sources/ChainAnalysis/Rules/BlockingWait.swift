// blocking-wait: a thread that waits for a promise on the queue that the promise needs.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A thread that waits for a promise on the queue that the promise needs.
  public static let blockingWait = Rule(
    "blocking-wait", .error, .misuse,
    "A thread waits for a promise on the queue that the promise needs in order to settle.",
    advice: Text(
      "Use then instead of waiting, or wait on a queue that the promise does not need.",
      "用 then 代替等待，或者在这个 Promise 用不到的队列上等待。"))
}

struct BlockingWait: RuleCheck {
  static var rules: [Rule] { [.blockingWait] }
  static var events: [WatchedEvent] {
    [.init(.noted)]
  }

  /// What the library noted.
  private var deadlocks = Candidates<Proof>()

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    if case .deadlock = watches.note { deadlocks.insert(Proof(event)) }
  }

  func candidates(_ watches: Watches) -> CandidateCount { deadlocks.count }

  func find(_ report: inout FindingsCollector) {
    let (run, store, queues) = (report.run, report.store, report.run.watches.queues)
    for proof in deadlocks.all {
      add(proof.other, waitsFor: proof.promise, time: proof.time, event: proof.event, &report)
    }
    // A body that waits for a promise whose own body is queued behind it.
    for (waiting, wait) in run.watches.waits.sorted(by: { $0.key < $1.key })
    where wait.source != 0 && !report.isExplained(waiting, by: .blockingWait) {
      guard let body = store.facts(waiting), body.state == .running || body.isAwaiting, body.queue != .none,
        case let start = body.started ?? body.created, store.isEnded || start <= run.now - run.settings.stuck,
        let account = queues.account(body.queue), !account.isConcurrent,
        account.running.contains(where: { $0.promise == waiting })
      else { continue }
      var (next, steps) = (wait.source, 0)
      while steps < 4_096, let facts = store.facts(next), facts.isOpen {
        if facts.enqueued != nil, facts.started == nil, facts.queue == body.queue {
          add(waiting, waitsFor: next, time: start, known: run.overdue(since: start), event: 0, &report)
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
      guard let running = account.running.first, !report.isExplained(running.promise, by: .blockingWait),
        let body = store.facts(running.promise), body.isOpen, !body.isAwaiting, isSilent(body, run)
      else { continue }
      let queued = account.ranBefore.keys.sorted().first { id in
        guard let facts = store.facts(id), facts.started == nil, facts.state == .pending else { return false }
        return facts.inside == body.id
      }
      guard let queued else { continue }
      let known = run.overdue(since: running.start)
      add(body.id, waitsFor: queued, time: running.start, known: known, event: running.sequence, &report)
    }
    for account in queues.accounts where account.isConcurrent { findExhaustion(account, &report) }
  }

  /// Reports the bodies that occupy all threads of a concurrent queue, if each waits for a promise that it created and that needs a thread there.
  ///
  /// Dispatch adds a thread now and then, and the next body blocks that one, too; a queue that is merely busy has no reason to.
  private func findExhaustion(_ account: QueueWatch.Account, _ report: inout FindingsCollector) {
    let (run, store) = (report.run, report.store)
    guard account.running.count > 2, account.waiting >= account.running.count, let first = account.running.first,
      let last = account.running.last, run.isWhole(from: first.start),
      last.start - first.start >= 1_000_000_000 || run.now - last.start >= run.settings.stuck
    else { return }
    func isQueued(_ facts: NodeFacts) -> Bool {
      facts.queue == account.name && facts.enqueued != nil && facts.started == nil && facts.isOpen
    }
    let bodies = account.running.compactMap { store.facts($0.promise) }
    guard bodies.allSatisfy({ $0.isOpen && !$0.isAwaiting }), let body = bodies.first else { return }
    var waiting: [PromiseID] = []
    // By the body that created it, a promise that waits for a thread.
    var waits: [PromiseID: PromiseID] = [:]
    store.forEachFacts { facts in
      guard isQueued(facts) else { return }
      waiting.append(facts.id)
      if facts.inside != 0, waits[facts.inside] == nil { waits[facts.inside] = facts.id }
    }
    guard bodies.allSatisfy({ waits[$0.id] != nil }), let queued = waits[body.id] else { return }
    for id in bodies.map(\.id) + waiting { report.explain(id, by: .blockingWait) }
    report.add(
      .blockingWait, body, time: first.start, known: last.start, evidence: [queued] + bodies.dropFirst().map(\.id),
      events: [first.sequence, last.sequence], victims: report.victims(of: body.id),
      related: [store.related(queued, Text("needs a thread of the queue", "需要这个队列的一个线程"))]
    ) {
      let queue = store.texts[account.name] ?? ""
      let (count, rest) = (NumberText.grouped(bodies.count), NumberText.grouped(account.waiting))
      let target = store.nameInSentence(queued)
      return FindingText(
        "\(count) bodies such as that of \(store.nameInSentence(body.id)) block all threads of queue '\(queue)', and each waits for a promise "
          + "that needs one of them, such as \(target); \(rest) bodies wait for a thread",
        "\(count) 个函数体（例如 \(store.nameInSentence(body.id)) 的）阻塞了队列 '\(queue)' 的所有线程，各自等待一个需要其中一个线程的 Promise，例如 \(target)；"
          + "\(rest) 个函数体在等待线程")
    }
  }

  private func add(
    _ waiting: PromiseID, waitsFor awaited: PromiseID, time: Int64, known: Int64? = nil, event: UInt64,
    _ report: inout FindingsCollector
  ) {
    let store = report.store
    guard let culprit = store.facts(waiting) ?? store.facts(awaited) else { return }
    for promise in [waiting, awaited] { report.explain(promise, by: .blockingWait) }
    let site = store.facts(waiting) == nil ? nil : store.awaitSite(of: waiting)
    report.add(
      .blockingWait, culprit, site: site, time: time, known: known, evidence: [awaited], events: [event],
      related: [site.flatMap { _ in store.related(culprit.id, Text("its body", "它的函数体")) }]
    ) {
      let (name, code) = (store.nameInSentence(culprit.id), store.codeInSentence(culprit.id))
      let blocked =
        culprit.id == awaited
        ? FindingText("a thread", "一个线程") : FindingText("the \(code) of \(name)", "\(name) 的\(code)")
      let queue = store.texts[store.facts(awaited)?.queue ?? .none] ?? store.texts[culprit.queue]
      let target = store.nameInSentence(awaited)
      return FindingText(
        "\(blocked) blocks\(queue.map { " on queue '\($0)'" } ?? "") "
          + "waiting for \(target), which needs that queue in order to settle",
        "\(blocked)\(queue.map { "在队列 '\($0)' 上" } ?? "")阻塞，等待 \(target)，而后者要敲定就需要这个队列")
    }
  }

  /// Whether nothing has happened since a body created its last promise, for most of the run or for long.
  private func isSilent(_ body: NodeFacts, _ run: RunView) -> Bool {
    let (store, start) = (run.store, body.started ?? body.created)
    let end = store.isEnded ? store.lastTime : run.now
    guard run.isWhole(from: start, to: end), store.isEnded || start <= run.now - run.settings.stuck else {
      return false
    }
    let silence = end - max(start, run.watches.activity.latest)
    return silence >= (end - run.watches.activity.first) / 2
  }
}
