// Where a finding about a hang stands: at the code to change, which is seldom the helper that created the promise.

@Suite struct HangPlaceTests {
  private func hangs(_ lines: String) throws -> [String] {
    try nodeHistory(lines + "\n@200 \"ev\":\"ended\",\"reason\":\"drained\"").findings()
      .filter { $0.severity > .note }.map { "\($0.site?.file ?? "?"):\($0.site?.line ?? 0) \($0.sentence)" }
  }

  /// A promise that a function of a helper creates.
  private func creates(_ promise: Int, in body: Int, _ function: String) -> String {
    #""ev":"created","p":\#(promise),"ctx":\#(body),"kind":"new Promise","site":{"file":"helper.js","line":4,"function":"\#(function)"}"#
  }

  private func awaits(_ body: Int, _ source: Int, _ line: Int, in file: String = "app.js") -> String {
    #""ev":"awaiting","p":\#(body),"source":\#(source),"site":{"file":"\#(file)","line":\#(line)}"#
  }

  private func settles(_ promise: Int, in body: Int, _ line: Int, _ event: String = "fulfilled") -> String {
    let error = event == "rejected" ? #""type":"Error","cancelled":false,"# : ""
    return
      #""ev":"\#(event)","p":\#(promise),"ctx":\#(body),\#(error)"cause":"resolver","site":{"file":"helper.js","line":\#(line),"function":"end"}"#
  }

  /// A body calls an async function, awaits it, and continues.
  private func call(_ promise: Int, _ name: String, in body: Int, _ line: Int) -> String {
    "\(function(promise, name, in: body))\n\(awaits(body, promise, line))\n\(returns(promise))\n\"ev\":\"continued\",\"p\":\(body)"
  }

  @Test("a limiter inside of its own task: where the task waits for the limiter, also for others that wait")
  func reentry() throws {
    let found = try hangs(
      """
      \(function(1, "main"))
      \(function(2, "run", in: 1))
      \(function(3, "crawl", in: 2))
      \(awaits(2, 3, 9, in: "helper.js"))
      \(creates(4, in: 1, "limit"))
      \(awaits(1, 4, 20))
      \(creates(5, in: 3, "limit"))
      \(awaits(3, 5, 30))
      """)
    expectEqual(
      found,
      [
        #"app.js:30 new Promise #4 can never settle: "crawl" (#3) waits for new Promise #5, and "run" (#2) of the same file"#
          + #" waits for "crawl" (#3); 2 times at this call site; 3 promises hang because of them"#
      ])
  }

  @Test("code that waits for a helper which does not wait for it stays at the helper")
  func noReentry() throws {
    let found = try hangs(
      """
      \(function(1, "main"))
      \(function(3, "crawl", in: 1))
      \(awaits(1, 3, 20))
      \(creates(5, in: 3, "limit"))
      \(awaits(3, 5, 30))
      """)
    #expect(found.count == 1 && found[0].hasPrefix("helper.js:4 "), "\(found)")
  }

