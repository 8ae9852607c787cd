// Where a finding about a hang stands if code bypassed the call that settles others, or ended with an error before it.

@Suite struct BypassTests {
  private func hangs(_ lines: String) throws -> [String] {
    try nodeHistory(lines + "\n@200 \"ev\":\"ended\",\"reason\":\"drained\"").findings()
      .filter { $0.rule == .neverSettled && $0.severity > .note }.map {
        "\($0.site?.file ?? "?"):\($0.site?.line ?? 0) \($0.sentence)"
      }
  }

  /// A promise for an answer, awaited in the body of `main`.
  private func asks(_ promise: Int, at line: Int) -> String {
    """
    "ev":"created","p":\(promise),"ctx":1,"kind":"new Promise","site":{"file":"client.js","line":25,"function":"call"}
    "ev":"awaiting","p":1,"source":\(promise),"site":{"file":"app.js","line":\(line)}
    """
  }

  private func answers(_ promise: Int, calls: String = "") -> String {
    """
    \(calls)"ev":"fulfilled","p":\(promise),"cause":"resolver","site":{"file":"client.js","line":20,"function":"onFrame"}
    "ev":"continued","p":1
    """
  }

  private func called(_ promise: Int, _ file: String, _ line: Int, instead: Int = 0) -> String {
    let member = instead == 0 ? "" : ",\"instead\":\(instead)"
    return "\"ev\":\"called\",\"p\":\(promise),\"site\":{\"file\":\"\(file)\",\"line\":\(line)}\(member)\n"
  }

  @Test("a listener that returns early: at its return, even if the log has the calls of only one of the others")
  func listener() throws {
    let found = try hangs(
      """
      \(function(1, "main"))
      \(asks(2, at: 30))
      \(answers(2, calls: called(2, "client.js", 20, instead: 15) + called(2, "client.js", 9)))
      \(asks(3, at: 31))
      \(answers(3))
      \(asks(4, at: 32))
      """)
    expectEqual(
      found,
      [
        "client.js:15 new Promise #4 can never settle: 2 others from this call site were settled by onFrame (client.js:20), called from client.js:9, this one was not; "
          + "likely, the code went the other way, at client.js:15; 1 promise hangs because of it"
      ])
  }

  @Test("a caller of the function that settles others returns early: at the return of the caller")
  func caller() throws {
    let found = try hangs(
      """
      \(function(1, "main"))
      \(asks(2, at: 30))
      \(answers(2, calls: called(2, "client.js", 20) + called(2, "shop.js", 23, instead: 21)))
      \(asks(3, at: 31))
      """)
    #expect(found.count == 1 && found[0].hasPrefix("shop.js:21 new Promise #3"), "\(found)")
  }

