// What it costs to be watched: an event, an operation of a promise, a value's preview, memory, and reading it all again.

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
    An event is timed as a fixed note (`Tracer.mark`), the cheapest that a program can record itself, beside a loop that only reads \
    the clock which every event carries. The goal of 1.05 is out of reach here: while the cycle counter is read, the processor does \
    nothing else. Twenty `nop`s beside it make a reading take 1.8 ns more, as long as they take by themselves, so every instruction \
    of an event counts in full. The same 64 bytes written by ten lines of C, all inlined, take 1.18 clock readings; with a \
    thread's own ring looked up and a call, 1.38. A fixed note is 39 instructions, an event of a promise 39 to 70 (by callgrind). \
    An eighth of LTTng-UST's 81 ns would be 10.1, which leaves 1 ns beside the clock: out of reach for the same reason.

    The time of two threads is processor time, for a machine may have other things to do. An operation's events are counted by a \
    reader; each costs a clock reading at least, and that sets the ratio of on to off: the faster the promise, the worse it looks. \
    What tracing costs while it is off can't be compared with a core without it, for there is none: it is a load, a test and \
    a branch an event, inlined, which the last figures time as a loop of their own.

    A preview is asked for before a promise is settled. Memory is the system's count of resident pages. Reading is \
    merging by time and decoding, of events of promises that were created, fulfilled and freed.
    """

  /// A tracer with rings for so many events.
  static func tracer(events: Int = 32_768, values: ValuePolicy = .off) -> Tracer {
    var configuration = Tracer.Configuration()
    configuration.eventsPerThread = events
    configuration.values = values
    return Tracer(configuration)
  }

  /// Reads all that a tracer holds, in the way of a screen: batch after batch.
  ///
  /// - Returns: How many events there were, and how many of them told of losses.
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
