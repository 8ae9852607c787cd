// Merging of several threads' rings by several readers, with and without overload.

@Suite("trace reader", .serialized)
struct TraceReaderTests {
  /// Three threads record at full speed while two readers read.
  private func overload(_ tracer: Tracer, perThread: UInt64) -> [Findings] {
    let readers = [tracer.makeReader(), tracer.makeReader()].map { Shared($0) }
    let results = Mutex<[Findings]>([])
    let producers = Counter()
    together(5) { thread in
      if thread < 3 {
        for index in 0..<perThread { Sample.record(index, thread: thread, to: tracer) }
        producers.add(1)
        if producers.value == 3 { tracer.finish() }
      } else {
        do {
          let findings = try Findings.all(of: readers[thread - 3].reader, batch: thread == 3 ? 100 : 5000)
          results.withLock { $0.append(findings) }
        } catch { Issue.record(error) }
      }
    }
    return results.withLock { $0 }
  }

  private struct Shared: @unchecked Sendable {
    let reader: TraceReader
    init(_ reader: TraceReader) { self.reader = reader }
  }

  @Test(
    "read + lost is what was produced, for each reader, and nothing is torn or out of order", arguments: [16, 4096])
  func overwriting(_ capacity: Int) {
    let perThread: UInt64 = 60_000
    let results = overload(makeTracer(events: capacity), perThread: perThread)
    expectEqual(results.count, 2)
    for findings in results {
      expectEqual(findings.read + findings.lost, 3 * perThread)
      #expect(findings.torn == 0 && findings.disorder == 0)
      #expect(findings.gaps <= findings.lost)
    }
  }

  @Test func losslessNothingIsLostHoweverSmallTheChunks() {
    let perThread: UInt64 = 30_000
    let results = overload(makeTracer(.lossless, events: 16), perThread: perThread)
    for findings in results {
      #expect(findings.read == 3 * perThread && findings.lost == 0 && findings.gaps == 0)
      #expect(findings.torn == 0 && findings.disorder == 0)
    }
  }

  @Test func losslessNoTextIsLost() throws {
    let tracer = makeTracer(.lossless, events: 64, text: 8192)
    let reader = tracer.makeReader()
    @Sendable func text(_ thread: Int, _ index: Int) -> String {
      "\(thread):\(index):" + String(repeating: "x", count: index % 100)
    }
    together(3) { thread in
      for index in 0..<2000 { tracer.note(text(thread, index)) }
    }
    tracer.finish()
    let notes = try events(of: reader).filter { $0.kind == .noted }.compactMap { reader.texts[$0.text] }
    for thread in 0..<3 {
      #expect(notes.filter { $0.hasPrefix("\(thread):") } == (0..<2000).map { text(thread, $0) })
    }
    #expect(reader.lostCount == 0 && notes.count == 6000)
  }

  @Test func aLateReaderCountsTheOverwrittenEventsAndReadsTheRest() throws {
    let tracer = makeTracer(events: 64)
    for index in 0..<1000 as Range<UInt64> { Sample.record(index, thread: 0, to: tracer) }
    tracer.finish()
    let reader = tracer.makeReader()
    let findings = try Findings.all(of: reader)
    #expect(findings.read + findings.lost == 1000 && findings.read > 40 && findings.gaps == findings.lost)
    expectEqual(reader.lostCount, findings.lost)
  }

  @Test func aLateReaderOfALosslessRingCountsTheEventsInChunksThatEarlierReadersHaveReleased() throws {
    let tracer = makeTracer(.lossless, events: 64)
    for index in 0..<1000 as Range<UInt64> { Sample.record(index, thread: 0, to: tracer) }
    tracer.finish()
    let reader = tracer.makeReader()
    let findings = try Findings.all(of: reader)
    #expect(findings.read + findings.lost == 1000 && findings.read > 0 && findings.gaps == findings.lost)
  }

  @Test func aReaderSeesThreadsThatStartAfterItWasCreated() throws {
    let tracer = makeTracer()
    let reader = tracer.makeReader()
    Sample.record(0, thread: 0, to: tracer)
    together(3) { thread in Sample.record(0, thread: thread + 1, to: tracer) }
    tracer.finish()
    try expectEqual(Findings.all(of: reader).read, 4)
  }

  @Test func theEventsOfEndedThreadsStayReadableAndTheirRingsAreReused() throws {
    let tracer = makeTracer(events: 16_384)
    let reader = tracer.makeReader()
    for round in 0..<100 {
      together(2) { thread in
        for index in 0..<10 as Range<UInt64> { Sample.record(UInt64(round) * 10 + index, thread: thread, to: tracer) }
      }
    }
    tracer.finish()
    let findings = try Findings.all(of: reader)
    #expect(findings.read == 2000 && findings.lost == 0 && findings.torn == 0)
  }

  @Test func aStreamEndsOnceWhenItsTracerHasFinished() throws {
    let clock = ManualClock()
    let tracer = makeTracer(clock: .manual(clock))
    let reader = tracer.makeReader()
    var events: [Event] = []
    try expectEqual(reader.read(into: &events, limit: 10), .idle)
    tracer.note("one")
    try expectEqual(reader.read(into: &events, limit: 10), .idle)
    clock.advance(to: 5)
    tracer.note("two")
    tracer.finish()
    try expectEqual(reader.read(into: &events, limit: 10), .ended)
    try expectEqual(reader.read(into: &events, limit: 10), .ended)
    expectEqual(events.map(\.kind), [.noted, .noted, .ended])
    #expect(events.map(\.sequence) == [1, 2, 3] && events.map(\.time) == [0, 5, 5])
  }

  @Test("a read respects its limit, and the next one continues", arguments: [1, 2, 3, 7])
  func limits(_ limit: Int) throws {
    let tracer = makeTracer()
    let reader = tracer.makeReader()
    for index in 0..<20 as Range<UInt64> { Sample.record(index, thread: 0, to: tracer) }
    tracer.finish()
    var findings = Findings()
    var status = SourceStatus.more
    while status != .ended {
      var batch: [Event] = []
      status = try reader.read(into: &batch, limit: limit)
      #expect(batch.count <= limit + 1)
      for event in batch { findings.take(event) }
    }
    #expect(findings.read == 20 && findings.disorder == 0)
  }

  @Test("one thread's events are never late")
  func neverLate() throws {
    let tracer = makeTracer(events: 65_536)
    let reader = tracer.makeReader()
    var read: [Event] = []
    for index in 0..<20_000 as Range<UInt64> {
      Sample.record(index, thread: 0, to: tracer)
      if index % 100 == 0 { _ = try reader.read(into: &read, limit: 1000) }
    }
    tracer.finish()
    while try reader.read(into: &read, limit: 1000) != .ended {}
    #expect(reader.lateCount == 0 && read.count == 20_001)
  }

  @Test func textThatWasOverwrittenIsMarkedAndTheEventStays() throws {
    let tracer = makeTracer(events: 1024, text: 8192)
    let long = String(repeating: "x", count: 100)
    for index in 0..<200 { tracer.note("\(index) \(long)") }
    tracer.finish()
    let reader = tracer.makeReader()
    let notes = try events(of: reader).filter { $0.kind == .noted }.map { reader.texts[$0.text] }
    let firstWhole = notes.firstIndex { $0 != "(overwritten)" } ?? 0
    #expect(notes.count == 200 && (100..<199).contains(firstWhole))
    #expect(notes[firstWhole...].elementsEqual((firstWhole..<200).map { "\($0) \(long)" }))
    #expect(reader.overwrittenTextCount == UInt64(firstWhole) && reader.lostCount == 0)
  }
}
