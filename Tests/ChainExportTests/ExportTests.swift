// Exports of a small log: the bytes that reach the sink, and the behavior when a sink or a source fails.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseLog

@testable import ChainExport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct ExportTests {
  private func statistics(_ log: String, limit: Int = 10) throws -> String {
    let source = source(log)
    var (history, groups) = (AnalyzedStore(texts: source.texts), Groups(limit: limit))
    let events = try source.allEvents()
    for event in events {
      history.apply(event)
      groups.apply(event, in: history.store)
    }
    return StatsReport(history, groups, source: "run").text
  }

  @Test func statisticsNameCallSitesAndPromises() throws {
    for limit in [1, 2] {
      let text = try statistics(twoPromises, limit: limit)
      expectEqual(text.contains("unknown call site"), limit == 1)
      #expect(text.contains("2.00 ms: \"load\" (#1) at Main:3") && text.contains("Critical path of the run: "))
    }
    let instant = twoPromises.replacing(/"t":\d+/, with: "\"t\":0")
    #expect(try !statistics(instant).contains("Critical path"))
  }

  @Test func statisticsNameHangs() throws {
    #expect(try !statistics(twoPromises).contains("hang"))
    let log = twoPromises.split(separator: "\n").prefix(2).joined(separator: "\n")
    let text = try statistics(log + "\n" + #"{"seq":2,"t":4000000,"ev":"ended","reason":"drained"}"# + "\n")
    #expect(text.contains("\n∞ 1 hang: \"load\" (#1) can never settle, because nothing is left to do: its"), "\(text)")
  }

  @Test func reasonsOfTheAdaptersExistInChinese() {
    let reasons = ["promises after 1.234 s, because something else took the promise hooks of V8", "vm"]
    expectEqual(
      Unrecorded.sentence(reasons, in: .chinese),
      "程序有一部分没有记录到：1.234 秒之后的 Promise，因为别的代码占用了 V8 的 Promise 钩子；vm")
  }

  @Test(arguments: [1, 2])
  func caveatsCountWhatIsMissing(count: Int) {
    var end = ExportEnd()
    (end.summary.lost, end.summary.evicted, end.summary.isEnded) = (UInt64(count), count, true)
    expectEqual(
      end.caveats,
      count == 1
        ? ["1 event was lost", "1 promise is no longer kept"] : ["2 events were lost", "2 promises are no longer kept"])
  }

  @Test(arguments: ExportFormat.allCases)
  func anEmptySourceExportsNothing(_ format: ExportFormat) {
    var bytes: [UInt8] = []
    #expect(throws: LogError.empty) { try format.export(source("")) { bytes += $0 } }
    expectEqual(bytes, [])
  }

  @Test func whatIsReadIsPassedOnWheneverTheSourceIsIdle() throws {
    final class Sink: @unchecked Sendable { var chunks: [String] = [] }
    let sink = Sink()
    var options = ExportOptions()
    options.waitForMore = {
      sink.chunks.append("waits")
      return true
    }
    try ExportFormat.ndjson.export(PausingSource(source(twoPromises)), options: options) {
      sink.chunks.append(String(decoding: $0, as: UTF8.self))
    }
    let lines: [String] = twoPromises.split(separator: "\n").map { "\($0)\n" }
    expectEqual(sink.chunks, [lines[0] + lines[1] + lines[2], "waits", lines[3] + lines[4], "waits", lines[5]])
  }

  @Test func eventsReadBeforeAFailureAreExported() throws {
    var bytes: [UInt8] = []
    let failing = FailingSource(source(twoPromises))
    #expect(throws: LogError.self) { try ExportFormat.ndjson.export(failing) { bytes += $0 } }
    expectEqual(String(decoding: bytes, as: UTF8.self), twoPromises)
  }

  /// 20 promises, of which 4 are kept.
  @Test(arguments: ExportFormat.allCases) func promisesThatAreNoLongerKeptAreCounted(format: ExportFormat) throws {
    let kept = (1...20).flatMap { id in
      [
        #""ev":"created","p":\#(id),"kind":"async""#, #""ev":"fulfilled","p":\#(id),"cause":"resolver""#,
        #""ev":"released","p":\#(id),"state":"fulfilled""#,
      ]
    }
    let lines = (kept + [#""ev":"ended""#]).enumerated().map {
      #"{"seq":\#($0.offset + 1),"t":\#($0.offset),\#($0.element)}"#
    }
    let log = ([#"{"schema":"promisescope.log","version":1}"#] + lines).joined(separator: "\n") + "\n"
    var options = ExportOptions()
    options.limit = 4
    var bytes: [UInt8] = []
    let evicted = try format.export(source(log), options: options) { bytes += $0 }.evicted
    if case .history(let make) = format.writing, make(options).limit(options) == options.dataLimit {
      // It keeps ten times as many.
      expectEqual(evicted, 0)
    } else {
      #expect(["ndjson", "story"].contains(format.name) ? evicted == 0 : evicted > 0 && evicted <= 16, "\(format)")
    }
    options.excerpt = .subtree { _ in 20 }
    bytes = []
    let excerpt = try format.export(source(log), options: options) { bytes += $0 }
    if ["ndjson", "story", "html", "svg", "text"].contains(format.name) { #expect(excerpt.evicted > 0, "\(format)") }
    if format.name == "ndjson" {
      let header = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
      #expect(header.hasSuffix(#","excerpt":"subtree","evicted":\#(excerpt.evicted)}"#))
    }
  }

  @Test func theNumberOfProblemsIsExactAndALineIsNamedOnlyIfThereIsOne() throws {
    let log = twoPromises + String(repeating: "x\n", count: 1_000)
    #expect(try exported(.svg, log).contains("1,000 problems in the log"))
    #expect(try exported(.html, log).contains(#""bad":1000"#))
    #expect(try exported(.text, log).contains("  1,000 problems in the log\n"))
    #expect(try exported(.perfetto, log).contains("the log has 1000 problems, the first in line 7"))
    let cut = LogReader(descriptor: try readEnd(of: twoPromises), name: "pipe") { "the compressed file is cut off" }
    var bytes: [UInt8] = []
    try ExportFormat.dot.export(cut) { bytes += $0 }
    #expect(String(decoding: bytes, as: UTF8.self).contains("the log has 1 problem"))
  }

  private func readEnd(of log: String) throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    expectEqual(write(ends[1], Array(log.utf8), log.utf8.count), log.utf8.count)
    close(ends[1])
    return ends[0]
  }

  @Test func aHeaderAloneExportsAnEmptyHistory() throws {
    let header = String(twoPromises.prefix { $0 != "\n" }) + "\n"
    var bytes: [UInt8] = []
    try ExportFormat.ndjson.export(source(header)) { bytes += $0 }
    expectEqual(String(decoding: bytes, as: UTF8.self), header)
    bytes = []
    try ExportFormat.text.export(source(header)) { bytes += $0 }
    expectEqual(String(decoding: bytes, as: UTF8.self), "app  0 promises  no end\n")
  }
}

/// A source that has two events at a time and is idle in between.
private final class PausingSource: EventSource {
  private let source: LogReader
  private var isIdle = false

  init(_ source: LogReader) { self.source = source }

  var header: LogHeader { source.header }
  var texts: TextTable { source.texts }
  var diagnostics: [LogDiagnostic] { source.diagnostics }

  func read(into events: inout [Event], limit: Int) throws -> SourceStatus {
    isIdle.toggle()
    return isIdle ? try source.read(into: &events, limit: 2) : .idle
  }
}

/// A source that fails at the end of another one.
private final class FailingSource: EventSource {
  private let source: LogReader

  init(_ source: LogReader) { self.source = source }

  var header: LogHeader { source.header }
  var texts: TextTable { source.texts }
  var diagnostics: [LogDiagnostic] { source.diagnostics }

  func read(into events: inout [Event], limit: Int) throws -> SourceStatus {
    let before = events.count
    _ = try source.read(into: &events, limit: limit)
    if events.count == before { throw LogError.unreadable(path: "log", message: "Input/output error") }
    return .more
  }
}
