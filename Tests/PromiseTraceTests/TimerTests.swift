// The duration of a timer, from the emitter through a ring to a reader.

@Suite struct TimerTests {
  @Test(
    arguments: [
      (1e-9, 1), (0.1, 100_000_000), (0.3, 300_000_000), (25, 25_000_000_000), (1.234_567_8, 1_234_567_800),
      (86_400, 86_400_000_000_000), (1e9, 1_000_000_000_000_000_000), (1e300, 1_000_000_000_000_000_000),
      (.infinity, 1_000_000_000_000_000_000), (0, 0), (-1, 0), (.nan, 0), (1e-12, 0),
    ] as [(Double, UInt64)])
  func durationsAreExactToEightDigits(_ seconds: Double, _ nanoseconds: UInt64) {
    expectEqual(RawEvent.timer(encoded: RawEvent.encodedTimer(seconds: seconds)), nanoseconds)
  }

  @Test func everyDurationIsWithinHalfADigit() {
    var dice = Dice(seed: 7)
    for _ in 0..<10_000 {
      let seconds = Double(dice.roll(1_000_000_000)) / Double(1 + dice.roll(1_000_000))
      let exact = (seconds * 1e9).rounded()
      let decoded = Double(RawEvent.timer(encoded: RawEvent.encodedTimer(seconds: seconds)))
      #expect(abs(decoded - exact) <= exact / 2e7, "\(seconds)")
    }
  }

  @Test func aReaderSeesTheTimersOfRootsAndDerivedPromises() throws {
    let tracer = Tracer()
    let reader = tracer.makeReader()
    tracer.run {
      let site = SourceSite(#fileID, #line, #function)
      let root = EventEmitter.timed("after", from: 0, seconds: 25, site: site)
      _ = EventEmitter.timed("delay", from: root, seconds: 0.5, site: site)
      _ = EventEmitter.derived("then", from: root, handles: .fulfilled, site: site)
    }
    tracer.finish()
    var events: [Event] = []
    while try reader.read(into: &events, limit: 100) != .ended {}
    events.removeAll { $0.kind == .ended }
    expectEqual(events.map(\.kind), [.created, .created, .registered, .created, .registered])
    expectEqual(events.map(\.timer), [25_000_000_000, 500_000_000, 0, 0, 0])
    #expect(events[2].peer == events[1].promise && events[1].peer == events[0].promise)
  }
}
