// Where rejections come from in long chains: the shortcuts give the same answers as the whole way, also after seeks and evictions.

@testable import ChainModel

@Suite struct RejectionOriginTests {
  /// Promises that settle because of others: most are rejected via one of the three before them, so that the ways back are long.
  private struct Run {
    let texts = TextTable()
    private(set) var events: [Event] = []
    /// The promise because of which each one settled.
    private(set) var via: [PromiseID: PromiseID] = [:]

    init(seed: UInt64, count: PromiseID, isOrderly: Bool = false) {
      var dice = Dice(seed: seed)
      for id in 1...count { add(.created, id) }
      // Outcomes that arrive later than those that they caused, as after a loss.
      var late: [Event] = []
      for id in 1...count {
        var event = Event(dice.roll(60) == 0 ? .fulfilled : .rejected, id)
        event.isCancelled = dice.roll(5) == 0
        event.cause = dice.roll(40) == 0 ? .combinator : .passthrough
        if id > 1, dice.roll(90) != 0 { event.peer = id - min(id - 1, 1 + dice.roll(3)) }
        via[id] = event.peer
        if !isOrderly, dice.roll(30) == 0 { late.append(event) } else { add(event) }
        if dice.roll(8) == 0 { add(.handled, id) }
        if late.count > 4 { add(late.removeFirst()) }
        if dice.roll(50) == 0 { add(.unhandled, id) }
      }
    }

    private mutating func add(_ kind: EventKind, _ id: PromiseID) { add(Event(kind, id)) }

    private mutating func add(_ event: Event) {
      var event = event
      event.sequence = UInt64(events.count + 1)
      event.time = Int64(events.count) * 1_000
      events.append(event)
    }

    func store(after count: Int, limit: Int = 1_000_000) -> ChainStore {
      var store = ChainStore(texts: texts, limit: limit)
      for event in events[..<count] { store.apply(event) }
      return store
    }
  }

  /// The origin and the carrier of every rejection, step by step along `via`.
  private func slowOrigins(_ run: Run, _ store: ChainStore, _ count: PromiseID) -> [[PromiseID]] {
    (1...count).map { id in
      func isRejected(_ id: PromiseID) -> Bool {
        [.rejected, .cancelled, .unhandled].contains(store.state(of: id))
      }
      guard isRejected(id) else { return [] }
      func end(_ continues: (PromiseID) -> Bool) -> PromiseID {
        var current = id
        while let via = run.via[current], via != current, isRejected(via), continues(current) { current = via }
        return current
      }
      return [end { _ in true }, end { store.facts($0)?.cause != .combinator }]
    }
  }

  private func origins(_ store: ChainStore, _ count: PromiseID) -> [[PromiseID]] {
    (1...count).map { id in
      let row = store.rows.row(of: id, in: store.ids)
      guard row != .none, let origin = store.originRow(of: row), let carrier = store.firstCarrier(of: row) else {
        return []
      }
      return [store.ids[Int(origin)], store.ids[Int(carrier)]]
    }
  }

  @Test func aChainOfAnyLengthHasItsOrigin() {
    let count: PromiseID = 30_000
    var store = ChainStore(texts: TextTable())
    for id in 1...count {
      store.apply(Event(.created, id))
      var event = Event(.rejected, id)
      (event.peer, event.cause) = (id - 1, id == 1 ? .threw : .passthrough)
      store.apply(event)
    }
    #expect((1...count).allSatisfy { store.rejection(of: $0).origin == 1 })
    store.apply(Event(.handled, count))
    expectEqual(store.isHandled(count / 2), true)
    // One promise in sixteen has a shortcut, and short chains have none.
    #expect((1_500...2_300).contains(store.sparse.passages.count))
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func shortcutsGiveTheSameAnswers(_ seed: UInt64) {
    let count: PromiseID = 800
    let run = Run(seed: seed, count: count)
    let store = run.store(after: run.events.count)
    #expect(store.sparse.passages.count > 8)
    #expect(origins(store, count) == slowOrigins(run, store, count))
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func everyPositionHasItsShortcuts(_ seed: UInt64) throws {
    let count: PromiseID = 600
    let run = Run(seed: seed, count: count)
    var playback = Playback(
      nil, texts: run.texts, limit: 1_000, memory: seed % 2 == 0 ? 1 << 30 : 400_000, stretchLength: 16, reach: 32,
      keyframeDistance: 150)
    playback.append(run.events)
    var dice = Dice(seed: seed + 100)
    for _ in 0..<8 {
      try playback.seek(to: dice.roll(UInt64(run.events.count) + 1))
      let fresh = run.store(after: Int(playback.position))
      func shortcuts(_ store: ChainStore) -> [Row: Sparse.Passage] {
        store.sparse.passages.values
      }
      expectEqual(shortcuts(playback.store), shortcuts(fresh))
      #expect(origins(playback.store, count) == slowOrigins(run, playback.store, count))
    }
  }

  /// A walk takes 10,000 steps at most, and the origins of most of these promises are further back.
  @Test func aChainWhoseStartWasEvictedHasItsOrigins() {
    var store = ChainStore(texts: TextTable(), limit: 15_000)
    for id in 1...35_000 as ClosedRange<PromiseID> {
      store.apply(Event(.created, id))
      var event = Event(.rejected, id)
      (event.peer, event.cause) = (id - 1, id == 1 ? .threw : .passthrough)
      store.apply(event)
      store.apply(Event(.released, id))
    }
    #expect(store.counts.evicted > 15_000)
    // Some promises between were evicted, too, which only a shortcut leads across.
    var (start, kept, wrong) = (1 as PromiseID, 0, [PromiseID]())
    for id in 1...35_000 as ClosedRange<PromiseID> where store.contains(id) {
      if !store.contains(id - 1) { start = id }
      kept += 1
      // A sample, because a walk without shortcuts takes its 10,000 steps.
      if kept.isMultiple(of: 211), !(1...start ~= store.rejection(of: id).origin) { wrong.append(id) }
    }
    #expect(kept > 12_000)
    expectEqual(wrong.count, 0)
  }

  /// Rows are used again, so a shortcut that stayed would lead to another promise.
  @Test(arguments: 0..<2 as Range<UInt64>)
  func evictionRemovesShortcuts(_ seed: UInt64) {
    let count: PromiseID = 6_000
    let run = Run(seed: seed, count: count, isOrderly: true)
    var store = ChainStore(texts: run.texts, limit: 200)
    for event in run.events where event.kind != .created {
      // Creates each promise only now, because otherwise most are evicted before they settle.
      var creation = Event(.created, event.promise)
      creation.time = event.time
      if store.state(of: event.promise) == nil { store.apply(creation) }
      store.apply(event)
    }
    #expect(store.counts.evicted > 5_000)
    #expect(!store.sparse.passages.isEmpty && store.sparse.passages.count < 200)
    for id in 1...count {
      guard case let origin = store.rejection(of: id).origin, origin != 0 else { continue }
      var current = id
      while current != origin, let next = run.via[current], next != 0 { current = next }
      expectEqual(current, origin)
    }
  }
}
