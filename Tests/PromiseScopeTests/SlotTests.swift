// Tests slots of a ring: two events share a slot if no user code runs between them, and the log looks the same.

import PromiseTrace

@Suite struct SlotTests {
  /// The last handler of the chain.
  enum End: CaseIterable, Sendable {
    /// It returns a value, or nothing.
    case value, nothing
  }

  /// Fulfills a pending promise with three inline handlers.
  private func run(
    _ clock: TraceClock, values: ValuePolicy = .off, to end: End
  ) throws -> (slots: UInt64, lines: [String]) {
    var configuration = Tracer.Configuration()
    configuration.clock = clock
    configuration.values = values
    let tracer = Tracer(configuration)
    let reader = tracer.makeReader()
    tracer.run {
      let root = Promise<Int>.pending()
      let second = root.then(on: .inline) { $0 + 1 }.then(on: .inline) { $0 + 1 }
      let last: PromiseNode =
        switch end {
        case .value: second.then(on: .inline) { "\($0)" }
        case .nothing: second.then(on: .inline) { _ in }
        }
      root.fulfill(1)
      withExtendedLifetime((second, last)) {}
    }
    tracer.finish()
    var events = try reader.allEvents()
    // On a manual clock threads have other names, and time stands still.
    for index in events.indices { (events[index].thread, events[index].time) = (.none, 0) }
    return (tracer.slotCount, events.map { line($0, reader.texts) })
  }

  @Test("a chain of three takes 15 slots for 21 events", arguments: End.allCases)
  func chain(_ end: End) throws {
    let (slots, lines) = try run(.system, to: end)
    #expect(slots == 15 && lines.count == 22)
  }

  @Test("the log equals the log of events recorded one by one", arguments: [ValuePolicy.off, .preview], End.allCases)
  func log(_ values: ValuePolicy, _ end: End) throws {
    // On a manual clock each event has its own slot.
    let manual = try run(.manual(ManualClock()), values: values, to: end)
    try expectEqual(run(.system, values: values, to: end).lines, manual.lines)
    expectEqual(manual.slots, 21)
  }
}
