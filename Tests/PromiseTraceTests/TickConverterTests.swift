// Counters that restart, jump and lag, and clocks that step: time never decreases, and passes at the right rate afterwards.

@Suite struct TickConverterTests {
  /// A machine with a counter of 3 ticks per nanosecond, and a clock.
  private final class Machine: Sendable {
    let ticks = Atomic<UInt64>(1 << 63)
    let nanoseconds = Atomic<UInt64>(1_000)

    var readings: ClockReadings {
      ClockReadings {
        self.ticks.load(ordering: .relaxed)
      } nanoseconds: {
        self.nanoseconds.load(ordering: .relaxed)
      }
    }

    func pass(_ time: UInt64) {
      ticks.wrappingAdd(3 &* time, ordering: .relaxed)
      nanoseconds.wrappingAdd(time, ordering: .relaxed)
    }
  }

  private let machine = Machine()
  private let millisecond: UInt64 = 1_000_000

  /// The time of this moment.
  private func now(_ converter: TickConverter) -> Int64 { converter.conversion().nanoseconds(converter.now()) }

  private func converter() -> TickConverter {
    let converter = TickConverter(.system, readings: machine.readings)
    for _ in 0..<10 {
      machine.pass(5 * millisecond)
      _ = converter.conversion()
    }
    return converter
  }

  @Test func aClockThatStepsBackTheTicksSayHowMuchTimeHasPassed() {
    let converter = converter()
    machine.nanoseconds.store(0, ordering: .relaxed)
    machine.ticks.wrappingAdd(3 * 7 * millisecond, ordering: .relaxed)
    #expect(abs(now(converter) - 57_000_000) < 1_000)
    machine.pass(5 * millisecond)
    #expect(abs(now(converter) - 62_000_000) < 1_000)
  }

  @Test("a counter that starts again: the clock says how much time has passed", arguments: [0, 12_345, 1 << 63, .max])
  func restarts(_ ticks: UInt64) {
    machine.ticks.store(1 << 62, ordering: .relaxed)
    let converter = converter()
    machine.nanoseconds.wrappingAdd(7 * millisecond, ordering: .relaxed)
    machine.ticks.store(ticks, ordering: .relaxed)
    expectEqual(now(converter), 57_000_000)
    for _ in 0..<4 { machine.pass(5 * millisecond) }
    #expect(abs(now(converter) - 77_000_000) < 1_000)
  }

  @Test func bothStartAgainOrJumpByYearsTimeGoesOnAtTheRightRateAfterTheNextSample() {
    for (ticks, nanoseconds) in [(0, 0), (.max, .max), (1, 1 << 63), (1 << 63, 1)] as [(UInt64, UInt64)] {
      let converter = converter()
      machine.ticks.store(ticks, ordering: .relaxed)
      machine.nanoseconds.store(nanoseconds, ordering: .relaxed)
      let before = now(converter)
      #expect(before >= 50_000_000)
      machine.pass(20 * millisecond)
      #expect(abs(now(converter) - before - 20_000_000) < 2_000)
    }
  }

  @Test func aClockThatJumpsAheadOfTheTicksHasNotMeasuredTime() {
    let converter = converter()
    machine.pass(5 * millisecond)
    machine.nanoseconds.wrappingAdd(3_600_000 * millisecond, ordering: .relaxed)
    #expect(abs(now(converter) - 55_000_000) < 1_000)
    machine.pass(20 * millisecond)
    #expect(abs(now(converter) - 75_000_000) < 1_000)
  }

  @Test func anyReadingsGiveTimesThatNeverDecrease() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let converter = TickConverter(.system, readings: machine.readings)
      var last: Int64 = 0
      for _ in 0..<50 {
        let (ticks, nanoseconds) = (
          UInt64.random(in: 0 ... .max, using: &random), UInt64.random(in: 0 ... .max, using: &random)
        )
        if Bool.random(using: &random) { machine.ticks.store(ticks, ordering: .relaxed) }
        if Bool.random(using: &random) { machine.nanoseconds.store(nanoseconds, ordering: .relaxed) }
        machine.pass(.random(in: 0...50_000_000, using: &random))
        let conversion = converter.conversion()
        let time = conversion.nanoseconds(converter.now())
        #expect(time >= last && conversion.nanoseconds(ticks) >= 0)
        last = time
      }
    }
  }

  @Test func eventsFromBeforeAndAfterARestartKeepTheirOrderInTheStreamAndNoneIsHeldBack() throws {
    var configuration = Tracer.Configuration()
    configuration.readings = machine.readings
    let tracer = Tracer(configuration)
    let reader = tracer.makeReader()
    var events: [Event] = []
    var noted: [String] = []
    func note() {
      noted.append("note \(noted.count)")
      tracer.note(noted[noted.count - 1])
    }
    for ticks in [1 << 62, 500, 1 << 40, 7, .max, 1 << 63, 3] as [UInt64] {
      for _ in 0..<5 {
        note()
        machine.pass(4 * millisecond)
        _ = try reader.read(into: &events, limit: 1_000)
      }
      note()
      machine.ticks.store(ticks, ordering: .relaxed)
      note()
    }
    machine.pass(10 * millisecond)
    _ = try reader.read(into: &events, limit: 1_000)
    machine.pass(10 * millisecond)
    _ = try reader.read(into: &events, limit: 1_000)
    expectEqual(events.map { reader.texts[$0.text] }, noted)
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    tracer.finish()
    try expectEqual(reader.read(into: &events, limit: 10), .ended)
    // 160 ms have passed, some of them unnoticed while a counter started again.
    let end = try #require(events.last).time
    #expect(120_000_000...170_000_000 ~= end)
  }

  @Test func aReaderThatLooksOnceAnHourMeasuresTheSameTime() {
    let converter = converter()
    machine.pass(3_600_000 * millisecond)
    expectEqual(now(converter), 3_600_050_000_000)
  }
}
