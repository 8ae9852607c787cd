// The words of sentences and hints for the runtimes whose programs are recorded.

import PlainText

@Suite struct RuntimeTests {
  @Test(
    "a hang is explained in the words of its runtime",
    arguments: [
      ("promisescope", "promise", "its resolver has not been called", "Call fulfill or reject"),
      ("node 22.3.0", "promise", "neither resolve nor reject has been called", "Call resolve or reject"),
      ("node 22.3.0", "fetch", "its operation has not ended", "an AbortSignal with a timeout"),
      ("cpython 3.11.7", "future", "neither set_result nor set_exception has been called", "Call set_result"),
      ("cpython 3.11.7", "get", "its operation has not ended", "wait_for turns a hang into an error"),
    ])
  func hang(runtime: String, kind: String, reason: String, hint: String) throws {
    let history = try nodeHistory(
      """
      "ev":"created","p":1,"kind":"\(kind)"
      "ev":"registered","p":1
      @10 "ev":"ended","reason":"drained"
      """, runtime: runtime)
    let finding = try #require(history.findings().first)
    expectEqual(finding.sentence, "\(kind) #1 can never settle, because nothing is left to do: \(reason)")
    #expect(finding.hint(.english).contains(hint))
    #expect(finding.hint(.chinese) != finding.hint(.english))
  }

  @Test(
    "the hint for an error that nothing handled is that of its runtime",
    arguments: [("promisescope", "recover"), ("node 22.3.0", "try block"), ("cpython 3.11.7", "exception()")])
  func unhandled(runtime: String, hint: String) throws {
    let log = [throwsError(1), #""ev":"unhandled","p":1"#].joined(separator: "\n")
    let history = try nodeHistory("\(function(1, "main"))\n\(log)", runtime: runtime)
    #expect(history.findings().first?.hint(.english).contains(hint) == true)
  }

  @Test func inASCIIEveryKindOfProblemHasAGlyphOfItsOwnThatIsASCII() {
    let glyphs = ProblemKind.allCases.map { $0.glyph(isASCII: true) }
    #expect(glyphs.allSatisfy { $0.utf8.count == 1 } && Set(glyphs).count == glyphs.count)
    #expect(ProblemKind.allCases.filter { $0 != .unhandled }.allSatisfy { $0.glyph(isASCII: false).utf8.count > 1 })
  }

  @Test(
    "a cancellation that ended a Node program is unhandled; another one is no fault",
    arguments: [true, false])
  func cancellation(isUnhandled: Bool) throws {
    let error = throwsError(1).replacing(#""type":"Error""#, with: #""type":"AbortError""#)
    let lines = [function(1, "main"), error.replacing("false", with: "true")]
    let log = lines + (isUnhandled ? [#""ev":"unhandled","p":1"#] : []) + [#""ev":"ended","reason":"exit""#]
    let sentence = #""main" (#1) was rejected with no address (AbortError), and no handler took the rejection"#
    try expectEqual(
      found(node: log.joined(separator: "\n")), isUnhandled ? ["error unhandled-rejection: \(sentence)"] : [])
  }

  @Test("tasks of asyncio that wait for locks, while nothing else happens, hang", arguments: ["Lock", "get"])
  func locks(kind: String) throws {
    func task(_ id: Int, _ future: Int) -> String {
      """
      "ev":"created","p":\(id),"kind":"task","label":"task \(id)"
      "ev":"started","p":\(id)
      "ev":"created","p":\(future),"ctx":\(id),"kind":"\(kind)","site":{"file":"app.py","line":8}
      "ev":"awaiting","p":\(id),"source":\(future)
      """
    }
    let log = [task(1, 3), task(2, 4), #"@1500 "ev":"ended","reason":"signal""#].joined(separator: "\n")
    let findings = try nodeHistory(log, runtime: "cpython 3.11.7").findings()
    expectEqual(findings.map(\.severity), [kind == "Lock" ? .warning : .note])
  }

  @Test func aBodyThatEndsWithTheErrorOfWhatItAwaitedPassesItOn() throws {
    let history = try nodeHistory(
      """
      \(function(1, "main"))
      \(function(2, "query", in: 1))
      "ev":"awaiting","p":1,"source":2
      \(throwsError(2))
      "ev":"continued","p":1
      \(throwsError(1).replacing(#""threw","cancelled""#, with: #""threw","via":2,"cancelled""#))
      "ev":"unhandled","p":1
      """)
    let sentence =
      #""query" (#2) was rejected with no address (Error), and no handler down to "main" (#1) took the rejection"#
    expectEqual(history.found, ["error unhandled-rejection: \(sentence)"])
    let why = try #require(history.store.why(2, bodies: history.bodies))
    let sentences = history.store.sentences(why).map(\.text)
    let step = #""main" (#1) at app.js:1 passed it on: its body ended with the same error"#
    #expect(sentences.contains(step), "\(sentences)")
    #expect(sentences.contains("No handler took it: it is unhandled"), "\(sentences)")
  }

  @Test(
    "a handler of a Node program that returns nothing is found if the chain in it settles later", arguments: [5, 15])
  func missingReturn(saved: Int) throws {
    let handler = """
      "ev":"created","p":1,"kind":"setTimeout"
      "ev":"created","p":2,"kind":"then","from":1,"site":{"file":"app.js","line":5}
      "ev":"registered","p":1,"by":2
      "ev":"created","p":3,"kind":"then","from":2
      "ev":"registered","p":2,"by":3
      "ev":"fulfilled","p":1,"cause":"resolver"
      "ev":"started","p":2
      "ev":"created","p":4,"ctx":2,"kind":"setTimeout","label":"save"
      """
    let settles = #"@\#(saved) "ev":"fulfilled","p":4,"cause":"resolver""#
    let ends = "@10 \(returns(2).replacing(#""value""#, with: #""void""#))"
    let lines =
      [handler] + (saved < 10 ? [settles, ends] : [ends, settles]) + [#"@20 "ev":"ended","reason":"drained""#]
    let found = try found(node: lines.joined(separator: "\n")).filter { $0.contains("missing-return") }
    expectEqual(found.count, saved < 10 ? 0 : 1)
  }

  @Test func aCallOfNodeOrOfAPackageHangsInItsOperationWhichTheProgramCannotSettle() throws {
    let log = """
      "ev":"created","p":1,"kind":"text","site":{"file":"app.js","line":3}
      "ev":"registered","p":1
      @9000 "ev":"ended","reason":"drained"
      """
    let history = try nodeHistory(log)
    expectEqual(
      history.found,
      ["error never-settled: text #1 can never settle, because nothing is left to do: its operation has not ended"])
    expectEqual(history.findings().first?.hint.hasPrefix("Find out what its operation waits for"), true)
    expectEqual(
      history.store.why(1).map { history.store.sentences($0).map(\.text)[1] },
      "text #1 at app.js:3 has not settled: its operation has not ended")
  }

  @Test func theHintOfAFindingHasTheWordsOfTheRuntime() {
    for (runtime, hint) in [("node 20.20.2", "Call resolve or reject"), ("", "Call fulfill or reject")] {
      let texts = TextTable()
      texts.runtime = runtime
      var history = AnalyzedStore(texts: texts)
      var event = Event(.created, 1)
      event.operation = texts.intern("new Promise")
      history.apply(event)
      var end = Event(.ended)
      end.reason = .drained
      history.apply(end)
      #expect(history.findings().first?.hint.hasPrefix(hint) == true)
    }
  }
}
