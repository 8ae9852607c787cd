// The rules about calls of async functions and about event loops, and the ends of logs, with near misses that are silent.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseLog
import PromiseTrace
import TestSupport
import Testing

/// Draws the findings of a log of Node, from events without `seq` and `t`; `@` sets the time in milliseconds.
private func found(_ lines: String) throws -> [String] {
  let (events, texts) = try events(lines)
  return found(events, texts)
}

private func events(_ lines: String) throws -> ([Event], TextTable) {
  var log = #"{"schema":"promisescope.log","version":1,"runtime":"node 20.20.2"}"# + "\n"
  var (sequence, time) = (0, 0)
  for line in lines.split(separator: "\n") {
    var members = line.trimmingPrefix(while: \.isWhitespace)
    if members.hasPrefix("@"), let space = members.firstIndex(of: " ") {
      time = (Int(members[members.index(after: members.startIndex)..<space]) ?? 0) * 1_000_000
      members = members[members.index(after: space)...]
    }
    sequence += 1
    log += "{\"seq\":\(sequence),\"t\":\(time),\(members)}\n"
  }
  let reader = LogReader(bytes: Array(log.utf8))
  var events: [Event] = []
  while try reader.read(into: &events, limit: 1_000) != .ended {}
  expectEqual(reader.diagnostics, [])
  return (events, reader.texts)
}

private func function(_ id: Int, _ name: String, in context: Int = 0) -> String {
  let inside = context == 0 ? "" : "\"ctx\":\(context),"
  return """
    "ev":"created","p":\(id),\(inside)"kind":"async function","label":"\(name)","site":{"file":"app.js","line":\(id)}
    "ev":"started","p":\(id)
    """
}

private func returns(_ id: Int) -> String {
  """
  "ev":"finished","p":\(id),"outcome":"value"
  "ev":"fulfilled","p":\(id),"cause":"returned"
  """
}
private func throwsError(_ id: Int) -> String {
  """
  "ev":"finished","p":\(id),"outcome":"threw"
  "ev":"rejected","p":\(id),"error":"no address","type":"Error","cause":"threw","cancelled":false
  """
}

@Suite("rules about calls and event loops")
struct CallRuleTests {
  private func timer(_ id: Int, _ context: Int) -> String {
    #""ev":"created","p":\#(id),"ctx":\#(context),"kind":"new Promise","site":{"file":"app.js","line":90}"#
  }

