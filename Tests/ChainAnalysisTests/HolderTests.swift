// Who should have settled a promise that hangs: what the settlements of others prove, what they make likely, and when nothing is claimed.

import PlainText

@Suite struct HolderTests {
  /// A call of a function that asks for the lock, which is given at once or later.
  private func save(_ body: Int, _ promise: Int, isFree: Bool = false, _ name: String = "save", line: Int = 10)
    -> String
  {
    """
    \(function(body, name))
    "ev":"created","p":\(promise),"ctx":\(body),"kind":"new Promise","site":{"file":"lock.js","line":\(isFree ? 3 : 4),"function":"acquire"}
    \(isFree ? settles(promise, in: body) + "\n" : "")"ev":"awaiting","p":\(body),"source":\(promise),"site":{"file":"app.js","line":\(line),"function":"\(name)"}
    """
  }

  private func settles(_ promise: Int, in body: Int) -> String {
    let context = body == 0 ? "" : "\"ctx\":\(body),"
    return
      #""ev":"fulfilled","p":\#(promise),\#(context)"cause":"resolver","site":{"file":"lock.js","line":7,"function":"release"}"#
  }

  private func continues(_ body: Int) -> String { "\"ev\":\"continued\",\"p\":\(body)" }

  /// Four users of a lock: the first one gives it to the second one, in the body `giver`; what happens then is given.
  private func lock(giver: Int = 1, _ rest: String) throws -> [Finding] {
    try lockHistory(giver: giver, rest).findings().filter { $0.severity > .note && $0.rule == .neverSettled }
  }

  private func lockHistory(giver: Int = 1, _ rest: String) throws -> AnalyzedStore {
    try nodeHistory(
      """
      \(save(1, 11, isFree: true))
      \(save(2, 12))
      \(save(3, 13))
      \(save(4, 14))
      @10 \(continues(1))
      \(settles(12, in: giver))
      \(returns(1))
      \(continues(2))
      \(rest)
      @200 "ev":"ended","reason":"drained"
      """)
  }

  @Test func theRowOfAHolderThatEndedDoesNotSayPending() throws {
    let history = try lockHistory(returns(2))
    let outcomes = RowOutcome(
      ofAll: history.store, Problems(history.findings()), now: history.store.lastTime, .english)
    expectEqual(outcomes.exception(2), "ROOT  ended; others wait")
  }

  @Test("who was given one and has settled no other holds it, and the finding is where that one ended")
  func given() throws {
    let found = try lock(throwsError(2))
    expectEqual(
      found.map(\.sentence),
      [
        #"new Promise #13 can never settle: acquire is held by "save" (#2), which got it at app.js:10 and threw no address (Error) on the"#
          + " same line before it released it; 2 wait for it; 3 promises hang because of it"
      ])
    expectEqual(found.first?.site?.line, 10)
    expectEqual(found.first?.hint, "Give it back on every path, also when the work fails: in a finally block.")
    expectEqual(
      found.first?.related.map { "\($0.text.english) \($0.site.line)" },
      ["created here 4", "another one was settled here 7", "awaited here 10"])
    // By whom the second one was given it, and the third one waits.
    #expect(found.first?.events.isEmpty == false)
  }

  @Test("one that many wait for on the same line, as at a barrier, is not said to be its creator's to settle")
  func meetingPoint() throws {
    func waits(_ body: Int, for gate: Int) -> String {
      #""ev":"awaiting","p":\#(body),"source":\#(gate),"site":{"file":"app.js","line":20,"function":"arrive"}"#
    }
    func gate(_ promise: Int, in body: Int) -> String {
      #""ev":"created","p":\#(promise),"ctx":\#(body),"kind":"new Promise","site":{"file":"gate.js","line":4,"function":"renew"}"#
    }
    let others = [2, 3].map { waits($0, for: 12) }.joined(separator: "\n")
    for (rest, isClaimed) in [(others, false), ("", true)] {
      let found = try nodeHistory(
        """
        \(function(1, "arrive"))
        \(function(2, "arrive"))
        \(function(3, "arrive"))
        \(function(4, "arrive"))
        "ev":"created","p":30,"kind":"setTimeout"
        \(gate(9, in: 4))
        \(gate(11, in: 1))
        @2 \(waits(4, for: 30))
        \(waits(1, for: 30))
        @9 "ev":"fulfilled","p":30,"cause":"resolver"
        @10 \(continues(4))
        \(settles(9, in: 4))
        \(returns(4))
        @11 \(continues(1))
        \(settles(11, in: 1))
        @12 \(gate(12, in: 1))
        \(waits(1, for: 12))
        \(rest)
        @200 "ev":"ended","reason":"drained"
        """
      ).findings()
      expectEqual(found.contains { $0.sentence.contains("which created it") }, isClaimed, "\(found.map(\.sentence))")
    }
  }

