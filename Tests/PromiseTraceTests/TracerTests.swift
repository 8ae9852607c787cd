// Tracers: ids, binding, names, and several tracers on one thread.

import CPromiseRuntime

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("tracer", .serialized)
struct TracerTests {
  private func create() -> PromiseID {
    EventEmitter.created("test", from: 0, site: SourceSite("File.swift", 70_000, "f()"))
  }

  @Test("ids are 1, 2, 3 … on one thread, and dense across threads")
  func ids() {
    let tracer = makeTracer()
    expectEqual(tracer.run { (0..<200).map { _ in create() & TracedID.mask } }, Array(1...200))
    let all = Mutex<[UInt64]>([])
    together(4) { _ in
      let ids = tracer.run { (0..<5000).map { _ in EventEmitter.created("test", from: 0, site: SourceSite()) } }
      all.withLock { $0 += ids }
    }
    let ids = all.withLock { $0 }
    #expect(ids.map { $0 & TracedID.mask }.sorted() == Array(201...20_200))
  }

  @Test("no tracer is bound at first; a binding ends with its block, and the innermost one applies")
  func binding() {
    let (outer, inner) = (makeTracer(), makeTracer())
    expectEqual(create(), 0)
    outer.run {
      expectEqual(create() & ~TracedID.mask, outer.prefix)
      inner.run { expectEqual(create() & ~TracedID.mask, inner.prefix) }
      expectEqual(create() & ~TracedID.mask, outer.prefix)
    }
    expectEqual(create(), 0)
    struct Stop: Error {}
    #expect(throws: Stop.self) { try outer.run { throw Stop() } }
    expectEqual(create(), 0)
  }

  @Test func twoTracersOnOneThreadAreIndependent() throws {
    let tracers = [makeTracer(), makeTracer()]
    let readers = tracers.map { $0.makeReader() }
    for index in 0..<100 as Range<UInt64> {
      for (number, tracer) in tracers.enumerated() { Sample.record(index, thread: number, to: tracer) }
    }
    for (number, reader) in readers.enumerated() {
      tracers[number].finish()
      let read = try events(of: reader)
      expectEqual(read.count, 101)
      #expect(read.dropLast().allSatisfy { Sample.isWhole($0) && $0.promise >> 40 == UInt64(number) })
    }
  }

  @Test func eventsOfADeinitializedTracerAreDiscarded() {
    var tracer: Tracer? = makeTracer()
    let id = tracer?.run { create() } ?? 0
    tracer = nil
    EventEmitter.handled(id, by: 0)
    #expect(EventEmitter.values(of: id) == .off || id != 0)
  }

  @Test func callSitesOperationsAndThreadsAreDecodedToTexts() throws {
    let tracer = makeTracer()
    let reader = tracer.makeReader()
    let id = tracer.run { create() }
    EventEmitter.started(id, on: Symbols.number(of: "worker"))
    EventEmitter.finished(id, on: Symbols.number(of: "worker"), .threw)
    tracer.finish()
    let read = try events(of: reader)
    let texts = reader.texts
    expectEqual(texts[read[0].operation], "test")
    #expect(texts[read[0].site.file] == "File.swift" && texts[read[0].site.function] == "f()")
    expectEqual(read[0].site.line, 70_000)
    #expect(texts[read[1].queue] == "worker" && texts[read[1].thread] != nil && read[2].outcome == .threw)
  }

