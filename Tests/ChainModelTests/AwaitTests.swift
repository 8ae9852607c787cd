// Bodies that stop and wait: how they are drawn, what they are called, what their times are, and that the memory of their waits is bounded.

@testable import ChainModel

@Suite struct AwaitTests {
  @Test func aBodyWaitsForAPromiseThatItCreatedWhichIsDrawnBelowIt() {
    check(
      "1 created \"page\", 1 starts, 2 created in 1, 1 awaits 2, @9 2 fulfils \"a\", 1 continues, 3 created in 1, 1 awaits 3",
      shows: """
        ◍ ▾ page     #1  async  Main:1  11.0 ms  waits on #3
        ✔   ├ async  #2         Main:2  6.00 ms  a
        ○   └ async  #3         Main:3  1.00 ms  pending
        """)
  }

  @Test func anOlderPromiseKeepsItsPlaceAndTheBodyThatWaitsForItRefersToItOnceForAnyNumberOfWaits() {
    check(
      "1 created \"lock\", 2 created \"job\", 2 starts, 2 awaits 1, 2 continues, 2 awaits 1",
      shows: """
        ○ · lock  #1  async  Main:1  5.00 ms  pending
        ◍ ▾ job   #2  async  Main:2  4.00 ms  waits on #1
            └ ↪ #1 lock
        """)
  }

  @Test func twoBodiesThatWaitForEachOtherAreACycleUntilOneOfThemContinues() {
    var picture = Picture("1 created, 2 created, 1 starts, 2 starts, 1 awaits 2, 2 awaits 1")
    #expect(picture.store.facts(2)?.isCyclic == true)
    expectEqual(picture.store.facts(2)?.waitsOn, 1)
    picture.play("2 continues")
    #expect(picture.store.facts(2)?.isCyclic == false)
    expectEqual(picture.store.state(of: 2), .running)
  }

  @Test("a promise keeps its calls and callers beside where its body is suspended; an await ends the suspension")
  func callers() {
    let texts = TextTable()
    var store = ChainStore(texts: texts, limit: 10)
    var events = [EventKind.created, .started, .noted, .noted, .created, .awaiting].map { Event($0, 1) }
    events[0].callers = texts.intern("load (App/App.swift:3)")
    events[2].text = texts.intern("called from load < main")
    events[3].text = texts.intern("suspended in Socket.send (App/App.swift:9)")
    (events[4].promise, events[5].peer) = (2, 2)
    for (index, event) in events.enumerated() {
      store.apply(event)
      guard index > 2 else { continue }
      expectEqual(store.callTexts(of: 1), ["load (App/App.swift:3)"])
      expectEqual(store.callers(of: 1), ["load", "main"])
      expectEqual(store.suspensionTexts(of: 1), index < 5 ? ["Socket.send (App/App.swift:9)"] : [])
    }
  }

  @Test("a body's own time is what it ran, not what it waited", arguments: ["", ", 1 fulfils"])
  func times(end: String) {
    let picture = Picture(
      "@0 1 created, @0 1 starts, @2 2 created in 1, @3 1 awaits 2, @10 2 fulfils, @11 1 continues, @15 1 awaits 2, "
        + "@16 1 continues, @20 1 ends\(end)")
    let durations = picture.store.durations(of: 1, now: 20_000_000)
    expectEqual(durations?.waiting, 9_000_000)
    expectEqual(durations?.running, 11_000_000)
    expectEqual(durations?.own, 11_000_000 + (durations?.total ?? 0) - 20_000_000)
    expectEqual(picture.store.durations(of: 1, now: 20_000_000), durations)
    expectEqual(
      picture.store.waits(of: 1).known,
      [
        NodeWait(source: 2, start: 3_000_000, end: 11_000_000), NodeWait(source: 2, start: 15_000_000, end: 16_000_000),
      ])
  }