  @Test("the error of what a holder awaited stands at that await; one that returned, where it got it")
  func ends() throws {
    let awaited = """
      \(function(5, "write", in: 2))
      "ev":"awaiting","p":2,"source":5,"site":{"file":"app.js","line":12,"function":"save"}
      \(throwsError(5))
      \(continues(2))
      "ev":"finished","p":2,"outcome":"threw"
      "ev":"rejected","p":2,"type":"RangeError","cause":"threw","via":5,"cancelled":false
      """
    let found = try lock(awaited)
    #expect(found.first?.sentence.contains("threw RangeError at app.js:12 before") == true, "\(found.map(\.sentence))")
    expectEqual(found.first?.site?.line, 12)
    #expect(
      try lock(returns(2)).first?.sentence.contains("got it at app.js:10 and returned without releasing it") == true)
  }

  @Test("one that waits for what it holds is said to wait for it again")
  func again() throws {
    let found = try lock(
      """
      "ev":"created","p":15,"ctx":2,"kind":"new Promise","site":{"file":"lock.js","line":4,"function":"acquire"}
      "ev":"awaiting","p":2,"source":15,"site":{"file":"app.js","line":14,"function":"save"}
      """)
    expectEqual(found.count, 1)
    #expect(
      found.first?.sentence.contains("and waits for it again at app.js:14; 3 wait for it") == true,
      "\(found.map(\.sentence))")
    expectEqual(found.first?.site?.line, 14)
  }

  @Test("of several locks, likely is the one from a call site whose locks were never given back, and nothing is proven")
  func severalLocks() throws {
    func ends(_ body: Int, _ settlement: String = "") -> String {
      "\(continues(body))\n\(settlement)\n\(returns(body))"
    }
    let found = try nodeHistory(
      """
      \(save(1, 11, isFree: true))
      @1 \(save(2, 12))
      @2 \(save(3, 13, "load", line: 20))
      @3 \(save(4, 14, isFree: true))
      @10 \(ends(1, settles(12, in: 1)))
      \(ends(2, settles(13, in: 2)))
      \(ends(3))
      \(ends(4))
      @20 \(save(5, 15, isFree: true, "load", line: 20))
      @21 \(save(6, 16))
      @22 \(save(7, 17, isFree: true))
      \(ends(5))
      \(ends(7))
      @200 "ev":"ended","reason":"drained"
      """.split(separator: "\n").joined(separator: "\n")
    ).findings().filter { $0.rule == .neverSettled }
    expectEqual(
      found.map { "\($0.site?.line ?? 0) \($0.sentence)" },
      [
        #"20 new Promise #16 can never settle: likely, acquire is held by "load" (#5), which got it at app.js:20"#
          + " and returned without releasing it; 1 promise hangs because of it"
      ])
  }

  @Test("what waits for a holder that waits for something else is counted there")
  func elsewhere() throws {
    let found = try lock(
      """
      "ev":"created","p":15,"ctx":2,"kind":"new Promise","site":{"file":"net.js","line":5,"function":"ask"}
      "ev":"awaiting","p":2,"source":15,"site":{"file":"app.js","line":14,"function":"save"}
      """)
    expectEqual(found.map { "\($0.promise) \($0.site?.line ?? 0) \($0.victims)" }, ["15 5 5"])
  }

  @Test("if others were settled outside of all bodies, or events are missing, a holder is likely at most")
  func unproven() throws {
    for giver in [0, 9] {
      let found = try lock(giver: giver, throwsError(2))
      #expect(
        found.allSatisfy { !$0.sentence.contains("held by") || $0.sentence.contains(": likely, acquire is held by") },
        "\(found.map(\.sentence))")
    }
    // One that returned may have released it in a way that settles nothing.
    for giver in [0, 9] {
      let returned = try lock(giver: giver, returns(2))
      #expect(
        !returned.isEmpty && returned.allSatisfy { !$0.sentence.contains("held by") }, "\(returned.map(\.sentence))")
    }
    let lost = try lock("\(throwsError(2))\n\"ev\":\"lost\",\"count\":3")
    #expect(lost.allSatisfy { !$0.sentence.contains("held by") }, "\(lost.map(\.sentence))")
  }

  @Test(
    "what was read from memory has no settlements, and the site of a promise is that of its wait",
    arguments: [false, true])
  func memory(isRead: Bool) throws {
    let start = isRead ? #","unknownStart":true"# : ""
    let found = try found(
      node: """
        \(function(1, "read"))
        "ev":"created","p":2,"kind":"new Promise","site":{"file":"app.js","line":1}\(start)
        "ev":"awaiting","p":1,"source":2,"site":{"file":"app.js","line":3}
        @9000 "ev":"ended","reason":"signal"
        """
    ).joined()
    #expect(found.contains("#2") && found.contains("which settles others") != isRead, "\(found)")
  }

  @Test("a worker that threw should have settled the rest of what it settled, and a timer of the program no one")
  func worker() throws {
    func push(_ promise: Int) -> String {
      #""ev":"created","p":\#(promise),"ctx":1,"kind":"new Promise","site":{"file":"jobs.js","line":3,"function":"push"}"#
    }
    func log(_ settler: Int) throws -> [Finding] {
      try nodeHistory(
        """
        \(function(1, "main"))
        \(function(2, "worker", in: 1))
        \(push(11))
        "ev":"awaiting","p":1,"source":11,"site":{"file":"app.js","line":20}
        @1 \(settles(11, in: settler))
        \(continues(1))
        \(push(12))
        "ev":"awaiting","p":1,"source":12,"site":{"file":"app.js","line":20}
        \(throwsError(2))
        "ev":"handled","p":2
        @200 "ev":"ended","reason":"drained"
        """
      ).findings().filter { $0.rule == .neverSettled }
    }
    let found = try log(2)
    #expect(
      found.first?.sentence.contains(#""worker" (#2), which settles others of push, threw no address (Error)"#) == true,
      "\(found.map(\.sentence))")
    expectEqual(try log(0).map { $0.site?.line }, [3])
  }
}
