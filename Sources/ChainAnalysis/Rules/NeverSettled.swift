// never-settled: a promise that can never settle, or had not settled when the program ended.
//
// A chain hangs because of its leaf, and only the leaf has a finding. The search for the leaves of open promises finds those of `stuck`, too.

import ChainModel
import PlainText
import PromiseTrace

extension Rule {
  /// A promise that can never settle, or had not settled when the program ended.
  public static let neverSettled = Rule(
    "never-settled", .error, .hang,
    "A promise was freed while pending, or was still pending when the program ended.",
    advice: Text(
      "Call fulfill or reject on every path, also when the work fails, is canceled, or its callback never arrives.",
      "在每条路径上都调用 fulfill 或 reject，包括操作失败、被取消，或者回调始终没被调用的情况。"),
    noteAdvice: Text(
      "If the program should have waited for it, let it end only after this promise has settled.",
      "如果程序本应等它，就等这个 Promise 敲定之后再退出。"),
    words: { runtime, operation in
      runtime.traits(of: operation).contains(.awaits)
        ? runtime.words.lookAtAwaited
        : runtime.isRequest(operation) ? runtime.words.limitRequest : runtime.words.settle
    })
}

/// Finds promises that do not settle.
struct NeverSettled: RuleCheck {
  static var rules: [Rule] { [.neverSettled, .stuck] }
  static var thresholds: [Rule: RuleThreshold] { [.stuck: .duration(\.stuck)] }
  static var after: [any RuleCheck.Type] { [BlockingWait.self] }
  static var events: [WatchedEvent] {
    [.created, .started, .fulfilled, .rejected, .released, .noted].map { WatchedEvent($0) }
  }

  /// The promises created within the last `stuck`, oldest first.
  private var young: [(promise: PromiseID, created: Int64)] = []
  private var youngStart = 0
  /// The open ones among older promises.
  private var old = OpenPromises()
  /// The promises that may stay pending, as the program declared.
  private(set) var expected: Set<PromiseID> = []
  private var leaked = Candidates<Proof>()
  /// Pending promises whose last resolver was released.
  private var unresolvable = Candidates<Proof>()
  /// When, and in which body, the last resolver of a promise was released that was freed afterwards.
  private var drops: [PromiseID: Proof] = [:]
  /// The promise whose body started last.
  private(set) var lastStarted: PromiseID = 0
  private(set) var siteTimes = SiteTimes()
  /// The first bodies that ended with errors.
  private(set) var failed: [PromiseID] = []
  /// The longest time from the creation of a promise without a timer until its resolver settled it, in nanoseconds.
  private(set) var longestWait: Int64 = 0

  /// The numbers of released resolvers, and of bodies that failed, to remember.
  private static let (mostDrops, mostFailed) = (65_536, 1_024)

  // MARK: Events

  mutating func watch(_ event: Event, _ watches: inout Watches, _ store: ChainStore) {
    switch event.kind {
    case .created:
      young.append((event.promise, event.time))
      grow(old: event.time - watches.settings.stuck, store)
    case .started: lastStarted = event.promise
    case .fulfilled, .rejected:
      guard let (origin, created) = store.originAndCreation(of: event.promise) else { return }
      siteTimes.add(event.time - created, origin: origin)
      if event.cause == .threw, failed.count < Self.mostFailed { failed.append(event.promise) }
      let time = event.time - created
      if event.cause == .resolver, time > longestWait, store.facts(event.promise)?.timer == nil { longestWait = time }
    case .released:
      guard event.state == .pending,
        !store.upstream(of: event.promise, limit: 1_000).contains(where: { store.state(of: $0) == .leaked })
      else { return }
      leaked.insert(Proof(event))
    default:
      switch watches.note {
      case .resolverReleased:
        unresolvable.prune { !store.isOpen($0.promise) }
        unresolvable.insert(Proof(event))
        if drops.count < Self.mostDrops { drops[event.promise] = Proof(event) }
      case .expectedPending, .neverAwaited: if expected.count < 65_536 { expected.insert(event.promise) }
      default: break
      }
    }
  }

  /// Moves promises created at or before `time` from the young ones to the old ones, unless they have settled.
  ///
  /// Moves at most eight, so that every event costs the same, also after a million promises were created at once; a search for
  /// findings checks the rest.
  private mutating func grow(old time: Int64, _ store: ChainStore) {
    for _ in 0..<8 {
      guard youngStart < young.count, young[youngStart].created <= time else { break }
      let promise = young[youngStart].promise
      if old.count < 2_000_000, store.isOpen(promise) { old.append(promise) { store.isOpen($0) } }
      youngStart += 1
    }
    if youngStart > 4_096, youngStart * 2 > young.count {
      young.removeFirst(youngStart)
      youngStart = 0
    }
    // A flood creates millions within the threshold; most of them have settled.
    guard young.count >= 2_000_000, young.count & 0xFFFFF == 0 else { return }
    young.removeAll { !store.isOpen($0.promise) }
    youngStart = 0
  }