  @Test("an end, a settlement, and a second stop end a wait; a promise that is freed while pending waits forever")
  func ends() {
    func node(_ script: String) -> NodeFacts? {
      Picture("1 created, 2 created, 1 starts, 1 awaits 2, \(script)").store.facts(1)
    }
    expectEqual(node("1 ends")?.state, .pending)
    #expect(node("1 ends")?.isAwaiting == false)
    #expect(node("1 fulfils")?.isAwaiting == false)
    expectEqual(node("3 created, 1 awaits 3")?.awaits, 3)
    expectEqual(node("1 leaks")?.awaits, 2)
    expectEqual(node("1 leaks")?.state, .leaked)
    #expect(node("1 adopts 2")?.isAwaiting == false)
    expectEqual(node("1 adopts 2")?.waitsOn, 2)
  }

  @Test("what a body waits for depends on nothing else: a wait is a reaction, and gives way once the body continues")
  func dependents() {
    var picture = Picture("1 created, 2 created, 2 starts, 2 awaits 1")
    func dependents() -> [PromiseID] {
      var found: [PromiseID] = []
      picture.store.forEachDependent(of: 1) { id, kind, _ in
        if kind == .awaited { found.append(id) }
        return true
      }
      return found
    }
    expectEqual(dependents(), [2])
    expectEqual(picture.store.handlers(of: 1), [NodeHandler(by: 2, sides: [.fulfilled, .rejected], count: 1)])
    expectEqual(picture.store.reactionCount(of: 1), 1)
    expectEqual(picture.store.inputs(of: 2), [])
    #expect(picture.store.facts(2)?.hasInputs == false)
    picture.play("2 continues")
    expectEqual(dependents(), [])
    #expect(picture.store.facts(1)?.hasReaction == true)
  }

  @Test func sidesThatTheLogDoesNotTellAreUnknownUntilARejectionIsHandled() {
    let texts = TextTable()
    var store = ChainStore(texts: texts)
    func apply(_ kind: EventKind, _ promise: PromiseID, peer: PromiseID = 0, _ handles: HandledSides = []) {
      var event = Event(kind, promise)
      (event.peer, event.handles, event.cause) = (peer, handles, .resolver)
      store.apply(event)
    }
    apply(.created, 1)
    apply(.created, 2, peer: 1)
    apply(.registered, 1, peer: 2, .unknown)
    expectEqual(store.facts(2)?.sides, .unknown)
    apply(.rejected, 1)
    apply(.handled, 1, peer: 2)
    expectEqual(store.facts(2)?.sides, [.unknown, .rejected])
  }

  @Test func aBodyThatWaitsInALoopKeepsItsNewestWaitsAndTheTimeOfAll() {
    var picture = Picture("@0 1 created, @0 1 starts, @0 2 created")
    for step in 0..<5_000 { picture.play("@\(2 * step + 1) 1 awaits 2, @\(2 * step + 2) 1 continues") }
    let (known, others) = picture.store.waits(of: 1)
    #expect((1_000..<2_100).contains(known.count))
    // Times beyond 134 ms are rounded.
    #expect(abs(Int64(known.count) * 1_000_000 + others - 5_000_000_000) < 1_000_000)
    #expect(picture.store.edges.count < 3_000)
    let waiting = picture.store.durations(of: 1, now: 10_000_000_000)?.waiting ?? 0
    #expect(abs(waiting - 5_000_000_000) < 1_000_000)
    expectEqual(picture.store.awaited(by: 1), [2])
  }

  @Test func aWaitForAPromiseThatIsEvictedRemainsAsTimeAndAnOpenOneStaysOpen() {
    var picture = Picture("@0 1 created, @0 1 starts, 9 created, @1 1 awaits 2, @6 1 continues")
    func evict(_ id: PromiseID) { picture.store.remove(picture.store.rows.row(of: id, in: picture.store.ids)) }
    evict(2)
    expectEqual(picture.store.waits(of: 1).known, [])
    expectEqual(picture.store.waits(of: 1).others, 5_000_000)
    picture.play("@7 1 awaits 9")
    evict(9)
    #expect(picture.store.facts(1)?.isAwaiting == true)
    #expect(picture.store.facts(1)?.awaits == 0)
    expectEqual(picture.store.state(of: 1), .waiting)
    picture.play("@10 1 continues")
    expectEqual(picture.store.state(of: 1), .running)
    expectEqual(picture.store.waits(of: 1).known, [])
    expectEqual(picture.store.waits(of: 1).others, 8_000_000)
    evict(1)
  }
}
