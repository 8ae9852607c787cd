// The section that compares reading a log with general JSON readers: jq, Python's orjson and DuckDB. Owns the comparison;
// `Consumer` runs the other programs.

import ChainExport
import ChainModel
import Measuring
import PromiseLog
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum ConsumerSuite {
  private static let events = 300_000

  /// Compares reading, and opening a longer log.
  ///
  /// - Parameter isFull: Whether the longer log has ten million events instead of one million.
  /// - Returns: The section of the report.
  static func section(isFull: Bool) -> Section {
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
    let opening = opening(isFull ? 10_000_000 : 1_000_000, &missing)
    let absent =
      missing.isEmpty ? "" : " Not measured, because not installed: \(Set(missing).sorted().joined(separator: ", "))."
    return Section(
      "Reading logs, compared with other JSON readers",
      """
      A `program` log of \(rounded(Double(events))) events, \(rounded(megabytes)) MB. Times are processor time of all threads, the \
      fastest of three runs. The startup time of the other programs, measured with a log of one line, is subtracted. PromiseScope \
      validates each line and decodes it to an event. orjson converts the lines to dictionaries; DuckDB parses them into a table \
      and infers the columns; jq parses and prints. `make bench` installs orjson and DuckDB in a separate folder if possible; jq \
      is the Debian package.\(absent) The second table compares opening a `program` log of \(isFull ? "ten million events" : "a million events") on all \
      cores, the fastest of three runs (jq: one run), with startup: PromiseScope reads it, applies every event to the history, and keeps what seeking backward needs.
      """, tables: [table, opening])
  }

  /// The times of opening a log, of PromiseScope and of the others.
  private static func opening(_ count: Int, _ missing: inout [String]) -> Table {
    tell("writing a log of \(rounded(Double(count))) events")
    let log = LogFixture(.program, events: count)
    var table = Table([
      "opening \(rounded(Double(count))) events", "seconds", "million events per second", "processor seconds",
      "relative",
    ])
    func add(_ name: String, _ elapsed: Double, _ processor: Double, _ ours: Double) {
      table.rows.append([name] + [elapsed, Double(count) / elapsed / 1e6, processor, elapsed / ours].map(rounded))
    }
    tell("opening it")
    // The host of a virtual machine may take a processor away for a while; the fastest run suffers least from that.
    var (elapsed, processor) = (Double.infinity, 0.0)
    for _ in 0..<3 {
      var own = 0.0
      let whole = Stopwatch.nanoseconds { own = Stopwatch.processorNanoseconds { open(log) } / 1e9 } / 1e9
      if whole < elapsed { (elapsed, processor) = (whole, own) }
    }
    add("**PromiseScope, read, applied, and indexed**", elapsed, processor, elapsed)
    for consumer in Consumer.openers {
      tell(consumer.name)
      let runs = (0..<consumer.runs).compactMap { _ in consumer.run(log.path) }
      guard let run = runs.min(by: { $0.elapsed < $1.elapsed }) else {
        missing.append(consumer.name)
        continue
      }
      add(consumer.name, run.elapsed, run.processor, elapsed)
    }
    return table
  }

  private static func open(_ log: LogFixture) {
    do {
      let reader = try LogReader(path: log.path)
      guard let archive = reader.archive else { fail("the log can't be read again") }
      var playback = Playback(archive: archive, texts: reader.texts)
      var events: [Event] = []
      while try reader.read(into: &events, limit: 4_096) != .ended {
        playback.append(events)
        events.removeAll(keepingCapacity: true)
      }
      playback.append(events)
      playback.end()
      keep(playback.count)
    } catch {
      fail("opening a log: \(error)")
    }
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
