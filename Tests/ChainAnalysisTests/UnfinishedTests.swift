// Promises that were pending when their program ended: what nothing waits for any more has no finding, what was merely unfinished is a note, and
// what would never have settled is a warning.

@Suite struct UnfinishedTests {
  private func findings(_ script: String) -> [String] {
    let history = WrittenHistory(script)
    return found(history.events, history.texts)
  }

  @Test func onlyAPromiseThatACallOfFulfillWouldSettleIsToldToCallIt() {
    func hints(_ script: String) -> [String] {
      let history = WrittenHistory(script)
      var analyzed = AnalyzedStore(texts: history.texts)
      for event in history.events { analyzed.apply(event) }
      return analyzed.findings().filter { $0.severity == .warning }.map(\.hint)
    }
    expectEqual(hints("1 wrap, 2 wrap, 2 fulfills, @9000 ended"), [Rule.neverSettled.hint])
    expectEqual(hints("1 do, 1 queued db, 2 wrap, 2 fulfills, @9000 ended"), [Rule.stuck.hint])
  }

  // MARK: Excused

  @Test(
    "the losers of a race are excused, however long their chains are",
    arguments: [
      "3 then from 1, 4 then from 2, 5 race of 3 4",
      "6 then from 1, 3 then from 6, 4 then from 2, 5 race of 3 4",
      "6 then from 1, 7 then from 6, 7 adopts 8, 3 then from 7, 4 then from 2, 5 any of 3 4",
    ])
  func losers(_ chains: String) {
    let settling = """
      8 wrap, 1 wrap "slow", 2 wrap "fast", \(chains), 5 observed
      2 fulfills, 4 fulfills via 2, 5 fulfills via 4
      """
    expectEqual(findings(settling + ", @9000 ended").filter { $0.contains("#1") || $0.contains("slow") }, [])
    expectEqual(findings(settling + ", 1 freed, @9000 ended").filter { $0.contains("slow") }, [])
  }

  @Test func aLoserThatSomethingElseStillWaitsForIsNotExcused() {
    let race = "1 wrap \"slow\", 2 wrap, 3 then from 1, 4 race of 3 2, 4 observed, 2 fulfills, 4 fulfills via 2"
    let isWaited = race + ", 5 then from 3, 6 then from 5"
    expectEqual(findings(race + ", 1 freed, ended"), [])
    #expect(findings(isWaited + ", 1 freed, ended").contains { $0.hasPrefix("error never-settled: \"slow\" (#1)") })
  }

  @Test func theSourceOfATimeoutIsExcusedAtTheEndOfAChainUnlessItHadBeenFreedBeforeTheTimeWasUp() {
    let chain = "1 wrap \"slow\", 2 then from 1, 3 timeout from 2 for 1 s, 4 catch from 3"
    let up = "@2000 3 rejects \"timedOut\" timeout, 4 fulfills, ended"
    #expect(findings("\(chain), \(up)").allSatisfy { $0.hasPrefix("note uncanceled-source") })
    #expect(findings("\(chain), \(up)").contains { $0.hasPrefix("note uncanceled-source") })
    // Others need the source, too.
    let shared = findings("\(chain), 5 then from 1, 6 catch from 5, \(up)")
    #expect(!shared.contains { $0.hasPrefix("note uncanceled-source") })
    #expect(findings("\(chain), 1 freed, \(up)").contains { $0.hasPrefix("error never-settled: \"slow\" (#1)") })
  }

  @Test func aThousandInputsOfOneAllThatSomethingWaitsForAreLookedAtOnce() {
    let inputs = (1...1_000).map { "\($0) wrap" }.joined(separator: ", ")
    let numbers = (1...1_000).map(String.init).joined(separator: " ")
    let lines = findings("\(inputs), 2000 all of \(numbers), 2001 then from 2000, @5000 ended")
    #expect(lines.count == 1_000 && lines.allSatisfy { $0.hasPrefix("note never-settled: ") })
  }

  // MARK: Unfinished

