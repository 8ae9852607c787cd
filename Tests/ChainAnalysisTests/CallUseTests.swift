// Which calls of async functions need to be awaited, and what becomes of their errors, with near misses that are silent.

@Suite struct CallUseTests {
  @Test(arguments: [(settler: 3, isUsed: true), (3, false), (5, true)])
  func aCallWhoseOutcomeReachesItsUsersThroughAnotherPromiseNeedNotBeAwaited(settler: Int, isUsed: Bool) throws {
    // #2 puts a job, #4, in a queue and calls #3, which runs all jobs; or #3 queues itself with #4, and another call, #5, lets it go on.
    let lines = try found(
      node: """
        \(function(1, "main"))
        \(function(2, "push", in: 1))
        \(function(3, "run", in: 2))
        \(settler == 5 ? function(5, "drain", in: 1) : "")
        "ev":"created","p":4,"ctx":\(settler == 5 ? 3 : 2),"kind":"new Promise","site":{"file":"app.js","line":9,"function":"run"}
        \(isUsed ? #""ev":"awaiting","p":\#(settler == 5 ? 3 : 1),"source":4"# : #""ev":"noted","text":"unused""#)
        "ev":"awaiting","p":1,"source":2
        @5 \(returns(2))
        @7 "ev":"fulfilled","p":4,"ctx":\(settler),"cause":"resolver"
        @9 \(returns(3))
        \(returns(1))
        "ev":"ended","reason":"drained"
        """)
    expectEqual(lines.contains { $0.contains("missing-await") }, !isUsed, "\(lines)")
  }

  @Test(arguments: [false, true])
  func whatNothingWaitsForMayStayPending(isUsed: Bool) throws {
    let lines = try found(
      node: """
        "ev":"created","p":2,"kind":"new Promise","site":{"file":"app.js","line":90}
        \(isUsed ? #""ev":"registered","p":2"# : "")
        @10 "ev":"ended","reason":"drained"
        """)
    expectEqual(lines.map { $0.hasPrefix("error never-settled") }, [isUsed])
    expectEqual(lines.map { $0.hasPrefix("note never-settled") && $0.hasSuffix("; nothing waits for it") }, [!isUsed])
  }

  @Test func aLostRejectionOfACallThatWasNotAwaitedIsAnError() throws {
    let lines = try found(
      node: """
        \(function(1, "main"))
        \(function(2, "save", in: 1))
        \(function(3, "write", in: 2))
        "ev":"awaiting","p":1,"source":2
        @5 \(returns(2))
        @9 \(throwsError(3))
        "ev":"unhandled","p":3
        """)
    expectEqual(
      lines,
      [
        #"error missing-await: "save" (#2) called "write" (#3) without awaiting it, and ended 4.00 ms before it was done; its rejection with no address (Error) was lost"#
      ])
  }

  @Test(arguments: [false, true])
  func aPromiseIsReturnedWithoutAwaitFromATryBlock(isHandled: Bool) throws {
    func found(_ adopted: Int) throws -> [String] {
      try ChainAnalysisTests.found(
        node: """
          \(function(1, "load"))
          \(function(2, "fetch", in: 1))
          "ev":"finished","p":1,"outcome":"promise"
          "ev":"adopted","p":1,"source":\(adopted)
          "ev":"finished","p":2,"outcome":"threw"
          "ev":"noted","p":2,"text":"returned without await from a try block, whose catch block does not see the rejection"
          "ev":"rejected","p":2,"error":"no address","type":"Error","cause":"threw","cancelled":false
          "ev":"rejected","p":1,"error":"no address","type":"Error","cause":"adopted","via":2,"cancelled":false
          \(isHandled ? #""ev":"handled","p":1"# : #""ev":"unhandled","p":1"#)
          "ev":"ended","reason":"drained"
          """)
    }
    try expectEqual(
      found(2),
      [
        "\(isHandled ? "warning" : "error") return-without-await: \"load\" (#1) returned \"fetch\" (#2) from a try block without await, so its "
          + "catch block did not see the rejection with no address (Error)\(isHandled ? "" : ", nor did any other handler")"
      ])
    // Something else was returned.
    #expect(try !found(9).contains { $0.contains("return-without-await") })
  }
}
