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
  /// Whether all leaves are waits for a lock, of which each may hold what another one waits for.
  var areLocks = true
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
  func openCandidates(_ report: FindingsCollector) -> [PromiseID] {
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
    _ search: inout OpenSearch, _ report: inout FindingsCollector, besides explained: Set<PromiseID>, steps: inout Int
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
        search.areLocks = search.areLocks && store.traits(facts).contains(.lock)
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
      let hang = deadlock ?? hang(facts, leaf, victims, isAlone: search.leaves.count == 1 || search.areLocks, report)
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
    _ facts: NodeFacts, _ leaf: WaitLeaf, _ victims: Victims, _ hang: String?, deadlock: String?,
    _ report: inout FindingsCollector
  ) {
    let (store, now, language) = (report.store, report.now, report.language)
    let end = end(of: facts.id, store)
    let isDrained = end?.reason == .drained
    let loop = isDrained && deadlock == nil ? idleLoop(facts, victims, store) : nil
    let isHopeless = isDrained && loop == nil
    let isUnfinished = !isHopeless && (hang == nil || loop != nil)
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
      if let loop = loop.map(store.nameInSentence) {
        return language(
          "\(name) was still pending when nothing was left to do: \(loop) waits in an endless loop",
          "已没有事情可做时 \(name) 仍待定：\(loop) 在无限循环中等待")
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

  /// The body that waits for a leaf in an endless loop, as a worker does for its next task, if nothing else hangs: such a loop ends with its
  /// program.
  private func idleLoop(_ leaf: NodeFacts, _ victims: Victims, _ store: ChainStore) -> PromiseID? {
    let all = [leaf.id] + victims.least
    // Of many, only the first ones are known.
    guard victims.count(besides: []) < all.count else { return nil }
    let last = all.filter { id in
      var isLast = true
      store.forEachDependent(of: id, limit: 64) { dependent, _, _ in
        isLast = isLast && !store.isOpen(dependent)
        return isLast
      }
      return isLast
    }
    return last.allSatisfy { loopsAround[$0] == .endless } ? last.first : nil
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
        return hold(by: facts.id, now, store, language).map { language("its \(code) \($0)", "它的\(code)\($0)") }
          ?? language("its \(code) is still running", "它的\(code)仍在运行")
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
    case .timer(_, nil): return language("its timer had not fired", "它的定时器还没有触发")
    case .unrecorded where facts.hasInputs:
      return language("its inputs have settled without settling it", "它的输入都已敲定，却没有敲定它")
    default:
      return facts.finished != nil || facts.from != 0
        ? language("its \(code) has ended without settling it", "它的\(code)已结束，却没有敲定它")
        : store.isRequest(facts.id)
          ? language("its operation has not ended", "它的操作尚未结束")
          : (store.runtime.words.pending ?? Text("its resolver has not been called", "它的 resolver 未被调用"))
            .text(in: language) + meanwhile(facts, now, store, language)
    }
  }

  /// The body that has held a serial queue for most of the time for which a promise has been pending, as the end of a sentence: the code that would
  /// settle the promise may wait for that queue, which the log does not show.
  private func meanwhile(_ facts: NodeFacts, _ now: Int64, _ store: ChainStore, _ language: Language) -> String {
    let latest = now - (now - facts.created) / 2
    let held = queues.accounts.compactMap { $0.running.first }.filter { $0.start <= latest && $0.promise != facts.id }
    for body in held.sorted(by: { ($0.start, $0.promise) < ($1.start, $1.promise) }) {
      guard let hold = hold(by: body.promise, now, store, language) else { continue }
      let (name, code) = (store.nameInSentence(body.promise), store.codeInSentence(body.promise, language))
      return language(", and meanwhile the \(code) of \(name) \(hold)", "，与此同时 \(name) 的\(code)\(hold)")
    }
    return ""
  }

  /// For how long a body has held its serial queue, as the end of a sentence; nil if it has not, or only for a moment.
  private func hold(by id: PromiseID, _ now: Int64, _ store: ChainStore, _ language: Language) -> String? {
    guard let body = store.facts(id), body.isOpen, !body.isAwaiting, let start = body.started,
      now - start >= BodyIndex.leastHold, let account = queues.account(body.queue), !account.isConcurrent,
      account.running.contains(where: { $0.promise == id }), let queue = store.texts[body.queue],
      !BodyIndex.isConcurrent(queue)
    else { return nil }
    let (name, time) = (Escaping.line(queue), DurationText.of(now - start))
    return language("has held queue '\(name)' for \(time)", "已占用队列 '\(name)' \(time)")
  }
}
