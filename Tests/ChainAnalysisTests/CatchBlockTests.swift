// Errors that bodies catch in programs of Node, and what the source says of their `catch` blocks.

@Suite struct CatchBlockTests {
  /// The call of a function in a body, which throws, and the `await` in a `try` block.
  ///
  /// - Parameters:
  ///   - id: The promise of the body; the function's has the next number.
  ///   - context: The body that calls that one.
  ///   - takesError: What the log says of the `catch` block.
  private func attempt(_ id: Int, in context: Int = 0, takesError: Bool? = nil) -> String {
    let member = takesError.map { ",\"takesError\":\($0)" } ?? ""
    return """
      \(function(id, "settings", in: context))
      \(function(id + 1, "read", in: id))
      "ev":"awaiting","p":\(id),"source":\(id + 1),"site":{"file":"app.js","line":70,"function":"settings"}\(member)
      @5 \(throwsError(id + 1))
      "ev":"continued","p":\(id)
      "ev":"handled","p":\(id + 1),"by":\(id)
      """
  }

  @Test func anErrorThatABodyCatchesIsSwallowedAtItsAwaitOnceForAllCallers() throws {
    func call(_ id: Int) -> String {
      """
      \(attempt(id, in: 1))
      "ev":"awaiting","p":1,"source":\(id),"site":{"file":"app.js","line":\(id),"function":"main"}
      \(returns(id))
      "ev":"continued","p":1
      """
    }
    let log = "\(function(1, "main"))\n\(call(2))\n\(call(4))\n\(returns(1))"
    let swallowed = try nodeHistory(log).findings()
    expectEqual(swallowed.map(\.rule), [.swallowedError])
    expectEqual(swallowed.first?.site.map { "\($0.file):\($0.line) \($0.function)" }, "app.js:70 settings")
    expectEqual(swallowed.first?.occurrences, 2)
    #expect(try found(node: log.replacing(#""cancelled":false"#, with: #""cancelled":true"#)).isEmpty)
  }

  @Test(
    "a catch block that does not use the error swallows it, whether the value is used or not",
    arguments: [true, false])
  func ignored(isUsed: Bool) throws {
    let use =
      isUsed ? "\"ev\":\"created\",\"p\":9,\"kind\":\"then\",\"from\":2\n\"ev\":\"registered\",\"p\":2,\"by\":9\n" : ""
    func findings(_ takesError: Bool?) throws -> [String] {
      try found(node: attempt(2, takesError: takesError) + "\n" + use + returns(2)).filter {
        $0.contains("swallowed-error")
      }
    }
    try expectEqual(
      findings(false),
      [
        #"note swallowed-error: "settings" (#2) swallowed no address (Error) from "read" (#3): its catch block does not use the error"#
      ])
    try expectEqual(findings(true), [])
    try expectEqual(findings(nil).map { $0.contains("may have swallowed") }, isUsed ? [true] : [])
  }

  @Test(
    "of two awaits on one line, the one whose catch block does not use the error swallows it",
    arguments: [true, false])
  func onOneLine(isFirst: Bool) throws {
    func catches(_ id: Int, _ takesError: Bool) -> String {
      """
      \(function(id, "read", in: 1))
      "ev":"awaiting","p":1,"source":\(id),"site":{"file":"app.js","line":70},"takesError":\(takesError)
      @5 \(throwsError(id))
      "ev":"continued","p":1
      "ev":"handled","p":\(id),"by":1
      """
    }
    let log = [function(1, "main"), catches(2, !isFirst), catches(3, isFirst), returns(1)].joined(separator: "\n")
    let findings = try nodeHistory(log).findings()
    expectEqual(findings.map(\.rule), [.swallowedError])
    expectEqual(findings.first?.evidence, [isFirst ? 2 : 3])
  }

  @Test("an error that two bodies swallow is found, and one that another body uses is not", arguments: [false, true])
  func twoBodies(isUsed: Bool) throws {
    func waits(_ id: Int, _ takesError: Bool) -> String {
      """
      \(function(id, "reader"))
      "ev":"awaiting","p":\(id),"source":1,"site":{"file":"app.js","line":\(id)},"takesError":\(takesError)
      """
    }
    let log = [
      function(1, "connect"), waits(2, false), waits(3, isUsed), throwsError(1), #""ev":"continued","p":2"#,
      #""ev":"handled","p":1,"by":2"#, returns(2), #""ev":"continued","p":3"#, returns(3),
    ].joined(separator: "\n")
    try expectEqual(nodeHistory(log).findings().map(\.rule), isUsed ? [] : [.swallowedError])
  }

  @Test func aBodyThatCatchesAnErrorWithoutUsingItAndGoesOnSwallowsItUnlessItTriesAgain() throws {
    let job = """
      \(attempt(2, takesError: false))
      "ev":"created","p":4,"ctx":2,"kind":"setTimeout","site":{"file":"app.js","line":80}
      "ev":"awaiting","p":2,"source":4,"site":{"file":"app.js","line":80,"function":"settings"}
      """
    try expectEqual(found(node: job).map { $0.contains("swallowed no address") }, [true])
    try expectEqual(found(node: job.replacing(#""takesError":false"#, with: #""takesError":true"#)), [])
    let again = """
      \(attempt(2, takesError: false))
      \(function(4, "read", in: 2).replacing(#""line":4"#, with: #""line":3"#))
      "ev":"awaiting","p":2,"source":4,"site":{"file":"app.js","line":70,"function":"settings"}
      """
    try expectEqual(found(node: again), [])
  }
}