  @Test func everyKindKeepsItsFields() throws {
    let tracer = makeTracer(values: .preview, clock: .manual(ManualClock()))
    let reader = tracer.makeReader()
    let id = tracer.run { create() }
    let other = tracer.run { EventEmitter.created("test", from: id, site: SourceSite()) }
    EventEmitter.named(id, "na\nme")
    EventEmitter.registered(id, by: other, handles: [.rejected])
    EventEmitter.enqueued(id, on: Symbols.number(of: "q"))
    EventEmitter.adopted(id, source: other)
    EventEmitter.progressed(id, fraction: 0.5, stage: "half")
    EventEmitter.progressed(id, fraction: nil, stage: nil)
    EventEmitter.fulfilled(id, preview: "", cause: .returned, via: other)
    EventEmitter.rejected(id, preview: "e", type: "T", cause: .threw, via: 0, isCancelled: true)
    EventEmitter.rejected(id, preview: nil, type: "T", cause: .threw, via: 0, isCancelled: false)
    EventEmitter.rejected(id, preview: nil, type: nil, cause: .timeout, via: 0, isCancelled: true)
    EventEmitter.ignored(id, .resolve)
    EventEmitter.released(id, .rejected)
    tracer.note("free")
    tracer.note("about", about: id & TracedID.mask)
    tracer.finish()
    let read = try events(of: reader)
    let texts = reader.texts
    #expect(read[1].peer == 1 && read[1].site.line == 0)
    expectEqual(texts[read[2].text], "na\\nme")
    #expect(read[3].peer == 2 && read[3].handles == .rejected)
    expectEqual(texts[read[4].queue], "q")
    expectEqual(read[5].peer, 2)
    #expect(read[6].fraction == 0.5 && texts[read[6].text] == "half")
    #expect(read[7].fraction == -1 && read[7].text == .none)
    #expect(read[8].text != .none && texts[read[8].text] == "" && read[8].cause == .returned && read[8].peer == 2)
    #expect(texts[read[9].text] == "e" && texts[read[9].type] == "T" && read[9].isCancelled)
    #expect(read[10].text == .none && texts[read[10].type] == "T" && !read[10].isCancelled)
    #expect(read[11].text == .none && read[11].type == .none && read[11].isCancelled && read[11].cause == .timeout)
    #expect(read[12].attempt == .resolve && read[13].state == .rejected)
    #expect(read[14].promise == 0 && texts[read[14].text] == "free")
    #expect(read[15].promise == 1 && texts[read[15].text] == "about")
    #expect(read.allSatisfy { $0.time == 0 })
  }

  @Test(
    "a fixed line is a note, with what cannot be shown escaped", arguments: [TraceClock.system, .manual(ManualClock())])
  func marks(_ clock: TraceClock) throws {
    let tracer = makeTracer(clock: clock)
    let reader = tracer.makeReader()
    let id = tracer.run { create() } & TracedID.mask
    for _ in 0..<2 { tracer.mark("half\nway", about: id) }
    tracer.mark("free")
    tracer.finish()
    let read = try events(of: reader).filter { $0.kind == .noted }
    expectEqual(read.map { reader.texts[$0.text] }, ["half\\nway", "half\\nway", "free"])
    expectEqual(read.map(\.promise), [id, id, 0])
  }

  @Test(
    "a derived promise is created and registered, also at a chunk's end and on another clock",
    arguments: [Tracer.Configuration.Mode.overwriteOldest, .lossless], [TraceClock.system, .manual(ManualClock())])
  func derived(_ mode: Tracer.Configuration.Mode, _ clock: TraceClock) throws {
    let tracer = makeTracer(mode, events: mode == .lossless ? 16 : 1024, clock: clock)
    let reader = tracer.makeReader()
    var ids = [tracer.run { create() }]
    // One event precedes them, so that in chunks of 16 every eighth pair straddles two chunks.
    for _ in 0..<200 {
      ids.append(
        EventEmitter.derived("then", from: ids[ids.count - 1], handles: [.rejected], site: SourceSite("F", 7, "f")))
    }
    tracer.finish()
    let read = try events(of: reader).dropFirst().dropLast()
    #expect(read.count == 400 && reader.lostCount == 0)
    for (index, id) in ids.dropFirst().enumerated() {
      let (created, registered) = (read[1 + index * 2], read[2 + index * 2])
      #expect(created.kind == .created && created.promise == id & TracedID.mask && created.site.line == 7)
      #expect(created.peer == ids[index] & TracedID.mask && reader.texts[created.operation] == "then")
      #expect(registered.kind == .registered && registered.promise == created.peer)
      #expect(registered.peer == created.promise && registered.handles == .rejected && registered.time >= created.time)
    }
  }

