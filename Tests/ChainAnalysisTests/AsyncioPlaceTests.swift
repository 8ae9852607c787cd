// Findings of a log of asyncio: those at the line at which a worker failed or at which a body that blocked the loop stopped next, and those about combinators
// that wait only for endless loops.

import PromiseLog

@Suite struct AsyncioPlaceTests {
  /// The severity, rule, and line of each finding.
  private func places(_ lines: String) throws -> [String] {
    try nodeHistory(lines, runtime: "cpython 3.13.0").findings().map {
      "\($0.severity) \($0.rule.rawValue) :\($0.site?.line ?? 0)"
    }
  }

  private func awaiting(_ id: Int, _ source: Int, line: Int, _ more: String = "") -> String {
    #""ev":"awaiting","p":\#(id),"source":\#(source),"site":{"file":"app.py","line":\#(line)}\#(more)"#
  }

  private func threw(_ id: Int, line: Int?, via: Int? = nil) -> String {
    let site = line.map { #","site":{"file":"app.py","line":\#($0)}"# } ?? ""
    let source = via.map { #","via":\#($0)"# } ?? ""
    return """
      "ev":"finished","p":\(id),"outcome":"threw"
      "ev":"rejected","p":\(id),"type":"ValueError","cause":"threw"\(source),"cancelled":false\(site)
      """
  }

  @Test func anErrorThatEndedAWorkerStandsInItsLoop() throws {
    func program(loop: String, _ end: String) throws -> [String] {
      try places(
        """
        \(asyncioBody(1, "main"))
        \(asyncioBody(2, "work", in: 1))
        \(asyncioPromise(3, "Queue.get", in: 2))
        \(awaiting(2, 3, line: 20, loop))
        "ev":"fulfilled","p":3,"cause":"resolver"
        "ev":"continued","p":2
        \(end)
        \(returns(1))
        "ev":"unhandled","p":2
        "ev":"ended","reason":"exit"
        """)
    }
    let endless = #","loop":"endless""#
    let called = """
      \(asyncioBody(4, "shrink", in: 2, kind: "coroutine"))
      \(awaiting(2, 4, line: 21, endless))
      \(threw(4, line: 30))
      "ev":"continued","p":2
      \(threw(2, line: nil, via: 4))
      """
    expectEqual(try program(loop: endless, threw(2, line: 22)), ["error unhandled-rejection :22"])
    expectEqual(try program(loop: endless, called), ["error unhandled-rejection :21"])
    // Without a loop, or without the line that threw, the finding is where the task was started.
    expectEqual(try program(loop: "", threw(2, line: 22)), ["error unhandled-rejection :2"])
    expectEqual(try program(loop: endless, threw(2, line: nil)), ["error unhandled-rejection :2"])
  }

  @Test func aBodyThatBlockedTheLoopIsReportedWhereItStoppedNext() throws {
    func program(_ stop: String) throws -> [String] {
      try places(
        """
        \(asyncioBody(1, "main"))
        \(asyncioPromise(3, "sleep"))
        \(asyncioBody(2, "register"))
        @400 \(stop)
        @401 "ev":"fulfilled","p":3,"cause":"resolver"
        @402 "ev":"ended","reason":"exit"
        """)
    }
    let store = """
      \(asyncioPromise(4, "sleep", in: 2))
      \(awaiting(2, 4, line: 11, #","cpu":399000000"#))
      """
    expectEqual(try program(store).filter { $0.contains("blocked") }, ["warning event-loop-blocked :11"])
    expectEqual(try program(returns(2)).filter { $0.contains("blocked") }, ["warning event-loop-blocked :2"])
    let seen = #""ev":"noted","p":2,"text":"held the event loop here","site":{"file":"app.py","line":7}"#
    expectEqual(try program("\(seen)\n\(store)").filter { $0.contains("blocked") }, ["warning event-loop-blocked :7"])
  }

  @Test func aLockThatNothingReleasedIsFoundAlsoIfWhatWaitedForItWasCanceled() throws {
    func program(_ end: String, waits: Bool = true) throws -> [String] {
      try places(
        """
        \(asyncioBody(1, "main"))
        \(asyncioBody(2, "first", in: 1, kind: "coroutine"))
        \(awaiting(1, 2, line: 9))
        "ev":"created","p":3,"ctx":2,"kind":"Semaphore held","site":{"file":"app.py","line":6}
        \(awaiting(3, 2, line: 6))
        \(returns(2))
        "ev":"continued","p":1
        \(waits ? asyncioPromise(4, "Semaphore.acquire", in: 1) : "")
        \(waits ? #""ev":"registered","p":3,"by":4"# : "")
        \(waits ? awaiting(1, 4, line: 12) : "")
        \(waits ? #"@400 "ev":"rejected","p":4,"type":"CancelledError","cause":"resolver","cancelled":true"# : "")
        \(waits ? #""ev":"continued","p":1"# : "")
        \(end)
        "ev":"ended","reason":"exit"
        """)
    }
    expectEqual(try program(returns(1)), ["warning never-settled :6"])
    // A caller that still runs may release it; and it may be held until the end.
    expectEqual(try program("").filter { $0.hasPrefix("warning") }, [])
    expectEqual(try program(returns(1), waits: false).filter { $0.hasPrefix("warning") }, [])
  }

  @Test func aBodyThatTookItsCancellationAndStayedInItsLoopIsAWarning() throws {
    func program(_ handled: String) throws -> [String] {
      try places(
        """
        \(asyncioBody(1, "run"))
        \(asyncioPromise(2, "sleep", in: 1))
        \(awaiting(1, 2, line: 20, #","takesError":true"#))
        "ev":"cancelRequested","p":1
        "ev":"rejected","p":2,"type":"CancelledError","cause":"resolver","cancelled":true
        "ev":"continued","p":1
        "ev":"handled","p":2,"by":1\(handled)
        \(returns(1))
        "ev":"ended","reason":"exit"
        """)
    }
    let taken = #","takesError":false"#
    expectEqual(try program(taken), ["warning swallowed-error :20"])
    expectEqual(try program(taken + #","site":{"file":"app.py","line":21}"#), ["warning swallowed-error :21"])
    expectEqual(try program(""), [])
  }

  @Test func aCombinatorThatWaitsOnlyForEndlessLoopsIsANote() throws {
    func program(loop: String, _ send: String) throws -> [String] {
      try places(
        """
        \(asyncioBody(1, "main"))
        \(asyncioBody(2, "beat", in: 1))
        \(asyncioBody(3, "send", in: 1))
        \(asyncioPromise(4, "TaskGroup"))
        "ev":"registered","p":2,"by":4
        "ev":"registered","p":3,"by":4
        \(awaiting(1, 4, line: 4))
        \(asyncioPromise(5, "sleep", in: 2))
        \(awaiting(2, 5, line: 20, loop))
        @20 \(send)
        @3000 "ev":"ended","reason":"signal","signal":"SIGINT"
        """)
    }
    let endless = #","loop":"endless""#
    expectEqual(try program(loop: endless, returns(3)).filter { $0.hasSuffix(":4") }, ["note never-settled :4"])
    // It may end by itself; a service runs all of them as long as it lives.
    expectEqual(try program(loop: #","loop":"condition""#, returns(3)).filter { $0.hasSuffix(":4") }, [])
    expectEqual(try program(loop: endless, #""ev":"alive""#).filter { $0.hasSuffix(":4") }, [])
  }
}
