// The rules about event loops, and the times of what waited for one, with near misses that are silent.

import PlainText

@Suite struct LoopRuleTests {
  private func timer(_ id: Int, _ context: Int) -> String {
    #""ev":"created","p":\#(id),"ctx":\#(context),"kind":"new Promise","site":{"file":"app.js","line":90}"#
  }

  @Test func aBodyThatHoldsTheEventLoopIsFoundIfAnotherPromiseWaitedMostlyForIt() throws {
    func program(_ length: Int, created: Int = 0, settled: Int? = nil) throws -> [String] {
      try found(
        node: """
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

  @Test func aBodyThatTookLongOnceInManyRunsWasInterruptedUnlessItWasBusyForVeryLongAndIsNotFound() throws {
    func program(_ short: Int, _ name: String = "report", cpu: String = "") throws -> [String] {
      let site = #""site":{"file":"app.js","line":3}"#
      let call = #""kind":"async function","label":"report",\#(site)"#
      var script = ""
      let other = call.replacing("report", with: name)
      for id in 100..<100 + short {
        script += "\"ev\":\"created\",\"p\":\(id),\(other)\n\"ev\":\"started\",\"p\":\(id)\n\(returns(id))\n"
      }
      return try found(
        node: script + """
          @5 \(timer(2, 1))
          @10 "ev":"created","p":3,\(call)
          "ev":"started","p":3
          @210 \(returns(3).replacing(#""value""#, with: #""value"\#(cpu)"#))
          @211 "ev":"fulfilled","p":2,"cause":"resolver"
          """)
    }
    try expectEqual(program(5).count, 1)
    try expectEqual(program(40), [])
    // Another function whose calls are on the same line.
    try expectEqual(program(40, "poll").count, 1)
    try expectEqual(program(40, cpu: #","cpu":150000000"#), [])
    try expectEqual(program(40, cpu: #","cpu":200000000"#).count, 1)
  }

  @Test func aCallWithinABodyIsChargedToTheCallAndABodyThatAwaitsItsOwnPromiseBlocksNoOther() throws {
    let inner = try found(
      node: """
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
      node: """
        \(timer(8, 7))
        @10 \(function(1, "page"))
        \(function(2, "render", in: 1))
        @110 \(returns(2))
        @111 "ev":"awaiting","p":1,"source":2
        @112 "ev":"fulfilled","p":8,"cause":"resolver"
        """)
    expectEqual(other.map { $0.prefix(58) }, [#"warning event-loop-blocked: the body of "render" (#2) held"#])
  }

  @Test func veryManyPromisesOfOneCallSiteInFlightAtOnceAreFoundAndBatchesAreNot() throws {
    var (burst, batches) = (function(1, "main"), function(1, "main"))
    for id in 2..<1_300 {
      let call =
        #""ev":"created","p":\#(id),"ctx":1,"kind":"async function","label":"load","site":{"file":"app.js","line":7}"#
      burst += "\n" + call
      batches += "\n" + call + "\n" + #""ev":"fulfilled","p":\#(id),"cause":"returned""#
    }
    try expectEqual(
      found(node: burst),
      [
        #"note unbounded-concurrency: "main" (#1) started 1,298 promises at this call site at once, starting with "load" (#2), before any of them made room"#
      ])
    try expectEqual(found(node: batches), [])
  }

  @Test func aBodyThatHeldTheEventLoopWhileARequestWasInFlightIsNamedUnlessTheRequestTookLonger() throws {
    // Half a second of the request, then the body, and the answer right after it; the other request is answered long after.
    let history = try nodeHistory(
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

  @Test func runsThatFollowOneAnotherHoldTheEventLoopTogether() throws {
    func run(_ id: Int, _ start: Int, _ end: Int) -> String {
      "@\(start) \(function(id, "hash"))\n@\(end) \(returns(id))"
    }
    let history = try nodeHistory(
      """
      "ev":"created","p":2,"kind":"setTimeout"
      \(run(11, 10, 110))
      \(run(12, 111, 211))
      \(run(13, 212, 312))
      @313 "ev":"fulfilled","p":2,"cause":"resolver"
      "ev":"ended","reason":"drained"
      """)
    let path = history.store.criticalPath(of: 2, bodies: history.bodies)
    expectEqual(path?.segments.map(\.other), [0, 11, 12, 13])
    expectEqual(
      history.findings().filter { $0.rule == .eventLoopBlocked }.map(\.sentence),
      [#"the body of "hash" (#13) held the event loop for 100 ms while 1 other promise waited for it, up to 101 ms"#])
  }
}