  @Test("a derived promise and a body's return take one slot each")
  func pairs() throws {
    let tracer = makeTracer()
    let reader = tracer.makeReader()
    let root = tracer.run { create() }
    let id = EventEmitter.derived("then", from: root, handles: [.fulfilled], site: SourceSite())
    EventEmitter.started(id, on: Symbols.inline)
    EventEmitter.returned(id, on: Symbols.inline, .void)
    expectEqual(tracer.slotCount, 4)
    tracer.finish()
    let read = try events(of: reader)
    expectEqual(read.map(\.kind), [.created, .created, .registered, .started, .finished, .fulfilled, .ended])
    #expect(read[1].time == read[2].time && read[4].time == read[5].time)
    #expect(read[4].outcome == .void && reader.texts[read[4].queue] == "inline" && read[4].thread == read[3].thread)
    #expect(read[5].cause == .returned && read[5].promise == read[4].promise && read[5].peer == 0)
  }

  @Test("a prepared event is read once it is published, and a withdrawn one never", .enabled(if: psCountsCycles()))
  func preparedEvents() throws {
    let tracer = makeTracer()
    let reader = tracer.makeReader()
    let ids = [tracer.run { create() }, tracer.run { create() }]
    var read: [Event] = []
    for (id, isPublished) in zip(ids, [false, true]) {
      guard let event = EventEmitter.returning(id, on: Symbols.inline, .value, via: 0) else {
        Issue.record("The event was not written on the fast path.")
        return
      }
      // This thread can't publish it meanwhile, so the reader gives up waiting.
      _ = try reader.read(into: &read, limit: 100, includingLatest: true)
      expectEqual(read.map(\.kind), [.created, .created])
      if isPublished { event.publish() } else { event.withdraw() }
    }
    tracer.finish()
    while try reader.read(into: &read, limit: 100) != .ended {}
    expectEqual(read.map(\.kind), [.created, .created, .finished, .fulfilled, .ended])
    #expect(read[2].promise == ids[1] & TracedID.mask && read[3].promise == read[2].promise)
    #expect(tracer.slotCount == 3 && reader.lostCount == 0)
  }

  @Test("a reader waits for a prepared event whose effect it may have seen", .enabled(if: psCountsCycles()))
  func readerWaits() {
    let (tracer, rounds) = (makeTracer(), 500)
    let reader = Mutex(tracer.makeReader())
    let effect = Atomic(0)
    let hasRead = Atomic(0)
    let missing = Atomic(0)
    together(2) { index in
      if index == 0 {
        let id = tracer.run { create() }
        for round in 1...rounds {
          guard let event = EventEmitter.returning(id, on: Symbols.inline, .value, via: 0) else { break }
          effect.store(round, ordering: .releasing)
          if round % 8 == 0 { sleepBriefly() }
          event.publish()
          while hasRead.load(ordering: .acquiring) < round { sched_yield() }
        }
        effect.store(.max, ordering: .releasing)
      } else {
        var events: [Event] = []
        for round in 1...rounds {
          while effect.load(ordering: .acquiring) < round { sched_yield() }
          reader.withLock { _ = try? $0.read(into: &events, limit: 100, includingLatest: true) }
          if events.count(where: { $0.kind == .fulfilled }) < round { missing.add(1, ordering: .relaxed) }
          hasRead.store(round, ordering: .releasing)
        }
      }
    }
    expectEqual(missing.load(ordering: .relaxed), 0)
  }

  @Test func withAManualClockThreadsAreNamedInTheOrderOfTheirFirstEvents() throws {
    let tracer = makeTracer(clock: .manual(ManualClock()))
    let reader = tracer.makeReader()
    let start: @Sendable () -> Void = {
      tracer.run {
        EventEmitter.started(EventEmitter.created("test", from: 0, site: SourceSite()), on: Symbols.inline)
      }
    }
    start()
    onSmallStack(start)
    tracer.finish()
    let events = try reader.allEvents()
    let names = events.filter { $0.kind == .started }.map { reader.texts[$0.thread] }
    expectEqual(names, ["main", "thread 2"])
  }

  @Test func runsWithAManualClockHaveEqualHeaders() {
    let virtual = makeTracer(clock: .manual(ManualClock())).header
    #expect(virtual.started == "1970-01-01T00:00:00.000Z" && virtual.pid == 0)
    let real = makeTracer().header
    #expect(real.started > "2026" && real.started.utf8.count == 24 && real.pid > 0)
  }
}