  @Test("if others that waited at the same time were rejected, where that happened; not if others went on after that")
  func rejectedOthers() throws {
    func log(_ last: String) throws -> [String] {
      try hangs(
        """
        \(function(1, "main"))
        \(function(2, "other"))
        \(creates(4, in: 1, "ask"))
        \(awaits(1, 4, 20))
        \(creates(5, in: 2, "ask"))
        \(awaits(2, 5, 21))
        \(creates(6, in: 2, "ask"))
        @5 \(settles(5, in: 9, 8, "rejected"))
        "ev":"handled","p":5
        @6 \(settles(6, in: 9, last == "rejected" ? 8 : 7, last))
        "ev":"handled","p":\(last == "rejected" ? 6 : 5)
        \(returns(2))
        """.replacing("\n\"ev\":\"handled\",\"p\":5\n\(returns(2))", with: "\n\(returns(2))"))
    }
    let found = try log("rejected")
    #expect(
      found.contains(
        "helper.js:8 new Promise #4 can never settle: 2 others from its call site were rejected at helper.js:8; 1 promise hangs because of it"
      ),
      "\(found)")
    #expect(try log("fulfilled").contains { $0.hasPrefix("helper.js:4 new Promise #4") })
  }

  @Test("workers that have all ended with errors: where they ended")
  func endedWorkers() throws {
    func worker(_ body: Int, _ promise: Int) -> String {
      """
      \(function(body, "work", in: 1))
      \(creates(promise, in: 1, "submit"))
      \(creates(promise + 10, in: 1, "submit"))
      @\(body) \(settles(promise, in: body, 7))
      \(settles(promise + 10, in: body, 7))
      \(awaits(body, promise, 12))
      "ev":"continued","p":\(body)
      """
    }
    func log(_ end: String) throws -> [String] {
      try hangs(
        """
        \(function(1, "main"))
        \(worker(2, 12))
        \(worker(3, 13))
        \(creates(30, in: 1, "submit"))
        \(awaits(1, 30, 20))
        \(throwsError(2))
        "ev":"handled","p":2
        \(end)
        """)
    }
    let found = try log("\(throwsError(3))\n\"ev\":\"handled\",\"p\":3")
    #expect(
      found.contains {
        $0.hasPrefix("app.js:12 ") && $0.contains(#""work" (#2), which settles others of submit, threw no address"#)
          && $0.contains(", and 1 more; 1 waits for it")
      }, "\(found)")
    #expect(try log(returns(3)).contains { $0.hasPrefix("app.js:12 new Promise #30") && $0.contains("likely, ") })
  }

  @Test("if a list of free ones settles nothing: where a user got one that returned before the last await of others")
  func leftEarly() throws {
    func user(_ body: Int) -> String {
      """
      \(function(body, "load", in: 1))
      \(creates(body + 10, in: body, "acquire"))
      \(settles(body + 10, in: body, 4))
      \(awaits(body, body + 10, 10))
      "ev":"continued","p":\(body)
      \(call(body + 20, "find", in: body, 11))
      """
    }
    let found = try hangs(
      """
      \(function(1, "main"))
      \(user(2))
      \(call(32, "more", in: 2, 13))
      \(returns(2))
      \(user(3))
      \(returns(3))
      \(creates(40, in: 1, "acquire"))
      \(awaits(1, 40, 20))
      """)
    expectEqual(
      found,
      [
        #"app.js:10 new Promise #40 can never settle: likely, acquire is held by "load" (#3), which got it at app.js:10 and returned"#
          + " after app.js:11, earlier than others, without releasing it; 1 promise hangs because of it"
      ])
  }

  @Test("a batch that leaves one out: where it settled others", arguments: ["fulfilled", "rejected"])
  func batch(outcome: String) throws {
    func load(_ body: Int, _ promises: ClosedRange<Int>, leavesOut left: Int = 0) -> String {
      """
      @\(body * 10) \(promises.map { creates($0, in: 1, "load") }.joined(separator: "\n"))
      \(awaits(1, promises.upperBound, 20))
      \(function(body, "dispatch"))
      @\(body * 10 + 5) \(call(body + 10, "query", in: body, 7))
      \(promises.filter { $0 != left }.map { settles($0, in: body, 8) }.joined(separator: "\n"))
      "ev":"continued","p":1
      \(outcome == "rejected" && left > 0 ? throwsError(body) + "\n\"ev\":\"handled\",\"p\":\(body)" : returns(body))
      """
    }
    let found = try hangs("\(function(1, "main"))\n\(load(2, 40...41))\n\(load(3, 42...43, leavesOut: 43))")
    #expect(
      found.contains {
        $0.hasPrefix("helper.js:8 new Promise #43") && $0.contains(#""dispatch" (#3), which settles others of load, "#)
      } == (outcome == "fulfilled"), "\(found)")
    #expect(found.contains { $0.contains(#""dispatch" (#3)"#) }, "\(found)")
  }

  @Test(
    "workers that caught an error and did not count down: where they caught it", arguments: ["function", "callback"],
    [[2], [2, 6]])
  func caught(kind: String, failed: [Int]) throws {
    func worker(_ body: Int, _ end: String) -> String {
      """
      \(function(body, "worker", in: 1).replacing("async function", with: "async \(kind)"))
      \(function(body + 20, "parse", in: body))
      \(awaits(body, body + 20, 12))
      \(end)
      """
    }
    func done(_ body: Int, _ settles: String = "") -> String {
      "\(returns(body + 20))\n\"ev\":\"continued\",\"p\":\(body)\n\(settles)\n\(returns(body))"
    }
    func fails(_ body: Int) -> String {
      "\(throwsError(body + 20))\n\"ev\":\"handled\",\"p\":\(body + 20)\n\"ev\":\"continued\",\"p\":\(body)\n\(returns(body))"
    }
    let found = try hangs(
      """
      \(function(1, "main"))
      \(creates(40, in: 1, "latch"))
      \(worker(4, done(4)))
      \(worker(5, done(5, settles(40, in: 5, 8))))
      \(creates(41, in: 1, "latch"))
      \(awaits(1, 41, 20))
      \(failed.map { worker($0, fails($0)) }.joined(separator: "\n"))
      \(worker(3, done(3)))
      """.split(separator: "\n").joined(separator: "\n"))
    #expect(
      found.contains {
        $0.hasPrefix("app.js:12 new Promise #41")
          && $0.contains(#"likely, "worker" (#2), which settles others of latch, caught an error"#)
      }, "\(found)")
  }

  @Test("a lock that gives its caller what settles the promise: where that caller threw")
  func handedOver() throws {
    func user(_ body: Int, _ end: String) -> String {
      """
      \(function(body, "deploy", in: 1))
      \(function(body + 10, "lock", in: body))
      \(creates(body + 20, in: body + 10, "lock"))
      \(awaits(body, body + 10, 14))
      \(returns(body + 10))
      "ev":"continued","p":\(body)
      \(function(body + 30, "build", in: body))
      \(awaits(body, body + 30, 16))
      \(end)
      """
    }
    let found = try hangs(
      """
      \(function(1, "main"))
      \(user(2, "\(returns(32))\n\"ev\":\"continued\",\"p\":2\n\(settles(22, in: 2, 18))\n\(returns(2))"))
      \(user(3, "\(throwsError(33))\n\"ev\":\"rejected\",\"p\":3,\"type\":\"Error\",\"cause\":\"threw\",\"via\":33,\"cancelled\":false"))
      \(awaits(1, 23, 20))
      """)
    #expect(
      found.contains {
        $0.hasPrefix("app.js:16 new Promise #23")
          && $0.contains(#"lock is held by "deploy" (#3), which got it at app.js:14"#)
      }, "\(found)")
  }

  @Test("users of a barrier that settle each other's: where one of another file waits, and no one is said to hold it")
  func barrier() throws {
    let found = try hangs(
      """
      \(function(1, "live"))
      \(creates(4, in: 1, "arrive"))
      \(awaits(1, 4, 20))
      \(function(2, "live"))
      @1 \(settles(4, in: 2, 9))
      "ev":"continued","p":1
      \(creates(5, in: 1, "arrive"))
      \(awaits(1, 5, 20))
      \(awaits(2, 5, 20))
      @2 \(function(3, "live"))
      \(settles(5, in: 1, 9))
      "ev":"continued","p":1
      "ev":"continued","p":2
      \(creates(6, in: 1, "arrive"))
      \(awaits(1, 6, 20))
      """)
    #expect(found.allSatisfy { !$0.contains("held by") }, "\(found)")
  }

  @Test("a cycle stands where a body awaits what it did not start")
  func cycle() throws {
    let found = try hangs(
      """
      \(function(1, "refresh"))
      \(function(2, "request", in: 1))
      \(awaits(2, 1, 40))
      \(awaits(1, 2, 50))
      """)
    #expect(found.count == 1 && found[0].hasPrefix("app.js:40 "), "\(found)")
  }

  @Test("what was reported as unhandled and handled later is a warning")
  func lateHandler() throws {
    let found = try nodeHistory(
      """
      "ev":"created","p":1,"kind":"new Promise","site":{"file":"app.js","line":3}
      @1 "ev":"rejected","p":1,"type":"Error","cause":"resolver","cancelled":false
      "ev":"unhandled","p":1
      @20 "ev":"created","p":2,"kind":"catch","from":1,"site":{"file":"app.js","line":9}
      "ev":"registered","p":1,"by":2,"handles":["rejected"]
      "ev":"started","p":2
      "ev":"handled","p":1,"by":2
      "ev":"finished","p":2,"outcome":"void"
      "ev":"fulfilled","p":2,"cause":"returned"
      "ev":"ended","reason":"drained"
      """
    ).findings().filter { $0.rule == .unhandledRejection }
    expectEqual(
      found.map { "\($0.severity) \($0.site?.line ?? 0) \($0.sentence)" },
      ["warning 3 new Promise #1 was rejected with Error, and reported as unhandled because its handler came too late"])
  }
}