  @Test("without an early return: where the promise was created")
  func noOther() throws {
    let found = try hangs(
      """
      \(function(1, "main"))
      \(asks(2, at: 30))
      \(answers(2, calls: called(2, "client.js", 20) + called(2, "shop.js", 23)))
      \(asks(3, at: 31))
      """)
    #expect(
      found.count == 1 && found[0].hasPrefix("client.js:25 new Promise #3")
        && found[0].contains(
          "1 other from this call site was settled by onFrame (client.js:20), called from shop.js:23"),
      "\(found)")
  }

  private func threw(_ body: Int, at line: Int, in file: String = "app.js") -> String {
    """
    "ev":"finished","p":\(body),"outcome":"threw"
    "ev":"rejected","p":\(body),"type":"SyntaxError","cause":"threw","cancelled":false,"site":{"file":"\(file)","line":\(line)}
    "ev":"handled","p":\(body)
    """
  }

  private func creates(_ promise: Int, in body: Int) -> String {
    "\"ev\":\"created\",\"p\":\(promise),\"ctx\":\(body),\"kind\":\"new Promise\",\"site\":{\"file\":\"flights.js\",\"line\":3,\"function\":\"later\"}"
  }

  @Test("a body that created a promise and threw: where it threw; not if it waited for something in between")
  func failedCreator() throws {
    func log(_ between: String) throws -> [String] {
      try hangs(
        """
        \(function(1, "main"))
        \(function(2, "setting", in: 1))
        \(creates(3, in: 2))
        \(between)\(threw(2, at: 12))
        "ev":"awaiting","p":1,"source":3,"site":{"file":"app.js","line":16}
        """)
    }
    expectEqual(
      try log(""),
      [
        #"app.js:12 new Promise #3 can never settle: likely, "setting" (#2), which created it, threw SyntaxError at app.js:12 before anything"#
          + " could settle it; 1 promise hangs because of it"
      ])
    let waited = try log(
      """
      @1 \(function(4, "load", in: 2))
      "ev":"awaiting","p":2,"source":4,"site":{"file":"app.js","line":11}
      \(returns(4))
      "ev":"continued","p":2

      """)
    #expect(waited.count == 1 && waited[0].hasPrefix("flights.js:3 "), "\(waited)")
  }

  @Test("a likely deadlock of async functions: where the first one waits for its second lock")
  func deadlock() throws {
    func lock(_ promise: Int, _ body: Int, at line: Int, _ end: String = "") -> String {
      """
      \(creates(promise, in: body))
      "ev":"awaiting","p":\(body),"source":\(promise),"site":{"file":"app.js","line":\(line)}\(end)
      """
    }
    func gives(_ promise: Int, _ body: Int) -> String {
      "\n\"ev\":\"fulfilled\",\"p\":\(promise),\"cause\":\"resolver\"\n\"ev\":\"continued\",\"p\":\(body)"
    }
    let found = try hangs(
      """
      \(function(1, "left"))
      \(lock(3, 1, at: 20, gives(3, 1)))
      \(function(2, "right"))
      \(lock(4, 2, at: 20, gives(4, 2)))
      \(lock(5, 1, at: 22))
      \(lock(6, 2, at: 22))
      """)
    #expect(
      found.count == 1 && found[0].hasPrefix("app.js:22 ") && found[0].contains("probably a deadlock"), "\(found)")
  }

  @Test("a worker that threw: on the line that the log has")
  func threwAtLine() throws {
    let found = try hangs(
      """
      \(function(1, "main"))
      \(function(2, "work", in: 1))
      \(asks(3, at: 30))
      @1 "ev":"fulfilled","p":3,"ctx":2,"cause":"resolver","site":{"file":"client.js","line":20}
      "ev":"continued","p":1
      \(asks(4, at: 31))
      \(threw(2, at: 14))
      """)
    #expect(
      found.count == 1 && found[0].hasPrefix("app.js:14 ")
        && found[0].contains(#""work" (#2), which settles others of call, threw SyntaxError at app.js:14"#), "\(found)")
  }

  @Test("if no other one has settled: where an error or another branch bypassed the calls that the source shows")
  func expected() throws {
    func log(_ line: Int, instead: Int = 0) throws -> [String] {
      let call = called(5, "flights.js", 9, instead: instead).replacing(
        "\"line\":9", with: "\"line\":9,\"function\":\"process\"")
      return try hangs(
        """
        \(function(1, "main"))
        \(creates(5, in: 1))
        "ev":"awaiting","p":1,"source":5,"site":{"file":"app.js","line":16}
        @60 \(call)\(function(4, "process", in: 1))
        \(threw(4, at: line, in: "flights.js").replacing("\"line\":\(line)", with: "\"line\":\(line),\"function\":\"process\""))
        """)
    }
    let failed = try log(7, instead: 6)
    #expect(
      failed.count == 1
        && failed[0].hasPrefix(
          #"flights.js:7 new Promise #5 can never settle: likely, "process" (#4) ended with SyntaxError at flights.js:7, "#
            + "before the call at flights.js:9 that would lead to its settlement"),
      "\(failed)")
    let left = try log(12, instead: 6)
    #expect(
      left.count == 1
        && left[0].hasPrefix(
          "flights.js:6 new Promise #5 can never settle: the call at flights.js:9 would lead to its settlement; likely, the "
            + "code went the other way, at flights.js:6"),
      "\(left)")
    let unclear = try log(12)
    #expect(
      unclear.count == 1 && unclear[0].hasPrefix("flights.js:3 ")
        && unclear[0].contains("; process (flights.js:9) would settle it"), "\(unclear)")
  }

  @Test(
    "a call of the same async function that failed after the line at which the promise waits: where it failed",
    arguments: [12, 2])
  func failedBehind(line: Int) throws {
    func later(_ lines: String) -> String {
      lines.replacing("\"line\":\(line)", with: "\"line\":\(line),\"function\":\"later\"")
    }
    let found = try hangs(
      """
      \(function(1, "main"))
      \(function(2, "later", in: 1))
      \(later(threw(2, at: line, in: "flights.js")))
      \(function(4, "later", in: 1))
      \(creates(6, in: 4))
      \(function(7, "use", in: 1))
      @1 "ev":"fulfilled","p":6,"ctx":7,"cause":"resolver","site":{"file":"flights.js","line":20,"function":"end"}
      \(returns(7))
      \(returns(4))
      \(function(3, "later", in: 1))
      \(creates(5, in: 3))
      "ev":"awaiting","p":3,"source":5,"site":{"file":"flights.js","line":3,"function":"later"}
      """)
    let isBehind = line > 3
    #expect(found.count == 1 && found[0].hasPrefix("flights.js:\(isBehind ? line : 3) new Promise #5"), "\(found)")
    expectEqual(
      found[0].contains(#"likely, "later" (#2), which did not wait there any longer, ended with SyntaxError"#), isBehind
    )
  }

  @Test("calls that only the source showed are not those that led to the settlement")
  func expectedBefore() throws {
    let found = try hangs(
      """
      \(function(1, "main"))
      \(asks(2, at: 30))
      @60 \(called(2, "client.js", 50, instead: 49))@61 \(answers(2, calls: called(2, "client.js", 20)))
      \(asks(3, at: 31))
      """)
    #expect(found.count == 1 && found[0].hasPrefix("client.js:25 new Promise #3"), "\(found)")
  }

  @Test("the only function of the same file that failed, if it usually succeeds and nothing shows what settles it")
  func failedNeighbor() throws {
    func log(_ first: String) throws -> [String] {
      try hangs(
        """
        \(function(1, "main"))
        \(function(2, "process", in: 1))
        \(first)
        \(function(4, "process", in: 1))
        \(threw(4, at: 7, in: "flights.js"))
        \(creates(5, in: 1))
        "ev":"awaiting","p":1,"source":5,"site":{"file":"app.js","line":16}
        """)
    }
    let found = try log(returns(2))
    #expect(
      found.count == 1
        && found[0].hasPrefix("flights.js:7 ") && found[0].contains(#"likely, "process" (#4) of the same file should"#),
      "\(found)")
    let unusual = try log(threw(2, at: 7, in: "flights.js"))
    #expect(unusual.count == 1 && unusual[0].hasPrefix("flights.js:3 "), "\(unusual)")
  }
}
