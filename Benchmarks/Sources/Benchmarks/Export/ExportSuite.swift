// The section on exports: speed, and memory that must not grow with the log.

import ChainCast
import ChainExport
import Measuring
import PromiseLog
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum ExportSuite {
  /// The number of events in the short and in the long log.
  private static let sizes = [500_000, 4_000_000]
  /// The formats that have a row or a line per promise or event, besides the two that have rows of their own.
  private static var dataFormats: [ExportFormat] {
    let others = [ExportFormat.ndjson, .text] + limitedFormats
    return ExportFormat.allCases.filter { format in !others.contains { $0.name == format.name } }
  }
  /// The formats whose size has a limit, however long the log is.
  private static let limitedFormats: [ExportFormat] = [.mermaid, .svg, .html, .cast]
  /// The number of times that each format is measured; the fastest one counts.
  private static let rounds = 3

  static func section() -> Section {
    var text = """
      Logs of \(sizes.map { rounded(Double($0)) }.joined(separator: " and ")) events: chains of four promises, 10,000 \
      chains alive at a time. *Out* generates the events and encodes them to a file. *In* decodes that file and discards the events. \
      *In and out* is `pscope export run.ndjson`, and the other rows are `--format` with their name; only the short log is exported to all of \
      them. *Text* is `--format text`; it draws the whole tree, so it keeps up to 1,250,000 \
      promises and reports how many it evicted. The size of four formats has a limit, so their rows say how long a log of this size takes, not how \
      fast they are: a `mermaid` diagram has at most 500 arrows, an `svg` picture at most 1,400 rows, an `html` page at most 50,000 promises, and \
      a `cast` plays for at most 60 seconds. Memory is the growth of the peak above the resident memory at the start. A MB is \
      10⁶ bytes; times are processor time of all threads. Ratios compare a format with `ndjson` on the same log, both written to \
      `/dev/null`, in turns; the fastest of \(rounds) runs counts.
      """
    guard let folder = TemporaryFolder() else {
      return Section("Exports", "Not measured: no temporary folder could be created.")
    }
    var table = Table(["", "events", "MB", "MB/s", "events/s", "memory, MB"])
    var flatness: [Double] = []
    var slowest: [Figure] = []
    for size in sizes {
      let path = folder.path + "/\(size).ndjson"
      let measures = [
        measure("out", to: path) { try ExportFormat.ndjson.export(CrowdSource(events: size), into: $0) },
        measure("in") { _ in try read(path) },
        measure("in and out", to: path + ".copy") { try ExportFormat.ndjson.export(LogReader(path: path), into: $0) },
        measure("text", to: path + ".text") { try ExportFormat.text.export(LogReader(path: path), into: $0) },
      ]
      flatness.append(measures[2].memory)
      table.rows += measures.map(\.cells)
      guard size == sizes[0] else { continue }
      for format in dataFormats + limitedFormats {
        tell(format.name)
        table.rows.append(fastest(format, path).cells)
      }
      slowest.append(slowestFigure("chains of four promises", path))
    }
    let program = LogFixture(.program, events: sizes[0])
    slowest.append(slowestFigure("a `program` log", program.path))
    // The hardest case: an input has few and short events, but needs as much output as any promise.
    let combinators = LogFixture(.all, events: sizes[0])
    slowest.append(slowestFigure("combinators of 100 inputs", combinators.path))
    if flatness.contains(where: \.isNaN) { text += " This system does not report peak memory." }
    let figure = Figure(
      "memory of *in and out*, long log minus short log", flatness[1] - flatness[0], "MB", goal: .atMost(2))
    return Section("Exports", text, tables: [table, Table([figure] + slowest)])
  }

  /// The ratio of the slowest format of data to `ndjson`.
  private static func slowestFigure(_ log: String, _ path: String) -> Figure {
    var slowest = (name: "", ratio: 0.0)
    for format in dataFormats {
      tell("\(format.name) and ndjson")
      var (own, ndjson) = (Double.infinity, Double.infinity)
      for _ in 0..<rounds {
        ndjson = min(ndjson, export(.ndjson, path).nanoseconds)
        own = min(own, export(format, path).nanoseconds)
      }
      if own / ndjson > slowest.ratio { slowest = (format.name, own / ndjson) }
    }
    let what = "\(log): the slowest format of data, `\(slowest.name)`, relative to `ndjson`"
    return Figure(what, slowest.ratio, "×", goal: .atMost(3))
  }

  /// The fastest of several exports; its memory is that of the first one, which finds none that an earlier one left.
  private static func fastest(_ format: ExportFormat, _ path: String) -> Measure {
    var best = export(format, path)
    for _ in 1..<rounds { best.nanoseconds = min(best.nanoseconds, export(format, path).nanoseconds) }
    return best
  }

  private static func export(_ format: ExportFormat, _ path: String) -> Measure {
    measure(format.name) { try format.export(LogReader(path: path), into: $0) }
  }

  private struct Measure {
    var what: String
    var summary: ExportSummary
    var nanoseconds: Double
    var memory: Double

    var cells: [String] {
      let megabytes = Double(summary.bytes) / 1_000_000
      let seconds = nanoseconds / 1_000_000_000
      let numbers = [
        Double(summary.events), megabytes, megabytes / seconds, Double(summary.events) / seconds, memory,
      ]
      return [what] + numbers.map(rounded)
    }
  }

  private static func measure(
    _ what: String, to path: String = "/dev/null", _ work: (_ sink: ([UInt8]) throws -> Void) throws -> ExportSummary
  ) -> Measure {
    var measure = Measure(what: what, summary: ExportSummary(), nanoseconds: 0, memory: 0)
    guard let file = fopen(path, "w") else { fail("can't write \(path)") }
    defer { fclose(file) }
    let growth = ProcessMemory.growth {
      measure.nanoseconds = Stopwatch.processorNanoseconds {
        do {
          measure.summary = try work { bytes in
            if fwrite(bytes, 1, bytes.count, file) < bytes.count { fail("can't write \(path): is the disk full?") }
          }
          fflush(file)
        } catch {
          fail("\(what): \(error)")
        }
      }
    }
    measure.memory = growth / 1e6
    return measure
  }

  private static func read(_ path: String) throws -> ExportSummary {
    let reader = try LogReader(path: path)
    var summary = ExportSummary()
    var events: [Event] = []
    while try reader.read(into: &events, limit: 4096) != .ended {
      summary.events += UInt64(events.count)
      events.removeAll(keepingCapacity: true)
    }
    summary.events += UInt64(events.count)
    summary.bytes = UInt64(reader.progress.read)
    return summary
  }
}

/// A temporary folder, removed on deallocation.
private final class TemporaryFolder {
  let path: String

  init?() {
    var name = Array("/tmp/promisescope-export-XXXXXX".utf8CString)
    guard let made = mkdtemp(&name) else { return nil }
    path = String(cString: made)
  }

  deinit {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { unlink(path + "/" + name) }
    }
    closedir(folder)
    rmdir(path)
  }
}
