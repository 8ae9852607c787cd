// What only a log of asyncio shows, with near misses that are silent: siblings, lost results, refused cancellations, holds.

import PlainText

@Suite struct AsyncioRuleTests {
  private func found(_ lines: String) throws -> [String] { try nodeHistory(lines, runtime: "cpython 3.13.0").found }

  private func registered(_ id: Int, _ by: Int, _ more: String = "") -> String {
    #""ev":"registered","p":\#(id),"by":\#(by),"handles":["fulfilled","rejected"]\#(more)"#
  }

  @Test func whatGoesOnAfterAFailedGatherIsFoundIfNothingElseWaitsForIt() throws {
    func program(rest: Int, _ between: String = "") throws -> [String] {
      try found(
        """
        \(asyncioBody(1, "main"))
        \(asyncioBody(2, "fails"))
        \(asyncioBody(3, "writes"))
        \(asyncioPromise(4, "gather"))
        \(registered(2, 4))
        \(registered(3, 4))
        "ev":"awaiting","p":1,"source":4,"takesError":true
        @20 \(throwsError(2))
        "ev":"rejected","p":4,"type":"Error","cause":"combinator","via":2,"cancelled":false
        "ev":"continued","p":1
        "ev":"handled","p":4,"by":1
        \(between)
        @\(20 + rest) \(returns(3))
        \(returns(1))
        "ev":"ended","reason":"exit"
        """)
    }
    try expectEqual(
      program(rest: 100),
      [
        #"note uncanceled-source: gather #4 was rejected, but nothing canceled "writes" (#3), which took another 100 ms for nothing"#
      ])
    try expectEqual(program(rest: 10), [])
    try expectEqual(program(rest: 100, "\(asyncioPromise(5, "gather"))\n\(registered(3, 5))"), [])
    try expectEqual(program(rest: 100, #""ev":"cancelRequested","p":3,"by":1"#), [])
  }

  @Test func errorsThatAGatherReturnsAreSwallowedIfTheProgramDoesNotUseThem() throws {
    func program(_ takesError: String) throws -> [String] {
      try found(
        """
        \(asyncioBody(1, "main"))
        \(asyncioBody(2, "saves"))
        \(asyncioPromise(4, "gather"))
        \(registered(2, 4, takesError))
        "ev":"awaiting","p":1,"source":4
        @20 \(throwsError(2))
        "ev":"handled","p":2,"by":4
        "ev":"fulfilled","p":4,"cause":"combinator"
        "ev":"continued","p":1
        \(returns(1))
        "ev":"ended","reason":"exit"
        """)
    }
    try expectEqual(
      program(#","takesError":false"#),
      [#"note swallowed-error: gather #4 turned no address (Error) of "saves" (#2) into a value, which nothing uses"#])
    try expectEqual(program(""), [])
  }

  @Test func aBodyThatGoesOnAfterItsCancellationIsFoundUnlessItChoseTheError() throws {
    func program(takesError: Bool, _ request: String) throws -> [String] {
      try found(
        """
        \(asyncioBody(1, "works"))
        \(asyncioPromise(2, "sleep"))
        "ev":"awaiting","p":1,"source":2,"takesError":\(takesError)
        @20 \(request)
        "ev":"rejected","p":2,"type":"CancelledError","cause":"resolver","cancelled":true
        "ev":"continued","p":1
        "ev":"handled","p":2,"by":1
        @90 \(returns(1))
        "ev":"ended","reason":"exit"
        """)
    }
    let request = #""ev":"cancelRequested","p":1"#
    try expectEqual(
      program(takesError: false, request),
      [#"warning swallowed-error: "works" (#1) was canceled and went on: its catch block took the cancellation"#])
    try expectEqual(program(takesError: true, request), [])
    try expectEqual(program(takesError: false, #""ev":"alive""#), [])
  }

  @Test func whatWasNeverAwaitedOrCanceledByTheEndOfTheProgramIsAMissingAwait() throws {
    func program(_ note: String, _ more: String = "") throws -> [String] {
      try found(
        """
        \(asyncioBody(1, "main"))
        \(asyncioPromise(2, "coroutine"))
        \(more)
        "ev":"noted","p":2,"text":"\(note)"
        "ev":"released","p":2,"state":"pending"
        \(returns(1))
        "ev":"ended","reason":"exit"
        """)
    }
    try expectEqual(
      program("never awaited"), ["warning missing-await: coroutine #2 was called without await, so it never ran"])
    try expectEqual(
      program("canceled by the end of asyncio.run", #""ev":"cancelRequested","p":2"#),
      ["warning missing-await: the end of the program canceled coroutine #2, because nothing awaits it"])
  }

  @Test func aLockThatItsHolderDidNotReleaseHangsWhereTheHolderGotIt() throws {
    func program(_ end: String) throws -> [String] {
      try found(
        """
        \(asyncioBody(1, "waits"))
        \(asyncioBody(2, "holds"))
        \(asyncioPromise(3, "Lock held", in: 2))
        "ev":"started","p":3
        "ev":"awaiting","p":3,"source":2,"site":{"file":"app.py","line":3}
        @20 \(end)
        \(asyncioPromise(4, "Lock.acquire"))
        "ev":"registered","p":3,"by":4
        "ev":"awaiting","p":1,"source":4
        @3000 "ev":"ended","reason":"signal","signal":"SIGINT"
        """)
    }
    func hang(_ how: String, _ more: String = "") -> [String] {
      [
        #"warning never-settled: Lock held #3 was still pending when the program ended: "holds" (#2) got it here, ended\#(how), "#
          + "and did not release it\(more); 2 promises hang because of it"
      ]
    }
    try expectEqual(program(throwsError(2)), hang(" with no address (Error)"))
    // Another body may release it. What is left proves a hang.
    try expectEqual(program(returns(2)), hang("", ", and for 2.98 s the program waited for nothing else"))
  }
}
