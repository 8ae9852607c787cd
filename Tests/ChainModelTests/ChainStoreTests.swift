// How events change a promise's state and the counts.

@Suite struct ChainStoreTests {
  @Test func aNodeHasTimesAndDurations() throws {
    let picture = Picture("1 created, @5 1 queued, @7 1 starts, @10 1 ends, @11 1 fulfils \"v\", @20 1 released")
    let facts = try #require(picture.store.facts(1))
    expectEqual(facts.state, .fulfilled)
    expectEqual(facts.created, 1_000_000)
    expectEqual(facts.released, 20_000_000)
    expectEqual(picture.store.texts[facts.queue], "main")
    expectEqual(picture.store.callSite(of: 1)?.short, "Main:1")
    let durations = picture.store.durations(facts, now: 99_000_000)
    expectEqual(
      durations,
      NodeDurations(
        waiting: 4_000_000, queued: 2_000_000, own: 4_000_000, running: 3_000_000, total: 10_000_000))
  }

  @Test func durationsOfUnfinishedPhasesRunUntilNow() throws {
    let picture = Picture("1 created, @5 1 queued, @7 1 starts")
    let durations = try #require(picture.store.durations(of: 1, now: 9_000_000))
    expectEqual(
      durations,
      NodeDurations(waiting: 4_000_000, queued: 2_000_000, own: 2_000_000, running: 2_000_000, total: 8_000_000))
    let pending = try #require(Picture("1 created").store.durations(of: 1, now: 9_000_000))
    expectEqual(pending, NodeDurations(own: 8_000_000, total: 8_000_000))
  }

  @Test func longDurationsKeepEightDigits() throws {
    let picture = Picture("@1 1 created, @3600000 1 fulfils \"v\"")
    let total = try #require(picture.store.durations(of: 1, now: 0)).total
    #expect(abs(total - 3_599_999_000_000) < 3_599_999_000_000 / 60_000_000)
  }

  @Test func everyPromiseIsCountedOnce() {
    let counts = Picture(
      """
      1 created, 2 created, 3 created, 4 created, 5 created, 6 created
      2 fulfils "v", 2 fulfils "w", 3 rejects "e", 4 cancels "c", 5 rejects "u", 5 unhandled, 6 leaks, lost 7
      """
    ).store.counts
    expectEqual(counts.total, 6)
    expectEqual(counts.pending + counts.fulfilled + counts.rejected + counts.cancelled + counts.leaked, 6)
    expectEqual(counts.pending, 1)
    expectEqual(counts.unknown, 1)
    expectEqual(counts.rejected, 2)
    expectEqual(counts.unhandled, 1)
    expectEqual(counts.lost, 7)
  }

  @Test func theFirstSettlementWinsAndLaterOnesAreCounted() throws {
    let store = Picture("1 created, 1 fulfils \"v\", 1 rejects \"e\", 1 ignored").store
    expectEqual(store.state(of: 1), .fulfilled)
    expectEqual(store.texts[store.value(of: 1)], "v")
    expectEqual(store.ignoredCount(of: 1), 2)
  }

  @Test func aRejectionHandledLateIsNotUnhandled() {
    let store = Picture("1 created, 1 rejects \"e\", 1 unhandled, 1 handled").store
    expectEqual(store.state(of: 1), .rejected)
    expectEqual(store.counts.unhandled, 0)
  }

  @Test func handlersListEveryReactionOfAPromise() throws {
    let store = Picture("1 created, 2 then 1, 3 catch 1, 4 all, 4 takes 1, 1 observed, 1 observed").store
    expectEqual(store.reactionCount(of: 1), 5)
    expectEqual(
      store.handlers(of: 1),
      [
        NodeHandler(by: 2, sides: [.fulfilled], count: 1), NodeHandler(by: 3, sides: [.rejected], count: 1),
        NodeHandler(by: 4, sides: [.fulfilled, .rejected], count: 1),
        NodeHandler(by: nil, sides: [.fulfilled], count: 2),
      ])
    expectEqual(store.inputs(of: 4), [1])
    expectEqual(store.inputCount(of: 4), 1)
  }

  @Test func aRejectionKnowsItsOrigin() throws {
    let store = Picture("1 created, 2 then 1, 3 then 2, 1 rejects \"e\", 2 passes 1 \"e\", 3 passes 2 \"e\"").store
    expectEqual(store.rejection(of: 3).origin, 1)
    expectEqual(store.rejection(of: 1).origin, 1)
    expectEqual(store.facts(3)?.via, 2)
    expectEqual(store.facts(3)?.from, 2)
  }

  @Test func aTimelineListsAPromisesEventsInOrder() {
    let timeline = Picture("1 created, 2 created, 1 starts, 2 fulfils \"v\", 1 ends, 1 fulfils \"v\"").store.timeline(
      of: 1)
    expectEqual(timeline.events.map(\.kind), [.created, .started, .finished, .fulfilled])
    #expect(timeline.isComplete)
    #expect(Picture("1 created, 1 starts, 1 ends").store.timeline(of: 1, limit: 2).isComplete == false)
  }

