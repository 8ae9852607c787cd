// Eviction: which promises are evicted first, and the row that counts them.

@testable import ChainModel

@Suite struct EvictionTests {
  @Test func finishedChainsAreEvictedFirstAndCountedInARow() {
    var script = "1 created, 2 then 1, 3 created, 3 rejects \"e\", 4 created"
    for id in 5...16 { script += ", \(id) created, \(id) fulfils \"v\", \(id) released" }
    // #17 exceeds the limit, so the event after it evicts the two oldest finished promises.
    script += ", 17 created, 18 created"
    check(
      script, limit: 16,
      shows: """
        ○ ▾ async  #1   Main:1   42.0 ms  pending
        ○   then   #2   Main:2   41.0 ms  pending
        ✘ · async  #3   Main:3   1.00 ms  rejected: e
        ○ · async  #4   Main:4   38.0 ms  pending
        ⋮ 2 promises no longer kept
        ✔ · async  #7   Main:7   1.00 ms  v
        ✔ · async  #8   Main:8   1.00 ms  v
        ✔ · async  #9   Main:9   1.00 ms  v
        ✔ · async  #10  Main:10  1.00 ms  v
        ✔ · async  #11  Main:11  1.00 ms  v
        ✔ · async  #12  Main:12  1.00 ms  v
        ✔ · async  #13  Main:13  1.00 ms  v
        ✔ · async  #14  Main:14  1.00 ms  v
        ✔ · async  #15  Main:15  1.00 ms  v
        ✔ · async  #16  Main:16  1.00 ms  v
        ○ · async  #17  Main:17  1.00 ms  pending
        ○ · async  #18  Main:18     0 ms  pending
        """)
  }

  @Test func fulfilledGoBeforeLeakedCancelledOpenAndRejected() {
    let kinds = ["rejected", "open", "cancelled", "leaked", "fulfilled", "finished"]
    var store = ChainStore(texts: TextTable(), limit: 64)
    func apply(_ kind: EventKind, _ id: PromiseID, _ change: (inout Event) -> Void = { _ in }) {
      var event = Event(kind, id)
      change(&event)
      store.apply(event)
    }
    // Eight of each kind, the last to be evicted first.
    for (number, kind) in kinds.enumerated() {
      for id in PromiseID(number * 8 + 1)...PromiseID(number * 8 + 8) {
        apply(.created, id)
        switch kind {
        case "rejected": apply(.rejected, id)
        case "cancelled": apply(.rejected, id) { $0.isCancelled = true }
        case "leaked": apply(.released, id) { $0.state = .pending }
        case "fulfilled": apply(.fulfilled, id)
        case "finished":
          apply(.fulfilled, id)
          apply(.released, id) { $0.state = .fulfilled }
        default: break
        }
      }
    }
    // Rejections, of which none is evicted while anything else is left.
    var evicted: [String] = []
    for id in 1_000...1_072 as ClosedRange<PromiseID> {
      apply(.created, id)
      apply(.rejected, id)
      for (number, kind) in kinds.enumerated() {
        let isLeft = (1...8).contains { store.contains(PromiseID(number * 8 + $0)) }
        if !isLeft, !evicted.contains(kind) { evicted.append(kind) }
      }
    }
    expectEqual(evicted, ["finished", "fulfilled", "leaked", "cancelled", "open", "rejected"])
  }

  @Test func memoryIsBoundedAndRejectionsAreKept() {
    var store = ChainStore(texts: TextTable(), limit: 1_000)
    var rejected = Event(.rejected, 1)
    rejected.cause = .threw
    store.apply(Event(.created, 1))
    store.apply(rejected)
    for id in 2...50_000 as ClosedRange<PromiseID> {
      store.apply(Event(.created, id))
      store.apply(Event(.fulfilled, id))
      var released = Event(.released, id)
      released.state = .fulfilled
      store.apply(released)
    }
    #expect(store.count <= 1_003)
    #expect(store.contains(1))
    #expect(store.contains(50_000))
    expectEqual(store.counts.total, 50_000)
    expectEqual(store.counts.evicted, 50_000 - store.count)
    var outline = Outline()
    outline.update(from: store)
    let missing = (0..<outline.count).reduce(0) { sum, index in
      if case .evicted(let count) = outline[index].content { sum + count } else { sum }
    }
    expectEqual(missing, store.counts.evicted)
  }

