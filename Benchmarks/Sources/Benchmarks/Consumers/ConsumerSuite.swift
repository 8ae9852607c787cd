// The section that compares reading a log with general JSON readers: jq, Python's orjson and DuckDB. Owns the comparison;
// `Consumer` runs the other programs.

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
    var table = Table(["", "µs per event", "MB/s", "relative to PromiseScope"])
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
    let absent = missing.isEmpty ? "" : " Not measured, because not installed: \(missing.joined(separator: ", "))."
    return Section(
      "Reading logs, compared with other JSON readers",
      """
      A `program` log of \(rounded(Double(events))) events, \(rounded(megabytes)) MB. Times are processor time of all threads, the \
      fastest of three runs. The startup time of the other programs, measured with a log of one line, is subtracted. PromiseScope \
      validates each line and decodes it to an event. orjson converts the lines to dictionaries; DuckDB parses them into a table \
      and infers the columns; jq parses and prints. `make bench` installs orjson and DuckDB in a separate folder if possible; jq \
      is the Debian package.\(absent)
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
