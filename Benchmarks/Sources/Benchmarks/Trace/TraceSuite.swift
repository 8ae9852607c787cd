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

    The time of two threads and of the operations is processor time, so that other processes have little effect. A reader \
    counts the events of each operation. The ratio of on to off is mostly the work of more instructions, not of the clock: \
    with every reading replaced by a constant, g3 still took 1.45 times as long instead of 1.58 (AMD, 2 cores). g3 takes 2858 \
    instructions and 25 locked ones without tracing, 4177 and 25 with it. Of the 1319 more, 258 create and register the \
    derived promises, 184 record that promises are released, 180 that bodies returned, 147 that they started, 132 enter and \
    leave a body, and 87 create the root; the rest chooses the traced path and settles there. A body that returns settles its \
    promise in one atomic step, as without tracing: the event is written before and published after that step, and a reader \
    that finds a ring in between waits. Two steps took 1662 instructions and 3 locked ones more than no tracing. Where reading \
    the counter takes 12 ns (AMD EPYC, 2026-11-25), the readings weigh more: the ratio was 1.83 in two steps, and is 1.66 in \
    one. The 21 events of g3 take 15 slots and 15 readings, because two events between which only the core runs share both. \
    The cost of disabled tracing cannot be measured against a core without tracing, because there is none. It is an inlined \
    load, test and branch per event, which the last figures time in a separate loop.

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