  @Test func whatIsPendingIsNoHangBecauseItsProgramIdles() {
    let settled = (1...12).map { "\($0) wrap, \($0) fulfills" }.joined(separator: ", ")
    let history = WrittenHistory("\(settled), @6000 13 wrap at 30, 14 wrap at 40, @6500 15 wrap at 50, 15 fulfills")
    var analyzed = AnalyzedStore(texts: history.texts)
    for event in history.events { analyzed.apply(event) }
    for seconds in [12, 13, 60, 3_600] as [Int64] {
      let findings = analyzed.findings(now: seconds * 1_000_000_000)
      expectEqual(findings.map(\.severity), [.note, .note], "after \(seconds) s")
    }
  }

  @Test func whatOthersWaitForHangsAlsoIfItsProgramDoesNothingElse() {
    let settled = (1...12).map { "\($0) wrap, \($0) fulfills" }.joined(separator: ", ")
    let waits = "@6000 13 wrap at 30, 14 then from 13, 15 wrap at 40, 16 then from 15, @6500 17 wrap at 50, 17 fulfills"
    let history = WrittenHistory("\(settled), \(waits)")
    var analyzed = AnalyzedStore(texts: history.texts)
    for event in history.events { analyzed.apply(event) }
    expectEqual(analyzed.findings(now: 9_000_000_000).map(\.severity), [])
    expectEqual(analyzed.findings(now: 13_000_000_000).map(\.severity), [.warning, .warning])
  }

