// Random programs, whose findings are compared with those of a slow and obvious search through all of their events.

import PromiseCore
import PromiseScope

private struct Failure: Error {}

/// Runs a random program: promises that are created, derived, combined, adopted, settled, canceled and dropped.
private func randomProgram(_ seed: UInt64, _ executor: ManualExecutor) -> [Any] {
  var dice = Dice(seed: seed)
  var promises: [Promise<Int>] = [.init(1)]
  var resolvers: [Resolver<Int>] = []
  func any() -> Promise<Int> { promises[dice.roll(promises.count)] }
  for _ in 0..<30 {
    switch dice.roll(14) {
    case 0, 1:
      let (promise, resolver) = Promise<Int>.withResolvers()
      promises.append(promise)
      resolvers.append(resolver)
    case 2: promises.append(Promise(2))
    case 3: promises.append(Promise(Failure()))
    case 4: promises.append(any().then(on: executor) { $0 + 1 })
    case 5: promises.append(any().recover(on: executor) { _ in 0 })
    case 6: promises.append(any().catch(on: executor) { _ in })
    case 7: promises.append(any().then(on: executor) { _ -> Int in throw Failure() })
    case 8: promises.append(all(any(), any()).then(on: executor) { $0[0] })
    case 9: promises.append(race(any(), any()))
    case 10 where !resolvers.isEmpty: resolvers[dice.roll(resolvers.count)].fulfill(3)
    case 11 where !resolvers.isEmpty: resolvers[dice.roll(resolvers.count)].reject(Failure())
    case 12 where !resolvers.isEmpty: resolvers.remove(at: dice.roll(resolvers.count))
    case 13 where promises.count > 3:
      if dice.roll(3) == 0 { any().cancel() } else { promises.remove(at: dice.roll(promises.count)) }
    default: executor.run()
    }
  }
  return dice.roll(2) == 0 ? promises + resolvers : []
}

/// All that the events say, in dictionaries.
private struct Facts {
  var created: Set<PromiseID> = []
  var from: [PromiseID: PromiseID] = [:]
  var inputs: [PromiseID: [PromiseID]] = [:]
  var waiters: [PromiseID: [PromiseID]] = [:]
  var settled: Set<PromiseID> = []
  var rejectedVia: [PromiseID: PromiseID] = [:]
  var canceled: Set<PromiseID> = []
  var leaked: Set<PromiseID> = []
  /// Those whose last resolver was released.
  var unresolvable: Set<PromiseID> = []
  var unhandled: Set<PromiseID> = []
  var ignored: Set<PromiseID> = []

  init(_ events: [Event], _ texts: TextTable) {
    for event in events {
      switch event.kind {
      case .created:
        created.insert(event.promise)
        if event.peer != 0 { from[event.promise] = event.peer }
      case .registered:
        waiters[event.promise, default: []].append(event.peer)
        if event.peer != 0, from[event.peer] != event.promise { inputs[event.peer, default: []].append(event.promise) }
      case .fulfilled: settled.insert(event.promise)
      case .rejected:
        settled.insert(event.promise)
        rejectedVia[event.promise] = event.peer
        if event.isCancelled { canceled.insert(event.promise) }
      case .cancelRequested: canceled.insert(event.promise)
      case .released: if event.state == .pending { leaked.insert(event.promise) }
      case .noted:
        if texts[event.text].flatMap(LibraryNote.init) == .resolverReleased { unresolvable.insert(event.promise) }
      case .unhandled: unhandled.insert(event.promise)
      case .handled: unhandled.remove(event.promise)
      case .ignored: ignored.insert(event.promise)
      default: break
      }
    }
  }

  func upstream(_ promise: PromiseID) -> [PromiseID] { inputs[promise] ?? from[promise].map { [$0] } ?? [] }

  func origin(_ promise: PromiseID) -> PromiseID {
    var current = promise
    while let via = rejectedVia[current], via != 0, rejectedVia[via] != nil { current = via }
    return current
  }

  /// Whether the program, which waits at the end of each chain, may still use what a promise settles with.
  func isUsed(_ promise: PromiseID) -> Bool {
    let waiting = waiters[promise] ?? []
    return waiting.isEmpty || waiting.contains { $0 == 0 || (!settled.contains($0) && isUsed($0)) }
  }

  /// The promises that hang although they wait for no promise, unless they are canceled or nothing uses them any more.
  func hanging(_ promises: Set<PromiseID>) -> Set<PromiseID> {
    promises.filter { promise in
      guard !settled.contains(promise), !canceled.contains(promise), upstream(promise).allSatisfy(settled.contains)
      else {
        return false
      }
      return isUsed(promise)
    }
  }
}

@Suite struct RandomFindingTests {
  @Test("findings equal those of a search through all events", arguments: 0..<6)
  func equal(_ block: Int) {
    for seed in UInt64(block * 100)..<UInt64(block * 100 + 100) {
      nonisolated(unsafe) var kept: [Any] = []
      let (events, texts, _) = record { kept = randomProgram(seed, $0) }
      withExtendedLifetime(kept) {}
      var history = AnalyzedStore(texts: texts)
      for event in events { history.apply(event) }
      let findings = history.findings()
      func found(_ rule: Rule, _ severity: Severity? = nil) -> Set<PromiseID> {
        Set(findings.filter { $0.rule == rule && $0.severity == severity ?? $0.severity }.flatMap(\.promises))
      }
      // Of one call site, a rule has one finding, as serious as its most serious occurrence.
      let sites = findings.filter { $0.site != nil }.map { "\($0.rule) \($0.site!) \($0.operation) \($0.callers)" }
      expectEqual(sites.count, Set(sites).count, "seed \(seed)")
      let facts = Facts(events, texts)
      #expect(found(.unhandledRejection, .error).isSuperset(of: Set(facts.unhandled.map(facts.origin))), "seed \(seed)")
      let lost = facts.hanging(facts.leaked.union(facts.unresolvable))
      let unused = lost.filter { facts.waiters[$0] == nil }
      #expect(found(.neverSettled, .error).isSuperset(of: lost.subtracting(unused)), "seed \(seed)")
      let open = facts.created.subtracting(facts.leaked).subtracting(facts.unresolvable)
      expectEqual(found(.neverSettled), facts.hanging(open).union(lost), "seed \(seed)")
      expectEqual(found(.settledTwice, .warning), facts.ignored.subtracting(facts.canceled), "seed \(seed)")
    }
  }

  @Test func findingsAskedForAfterEveryEventDoNotChangeTheFindingsAtTheEnd() {
    for seed in 0..<50 as Range<UInt64> {
      let (events, texts, _) = record { _ = randomProgram(seed, $0) }
      var (one, two) = (AnalyzedStore(texts: texts), AnalyzedStore(texts: texts))
      for event in events {
        one.apply(event)
        two.apply(event)
        _ = two.findings()
      }
      expectEqual(one.findings(), two.findings())
    }
  }

  @Test func aSmallStoreThatEvictsPromisesReportsNothingThatALargeOneDoesNot() {
    for seed in 0..<100 as Range<UInt64> {
      let (events, texts, _) = record { _ = randomProgram(seed, $0) }
      var (small, large) = (AnalyzedStore(texts: texts, limit: 16), AnalyzedStore(texts: texts))
      for event in events {
        small.apply(event)
        large.apply(event)
      }
      let known = Set(large.findings().map(\.rule))
      for finding in small.findings() { #expect(known.contains(finding.rule), "seed \(seed): \(finding.sentence)") }
    }
  }
}
