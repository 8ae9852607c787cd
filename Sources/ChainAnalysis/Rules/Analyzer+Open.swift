// The rules never-settled and stuck about open promises. Owns the search for the leaves of waits, in steps: a program may have a million open
// promises, and a screen has to draw meanwhile.

import ChainModel
import PlainText
import PromiseTrace

/// The progress of a search for open promises that hang.
struct OpenSearch: Sendable {
  /// The promises to look at, oldest first.
  private(set) var candidates: [PromiseID]
  /// The number of candidates looked at.
  var looked = 0
  /// The open promises that wait for nothing else.
  var leaves: [(promise: PromiseID, leaf: WaitLeaf)] = []
  /// The number of leaves that no timer will settle.
  var held = 0
  /// The number of leaves reported.
  var reported = 0
  /// The promises whose bodies wait for a queue, with what waits for them, by the promise whose body occupies it: its victims.
  var behind: [PromiseID: Victims] = [:]
  /// The promises with a finding.
  var found: Set<PromiseID> = []
  /// The likely deadlock that each leaf belongs to; nil before they are needed.
  var deadlocks: [PromiseID: HeldDeadlock]?

  /// - Parameter candidates: The promises to look at, oldest first.
  init(_ candidates: [PromiseID]) { self.candidates = candidates }
}

extension Analyzer {
  /// The promises that have been open for too long, or since their program ended.
  func openCandidates(_ report: Report) -> [PromiseID] {
    let limit = report.now - settings.stuck
    let grown = young[youngStart...].lazy.prefix {
      $0.created <= limit || report.store.isEnded || !ends.isEmpty
    }
    return old.all + grown.map(\.promise)
  }

  /// Continues a search for open promises that hang.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - report: Receives the findings.
  ///   - explained: The promises whose waiting has another explanation.
  ///   - steps: The number of promises that may still be looked at; reduced by those that were, the victims among them.
  /// - Returns: Whether the search is complete.
  func findOpen(
    _ search: inout OpenSearch, _ report: inout Report, besides explained: Set<PromiseID>, steps: inout Int
  ) -> Bool {
    let (store, limit) = (report.store, report.now - settings.stuck)
    func findVictims(of id: PromiseID) -> Victims {
      let before = report.looked
      defer { steps -= report.looked - before }
      return report.victims(of: id)
    }
    while search.looked < search.candidates.count {
      guard steps > 0 else { return false }
      steps -= 1
      let id = search.candidates[search.looked]
      search.looked += 1
      guard !explained.contains(id), let facts = store.facts(id),
        let leaf = hangingLeaf(facts, since: limit, store), !report.isAbandoned(id)
      else { continue }
      if let occupant = occupant(of: facts, store) {
        // A body that waits for its queue is a victim of the body that occupies the queue.
        search.behind[occupant, default: Victims()].formUnion(findVictims(of: id))
        search.behind[occupant]?.insert(id)
      } else {
        search.leaves.append((id, leaf))
        if leaf.isHeld { search.held += 1 }
      }
    }
    while search.reported < search.leaves.count {
      guard steps > 0 else { return false }
      let (id, leaf) = search.leaves[search.reported]
      search.reported += 1
      // It may have settled since an earlier step.
      guard let facts = store.facts(id), facts.isOpen else { continue }
      steps -= 1
      var victims = findVictims(of: id)
      if let behind = search.behind[id] { victims.formUnion(behind) }
      // What went on a moment ago makes progress, however old its promise is.
      guard victims.isDisjoint(with: explained), end(of: id, store) != nil || lastStep(of: facts, store) <= limit else {
        continue
      }
      if search.deadlocks == nil { search.deadlocks = findHeldDeadlocks(search.leaves, report) }
      let deadlock = search.deadlocks?[id]?.sentence(store, report.language)
      let hang = deadlock ?? hang(facts, leaf, victims, isAlone: search.held == 1, report)
      guard hang != nil || isOverdue(facts, since: limit, store) || lastsHalf(facts, report) else { continue }
      search.found.insert(id)
      reportOpen(facts, leaf, victims, hang, deadlock: deadlock, &report)
    }
    return true
  }

  /// When a leaf last went on: its body was enqueued or started, or what it waits for settled, so that it may go on at once.
  private func lastStep(of facts: NodeFacts, _ store: ChainStore) -> Int64 {
    let own = facts.started ?? facts.enqueued ?? facts.created
    let upstream =
      facts.hasInputs ? store.inputs(of: facts.id, limit: 1_000) : [facts.from, facts.adopts, facts.awaits]
    return upstream.reduce(own) { $1 == 0 ? $0 : max($0, store.settledTime(of: $1) ?? $0) }
  }

