// The tape of events in memory: events read back are equal to those appended, and eviction is visible in its positions.

@Suite struct EventTapeTests {
  /// Events with every field set, including extreme values.
  private static func events(_ count: Int) -> [Event] {
    var dice = Dice(seed: 1)
    func random() -> UInt64 { dice.next() }
    func number() -> UInt64 {
      switch random() % 5 {
      case 0: 0
      case 1: random()
      case 2: [.max, 1 << 63, 1, 127, 128][Int(random() % 5)]
      default: random() % 300
      }
    }
    func text() -> TextID { TextID(rawValue: UInt32(truncatingIfNeeded: number())) }
    return (0..<count).map { _ in
      var event = Event(EventKind.allCases[Int(random() % UInt64(EventKind.allCases.count))], number())
      (event.sequence, event.time) = (number(), Int64(bitPattern: number()))
      (event.peer, event.context, event.count) = (number(), number(), number())
      event.fraction = [-1, 0, -0.0, 0.5, .infinity, -3][Int(random() % 6)]
      (event.text, event.operation, event.type) = (text(), text(), text())
      (event.queue, event.thread, event.extra) = (text(), text(), text())
      event.site = Site(file: text(), line: UInt32(truncatingIfNeeded: number()), function: text())
      event.cause = SettlementCause(rawValue: UInt8(random() % 8))
      event.outcome = BodyOutcome(rawValue: UInt8(random() % 5))
      event.attempt = SettlementAttempt(rawValue: UInt8(random() % 4))
      event.state = PromiseState(rawValue: UInt8(random() % 4))
      event.handles = HandledSides(rawValue: UInt8(random() % 4))
      event.reason = EndReason(rawValue: UInt8(random() % 4))
      event.loop = LoopForm(rawValue: UInt8(random() % 3))
      event.takesError = [nil, true, false][Int(random() % 3)]
      (event.isCancelled, event.isDamage, event.isDetached) = (random() % 2 == 0, random() % 2 == 0, random() % 2 == 0)
      return event
    }
  }

  @Test func eventsReadBackAreEqualToThoseAppended() {
    let events = Self.events(2_000)
    var tape = EventTape(texts: TextTable())
    for event in events { tape.append(event) }
    expectEqual(tape.positions, 0..<2_000)
    for position in [0, 1, 511, 512, 513, 1_023, 1_999] {
      var read: [Event] = []
      tape.read(from: UInt64(position), into: &read, limit: 700)
      expectEqual(read, Array(events[position...].prefix(700)), "from \(position)")
    }
    var none: [Event] = []
    tape.read(from: 2_000, into: &none, limit: 1)
    expectEqual(none, [])
  }

  @Test func textsOfEvictedEventsAreForgotten() {
    let texts = TextTable(youth: 100)
    var tape = EventTape(texts: texts, limit: 2_000)
    var first = Event(.noted)
    first.text = texts.intern("first")
    tape.append(first)
    // Fewer than 64 blocks, which are not removed from the list yet.
    for number in 0..<20_000 {
      var event = Event(.noted)
      event.text = texts.intern("\(number)")
      tape.append(event)
      texts.forget()
    }
    #expect(tape.positions.lowerBound > 0 && texts[first.text] == nil)
  }

  @Test func aFullBlockIsLeftWhateverTheLimit() {
    var tape = EventTape(texts: TextTable(), limit: 0)
    for event in Self.events(1_025) { tape.append(event) }
    expectEqual(tape.positions, 512..<1_025)
  }

  @Test func theLastMarkIsFoundAmongThoseThatAreLeft() {
    var tape = EventTape(texts: TextTable(), limit: 2_000)
    for time in 0..<20_000 {
      var event = Event(.noted)
      event.time = Int64(time)
      tape.append(event)
    }
    let start = tape.positions.lowerBound
    #expect(start > 0 && tape.lastMark { $0.time < 0 } == nil)
    expectEqual(tape.lastMark { $0.position <= start }?.position, start)
    #expect(tape.lastMark { _ in true }.map { $0.position + 512 >= 20_000 } == true)
  }

  @Test func evictionOfTheOldestChangesThePositions() {
    let events = Self.events(6_000)
    var tape = EventTape(texts: TextTable(), limit: 50_000)
    for event in events { tape.append(event) }
    let positions = tape.positions
    #expect(positions.lowerBound > 3_000)
    expectEqual(positions.upperBound, 6_000)
    var read: [Event] = []
    tape.read(from: positions.lowerBound - 1, into: &read, limit: 10)
    expectEqual(read, [])
    tape.read(from: positions.lowerBound, into: &read, limit: 10_000)
    expectEqual(read, Array(events[Int(positions.lowerBound)...]))
  }
}
