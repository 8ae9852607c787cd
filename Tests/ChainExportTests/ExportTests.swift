// Exports of a small log: the bytes that reach the sink, and the behavior when a sink or a source fails.

import ChainAnalysis
import ChainExport
import PromiseLog
import PromiseTrace
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct ExportTests {
  @Test func exportingAReplayAsNDJSONReproducesTheLog() throws {
    var bytes: [UInt8] = []
    let summary = try ExportFormat.ndjson.export(source(twoPromises)) { bytes += $0 }
    expectEqual(String(decoding: bytes, as: UTF8.self), twoPromises)
    expectEqual(summary, ExportSummary(events: 5, lost: 5, bytes: UInt64(twoPromises.utf8.count), isEnded: true))
  }

  @Test func textExportShowsTheFinalTree() throws {
    var bytes: [UInt8] = []
    try ExportFormat.text.export(source(twoPromises)) { bytes += $0 }
    expectEqual(
      String(decoding: bytes, as: UTF8.self),
      """
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
    try ExportFormat.text.export(source(twoPromises), options: options) { bytes += $0 }
    #expect(bytes.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
  }

  @Test(arguments: ExportFormat.allCases)
  func errorsOfTheSinkPropagate(_ format: ExportFormat) {
    struct DiskFull: Error {}
    #expect(throws: DiskFull.self) { try format.export(source(twoPromises)) { _ in throw DiskFull() } }
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
    switch format.name {
    case "ndjson", "story": expectEqual(evicted, 0)
    // They keep ten times as many.
    case "json", "csv", "chrome", "perfetto", "otlp", "dot": expectEqual(evicted, 0)
    default: #expect(evicted > 0 && evicted <= 16, "\(format)")
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
    #expect(try exported(.chrome, log).contains("the log has 1000 problems, the first in line 7"))
    let cut = LogReader(descriptor: try readEnd(of: twoPromises), name: "pipe") { "the compressed file is cut off" }
    var bytes: [UInt8] = []
    try ExportFormat.chrome.export(cut) { bytes += $0 }
    #expect(String(decoding: bytes, as: UTF8.self).contains(#"the log has 1 problem""#))
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

@Suite struct ExcerptTests {
  /// Two chains: #1 and #2, of which #1 is settled twice, and #3 to #5, of which #4 and #5 derive from #3.
  private static let two = """
    {"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"app","pid":1,\
    "sourceRoot":"","values":"preview","seed":null}
    {"seq":1,"t":0,"ev":"created","p":1,"kind":"async","label":"load","site":{"file":"App/Main.swift","line":3}}
    {"seq":2,"t":1000000,"ev":"created","p":2,"kind":"then","from":1,"site":{"file":"App/Main.swift","line":4}}
    {"seq":3,"t":1000000,"ev":"registered","p":1,"by":2,"handles":["fulfilled"]}
    {"seq":4,"t":1000000,"ev":"created","p":3,"ctx":2,"kind":"async","site":{"file":"App/Main.swift","line":5}}
    {"seq":5,"t":1000000,"ev":"created","p":4,"kind":"then","from":3,"site":{"file":"App/Main.swift","line":6}}
    {"seq":6,"t":1000000,"ev":"registered","p":3,"by":4,"handles":["fulfilled"]}
    {"seq":7,"t":1000000,"ev":"created","p":5,"kind":"then","from":3,"site":{"file":"App/Main.swift","line":7}}
    {"seq":8,"t":1000000,"ev":"registered","p":3,"by":5,"handles":["fulfilled"]}
    {"seq":9,"t":2000000,"ev":"fulfilled","p":1,"value":"20 items","cause":"resolver"}
    {"seq":10,"t":2000000,"ev":"fulfilled","p":3,"value":"1","cause":"resolver"}
    {"seq":11,"t":2000000,"ev":"fulfilled","p":4,"value":"1","cause":"returned"}
    {"seq":12,"t":2000000,"ev":"fulfilled","p":5,"value":"1","cause":"returned"}
    {"seq":13,"t":2000000,"ev":"fulfilled","p":2,"value":"1","cause":"returned"}
    {"seq":14,"t":3000000,"ev":"ignored","p":1,"attempt":"fulfill"}
    {"seq":15,"t":4000000,"ev":"ended"}

    """

  private func export(_ format: ExportFormat, _ excerpt: ExportExcerpt) throws -> String {
    var options = ExportOptions()
    options.excerpt = excerpt
    var bytes: [UInt8] = []
    let summary = try format.export(source(Self.two), options: options) { bytes += $0 }
    expectEqual(summary.bytes, UInt64(bytes.count))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func aSubtreeAsALogHasItsPromisesAndWhatTheyDependOn() throws {
    let log = try export(.ndjson, .subtree { _ in 5 })
    #expect(log.contains(#""excerpt":"subtree"}"#))
    let reader = source(log)
    var events: [Event] = []
    while try reader.read(into: &events, limit: 100) == .more {}
    #expect(reader.diagnostics.isEmpty)
    expectEqual(events.map(\.sequence), Array(1...UInt64(events.count)))
    // #5 and #3 whole; #2, whose body created #3, and #4, which derives from it, with creation and outcome.
    expectEqual(Set(events.map(\.promise)), [0, 2, 3, 4, 5])
    let created = Set(events.filter { $0.kind == .created }.map(\.promise))
    #expect(events.allSatisfy { $0.peer == 0 || created.contains($0.peer) })
    #expect(events.allSatisfy { $0.context == 0 || created.contains($0.context) })
  }

  @Test func problemsAsTextAreFindingsAndTheirPromises() throws {
    let lines = try export(.text, .problems).split(separator: "\n").map(String.init)
    expectEqual(lines[0], "app  5 promises  5 fulfilled  1 misuse")
    #expect(lines[1].hasPrefix("App/Main.swift:3: warning: ") && lines[1].hasSuffix(" [settled-twice]"))
    #expect(lines.contains { $0.contains("load  #1") })
    #expect(!lines.contains { $0.contains("#4") })
  }

  @Test func problemsAsALogHaveTheSameFinding() throws {
    let log = try export(.ndjson, .problems)
    let again = AnalyzedHistory(reading: source(log)).findings()
    #expect(again.contains { $0.rule == .settledTwice && $0.promise == 1 })
    #expect(!log.contains(#""p":5"#))
  }

  @Test(arguments: [
    #""ev":"fulfilled","p":2,"value":"1","cause":"returned""#,
    #""ev":"rejected","p":2,"error":"offline","cause":"threw","cancelled":false"#,
  ])
  func problemsAsALogHaveNoFurtherFinding(outcome: String) throws {
    // #2 is only mentioned by the excerpt. Its outcome was used, by #3, which the excerpt lacks.
    let header = #"{"schema":"promisescope.log","version":1,"values":"preview"}"#
    let facts = [
      #""ev":"created","p":1,"kind":"async","label":"load""#, #""ev":"created","p":2,"kind":"then","from":1"#,
      #""ev":"registered","p":1,"by":2,"handles":["fulfilled"]"#, #""ev":"created","p":3,"kind":"then","from":2"#,
      #""ev":"registered","p":2,"by":3,"handles":["fulfilled","rejected"]"#,
      #""ev":"fulfilled","p":1,"value":"20 items","cause":"resolver""#, #""ev":"ignored","p":1,"attempt":"fulfill""#,
      outcome, #""ev":"handled","p":2,"by":3"#, #""ev":"fulfilled","p":3,"cause":"returned""#,
      #""ev":"released","p":2,"state":"\#(outcome.contains("rejected") ? "rejected" : "fulfilled")""#, #""ev":"ended""#,
    ].filter { !$0.contains("handled") || outcome.contains("rejected") }
    let lines = facts.enumerated().map { #"{"seq":\#($0.offset + 1),"t":\#($0.offset * 1_000),\#($0.element)}"# }
    let log = ([header] + lines).joined(separator: "\n") + "\n"
    var options = ExportOptions()
    options.excerpt = .problems
    var bytes: [UInt8] = []
    _ = try ExportFormat.ndjson.export(source(log), options: options) { bytes += $0 }
    let part = AnalyzedHistory(reading: source(String(decoding: bytes, as: UTF8.self))).findings()
    let whole = AnalyzedHistory(reading: source(log)).findings()
    expectEqual(whole.map(\.rule), [.settledTwice] + (outcome.contains("rejected") ? [.swallowedError] : []))
    expectEqual(part.map(\.sentence), whole.map(\.sentence))
  }

  /// An event of a later version is text with a sequence of its own.
  @Test func anExcerptLeavesOutUnknownEventsAndSaysSo() throws {
    let lines = twoPromises.split(separator: "\n").map(String.init)
    let later = #"{"seq":4,"t":3000000,"ev":"sung","p":1,"tune":"la"}"#
    let log = (lines[0...3] + [later, #"{"seq":5,"t":4000000,"ev":"ended"}"#, ""]).joined(separator: "\n")
    var options = ExportOptions()
    options.excerpt = .subtree { _ in 1 }
    var bytes: [UInt8] = []
    let summary = try ExportFormat.ndjson.export(source(log), options: options) { bytes += $0 }
    expectEqual(summary.notice, "1 event of kinds that this version does not know is left out of the excerpt")
    let reader = LogReader(bytes: bytes)
    var events: [Event] = []
    while try reader.read(into: &events, limit: 100) == .more {}
    #expect(reader.diagnostics.isEmpty && events.map(\.sequence) == [1, 2, 3, 4])
  }

  @Test func anExcerptOfAnExcerptNamesTheLastOne() throws {
    var options = ExportOptions()
    options.excerpt = .subtree { _ in 5 }
    let whole = Self.two.replacing(
      "\"seed\":null", with: #""seed":null,"x":{"excerpt":[1,"\",\"excerpt\":"]},"y":"a,b""#)
    let once = try exported(.ndjson, whole, options)
    #expect(
      once.split(separator: "\n")[0].hasSuffix(
        #","x":{"excerpt":[1,"\",\"excerpt\":"]},"y":"a,b","excerpt":"subtree"}"#))
    try expectEqual(exported(.ndjson, once, options).split(separator: "\n")[0], once.split(separator: "\n")[0])
    options.excerpt = .problems
    let problems = try exported(.ndjson, once, options).split(separator: "\n")[0]
    expectEqual(
      problems, once.split(separator: "\n")[0].replacing(#""excerpt":"subtree""#, with: #""excerpt":"problems""#))
  }

  @Test func aSubtreeAsTextIsTheTreeBelowThePromise() throws {
    try expectEqual(
      export(.text, .subtree { _ in 3 }),
      """
      app  5 promises  5 fulfilled

      ✔ ▾ async   #3  Main:5  1.00 ms  1
      ✔   ├ then  #4  Main:6  1.00 ms  1
      ✔   └ then  #5  Main:7  1.00 ms  1

      """)
  }

  @Test(arguments: ExportFormat.allCases)
  func aPromiseThatDoesNotExistExportsNothing(format: ExportFormat) {
    struct Unknown: Error {}
    #expect(throws: Unknown.self) { try export(format, .subtree { _ in throw Unknown() }) }
  }

  /// The fuzzer found it: a promise that is pending from the earliest to the latest time that a log can hold.
  @Test(arguments: ExportFormat.allCases) func noTimesOverflow(format: ExportFormat) throws {
    let log =
      twoPromises.split(separator: "\n", omittingEmptySubsequences: false).prefix(1).joined() + """

        {"seq":1,"t":-9223372036854775808,"ev":"created","p":1,"kind":"async"}
        {"seq":2,"t":-9223372036854775807,"ev":"started","p":1,"queue":"main","thread":"main"}
        {"seq":3,"t":9223372036854775807,"ev":"created","p":2,"kind":"then","from":1}
        {"seq":4,"t":9223372036854775807,"ev":"ended"}

        """
    for diagram in MermaidDiagram.allCases {
      var options = ExportOptions()
      options.diagram = diagram
      #expect(try !exported(format, log, options).isEmpty)
    }
  }
}