  private func reportOpen(
    _ facts: NodeFacts, _ leaf: WaitLeaf, _ victims: Victims, _ hang: String?, deadlock: String?, _ report: inout Report
  ) {
    let (store, now, language) = (report.store, report.now, report.language)
    let end = end(of: facts.id, store)
    let isHopeless = end?.reason == .drained
    let isUnfinished = !isHopeless && hang == nil
    // What hangs was known as soon as it had been pending for too long; what is unfinished, at the end.
    let overdue = overdue(since: facts.created, report)
    let known = end.map { isUnfinished ? $0.time : min($0.time, overdue) } ?? overdue
    report.add(
      end != nil ? .neverSettled : .stuck, facts, site: facts.isAwaiting ? store.awaitSite(of: facts.id) : nil,
      severity: isHopeless ? .error : isUnfinished ? .note : .warning, advice: leaf == .resolver ? nil : .stuck,
      time: facts.created, known: known, pendingSince: facts.created, isUnfinished: isUnfinished,
      evidence: victims.least, victims: isUnfinished ? Victims() : victims,
      related: waits(for: [facts.id] + victims.least, store, language)
    ) {
      let (name, reason) = (store.nameInSentence(facts.id), reason(facts, leaf, now, store, language))
      if isHopeless {
        return language(
          "\(name) can never settle, because nothing is left to do: \(reason)", "\(name) 永远无法敲定，因为已没有事情可做：\(reason)")
          + (deadlock ?? "")
      }
      if end != nil {
        return language(
          "\(name) was still pending when the program ended: \(reason)", "程序结束时 \(name) 仍待定：\(reason)")
          + (hang ?? "")
      }
      let duration = DurationText.of(now - facts.created)
      return language("\(name) has been pending for \(duration): \(reason)", "\(name) 已待定 \(duration)：\(reason)")
        + (hang ?? "")
    }
  }

  /// The first call sites at which code waits for one of some promises.
  func waits(for promises: [PromiseID], _ store: ChainStore, _ language: Language) -> [RelatedSite?] {
    var sites: [Site: PromiseID] = [:]
    for id in promises {
      store.forEachWaitSite(of: id) { _, site in
        if sites[site] == nil { sites[site] = id }
        return sites.count < 8
      }
    }
    return sites.sorted { ($0.value, $0.key.line) < ($1.value, $1.key.line) }.map {
      store.related($0.value, language("awaited here", "在此等待"), at: $0.key)
    }
  }

  /// What shows that a promise hangs, or would not have settled if its program had not ended, as the continuation of a sentence; nil if nothing
  /// does.
  private func hang(
    _ facts: NodeFacts, _ leaf: WaitLeaf, _ victims: Victims, isAlone: Bool, _ report: Report
  ) -> String? {
    let (store, now, language) = (report.store, report.now, report.language)
    if settings.isTest { return "" }
    if case .timer = leaf { return store.isEnded ? nil : "" }
    let (age, run) = (now - facts.created, now - firstActivity)
    if !isLifelong(facts, store) {
      if let usual = siteTimes.p99(origin: facts.origin), age / 10 > usual {
        let (age, usual) = (DurationText.of(age), DurationText.of(usual))
        return language(
          ", after \(age), although 99 of 100 from this call site took at most \(usual)",
          "，已过 \(age)，而此调用点的 Promise 百分之九十九用时不超过 \(usual)")
      }
      for victim in victims.least.lazy.compactMap({ store.facts($0) }) {
        guard let usual = siteTimes.p99(origin: victim.origin), age / 10 > usual else { continue }
        let (name, most) = (store.nameInSentence(victim.id), DurationText.of(usual))
        return language(
          ", and \(name) waits for it, although 99 of 100 from that call site took at most \(most)",
          "，而 \(name) 在等它，那个调用点的 Promise 百分之九十九用时不超过 \(most)")
      }
      // While the program runs, or until a signal ended it.
      let isUnended = !store.isEnded || end(of: facts.id, store)?.reason == .signal
      if isUnended, age >= settings.stuck, lastsHalf(facts, report) { return "" }
    }
    let idle = (store.isEnded ? store.lastTime : now) - max(lastActivity, facts.created)
    guard isAlone, leaf.isHeld, idle > 0, idle >= run / 2 else { return nil }
    let time = DurationText.of(idle)
    return language(
      ", and for \(time) the program waited for nothing else", "，而程序有 \(time) 只在等它")
  }

  /// Whether a promise was pending for at least half of the run, and is not meant to be.
  private func lastsHalf(_ facts: NodeFacts, _ report: Report) -> Bool {
    report.now - facts.created >= (report.now - firstActivity) / 2 && !isLifelong(facts, report.store)
  }

