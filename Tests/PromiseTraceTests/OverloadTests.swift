// Random overload: producers of different speeds, readers that pause, rings of any size. For each thread, the events read plus those
// reported as missing must be the events emitted.

@Suite("overload", .serialized)
struct OverloadTests {
  @Test(
    "read + lost is what was produced, thread by thread, whatever the sizes and speeds",
    arguments: 1...12 as ClosedRange<UInt64>)
  func random(_ seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let tracer = makeTracer(events: 16 << Int.random(in: 0...8, using: &dice))
    let counts = (0..<2).map { _ in UInt64.random(in: 5_000...30_000, using: &dice) }
    let bursts = (0..<2).map { _ in UInt64.random(in: 200...4_000, using: &dice) }
    let batch = Int.random(in: 1...5_000, using: &dice)
    let late = Bool.random(using: &dice)
    let results = Mutex<[Tally]>([])
    let producing = Counter()
    let reader = Handed(late ? nil : tracer.makeReader())
    together(3) { thread in
      if thread < 2 {
        for index in 0..<counts[thread] {
          Sample.record(index, thread: thread, to: tracer)
          if index % bursts[thread] == 0 { sleepBriefly() }
        }
        producing.add(1)
        if producing.value == 2 { tracer.finish() }
      } else {
        let tally = Tally.all(of: reader.reader ?? tracer.makeReader(), batch: batch)
        results.withLock { $0.append(tally) }
      }
    }
    let tally = try #require(results.withLock { $0.first })
    #expect(tally.torn == 0 && tally.lost == tally.reader.lostCount)
    // A thread's lost events are exactly those missing before and between the ones read; none is missing at the end.
    expectEqual(tally.read[0] + tally.read[1] + tally.lost, counts[0] + counts[1])
    for thread in 0..<2 { expectEqual(tally.read[thread] + tally.missing(thread, of: counts[thread]), counts[thread]) }
    expectEqual(tally.missing(0, of: counts[0]) + tally.missing(1, of: counts[1]), tally.lost)
  }

  @Test(
    "slots of two events are counted as two when they are lost", arguments: 1...8 as ClosedRange<UInt64>,
    [Tracer.Configuration.Mode.overwriteOldest, .buffered(.count)])
  func pairs(_ seed: UInt64, _ mode: Tracer.Configuration.Mode) throws {
    var dice = Dice(seed: seed)
    var configuration = Tracer.Configuration()
    configuration.mode = mode
    configuration.eventsPerThread = 64
    configuration.bufferBytes = 100_000
    let tracer = Tracer(configuration)
    let reader = tracer.makeReader()
    var (events, emitted): ([Event], UInt64) = ([], 0)
    for index in 0..<40_000 as Range<UInt64> {
      let isPair = UInt8.random(in: 0...2, using: &dice) == 0
      if isPair { Sample.recordPair(index, thread: 0, to: tracer) } else { Sample.record(index, thread: 0, to: tracer) }
      emitted += isPair ? 2 : 1
      if Int.random(in: 0..<2_000, using: &dice) == 0 { _ = try reader.read(into: &events, limit: 1_000) }
      // Every loss is at its position: the events read and lost so far are those emitted before.
      if Int.random(in: 0..<5_000, using: &dice) == 0 {
        while try reader.read(into: &events, limit: 10_000, includingLatest: true) == .more {}
        expectEqual(UInt64(events.count { $0.kind != .lost }) + reader.lostCount, emitted)
      }
    }
    tracer.finish()
    while try reader.read(into: &events, limit: 1_000) != .ended {}
    #expect(UInt64(events.count { $0.kind != .lost }) - 1 + reader.lostCount == emitted && reader.lostCount > 0)
  }

  private struct Handed: @unchecked Sendable {
    let reader: TraceReader?
    init(_ reader: TraceReader?) { self.reader = reader }
  }

  /// The result of reading two threads' events.
  private struct Tally: @unchecked Sendable {
    let reader: TraceReader
    var read: [UInt64] = [0, 0]
    var gaps: [UInt64] = [0, 0]
    var next: [UInt64] = [0, 0]
    var lost: UInt64 = 0
    var torn = 0

    /// The number of a thread's missing events, including those after the last one read.
    func missing(_ thread: Int, of count: UInt64) -> UInt64 { gaps[thread] + count - next[thread] }

    static func all(of reader: TraceReader, batch: Int) -> Tally {
      var tally = Tally(reader: reader)
      var status = SourceStatus.more
      while status != .ended {
        var events: [Event] = []
        status = (try? reader.read(into: &events, limit: batch)) ?? .ended
        for event in events { tally.take(event) }
        if status == .idle { sleepBriefly() }
      }
      return tally
    }

    private mutating func take(_ event: Event) {
      if event.kind == .lost { lost += event.count }
      guard event.promise != 0 || event.kind == .adopted else { return }
      guard Sample.isWhole(event) else {
        torn += 1
        return
      }
      let (thread, index) = (Int(event.promise >> 40), event.promise & 0xFF_FFFF_FFFF)
      read[thread] += 1
      gaps[thread] += index - next[thread]
      next[thread] = index + 1
    }
  }
}
