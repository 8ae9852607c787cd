// The section on tracing: events, operations on promises, previews of values, memory, and reading.

import Measuring
import PromiseTrace

enum TraceSuite {
  static func section(rounds: Int) -> Section {
    Section(
      "Tracing", text,
      tables: [
        Rows.table("events", rounds: rounds), Table(threadFigures(rounds: rounds)),
        Rows.table("operations", rounds: rounds), Table(operationFigures(rounds: rounds)),
        Rows.table("previews", rounds: rounds), Table(memoryFigures()), Table(overloadFigures()),
        Table(readingFigures(rounds: rounds)),
      ])
  }

  private static let text = """
    The event is a fixed note (`Tracer.mark`), the cheapest event that a program can record, compared with a loop that only reads \
    the clock, as every event must. The goal of 1.05 is out of reach on this machine, because the processor does nothing else \
    while it reads the cycle counter: twenty `nop`s next to a reading add 1.8 ns, as long as they take alone, so each instruction \
    of an event adds its full cost. Ten lines of inlined C that write the same 64 bytes take 1.18 clock readings; with a lookup of \
    the thread's ring and a call, 1.38. A fixed note takes 39 instructions, an event of a promise 39 to 70 (by callgrind). An \
    eighth of LTTng-UST's 81 ns would be 10.1, which leaves 1 ns in addition to the clock: out of reach for the same reason.

    The time of two threads is processor time, so that other processes have little effect. A reader counts the events of each \
    operation. Each event costs at least one clock reading, which determines the ratio of on to off: the faster the promise, the \
    higher the ratio. The 21 events of g3 take 15 slots and 15 readings, because two events between which only the core runs share \
    both. A settlement and the start of the next handler cannot: the closure of the handler that has run is freed in between, which \
    may run code of the program. The cost of disabled tracing cannot be measured against a core without tracing, because there is none. It is \
    an inlined load, test and branch per event, which the last figures time in a separate loop.

    The preview of a value is created before its promise settles. Memory is the number of resident pages, as reported by the \
    system. Reading merges events by time and decodes them; the promises were created, fulfilled and freed.
    """

  /// A tracer with rings for `events` events per thread.
  static func tracer(events: Int = 32_768, values: ValuePolicy = .off) -> Tracer {
    var configuration = Tracer.Configuration()
    configuration.eventsPerThread = events
    configuration.values = values
    return Tracer(configuration)
  }

  /// Reads all available events in batches, as the screen does.
  ///
  /// - Returns: The number of events read and the number of events lost.
  @discardableResult
  static func drain(_ reader: TraceReader) -> (events: Int, lost: UInt64) {
    var batch: [Event] = []
    var count = 0
    let lost = reader.lostCount
    while true {
      batch.removeAll(keepingCapacity: true)
      let status = try? reader.read(into: &batch, limit: 4_096)
      count += batch.count { $0.kind != .lost && $0.kind != .ended }
      if status != .more { return (count, reader.lostCount - lost) }
    }
  }
}