  /// Whether a promise may be meant to last as long as the program, such as one for its shutdown: it belongs to what the program created before
  /// anything had settled, and did not create again while others settled.
  private func isLifelong(_ facts: NodeFacts, _ store: ChainStore) -> Bool {
    guard store.counts.total - store.counts.pending >= Self.lifetime else { return false }
    var root = facts
    for _ in 0..<1_000 {
      let origin = root.inside != 0 ? root.inside : root.from
      guard origin != 0, origin != root.id, let next = store.facts(origin) else { break }
      root = next
    }
    return firstSettlement < .max && root.created <= firstSettlement && !siteTimes.hasSettled(origin: root.origin)
  }

  /// The number of promises that settle while another is pending if that is to be the program's lifetime.
  private static var lifetime: Int { 10 }

  /// Why an open promise is a leaf of a wait that has no excuse; nil if it is not, or may settle by itself.
  private func hangingLeaf(_ facts: NodeFacts, since limit: Int64, _ store: ChainStore) -> WaitLeaf? {
    guard facts.isOpen, !facts.isPlaceholder, !facts.isCancelRequested, !facts.isPaused else { return nil }
    if expected.contains(facts.id), !settings.isTest { return nil }
    guard isOverdue(facts, since: limit, store) || mayHang(facts, store),
      gaps.isWhole(from: facts.created, to: store.lastTime)
    else {
      return nil
    }
    guard case .leaf(let leaf) = store.waitStep(facts.id, inputLimit: 10_000) else { return nil }
    switch leaf {
    case .settled, .dropped, .cycle, .emptyCombinator, .lazy, .paused, .unknown: return nil
    case .timer(_, let remaining) where end(of: facts.id, store) == nil:
      // A timer that runs is no hang; one that is late may be, because its queue is blocked.
      guard let remaining, remaining + store.lastTime <= limit else { return nil }
    case .running where facts.id == lastStarted && hasEndedProgram(facts, store): return nil
    case .timer, .resolver, .unrecorded, .queued, .running: break
    }
    return isEmptyCombinator(facts, store) ? nil : leaf
  }

  /// Whether the body that started last probably ended the program itself, because it had just started.
  private func hasEndedProgram(_ facts: NodeFacts, _ store: ChainStore) -> Bool {
    guard store.isEnded, !settings.isTest, let start = facts.started else { return false }
    return store.lastTime - start <= (store.lastTime - firstActivity) / 2
  }

  /// Whether a promise has been pending for too long: for some seconds or, if the program may not have ended on its own account, until its end.
  private func isOverdue(_ facts: NodeFacts, since limit: Int64, _ store: ChainStore) -> Bool {
    guard let end = end(of: facts.id, store) else { return facts.created <= limit }
    let isOver = ends[process(of: facts.id)] != nil
    if facts.created <= (isOver ? min(limit, end.time - settings.stuck) : limit) { return true }
    // What was merely unfinished when the program was ended is no hang.
    return end.reason != .exit && end.reason != .signal
  }

  /// Whether a promise that was pending for a shorter time when its program was ended may hang all the same, see ``hang``.
  private func mayHang(_ facts: NodeFacts, _ store: ChainStore) -> Bool {
    guard let end = end(of: facts.id, store), !settings.isTest else { return false }
    return end.time - facts.created >= settings.stuck / 5
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
    let code = store.codeInSentence(facts.id, language)
    if facts.isAwaiting, facts.awaits != 0 {
      let source = store.nameInSentence(facts.awaits)
      return language(
        "its \(code) waits for \(source), which has settled, and did not continue",
        "它的\(code)在等待 \(source)，后者已敲定，它却没有继续")
    }
    switch leaf {
    case .running:
      guard let promise = awaited[facts.id].map(store.nameInSentence) else {
        return language("its \(code) is still running", "它的\(code)仍在运行")
      }
      return language("its \(code) waits for \(promise)", "它的\(code)在等待 \(promise)")
    case .queued:
      let queue = store.texts[facts.queue]
      return language(
        "its \(code) was enqueued\(queue.map { " on queue '\($0)'" } ?? "") and never started",
        "它的\(code)已\(queue.map { "在队列 '\($0)' " } ?? "")排队，但从未开始")
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
        ? language("its \(code) has ended without settling it", "它的\(code)已结束，却没有敲定它")
        : store.isNode
          ? language("neither resolve nor reject has been called", "resolve 和 reject 都未被调用")
          : language("its resolver has not been called", "它的 resolver 未被调用")
    }
  }
}

extension WaitLeaf {
  /// Whether nothing that the log shows is about to settle it: neither a timer nor a body that runs.
  fileprivate var isHeld: Bool {
    switch self {
    case .resolver, .unrecorded, .queued: true
    default: false
    }
  }
}
