// A search for findings in steps, and the list of promises that it looks at.

@testable import ChainAnalysis

@Suite struct FindingsSearchTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func aSearchInStepsFindsTheSameAsOneAtOnce(_ seed: UInt64) {
    let run = Simulation(seed: seed, size: 120)
    var history = AnalyzedStore(texts: run.texts)
    // Stops in the middle, where many promises are open.
    for event in run.events.prefix(run.events.count / 2) { history.apply(event) }
    let now = history.store.lastTime + 60_000_000_000
    let expected = history.findings(now: now)
    var search = FindingsSearch(in: history.store, now: now)
    var (calls, found) = (0, [Finding]?.none)
    while found == nil {
      found = search.advance(history.analyzer, in: history.store, steps: 3)
      calls += 1
    }
    expectEqual(found, expected)
    #expect(calls > 4)
  }

  /// A promise that settles between two steps is not reported.
  @Test func whatSettlesMeanwhileIsNotReported() {
    let texts = TextTable()
    var history = AnalyzedStore(texts: texts)
    func apply(_ kind: EventKind, _ promise: PromiseID, at time: Int64) {
      var event = Event(kind, promise)
      (event.sequence, event.time, event.cause) = (history.store.revision + 1, time, .resolver)
      event.site = Site(file: texts.intern("A.swift"), line: UInt32(promise), function: texts.intern("f()"))
      history.apply(event)
    }
    for promise in 1...10 as ClosedRange<PromiseID> { apply(.created, promise, at: Int64(promise)) }
    let now: Int64 = 10_000_000_000
    var search = FindingsSearch(in: history.store, now: now)
    #expect(search.advance(history.analyzer, in: history.store, steps: 10) == nil)
    apply(.fulfilled, 4, at: now)
    let found = search.advance(history.analyzer, in: history.store, steps: .max)
    expectEqual(found?.map(\.promise), [1, 2, 3, 5, 6, 7, 8, 9, 10])
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func theListOfOpenPromisesLosesOnlySettledOnes(_ seed: UInt64) {
    var dice = Dice(seed: seed)
    var list = OpenPromises()
    var open: Set<PromiseID> = []
    for promise in 1...2_000 as ClosedRange<PromiseID> {
      open.insert(promise)
      list.append(promise) { open.contains($0) }
      while open.count > 40 + Int(dice.roll(40)) { open.remove(open.randomElement() ?? 0) }
      expectEqual(list.all.filter(open.contains), open.sorted())
      expectEqual(list.count, list.all.count)
    }
    // A sweep visits two promises per insertion, so at most one sweep's worth of settled ones remains.
    #expect(list.count < 400)
  }
}
