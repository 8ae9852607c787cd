// What reading a log takes beside general readers of JSON, as a chapter: jq, Python's orjson, DuckDB. Owns the comparison; how a
// consumer is started is `Consumer`'s.

import ChainExport
import Measuring
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum ConsumerSuite {
  private static let events = 300_000

  static func section() -> Section {
    let full = LogFixture(.program, events: events)
    let empty = LogFixture(.program, events: 0)
    let megabytes = Double(full.size) / 1_000_000
    var table = Table(["", "µs an event", "MB/s", "as multiple of ours"])
    var missing: [String] = []
    for (ours, others) in [(reading(full), Consumer.readers), (copying(full), Consumer.writers)] {
      table.rows.append(["**\(ours.name)**"] + cells(ours.seconds, megabytes, ours.seconds))
      for consumer in others {
        tell(consumer.name)
        guard let seconds = consumer.seconds(full.path), let start = consumer.seconds(empty.path) else {
          missing.append(consumer.name)
          continue
        }
        table.rows.append([consumer.name] + cells(max(0, seconds - start), megabytes, ours.seconds))
      }
    }
    let absent = missing.isEmpty ? "" : " Not installed here, so not measured: \(missing.joined(separator: ", "))."
    return Section(
      "Logs, beside other readers of JSON",
      """
      A `program` log of \(rounded(Double(events))) events, \(rounded(megabytes)) MB, in processor time of all threads; each is the \
      fastest of three runs, and the others' time for a log of one line, which is their start, is subtracted. Ours validates each \
      line and decodes it to an event. orjson makes dictionaries of the lines; DuckDB parses them into a table, with its own guess of \
      the columns; jq parses and prints. `make bench` installs orjson and DuckDB in a folder of their own where it can; jq is \
      Debian's package.\(absent)
      """, tables: [table])
  }

  private static func cells(_ seconds: Double, _ megabytes: Double, _ ours: Double) -> [String] {
    [seconds / Double(events) * 1e6, megabytes / seconds, seconds / ours].map(rounded)
  }

  private static func reading(_ log: LogFixture) -> (name: String, seconds: Double) {
    ("PromiseScope, read", fastest { try read(LogReader(path: log.path)) { _, _ in } })
  }

  private static func copying(_ log: LogFixture) -> (name: String, seconds: Double) {
    let seconds = fastest {
      guard let sink = fopen("/dev/null", "w") else { fail("can't write /dev/null") }
      defer { fclose(sink) }
      try ExportFormat.ndjson.export(LogReader(path: log.path)) { fwrite($0, 1, $0.count, sink) }
    }
    return ("PromiseScope, read and written", seconds)
  }

  private static func read(_ reader: LogReader, _ receive: (borrowing [Event], TextTable) -> Void) throws {
    var events: [Event] = []
    while try reader.read(into: &events, limit: 4_096) != .ended {
      receive(events, reader.texts)
      events.removeAll(keepingCapacity: true)
      reader.texts.forget()
    }
  }

  private static func fastest(_ work: () throws -> Void) -> Double {
    (0..<3).map { _ in
      Stopwatch.processorNanoseconds {
        do { try work() } catch { fail("reading a log: \(error)") }
      } / 1e9
    }.min() ?? 0
  }
}
