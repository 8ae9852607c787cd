// Exports of a part of a log: a promise and what belongs to it, or the problems.

import ChainAnalysis
import PromiseLog

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
    let events = try reader.allEvents()
    #expect(reader.diagnostics.isEmpty)
    expectEqual(events.map(\.sequence), Array(1...UInt64(events.count)))
    // #5 and #3 whole; #2, whose body created #3, and #4, which derives from it, with creation and outcome.
    expectEqual(Set(events.map(\.promise)), [0, 2, 3, 4, 5])
    let created = Set(events.filter { $0.kind == .created }.map(\.promise))
    #expect(events.allSatisfy { $0.peer == 0 || created.contains($0.peer) })
    #expect(events.allSatisfy { $0.context == 0 || created.contains($0.context) })
  }

  @Test func aFulfilledPromiseThatIsOnlyMentionedIsNotFreed() throws {
    let end = #"{"seq":15,"t":4000000,"ev":"ended"}"#
    let freed = [2, 5].map { #"{"seq":\#(13 + $0),"t":4000000,"ev":"released","p":\#($0),"state":"fulfilled"}"# }
    let log = Self.two.replacing(end, with: freed.joined(separator: "\n"))
    var options = ExportOptions()
    options.excerpt = .subtree { _ in 5 }
    let part = try exported(.ndjson, log, options)
    #expect(part.contains(#""ev":"released","p":5"#) && !part.contains(#""ev":"released","p":2"#))
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
    let events = try reader.allEvents()
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
      app  3 promises  3 fulfilled

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