  @Test func aLongTimerDoesNotExcuseWhatHangs() throws {
    func found(_ timer: String) throws -> [String] {
      try nodeHistory(
        """
        "ev":"created","p":1,"kind":"setTimeout","site":{"file":"app.js","line":90}\(timer)
        @20000 "ev":"fulfilled","p":1,"cause":"resolver"
        @21000 \(function(2, "load"))
        "ev":"created","p":3,"ctx":2,"kind":"new Promise","site":{"file":"app.js","line":7}
        "ev":"awaiting","p":2,"source":3,"site":{"file":"app.js","line":7}
        @30000 \(function(4, "beat"))
        \(returns(4))
        """
      ).findings().map { "\($0.severity) #\($0.promise)" }
    }
    expectEqual(try found(#","timer":20000000000"#), ["warning #3"])
    expectEqual(try found(""), ["note #3"])
  }

  @Test(
    "requests in flight, running bodies, and timers at the end are notes",
    arguments: [
      ("1 wrap, 2 wrap, @900 2 fulfills, @1000 ended", "wrap #1"),
      ("1 wrap, 2 wrap, @9000 ended", "wrap #1"),
      ("1 async, 1 starts main, @9000 ended", "async #1"),
      ("1 after for 60 s, @9000 ended", "after #1"),
      ("1 wrap, 2 wrap, 3 after for 60 s, @100 2 fulfills, @2000 ended", "wrap #1"),
    ])
  func notes(_ script: String, _ name: String) {
    #expect(
      findings(script).filter { $0.contains(name) }.allSatisfy {
        $0.hasPrefix("note never-settled: \(name) was still pending when the program ended: ")
      })
    #expect(!findings(script).isEmpty && findings(script).allSatisfy { $0.hasPrefix("note never-settled") })
  }

  @Test func aBodyThatHoldsASerialQueueIsNamedAlsoBesideWhatItsQueueMayKeepFromBeingSettled() {
    let hold = "has held queue 'db' for 6.50 s"
    let held = "never-settled: \"save\" (#1) was still pending when the program ended: its body \(hold)"
    let script = "1 async \"save\", 1 queued db, 1 starts db"
    expectEqual(
      findings("\(script), 2 wrap, @6503 ended").sorted(),
      [
        "note \(held)",
        "note never-settled: wrap #2 was still pending when the program ended: its resolver has not been called, "
          + "and meanwhile the body of \"save\" (#1) \(hold)",
      ])
    expectEqual(
      findings("\(script), 2 async, 2 queued db, @6503 ended"), ["warning \(held); 1 promise hangs because of it"])
    let history = WrittenHistory("\(script), 2 wrap, @6503 ended")
    expectEqual(
      [1, 2].compactMap { history.store.why($0, bodies: history.bodies) }.map {
        history.store.sentences($0).map(\.text).filter { !$0.contains("%") }.dropFirst()
      },
      [
        ["The body of \"save\" (#1) at App/Main.swift:1 \(hold)"],
        [
          "wrap #2 at App/Main.swift:2 has not been settled: its resolver is still held and has not been called",
          "Meanwhile, the body of \"save\" (#1) at App/Main.swift:1 \(hold)",
        ],
      ])
  }

  @Test func aProgramThatDidNothingButWaitForOnePromiseDuringMostOfItsTimeHangs() {
    expectEqual(
      findings("1 wrap, 2 wrap, 3 then from 1, @100 2 fulfills, @1000 ended"),
      [
        "warning never-settled: wrap #1 was still pending when the program ended: its resolver has not been called, "
          + "and for 900 ms the program waited for nothing else; 1 promise hangs because of it"
      ])
  }

  @Test(
    "what took more than ten times as long as others from its call site hangs, even in a busy program",
    arguments: [(10, 1_000, true), (9, 1_000, false), (10, 215, false)])
  func slowest(_ others: Int, _ end: Int, _ hangs: Bool) {
    var script: [String] = []
    for number in 1...others {
      script += ["@\(number * 10) \(number) wrap at 7", "@\(number * 10 + 2) \(number) fulfills"]
    }
    script += ["@200 99 wrap at 7", "@\(end - 1) 100 wrap at 8", "100 fulfills", "ended"]
    let reason = "wrap #99 was still pending when the program ended: its resolver has not been called"
    expectEqual(
      findings(script.joined(separator: ", ")),
      [
        hangs
          ? "warning never-settled: \(reason), after 801 ms, although 99 of 100 from this call site took at most 2.10 ms"
          : "note never-settled: \(reason)"
      ])
  }

  @Test(
    "what waits for a promise shows that it hangs, also if nothing else came from its own call site, and the program was killed early"
  )
  func victims() {
    var script: [String] = []
    for number in 1...10 {
      script += ["@\(number * 10) \(number) async at 7", "@\(number * 10 + 2) \(number) fulfills"]
    }
    script += ["@200 99 async at 7", "99 starts", "100 wrap at 9 in 99", "99 awaits 100"]
    expectEqual(
      findings((script + ["@1900 101 wrap at 12, ended signal"]).joined(separator: ", ")).first,
      "warning never-settled: wrap #100 was still pending when the program ended: its resolver has not been called, "
        + "and async #99 waits for it, although 99 of 100 from that call site took at most 2.10 ms; 1 promise hangs because of it"
    )
    expectEqual(findings((script + ["@1000 101 wrap at 12, ended signal"]).joined(separator: ", ")), [])
  }

  @Test(
    "what was pending when a signal ended the program hangs if it took longest of its call site, or of all for which others wait",
    arguments: [
      // Nothing else took as long, beside a heartbeat.
      ("2 wrap at 9 in 1, 1 awaits 2", true),
      // Nothing waits for it, and it is the first one.
      ("2 wrap at 9 in 1", false),
      // Others of its call site took less.
      ("2 wrap at 9 in 1, 3 wrap at 9, 3 fulfills", true),
      ("3 wrap at 9, @3000 3 fulfills, 2 wrap at 9 in 1", true),
      // Another one took longer, here and elsewhere.
      ("3 wrap at 9, @8000 3 fulfills, @8100 2 wrap at 9 in 1, 1 awaits 2", false),
      ("3 wrap at 8, @8000 3 fulfills, @8100 2 wrap at 9 in 1, 1 awaits 2", false),
    ])
  func interrupted(_ wait: String, _ hangs: Bool) {
    let beats = (11...40).map { "@\(7_600 + $0 * 200) \($0) wrap at 5, \($0) fulfills" }.joined(separator: ", ")
    let start = "1 async, 1 starts, " + (50...60).map { "\($0) wrap at 6, \($0) fulfills" }.joined(separator: ", ")
    let lines = findings("\(start), \(wait), \(beats), @15700 ended signal").filter { $0.contains("#2 was") }
    #expect(lines.count == 1 && lines[0].hasPrefix(hangs ? "warning never-settled" : "note never-settled"), "\(lines)")
    // The same holds if nothing says how the program ended.
    let stuck = findings("\(start), \(wait), \(beats), @15700 99 wrap").filter { $0.contains("#2 has been") }
    #expect(stuck.count == 1 && stuck[0].hasPrefix(hangs ? "warning stuck" : "note stuck"), "\(stuck)")
  }

  @Test(
    "a hang of seconds that a signal ended is found by what others took; what was merely interrupted is not",
    arguments: [
      // Two others of its call site took far less.
      ("3 wrap at 9, @100 3 fulfills, 4 wrap at 9, @200 4 fulfills, 2 wrap at 9 in 1", true),
      // They took long, too.
      ("3 wrap at 9, @900 3 fulfills, 4 wrap at 9, @1000 4 fulfills, 2 wrap at 9 in 1, 1 awaits 2", false),
      // A request may take its time.
      ("3 fetch at 9, @100 3 fulfills, 4 fetch at 9, @200 4 fulfills, 2 fetch at 9 in 1, 1 awaits 2", false),
      // It is the only one that others wait for, beside a heartbeat.
      ("2 wrap at 9 in 1, 1 awaits 2", true),
      ("2 wrap at 9 in 1", false),
      ("2 wrap at 9 in 1, 1 awaits 2, 3 wrap at 8, 4 then from 3", false),
      ("2 after for 60 s at 9 in 1, 1 awaits 2", false),
    ])
  func shortlyInterrupted(_ wait: String, _ hangs: Bool) {
    let beats = (0..<20).map { "@\(1_100 + $0 * 100) \(10 + $0) wrap at 5, \(10 + $0) fulfills" }
    let history = WrittenHistory("1 async, 1 starts, \(wait), \(beats.joined(separator: ", ")), @3100 ended signal")
    if wait.contains("fetch") { history.texts.runtime = "node 20.20.2" }
    let lines = found(history.events, history.texts).filter { $0.contains("#2 was") }
    #expect(lines.contains { $0.hasPrefix("warning never-settled") } == hangs, "\(lines)")
  }

  @Test("a race with a timer does not hang because of its other input", arguments: [true, false])
  func raceWithTimer(hasTimer: Bool) throws {
    let lines = try found(
      node: """
        "ev":"created","p":1,"kind":"new Promise","site":{"file":"app.js","line":1}
        "ev":"created","p":2,"kind":"\(hasTimer ? "setTimeout" : "new Promise")","site":{"file":"app.js","line":2}
        "ev":"created","p":3,"kind":"race","site":{"file":"app.js","line":3}
        "ev":"registered","p":1,"by":3
        "ev":"registered","p":2,"by":3
        @60000 "ev":"ended","reason":"signal","signal":"SIGINT"
        """)
    expectEqual(lines.contains { $0.contains("1 promise hangs because of it") }, !hasTimer, "\(lines)")
  }

  @Test(
    "a listener in a function that a worker awaits in an endless loop is no hang when a signal ends the program",
    arguments: [("once", "endless", false), ("once", "condition", true), ("new Promise", "endless", true)])
  func listenerInFunction(kind: String, loop: String, hangs: Bool) throws {
    let site = #""site":{"file":"app.js","line":9}"#
    let former = (10...21).map {
      """
      "ev":"created","p":\($0),"kind":"\(kind)",\(site)
      "ev":"fulfilled","p":\($0),"cause":"resolver"
      """
    }
    let lines = try found(
      node: """
        \(function(1, "worker"))
        \(former.joined(separator: "\n"))
        @20 \(function(2, "nextMessage", in: 1))
        "ev":"created","p":3,"ctx":2,"kind":"\(kind)",\(site)
        "ev":"awaiting","p":2,"source":3
        "ev":"awaiting","p":1,"source":2,"loop":"\(loop)"
        @9000 "ev":"noted","text":"beat"
        "ev":"ended","reason":"signal","signal":"SIGINT"
        """
    ).filter { $0.contains(" never-settled: ") }
    expectEqual(lines.map { String($0.prefix { $0 != ":" }) }, [hangs ? "warning never-settled" : "note never-settled"])
  }
}