  @Test("a call that nothing uses and that is rejected floats; its rejection has no other finding")
  func floatingRejection() throws {
    let script = """
      \(function(1, "confirm"))
      \(function(2, "send", in: 1))
      @5 \(throwsError(2))
      "ev":"unhandled","p":2
      @9 \(returns(1))
      """
    try expectEqual(
      found(script + "\n" + #""ev":"ended","reason":"exit""#),
      [
        #"error floating-promise: "confirm" (#1) called "send" (#2) and did not use its promise, which was rejected with no address (Error)"#
      ])
    // Handled late, it was used.
    try expectEqual(found(script + "\n" + #""ev":"registered","p":2"# + "\n" + #""ev":"handled","p":2"#), [])
    // At top level, there is no caller.
    try expectEqual(
      found("\(function(2, "send"))\n\(throwsError(2))\n\"ev\":\"unhandled\",\"p\":2").map { $0.prefix(27) },
      [
        "error unhandled-rejection: "
      ])
  }

  @Test("a call that outlives a caller that others wait for is a missing await, else it floats")
  func outlives() throws {
    let start = """
      \(function(1, "main"))
      \(function(2, "save", in: 1))
      \(function(3, "write", in: 2))
      """
    let awaited = #""ev":"awaiting","p":1,"source":2"#
    let end = """
      @5 \(returns(2))
      @9 \(returns(3))
      "ev":"ended","reason":"drained"
      """
    #expect(
      try found("\(start)\n\(awaited)\n\(end.replacing("@9", with: "\"ev\":\"continued\",\"p\":1\n\(returns(1))\n@9"))")
        == [
          #"warning missing-await: "save" (#2) called "write" (#3) without awaiting it, and ended 4.00 ms before it was done"#
        ])
    let floating = try found("\(start)\n\(returns(1))\n\(end)")
    #expect(
      floating.contains(
        #"note floating-promise: "save" (#2) called "write" (#3), did not use its promise, and ended before it"#))
    // Any use of the promise, and an earlier end, are fine.
    let used =
      "\(start)\n\(awaited)\n" + #""ev":"awaiting","p":2,"source":3"#
      + "\n@3 \(returns(3))\n@5 \(returns(2))\n\(returns(1))"
    try expectEqual(found(used), [])
    let early = "\(start)\n\(awaited)\n@3 \(returns(3))\n@5 \(returns(2))\n\(returns(1))"
    try expectEqual(found(early), [])
    // While the call runs, something may still use it.
    try expectEqual(found("\(start)\n\(awaited)\n@5 \(returns(2))"), [])
  }

  @Test("a body that holds the event loop is found if another promise waited mostly for it")
  func blocked() throws {
    func program(_ length: Int, created: Int = 0, settled: Int? = nil) throws -> [String] {
      try found(
        """
        \(function(1, "request"))
        @\(created) \(timer(2, 1))
        "ev":"awaiting","p":1,"source":2
        @1000 \(function(3, "report"))
        @\(1000 + length) \(returns(3))
        @\(settled ?? 1001 + length) "ev":"fulfilled","p":2,"cause":"resolver"
        "ev":"continued","p":1
        \(returns(1))
        "ev":"ended","reason":"exit"
        """)
    }
    try expectEqual(
      program(200, created: 950),
      [
        #"warning event-loop-blocked: the body of "report" (#3) held the event loop for 200 ms while 1 other promise waited for it, up to 201 ms"#
      ])
    // Short; a small part of the wait; much later.
    try expectEqual(program(40, created: 990), [])
    try expectEqual(program(200, created: 0), [])
    try expectEqual(program(200, created: 950, settled: 1_300), [])
  }

  @Test("a body that took long once in many runs was interrupted, and is not found")
  func interrupted() throws {
    func program(_ short: Int) throws -> [String] {
      let call = #""kind":"async function","label":"report","site":{"file":"app.js","line":3}"#
      var script = ""
      for id in 100..<100 + short {
        script += "\"ev\":\"created\",\"p\":\(id),\(call)\n\"ev\":\"started\",\"p\":\(id)\n\(returns(id))\n"
      }
      return try found(
        script + """
          @5 \(timer(2, 1))
          @10 "ev":"created","p":3,\(call)
          "ev":"started","p":3
          @210 \(returns(3))
          @211 "ev":"fulfilled","p":2,"cause":"resolver"
          """)
    }
    try expectEqual(program(5).count, 1)
    try expectEqual(program(40), [])
  }

  @Test("a call within a body is charged to the call, and a body that awaits its own promise blocks no other")
  func blockedInside() throws {
    let inner = try found(
      """
      \(timer(9, 7))
      @10 \(function(1, "page"))
      \(function(2, "render", in: 1))
      @110 "ev":"awaiting","p":2,"source":9
      @111 "ev":"awaiting","p":1,"source":2
      @112 "ev":"created","p":5,"kind":"new Promise"
      @112 "ev":"fulfilled","p":9,"cause":"resolver"
      """)
    expectEqual(inner, [])
    let other = try found(
      """
      \(timer(8, 7))
      @10 \(function(1, "page"))
      \(function(2, "render", in: 1))
      @110 \(returns(2))
      @111 "ev":"awaiting","p":1,"source":2
      @112 "ev":"fulfilled","p":8,"cause":"resolver"
      """)
    expectEqual(other.map { $0.prefix(58) }, [#"warning event-loop-blocked: the body of "render" (#2) held"#])
  }

  @Test("very many promises of one call site in flight at once are found, and batches are not")
  func bursts() throws {
    var (burst, batches) = (function(1, "main"), function(1, "main"))
    for id in 2..<1_300 {
      let call =
        #""ev":"created","p":\#(id),"ctx":1,"kind":"async function","label":"load","site":{"file":"app.js","line":7}"#
      burst += "\n" + call
      batches += "\n" + call + "\n" + #""ev":"fulfilled","p":\#(id),"cause":"returned""#
    }
    try expectEqual(
      found(burst),
      [
        #"note unbounded-concurrency: "main" (#1) started 1,298 promises at this call site at once, starting with "load" (#2), before any of them made room"#
      ])
    try expectEqual(found(batches), [])
  }

  @Test(
    "what is pending can never settle once nothing is left to do, and was unfinished when the program ended otherwise")
  func ends() throws {
    let hang = """
      \(function(1, "page"))
      \(timer(2, 1))
      "ev":"awaiting","p":1,"source":2
      """
    func end(_ reason: String, at time: Int = 1) throws -> [String] {
      try found(hang + "\n@\(time) \"ev\":\"ended\"" + (reason.isEmpty ? "" : ",\"reason\":\"\(reason)\""))
    }
    try expectEqual(
      end("drained"),
      [
        "error never-settled: new Promise #2 can never settle, because nothing is left to do: neither resolve nor reject has been called; "
          + "1 promise hangs because of it"
      ])
    try expectEqual(end("").map { $0.contains(" never-settled: ") }, [true])
    try expectEqual(end("exit"), [])
    try expectEqual(end("signal"), [])
    try expectEqual(end("signal", at: 9_000).map { $0.contains(" never-settled: ") }, [true])
  }

  @Test("a reaction whose sides are unknown is never inferred to leave a rejection unhandled")
  func unknownSides() throws {
    let log = """
      \(function(1, "load"))
      "ev":"created","p":2,"kind":"then","from":1
      "ev":"registered","p":1,"by":2
      \(throwsError(1))
      "ev":"ended","reason":"exit"
      """
    try expectEqual(found(log), [])
  }

  @Test("a server of Node that idles until a signal is no hang, although its log has the promise only at the await")
  func idleServer() throws {
    func kind(of awaited: Int) throws -> [String] {
      let requests = (10...21).map {
        """
        "ev":"created","p":\($0),"kind":"fetch"
        "ev":"fulfilled","p":\($0),"cause":"resolver"
        """
      }
      let script = """
        \(function(1, "main"))
        \(requests.joined(separator: "\n"))
        @20 "ev":"created","p":\(awaited),"ctx":1,"kind":"once","site":{"file":"app.js","line":2}
        "ev":"awaiting","p":1,"source":\(awaited)
        @9000 "ev":"ended","reason":"signal"
        """
      return try found(script).map { String($0.prefix { $0 != ":" }) }
    }
    try expectEqual(kind(of: 2), ["note never-settled"])
    try expectEqual(kind(of: 99), ["warning never-settled"])
  }

  @Test("a promise that waits for a timer hangs only if nothing is left to do", arguments: ["setTimeout", "sleep"])
  func timers(kind: String) throws {
    func found(_ end: String) throws -> [String] {
      let (events, texts) = try events(
        """
        \(function(1, "poll"))
        "ev":"created","p":2,"ctx":1,"kind":"\(kind)","site":{"file":"app.js","line":7}
        "ev":"awaiting","p":1,"source":2
        @60000 \(end)
        """)
      var history = AnalyzedStore(texts: texts)
      for event in events { history.apply(event) }
      let why = try #require(history.store.why(1, bodies: history.bodies))
      return history.store.sentences(why, language: .english).map(\.text).filter { $0.contains("timer") }
        + history.findings().map { "\($0.severity) \($0.rule.rawValue)" }
    }
    try expectEqual(
      found(#""ev":"noted","p":1,"text":"still here""#),
      [
        "\(kind) #2 at app.js:7 has been waiting for its timer for 1 min 00 s",
        "1 min 00 s (100 %): the timer of \(kind) #2 at app.js:7 ran",
      ])
    try expectEqual(
      found(#""ev":"ended","reason":"signal","signal":"SIGINT""#).filter { !$0.contains("timer") },
      ["note never-settled"])
    try expectEqual(
      found(#""ev":"ended","reason":"drained""#).filter { !$0.contains("timer of") }, ["error never-settled"])
  }

  @Test("the time that a body held the event loop is no time of a request")
  func timeOfABlock() throws {
    // Half a second of the request, then the body, and the answer right after it; the other request is answered long after.
    let (events, texts) = try events(
      """
      \(function(1, "main"))
      "ev":"created","p":2,"ctx":1,"kind":"request"
      "ev":"created","p":3,"ctx":1,"kind":"request"
      "ev":"awaiting","p":1,"source":2
      @500 \(function(9, "hash"))
      @1500 \(returns(9))
      @1510 "ev":"fulfilled","p":2,"cause":"resolver"
      "ev":"continued","p":1
      "ev":"awaiting","p":1,"source":3
      @4000 "ev":"fulfilled","p":3,"cause":"resolver"
      "ev":"continued","p":1
      \(returns(1))
      "ev":"ended","reason":"drained"
      """)
    var history = AnalyzedStore(texts: texts)
    for event in events { history.apply(event) }
    let path = history.store.criticalPath(of: 2, bodies: history.bodies)
    expectEqual(
      path?.segments.map { "\($0.kind) \($0.promise) \($0.other) \($0.duration / 1_000_000)" },
      ["inFlight 2 0 500", "inFlight 2 9 1010"])
    let why = try #require(history.store.why(2, bodies: history.bodies))
    let sentences = history.store.sentences(why, language: .english).map(\.text)
    #expect(
      sentences.contains { $0.hasSuffix(#"in flight, while the body of "hash" (#9) at app.js:9 held the event loop"#) },
      "\(sentences)")
    let other = history.store.criticalPath(of: 3, bodies: history.bodies)
    expectEqual(other?.segments.map(\.kind), [.inFlight])
  }

  @Test("runs that follow one another hold the event loop together")
  func runsInARow() throws {
    func run(_ id: Int, _ start: Int, _ end: Int) -> String {
      "@\(start) \(function(id, "hash"))\n@\(end) \(returns(id))"
    }
    let (events, texts) = try events(
      """
      "ev":"created","p":2,"kind":"setTimeout"
      \(run(11, 10, 110))
      \(run(12, 111, 211))
      \(run(13, 212, 312))
      @313 "ev":"fulfilled","p":2,"cause":"resolver"
      "ev":"ended","reason":"drained"
      """)
    var history = AnalyzedStore(texts: texts)
    for event in events { history.apply(event) }
    let path = history.store.criticalPath(of: 2, bodies: history.bodies)
    expectEqual(path?.segments.map(\.other), [0, 11, 12, 13])
    expectEqual(
      history.findings().filter { $0.rule == .eventLoopBlocked }.map(\.sentence),
      [#"the body of "hash" (#13) held the event loop for 100 ms while 1 other promise waited for it, up to 101 ms"#])
  }

  @Test("a race with a timer does not hang because of its other input", arguments: [true, false])
  func raceWithTimer(hasTimer: Bool) throws {
    let lines = try found(
      """
      "ev":"created","p":1,"kind":"new Promise","site":{"file":"app.js","line":1}
      "ev":"created","p":2,"kind":"\(hasTimer ? "setTimeout" : "new Promise")","site":{"file":"app.js","line":2}
      "ev":"created","p":3,"kind":"race","site":{"file":"app.js","line":3}
      "ev":"registered","p":1,"by":3
      "ev":"registered","p":2,"by":3
      @60000 "ev":"ended","reason":"signal","signal":"SIGINT"
      """)
    expectEqual(lines.contains { $0.contains("1 promise hangs because of it") }, !hasTimer, "\(lines)")
  }

  @Test("an error that a body catches is swallowed at its await, once for all callers")
  func swallowedAtAwait() throws {
    func call(_ id: Int) -> String {
      """
      \(function(id, "settings", in: 1))
      \(function(id + 1, "read", in: id))
      "ev":"awaiting","p":\(id),"source":\(id + 1),"site":{"file":"app.js","line":70,"function":"settings"}
      "ev":"awaiting","p":1,"source":\(id),"site":{"file":"app.js","line":\(id),"function":"main"}
      @5 \(throwsError(id + 1))
      "ev":"continued","p":\(id)
      "ev":"handled","p":\(id + 1),"by":\(id)
      \(returns(id))
      "ev":"continued","p":1
      """
    }
    let log = "\(function(1, "main"))\n\(call(2))\n\(call(4))\n\(returns(1))"
    let (events, texts) = try events(log)
    let swallowed = findings(events, texts)
    expectEqual(swallowed.map(\.rule), [.swallowedError])
    expectEqual(swallowed.first?.site.map { "\($0.file):\($0.line) \($0.function)" }, "app.js:70 settings")
    expectEqual(swallowed.first?.occurrences, 2)
    #expect(try found(log.replacing(#""cancelled":false"#, with: #""cancelled":true"#)).isEmpty)
  }

  @Test("the hint of a finding has the words of the runtime")
  func hints() {
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