  // MARK: Findings

  func candidates(_ watches: Watches) -> CandidateCount { leaked.count + unresolvable.count }

  func find(_ report: inout FindingsCollector, steps: inout Int) -> Bool {
    guard findOpen(&report, steps: &steps) else { return false }
    findLeaked(&report)
    steps -= candidates(report.run.watches).kept
    return true
  }

  /// The promises that have been open for too long, or since their program ended.
  func openPromises(_ run: RunView) -> [PromiseID] {
    let limit = run.now - run.settings.stuck
    let isOver = run.store.isEnded || run.watches.processes.haveEnded
    return old.all + young[youngStart...].lazy.prefix { $0.created <= limit || isOver }.map(\.promise)
  }

  /// Whether nothing suffers because a promise does not settle: nothing ever waited for it, and no body that still runs settles it or created it.
  func isUnused(_ facts: NodeFacts, _ victims: Victims, _ run: RunView) -> Bool {
    let store = run.store
    return !facts.hasReaction && (facts.started == nil || facts.finished != nil) && !store.isOpen(facts.inside)
      && victims.count(besides: []) == 0 && store.isUnadopted(facts.id) && !store.hasDependents(facts.id)
      && !run.settings.isTest
  }

  /// That nothing suffers, as the end of a sentence.
  static let unused = FindingText("; nothing waits for it", "；没有什么在等待它")

  private func findLeaked(_ report: inout FindingsCollector) {
    let (run, store) = (report.run, report.store)
    let locks = store.lockedPromises
    let open = unresolvable.all.filter { store.isOpen($0.promise) && !isExpected($0.promise, run) }
    for proof in leaked.all + open {
      guard let facts = store.facts(proof.promise), facts.state == .leaked || facts.isOpen, !facts.isCancelRequested,
        !facts.isPlaceholder, run.isWhole(from: facts.created, to: proof.time),
        store.runtime.isLibrary || !isExpected(facts.id, run)
      else { continue }
      // A promise that waited for another one is a victim of that one, or was given up.
      let upstream = store.upstream(of: facts.id)
      guard upstream.allSatisfy({ store.facts($0)?.settled != nil }), upstream.isEmpty || facts.started != nil,
        !store.isEmptyCombinator(facts)
      else { continue }
      // Nothing has asked for the value of a lazy promise whose body has not started.
      let isUnasked = facts.started == nil && facts.enqueued == nil && store.texts[facts.operation] == "lazy"
      guard !isUnasked, !report.isAbandoned(facts.id, freed: proof.time) else { continue }
      var victims = report.victims(of: facts.id)
      let locked = addLocked(locks, to: &victims, of: facts.id, &report)
      let isUnused = isUnused(facts, victims, run)
      let drop = drop(of: facts, drops[facts.id] ?? proof, run)
      report.add(
        .neverSettled, facts, at: drop?.place, site: drop?.site, severity: isUnused ? .note : .error,
        advice: drop.map { _ in Self.dropAdvice }, row: facts.id, time: proof.time,
        evidence: victims.least, events: [proof.event], victims: victims,
        related: [drop.flatMap { _ in store.related(facts.id, Text("created here", "在此创建")) }]
          + run.waits(for: [facts.id] + victims.least) + [run.watches.settlers.related(to: facts, store)]
      ) {
        let name = store.nameInSentence(facts.id)
        let rest =
          settledOthers(like: facts, run) + (isUnused ? Self.unused : .empty)
          + (locked.map { store.holderInSentence($0, isNamed: true) } ?? .empty)
        if let drop {
          return FindingText("\(name) can never settle: ", "\(name) 永远无法敲定：") + drop.sentence + rest
        }
        if facts.isOpen {
          return FindingText(
            "\(name) can never settle: its last resolver was released", "\(name) 永远无法敲定：它的最后一个 resolver 已被释放")
            + rest
        }
        let reason = FindingText(store.runtime.words.freed ?? Text("its resolver was dropped", "它的 resolver 被丢弃"))
        return FindingText(
          "\(name) can never settle: \(reason), and it was freed while pending", "\(name) 永远无法敲定：\(reason)，它在待定时被释放")
          + rest
      }
    }
  }
}