  /// The promises that a log mentions last are found although their rows were used before.
  @Test func theNewestPromisesAreInOrderAfterEvictions() {
    var store = ChainStore(texts: TextTable(), limit: 64)
    for id in 1...1_000 as ClosedRange<PromiseID> {
      var created = Event(.created, id)
      created.time = Int64(id)
      store.apply(created)
      if id % 3 != 0 { store.apply(Event(.fulfilled, id)) }
    }
    var newest: [PromiseID] = []
    store.forEachFacts(newest: 5) { newest.append($0.id) }
    expectEqual(newest, [996, 997, 998, 999, 1_000])
    var all: [PromiseID] = []
    store.forEachFacts { all.append($0.id) }
    #expect(all == all.sorted() && all.count == store.count)
  }

  /// A reference to an evicted promise disappears, and never shows the promise that got its row.
  @Test func referencesToEvictedPromisesDisappear() {
    var picture = Picture("1 created, 2 created, 2 adopts 1", limit: 16)
    expectEqual(picture.store.facts(2)?.adopts, 1)
    var script: [String] = []
    // #2 stays open, and #1 goes with the first finished ones.
    script.append("1 fulfils \"v\", 1 released")
    for id in 3...400 { script.append("\(id) created, \(id) fulfils \"v\", \(id) released") }
    picture.play(script.joined(separator: ", "))
    #expect(!picture.store.contains(1))
    #expect(picture.store.facts(2)?.adopts == 0)
    #expect(picture.store.count <= 19)
    var outline = Outline()
    outline.update(from: picture.store)
    #expect(!(0..<outline.count).contains { if case .reference = outline[$0].content { true } else { false } })
  }

  /// A promise that a program resolves all others with, such as a connection.
  @Test func evictedAdoptersLeaveThePromiseThatTheyAdopted() {
    var store = ChainStore(texts: TextTable(), limit: 64)
    store.apply(Event(.created, 1))
    for id in 2...5_000 as ClosedRange<PromiseID> {
      store.apply(Event(.created, id))
      var adopted = Event(.adopted, id)
      adopted.peer = 1
      store.apply(adopted)
      store.apply(Event(.fulfilled, id))
      var released = Event(.released, id)
      released.state = .fulfilled
      store.apply(released)
    }
    #expect(store.sparse.adopterNeighbors.values.count <= store.count)
    var adopters: [PromiseID] = []
    store.forEachDependent(of: 1) { id, _, _ in
      adopters.append(id)
      return true
    }
    #expect(adopters == (5_001 - PromiseID(adopters.count)...5_000).map { $0 } && adopters.count > 30)
  }

  /// Each chain is examined before it is over, because its first promise is freed long before the last.
  @Test func theQueueOfFinishedPromisesStaysShort() {
    var store = ChainStore(texts: TextTable(), limit: 64)
    func free(_ id: PromiseID) {
      store.apply(Event(.fulfilled, id))
      var released = Event(.released, id)
      released.state = .fulfilled
      store.apply(released)
    }
    for number in 0..<4_000 as Range<PromiseID> {
      var then = Event(.created, 2 * number + 2)
      then.peer = 2 * number + 1
      store.apply(Event(.created, 2 * number + 1))
      store.apply(then)
      free(2 * number + 1)
      if number >= 24 { free(2 * (number - 24) + 2) }
    }
    #expect(store.count <= 67)
    #expect(store.queues.finished.count <= 128 && store.queues.finishing.count <= 256)
  }

