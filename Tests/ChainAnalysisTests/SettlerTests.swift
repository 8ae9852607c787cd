// Of what hangs: who settled others like it, and what is outside of the helper that created it.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseLog
import PromiseTrace
import TestSupport
import Testing

@Suite("who should have settled what hangs")
struct SettlerTests {
  private func history(_ events: [String], end: String = #","reason":"drained""#) throws -> AnalyzedStore {
    let header = #"{"schema":"promisescope.log","version":1,"runtime":"node 20.20.2"}"#
    let lines = (events + [#""ev":"ended"\#(end)"#]).enumerated().map {
      #"{"seq":\#($0 + 1),"t":\#($0 * 1_000_000),\#($1)}"#
    }
    let reader = LogReader(bytes: Array(([header] + lines).joined(separator: "\n").utf8))
    var events: [Event] = []
    while try reader.read(into: &events, limit: 1_000) != .ended {}
    expectEqual(reader.diagnostics, [])
    var history = AnalyzedStore(texts: reader.texts)
    for event in events { history.apply(event) }
    return history
  }

  private func site(_ file: String, _ line: Int, _ function: String = "") -> String {
    let member = function.isEmpty ? "" : #","function":"\#(function)""#
    return #","site":{"file":"\#(file)","line":\#(line)\#(member)}"#
  }

  /// A body that runs, called at the top level.
  private func body(_ p: Int, _ label: String) -> [String] {
    [
      #""ev":"created","p":\#(p),"kind":"async function","label":"\#(label)"\#(site("main.js", p))"#,
      #""ev":"started","p":\#(p)"#,
    ]
  }

  /// A body that waits at a gate, and what settles that promise later.
  private func visit(_ p: Int, _ label: String, gate line: Int = 5) -> [String] {
    body(p, label) + [
      #""ev":"created","p":\#(p + 1),"ctx":\#(p),"kind":"new Promise"\#(site("lib/gate.js", line, "enter"))"#,
      #""ev":"awaiting","p":\#(p),"source":\#(p + 1)\#(site("copy.js", 20 + p, label))"#,
    ]
  }

  private func settle(_ p: Int, in body: Int?, at site: String) -> String {
    #""ev":"fulfilled","p":\#(p)\#(body.map { #","ctx":\#($0)"# } ?? ""),"cause":"resolver"\#(site)"#
  }

  @Test func theOthersOfItsCallSiteShowWhoSettlesThem() throws {
    let leave = site("lib/gate.js", 9, "leave")
    let events =
      visit(1, "copy") + visit(3, "move") + visit(5, "copy") + visit(7, "copy") + body(9, "copy") + body(10, "sweep")
      + [settle(2, in: 9, at: leave), settle(4, in: 9, at: leave), settle(6, in: 10, at: leave)]
    let history = try history(events)
    let finding = try #require(history.findings().first { $0.promise == 8 })
    let others = "3 others from this call site were settled by leave (gate.js:9), called from copy, sweep"
    #expect(
      finding.sentence.hasSuffix(
        #": "copy" (#7) waits for it; \#(others), this one was not; 1 promise hangs because of it"#))
    expectEqual(finding.site?.line, 27)
    #expect(finding.sentence(.chinese).contains("在等待它；此调用点的另外 3 个由 leave (gate.js:9) 敲定，由 copy, sweep 调用，而这一个没有"))
    #expect(finding.related.contains { $0.site.line == 9 && $0.text.english == "others were settled here" })
    let settlers = history.analyzer.settlers.settlers(origin: try #require(history.store.facts(8)).origin)
    expectEqual(settlers.map(\.count), [3])
    expectEqual(settlers.first?.bodies.map(\.name), ["copy", "sweep"])
    expectEqual(settlers.first?.bodies.map(\.count), [2, 1])
    // Also of what waits for it.
    let why = try #require(history.store.why(7, bodies: history.bodies))
    #expect(history.store.sentences(why).contains { $0.promise == 8 && $0.text == others })
  }

  @Test func severalCallsAreCounted() throws {
    var events = visit(1, "copy")
    for (index, line) in [9, 9, 9, 14, 14, 30].enumerated() {
      events += visit(10 + 2 * index, "copy") + [settle(11 + 2 * index, in: nil, at: site("lib/gate.js", line, "f"))]
    }
    let finding = try #require(try history(events).findings().first { $0.promise == 2 })
    #expect(
      finding.sentence.contains(
        "; 6 others from this call site were settled: 3 by f (gate.js:9), 2 by f (gate.js:14), 1 elsewhere"))
  }

  @Test func anotherLineOfTheFunctionShowsWhatCouldSettleIt() throws {
    let events =
      visit(1, "copy") + visit(3, "copy", gate: 7) + [settle(4, in: nil, at: site("lib/gate.js", 9, "leave"))]
    let finding = try #require(try history(events).findings().first { $0.promise == 2 })
    #expect(finding.sentence.contains("; 1 other of enter was settled by leave (gate.js:9)"))
  }

  @Test func aLogWithoutTheCallsSaysNothingOfThem() throws {
    let events = visit(1, "copy") + visit(3, "copy") + body(5, "copy") + [settle(4, in: 5, at: "")]
    let finding = try #require(try history(events).findings().first { $0.promise == 2 })
    #expect(!finding.sentence.contains("other"))
    #expect(!finding.related.contains { $0.text.english == "others were settled here" })
  }

  @Test func theAnswerAboutARootListsWhatWaitsForIt() throws {
    let events =
      visit(1, "copy") + body(3, "move") + [#""ev":"awaiting","p":3,"source":2\#(site("copy.js", 40, "move"))"#]
    let history = try history(events)
    let why = try #require(history.store.why(2, bodies: history.bodies))
    #expect(
      history.store.sentences(why).map(\.text).contains(
        #"2 promises wait for it: "copy" (#1) at copy.js:21, "move" (#3) at copy.js:40"#))
    let waiter = try #require(history.store.why(1, bodies: history.bodies))
    #expect(!history.store.sentences(waiter).contains { $0.text.contains("wait for it") })
  }

  @Test func aHelperThatNothingAwaitsNamesItsCaller() throws {
    // The body calls a function that is no body, and derives nothing from what that returns.
    let events =
      body(1, "copy") + [
        #""ev":"created","p":2,"ctx":1,"kind":"new Promise"\#(site("lib/gate.js", 5, "enter"))"#,
        #""ev":"registered","p":2,"ctx":1"#,
      ]
    let finding = try #require(try history(events).findings().first { $0.promise == 2 })
    #expect(finding.sentence.contains("; called from copy"))
  }

  @Test func manyHandlersNameTheLineThatRegistersThem() throws {
    var events = body(1, "poll") + [#""ev":"created","p":2,"kind":"new Promise"\#(site("lib/ready.js", 3))"#]
    for p in 3..<153 {
      let place = site("lib/ready.js", 8, "whenReady")
      events += [
        #""ev":"created","p":\#(p),"ctx":1,"kind":"then","from":2\#(place)"#,
        #""ev":"registered","p":2,"ctx":1,"by":\#(p)"#,
      ]
    }
    let finding = try #require(
      try history(events, end: #","reason":"exit""#).findings().first { $0.rule == .manyHandlers })
    expectEqual(
      finding.sentence, "new Promise #2 has 150 handlers, most of them registered at ready.js:8; called from poll")
  }
}
