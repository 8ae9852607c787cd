// The promises that hang because of a root: the search that shares what lies behind a place where waits meet is compared with one that shares
// nothing, and its cost is counted in dependents looked at.

import PlainText

@testable import ChainAnalysis

@Suite struct VictimsTests {
  /// What waits for a promise, found by a search of its own.
  private func waiting(for root: PromiseID, _ store: ChainStore) -> Set<PromiseID> {
    var (found, stack) = (Set<PromiseID>(), [root])
    while let id = stack.popLast() {
      store.forEachDependent(of: id) { dependent, _, _ in
        let isHanging = store.isOpen(dependent) || store.state(of: dependent) == .leaked
        if dependent != root, isHanging, found.insert(dependent).inserted { stack.append(dependent) }
        return true
      }
    }
    return found
  }

  private func check(_ store: ChainStore, roots: some Sequence<PromiseID>) {
    var search = VictimSearch()
    var (union, expectedUnion) = (Victims?.none, Set<PromiseID>())
    for root in roots {
      let (victims, expected) = (search.victims(of: root, store), waiting(for: root, store))
      expectEqual(victims.least, Array(expected.sorted().prefix(16)), "\(root)")
      expectEqual(victims.count(besides: [root]), expected.count)
      #expect(expected.allSatisfy(victims.contains) && !victims.contains(root))
      #expect(victims.isDisjoint(with: [root]) && victims.isDisjoint(with: expected) == expected.isEmpty)
      var both = union ?? Victims()
      both.formUnion(victims)
      expectedUnion.formUnion(expected)
      expectEqual(both.count(besides: []), expectedUnion.count)
      // The first ones have a group of their own.
      union = union == nil ? victims : both
    }
  }

  @Test("The victims are the same as those that separate searches find", arguments: 0..<20 as Range<UInt64>)
  func equal(_ seed: UInt64) {
    let run = Simulation(seed: seed, size: 120)
    var store = ChainStore(texts: run.texts)
    for event in run.events.prefix(run.events.count / 2) { store.apply(event) }
    var ids: [PromiseID] = []
    store.forEachFacts { ids.append($0.id) }
    check(store, roots: ids)
  }

  @Test func aPromiseThatWaitsForTwoHangsIsCountedOnce() throws {
    let history = try nodeHistory(
      """
      "ev":"created","p":1,"kind":"once","site":{"file":"app.js","line":1}
      "ev":"created","p":2,"kind":"text","site":{"file":"app.js","line":2}
      "ev":"created","p":3,"kind":"all","site":{"file":"app.js","line":3}
      "ev":"registered","p":1,"by":3
      "ev":"registered","p":2,"by":3
      @9000 "ev":"ended","reason":"drained"
      """)
    expectEqual(history.findings().map(\.victims), [1, 1])
    expectEqual(Problems(history.findings()).text(of: .hang, .english), "2 hangs (1 waits)")
  }

  @Test func membersOfACycleAreNotTheirOwnVictims() {
    let script = "1 wrap, 2 race of 1, 3 then from 2, 4 then from 3, 2 takes 4, 5 then from 4, 6 all of 5 1"
    check(WrittenHistory(script).store, roots: 1...6)
  }

  /// One `all` of 1,000 open inputs, with 2,000 handlers behind it.
  private func wide(between: Bool = false) -> WrittenHistory {
    var script = "1 all"
    for id in 2...1_001 {
      script +=
        between ? ", \(id) wrap, \(id + 5_000) then from \(id), 1 takes \(id + 5_000)" : ", \(id) wrap, 1 takes \(id)"
    }
    for id in 2_001...4_000 { script += ", \(id) then from 1" }
    return WrittenHistory(script)
  }

  @Test("What waits behind a thousand inputs is searched once", arguments: [false, true])
  func shared(between: Bool) {
    let store = wide(between: between).store
    var search = VictimSearch()
    for id in 2...1_001 as ClosedRange<PromiseID> {
      #expect(search.victims(of: id, store).count(besides: []) == (between ? 2_002 : 2_001))
    }
    #expect(search.looked < 12_000)
  }

  @Test func aSearchForFindingsSpendsFewStepsOnThemAndFindsAllOfThem() {
    let written = wide()
    var history = AnalyzedStore(texts: written.texts)
    for event in written.events { history.apply(event) }
    var search = FindingsSearch(in: history.store, now: 60_000_000_000)
    var (calls, found) = (0, [Finding]?.none)
    while found == nil {
      found = search.advance(history.analyzer, in: history.store, steps: 1_000)
      calls += 1
    }
    #expect(calls < 15)
    let stuck = found?.filter { $0.rule == .stuck } ?? []
    #expect(stuck.count == 1_000 && stuck.allSatisfy { $0.victims == 2_001 })
  }
}