  @Test func anEvictedOpenPromiseIsCountedOnce() {
    var store = ChainStore(texts: TextTable(), limit: 1_000)
    let promises = 1...10_000 as ClosedRange<PromiseID>
    for id in promises { store.apply(Event(.created, id)) }
    #expect(store.counts.evicted > 8_000)
    for id in promises {
      for kind in [EventKind.enqueued, .started, .finished] { store.apply(Event(kind, id)) }
      switch id % 4 {
      case 0: store.apply(Event(.rejected, id))
      case 1:
        var released = Event(.released, id)
        released.state = .pending
        store.apply(released)
      default: store.apply(Event(.fulfilled, id))
      }
    }
    let counts = store.counts
    expectEqual(counts.total, 10_000)
    #expect(counts.pending == 0 && counts.unknown == 0)
    #expect(counts.fulfilled == 5_000 && counts.rejected == 2_500 && counts.leaked == 2_500)
  }

  @Test func eventsAboutEvictedPromisesAddNoRows() {
    var store = ChainStore(texts: TextTable(), limit: 16)
    for id in 1...100 as ClosedRange<PromiseID> {
      store.apply(Event(.created, id))
      store.apply(Event(.fulfilled, id))
    }
    #expect(!store.contains(1))
    let before = store.count
    var released = Event(.released, 1)
    released.state = .fulfilled
    store.apply(released)
    expectEqual(store.count, before)
  }

  @Test func anEndlessChainKeepsItsTail() {
    var store = ChainStore(texts: TextTable(), limit: 100)
    for id in 1...10_000 as ClosedRange<PromiseID> {
      var created = Event(.created, id)
      created.peer = id - 1
      store.apply(created)
      guard id > 1 else { continue }
      store.apply(Event(.fulfilled, id - 1))
      var released = Event(.released, id - 1)
      released.state = .fulfilled
      store.apply(released)
    }
    var outline = Outline()
    outline.update(from: store)
    expectEqual(outline[0].content, .evicted(store.counts.evicted))
    #expect((1..<outline.count).allSatisfy { outline[$0].depth == 0 })
    expectEqual(outline[outline.count - 1].node, 10_000)
  }

  @Test func whatIsEvictedAfterTheLastRootIsCountedInTheLastRow() {
    var script = "1 created"
    for id in 2...9 { script += ", \(id) created, \(id) fulfils \"v\", \(id) released" }
    for id in 10...24 { script += ", \(id) then 1" }
    let store = Picture(script, limit: 16).store
    var outline = Outline()
    outline.update(from: store)
    expectEqual(store.counts.evicted, 8)
    expectEqual(outline[outline.count - 1].content, .evicted(8))
  }

  @Test func textsOfEvictedPromisesAreReleasedAndOthersKept() throws {
    let texts = TextTable(youth: 100)
    var store = ChainStore(texts: texts, limit: 64, historyLimit: 16)
    var rejected = Event(.rejected, 1)
    rejected.text = texts.intern("the error")
    store.apply(Event(.created, 1))
    store.apply(rejected)
    let early = store
    let first = texts.intern("value 2")
    for id in 2...3_000 as ClosedRange<PromiseID> {
      store.apply(Event(.created, id))
      var fulfilled = Event(.fulfilled, id)
      fulfilled.text = texts.intern("value \(id)")
      store.apply(fulfilled)
      var released = Event(.released, id)
      released.state = .fulfilled
      store.apply(released)
    }
    expectEqual(store.facts(1).flatMap { texts[$0.text] }, "the error")
    expectEqual(store.texts[store.value(of: 3_000)], "value 3000")
    // The copy keeps the texts that it may refer to; without it they would have been released.
    expectEqual(early.facts(1).flatMap { texts[$0.text] }, "the error")
    expectEqual(texts[first], "value 2")
  }

  @Test func memoryOfTextsIsBounded() {
    let texts = TextTable(youth: 100)
    var store = ChainStore(texts: texts, limit: 64, historyLimit: 16)
    for id in 1...4_000 as ClosedRange<PromiseID> {
      var created = Event(.created, id)
      created.text = texts.intern("label \(id)")
      store.apply(created)
      var released = Event(.released, id)
      released.state = .fulfilled
      store.apply(released)
    }
    #expect(texts.count < 500)
    expectEqual(store.texts[store.label(of: 4_000)], "label 4000")
  }
}
