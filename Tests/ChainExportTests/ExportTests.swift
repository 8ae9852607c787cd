// Exports of a small log: the bytes that reach the sink, and the behavior when a sink or a source fails.

import ChainExport
import PromiseTrace
import Testing

private let log = """
  {"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"app","pid":1,\
  "sourceRoot":"","values":"preview","seed":null}
  {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":"load","site":{"file":"App/Main.swift","line":3}}
  {"seq":2,"t":1000000,"ev":"created","p":2,"kind":"then","from":1,"site":{"file":"App/Main.swift","line":4}}
  {"seq":3,"t":2000000,"ev":"fulfilled","p":1,"value":"20 items","cause":"resolver"}
  {"seq":4,"t":3000000,"ev":"lost","count":5}
  {"seq":5,"t":4000000,"ev":"ended"}

  """

private func source(_ text: String = log) -> LogReader { LogReader(bytes: Array(text.utf8)) }

@Suite struct ExportTests {
  @Test func exportingAReplayAsNDJSONReproducesTheLog() throws {
    var bytes: [UInt8] = []
    let summary = try ExportFormat.ndjson.export(source()) { bytes += $0 }
    #expect(String(decoding: bytes, as: UTF8.self) == log)
    #expect(summary == ExportSummary(events: 5, lost: 5, bytes: UInt64(log.utf8.count), isEnded: true))
  }

  @Test func textExportShowsTheFinalTree() throws {
    var bytes: [UInt8] = []
    try ExportFormat.text.export(source()) { bytes += $0 }
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        app  2 promises  1 pending  1 fulfilled  1 unknown  5 events lost

        ✔ ▾ load  #1  async  Main:3  2.00 ms  20 items
        ?   then  #2         Main:4  3.00 ms  unknown
        ▲ 5 events lost here

        """)
  }

  @Test func asciiTextExportContainsOnlyASCII() throws {
    var bytes: [UInt8] = []
    var options = ExportOptions()
    options.isASCII = true
    try ExportFormat.text.export(source(), options: options) { bytes += $0 }
    #expect(bytes.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
  }

  @Test(arguments: ExportFormat.allCases)
  func errorsOfTheSinkPropagate(_ format: ExportFormat) {
    struct DiskFull: Error {}
    #expect(throws: DiskFull.self) { try format.export(source()) { _ in throw DiskFull() } }
  }

  @Test(arguments: ExportFormat.allCases)
  func anEmptySourceExportsNothing(_ format: ExportFormat) {
    var bytes: [UInt8] = []
    #expect(throws: LogError.empty) { try format.export(source("")) { bytes += $0 } }
    #expect(bytes == [])
  }

  @Test func eventsReadBeforeAFailureAreExported() throws {
    var bytes: [UInt8] = []
    let failing = FailingSource(source())
    #expect(throws: LogError.self) { try ExportFormat.ndjson.export(failing) { bytes += $0 } }
    #expect(String(decoding: bytes, as: UTF8.self) == log)
  }

  @Test func aHeaderAloneExportsAnEmptyHistory() throws {
    let header = String(log.prefix { $0 != "\n" }) + "\n"
    var bytes: [UInt8] = []
    try ExportFormat.ndjson.export(source(header)) { bytes += $0 }
    #expect(String(decoding: bytes, as: UTF8.self) == header)
    bytes = []
    try ExportFormat.text.export(source(header)) { bytes += $0 }
    #expect(String(decoding: bytes, as: UTF8.self) == "app  0 promises\n")
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