  @Test func timelinesBeyondTheHistoryLimitAreIncomplete() {
    let texts = TextTable()
    var store = ChainStore(texts: texts, historyLimit: 4)
    for id in 1...3 as ClosedRange<PromiseID> {
      store.apply(Event(.created, id))
      store.apply(Event(.started, id))
    }
    expectEqual(
      store.timeline(of: 3), NodeTimeline(events: [Event(.created, 3), Event(.started, 3)], isComplete: true))
    expectEqual(store.timeline(of: 1), NodeTimeline(events: [], isComplete: false))
  }

  // MARK: Unusual logs

  @Test(arguments: EventKind.allCases)
  func eventsAboutUnknownPromisesAreAccepted(_ kind: EventKind) {
    var store = ChainStore(texts: TextTable())
    for id in [0, 7, .max, 1 << 40] as [PromiseID] {
      for peer in [0, 7, 9, .max - 1, id] as [PromiseID] {
        var event = Event(kind, id)
        event.peer = peer
        event.context = peer
        store.apply(event)
        store.apply(event)
      }
    }
    var outline = Outline()
    outline.update(from: store)
    let nodes = (0..<outline.count).filter { outline[$0].node != nil }
    expectEqual(nodes.count, store.count)
    #expect(!TextTree().render(outline, of: store).isEmpty)
  }

  @Test func aPlaceholderBecomesARealPromiseWhenItsCreationArrives() throws {
    var picture = Picture("5 starts")
    #expect(try #require(picture.store.facts(5)).isPlaceholder)
    expectEqual(picture.store.state(of: 5), .running)
    picture.play("5 then 4")
    let facts = try #require(picture.store.facts(5))
    #expect(!facts.isPlaceholder)
    expectEqual(picture.store.texts[facts.operation], "then")
    expectEqual(facts.from, 4)
    expectEqual(picture.store.state(of: 4), .unknown)
  }

  @Test func aReleaseAfterALossTellsTheOutcome() {
    let store = Picture("1 created, lost 3, 1 released").store
    expectEqual(store.state(of: 1), .fulfilled)
    expectEqual(store.counts.pending, 0)
    expectEqual(store.counts.unknown, 0)
  }

  @Test func sparseAndHugeIDsAreFound() {
    var store = ChainStore(texts: TextTable())
    let ids = (0..<10_000).map { PromiseID($0 + 1) &* 0x1_0000_0040 }
    for id in ids { store.apply(Event(.created, id)) }
    #expect(ids.allSatisfy(store.contains))
    #expect(!store.contains(3))
  }

  /// After any events, each promise in the store is drawn exactly once, and the counts add up.
  @Test(arguments: 0..<16)
  func randomHistoriesKeepTheInvariants(_ seed: UInt64) {
    var dice = Dice(seed: seed)
    func random(_ bound: UInt64) -> UInt64 { dice.roll(bound) }
    var store = ChainStore(texts: TextTable(), limit: seed % 2 == 0 ? 64 : 1_000_000)
    var outline = Outline()
    let kinds = EventKind.allCases
    for step in 0..<1_500 {
      let bound = 4 + UInt64(step / 8)
      var event = Event(random(3) == 0 ? .created : kinds[Int(random(UInt64(kinds.count)))], random(bound))
      event.peer = random(3) == 0 ? 0 : random(bound)
      event.context = random(3) == 0 ? random(bound) : 0
      event.state = PromiseState.allCases[Int(random(3))]
      event.count = 1
      event.time = Int64(step)
      store.apply(event)
      guard step % 100 == 99 else { continue }
      outline.update(from: store)
      var fresh = Outline()
      fresh.update(from: store)
      let differs = outline.count != fresh.count || (0..<outline.count).contains { outline[$0] != fresh[$0] }
      #expect(!differs, "seed \(seed), step \(step)")
      let nodes = (0..<outline.count).compactMap { outline[$0].node }
      expectEqual(nodes.count, store.count)
      expectEqual(Set(nodes).count, store.count)
      #expect(
        (0..<outline.count).allSatisfy {
          let guides = outline.guides(at: $0)
          return guides.elided + guides.levels.count == outline[$0].depth
        })
      let counts = store.counts
      expectEqual(counts.pending + counts.fulfilled + counts.rejected + counts.cancelled + counts.leaked, counts.total)
      expectEqual(counts.total - counts.evicted, store.count)
      let unknown = nodes.filter { store.state(of: $0) == .unknown }.count
      expectEqual(counts.unknown, unknown)
    }
  }

  /// Each tracer has IDs of its own in the upper bits.
  @Test func promisesWhoseIDsDifferOnlyInTheUpperBitsAreTwo() throws {
    let (one, other): (PromiseID, PromiseID) = (7, 7 + (1 << 32))
    let store = Picture("\(one) created, \(other) created, \(one) fulfils \"v\", \(other) rejects \"e\"").store
    expectEqual(store.counts.total, 2)
    #expect(store.state(of: one) == .fulfilled && store.state(of: other) == .rejected)
    expectEqual(store.texts[store.value(of: one)], "v")
  }
}
