// The rules about calls of async functions, and about what is pending at the end of a log, with near misses that are silent.

import PlainText

@Suite struct CallRuleTests {
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
      found(node: script + "\n" + #""ev":"ended","reason":"exit""#),
      [
        #"error floating-promise: "confirm" (#1) called "send" (#2), which was rejected with no address (Error) before anything used its promise"#
      ])
    // Handled late, it was used.
    try expectEqual(
      found(node: script + "\n" + #""ev":"registered","p":2"# + "\n" + #""ev":"handled","p":2"#).map { $0.prefix(29) },
      ["warning unhandled-rejection: "])
    // Its caller had ended, so no code of it uses the promise.
    #expect(
      try found(
        node: """
          \(function(1, "confirm"))
          \(function(2, "send", in: 1))
          @5 \(returns(1))
          @9 \(throwsError(2))
          "ev":"unhandled","p":2
          """
      ).contains { $0.contains("and did not use its promise, which was rejected") })
    // At top level, there is no caller.
    try expectEqual(
      found(node: "\(function(2, "send"))\n\(throwsError(2))\n\"ev\":\"unhandled\",\"p\":2").map { $0.prefix(27) },
      [
        "error unhandled-rejection: "
      ])
  }

  @Test func aCallThatOutlivesACallerThatOthersWaitForIsAMissingAwaitElseItFloats() throws {
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
      try found(
        node: "\(start)\n\(awaited)\n\(end.replacing("@9", with: "\"ev\":\"continued\",\"p\":1\n\(returns(1))\n@9"))")
        == [
          #"warning missing-await: "save" (#2) called "write" (#3) without awaiting it, and ended 4.00 ms before it was done"#
        ])
    let floating = try found(node: "\(start)\n\(returns(1))\n\(end)")
    #expect(
      floating.contains(
        #"note floating-promise: "save" (#2) called "write" (#3), did not use its promise, and ended before it"#))
    // The code says that it does not use the promise.
    let detached = start.replacing(#""label":"write""#, with: #""label":"write","detached":true"#)
    let late = end.replacing("@9", with: "\"ev\":\"continued\",\"p\":1\n\(returns(1))\n@9")
    try expectEqual(found(node: "\(detached)\n\(awaited)\n\(late)"), [])
    // Any use of the promise, and an earlier end, are fine.
    let used =
      "\(start)\n\(awaited)\n" + #""ev":"awaiting","p":2,"source":3"#
      + "\n@3 \(returns(3))\n@5 \(returns(2))\n\(returns(1))"
    try expectEqual(found(node: used), [])
    let early = "\(start)\n\(awaited)\n@3 \(returns(3))\n@5 \(returns(2))\n\(returns(1))"
    try expectEqual(found(node: early), [])
    // A worker that waits for its next task when the program ends was not to be awaited; one that waits for anything else was.
    for (loop, count) in [(#","loop":"endless""#, 0), ("", 1)] {
      let waits = """
        "ev":"created","p":4,"ctx":3,"kind":"new Promise","site":{"file":"app.js","line":7}
        "ev":"awaiting","p":3,"source":4\(loop)
        """
      let lines = try found(
        node: """
          \(start)
          \(awaited)
          \(waits)
          @5 \(returns(2))
          "ev":"continued","p":1
          \(returns(1))
          "ev":"ended","reason":"drained"
          """)
      expectEqual(lines.count { $0.contains("missing-await") }, count, "\(lines)")
    }
    // While the call runs, something may still use it.
    try expectEqual(found(node: "\(start)\n\(awaited)\n@5 \(returns(2))"), [])
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
      try found(node: hang + "\n@\(time) \"ev\":\"ended\"" + (reason.isEmpty ? "" : ",\"reason\":\"\(reason)\""))
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

  @Test func aReactionWhoseSidesAreUnknownIsNeverInferredToLeaveARejectionUnhandled() throws {
    let log = """
      \(function(1, "load"))
      "ev":"created","p":2,"kind":"then","from":1
      "ev":"registered","p":1,"by":2
      \(throwsError(1))
      "ev":"ended","reason":"exit"
      """
    try expectEqual(found(node: log), [])
  }

  @Test(
    "a lone listener, and a worker that awaits its next task in a loop, are no hangs when a signal ends the program",
    arguments: [
      ("once", "", "", false), ("new Promise", "", "", true), ("new Promise", "endless", "", false),
      ("new Promise", "condition", "", false), ("new Promise", "condition", "main", true),
      ("fetch", "endless", "", true),
      ("once", "", "others", true),
    ])
  func lifelong(kind: String, loop: String, other: String, hangs: Bool) throws {
    let site = #""site":{"file":"app.js","line":9}"#
    let sites = (10...21).map { other == "others" || loop != "" ? $0 : 10 * $0 }
    let former = sites.map {
      """
      "ev":"created","p":\($0),"kind":"\($0 < 100 ? kind : "fetch")",\($0 < 100 ? site : #""site":{"file":"app.js","line":3}"#)
      "ev":"fulfilled","p":\($0),"cause":"resolver"
      """
    }
    let lines = try found(
      node: """
        \(function(1, "main"))
        \(function(2, "worker", in: 1))
        \(former.joined(separator: "\n"))
        \(other == "main" ? #""ev":"awaiting","p":1,"source":2"# : returns(1))
        @20 "ev":"created","p":3,"ctx":2,"kind":"\(kind)",\(site)
        "ev":"awaiting","p":2,"source":3\(loop.isEmpty ? "" : #","loop":"\#(loop)""#)
        @9000 "ev":"noted","text":"beat"
        "ev":"ended","reason":"signal","signal":"SIGINT"
        """
    ).filter { $0.contains(" never-settled: ") }
    expectEqual(lines.map { String($0.prefix { $0 != ":" }) }, [hangs ? "warning never-settled" : "note never-settled"])
  }

  @Test(
    "what a function of Swift creates for the next item, by its name, is no hang when a signal ends the program",
    arguments: [("next()", false), ("nextTask(of:)", false), ("nextcloud()", true), ("load()", true)])
  func nextItem(function: String, hangs: Bool) throws {
    let site = #""site":{"file":"App/Queue.swift","line":9,"function":"\#(function)"}"#
    let former = (10...12).map {
      """
      "ev":"created","p":\($0),"ctx":1,"kind":"pending",\(site)
      "ev":"fulfilled","p":\($0),"cause":"resolver"
      """
    }
    let lines = try nodeHistory(
      """
      "ev":"created","p":1,"kind":"async"
      "ev":"started","p":1
      \(former.joined(separator: "\n"))
      @20 "ev":"created","p":3,"ctx":1,"kind":"pending",\(site)
      "ev":"awaiting","p":1,"source":3
      @9000 "ev":"noted","text":"beat"
      "ev":"ended","reason":"signal","signal":"SIGINT"
      """, runtime: ""
    ).found.filter { $0.contains(" never-settled: ") }
    expectEqual(lines.map { String($0.prefix { $0 != ":" }) }, [hangs ? "warning never-settled" : "note never-settled"])
  }

  @Test(
    "input that has not come is no hang while the program runs, or when a signal ends it",
    arguments: ["next", "question", "fetch"], [1, 12])
  func input(kind: String, former count: Int) throws {
    let site = #""site":{"file":"app.js","line":9}"#
    let former = (10..<10 + count).map {
      """
      "ev":"created","p":\($0),"ctx":1,"kind":"\(kind)",\(site)
      "ev":"awaiting","p":1,"source":\($0)
      "ev":"fulfilled","p":\($0),"cause":"resolver"
      "ev":"continued","p":1
      """
    }
    func found(_ end: String) throws -> [String] {
      let history = try nodeHistory(
        """
        \(function(1, "main"))
        \(former.joined(separator: "\n"))
        @900 "ev":"created","p":3,"ctx":1,"kind":"\(kind)",\(site)
        "ev":"awaiting","p":1,"source":3
        @7500 \(end)
        """)
      return history.findings().filter { $0.rule == .neverSettled || $0.rule == .stuck }.map { "\($0.severity)" }
    }
    let severity = kind == "fetch" ? "warning" : "note"
    try expectEqual(found(#""ev":"ended","reason":"signal","signal":"SIGTERM""#), [severity])
    try expectEqual(found(#""ev":"noted","text":"beat""#), [severity])
    // Nothing is left to do, so it cannot come.
    try expectEqual(found(#""ev":"ended","reason":"drained""#), ["error"])
  }

  @Test("a promise that waits for a timer hangs only if nothing is left to do", arguments: ["setTimeout", "sleep"])
  func timers(kind: String) throws {
    func found(_ end: String) throws -> [String] {
      let history = try nodeHistory(
        """
        \(function(1, "poll"))
        "ev":"created","p":2,"ctx":1,"kind":"\(kind)","site":{"file":"app.js","line":7}
        "ev":"awaiting","p":1,"source":2
        @60000 \(end)
        """)
      let why = try #require(history.store.why(1, bodies: history.bodies))
      return history.store.sentences(why, language: .english).map(\.text).filter { $0.contains("timer") }
        + history.findings().map { "\($0.severity) \($0.rule.rawValue)" }
    }
    try expectEqual(
      found(#""ev":"noted","p":1,"text":"still here""#),
      [
        "\(kind) #2 at app.js:7 has been waiting for its timer for 1 min 0 s",
        "1 min 0 s (100 %): the timer of \(kind) #2 at app.js:7 ran",
      ])
    try expectEqual(
      found(#""ev":"ended","reason":"signal","signal":"SIGINT""#).filter { !$0.contains("timer") },
      ["note never-settled"])
    try expectEqual(
      found(#""ev":"ended","reason":"drained""#).filter { !$0.contains("timer of") }, ["error never-settled"])
  }

  @Test("what only workers in endless loops wait for when nothing is left to do is a note", arguments: [1, 2])
  func idleWorkers(count: Int) throws {
    func found(loop: String, after: String = "") throws -> [String] {
      let workers = (0..<count).map { index in
        """
        \(function(2 + 2 * index, "worker"))
        "ev":"created","p":\(3 + 2 * index),"ctx":\(2 + 2 * index),"kind":"new Promise","site":{"file":"app.js","line":9}
        "ev":"awaiting","p":\(2 + 2 * index),"source":\(3 + 2 * index),"loop":"\(loop)"
        """
      }
      return try nodeHistory(
        """
        \(function(1, "main"))
        \(workers.joined(separator: "\n"))
        \(after)
        @10 "ev":"ended","reason":"drained"
        """
      ).found
    }
    let main = returns(1)
    try expectEqual(
      found(loop: "endless", after: main),
      [
        #"note never-settled: new Promise #3 was still pending when nothing was left to do: "worker" (#2) waits in an endless loop"#
          + (count == 1 ? "" : "; \(count) times at this call site")
      ])
    #expect(try found(loop: "condition", after: main).first?.hasPrefix("error never-settled") == true)
    // Something else hangs with the worker.
    let awaits = #""ev":"awaiting","p":1,"source":2"#
    #expect(try found(loop: "endless", after: awaits).first?.hasPrefix("error never-settled") == true)
  }
}
