// Mistakes in idioms of Swift programs: a task of a task, a race against a timer, threads that all wait for another one.

@Suite struct SwiftIdiomTests {
  @Test(arguments: [true, false])
  func aHandlerOfBoltsThatReturnsATaskAsAValueDoesNotWaitForIt(isBolts: Bool) throws {
    let kind = isBolts ? "continueOnSuccessWith" : "map"
    let history = try nodeHistory(
      """
      "ev":"created","p":1,"kind":"task"
      "ev":"created","p":2,"kind":"\(kind)","from":1,"site":{"file":"App/Main.swift","line":5}
      "ev":"registered","p":1,"by":2,"handles":["fulfilled"]
      "ev":"created","p":3,"kind":"then","from":2
      "ev":"registered","p":2,"by":3,"handles":["fulfilled"]
      "ev":"fulfilled","p":1,"cause":"resolver"
      "ev":"started","p":2
      "ev":"created","p":4,"ctx":2,"kind":"task","label":"put"
      "ev":"finished","p":2,"outcome":"value"
      "ev":"fulfilled","p":2,"cause":"returned"
      @20 "ev":"rejected","p":4,"error":"quota","type":"Error","cause":"resolver","cancelled":false
      "ev":"unhandled","p":4
      "ev":"released","p":4,"state":"rejected"
      """, runtime: "")
    expectEqual(
      history.found,
      isBolts
        ? [
          #"error missing-return: the handler of continueOnSuccessWith #2 created "put" (#4) and did not return it as a task to wait for, so the "#
            + "next step did not wait for it or receive its error, quota (Error)"
        ]
        : [#"error unhandled-rejection: "put" (#4) was rejected with quota (Error), and no handler took the rejection"#]
    )
    if isBolts { #expect(history.findings()[0].hint.contains("continueOnSuccessWithTask")) }
  }

  @Test(arguments: ["after", "wrap"])
  func workGoesOnAfterARaceThatATimerWonByAnError(kind: String) {
    let history = WrittenHistory(
      """
      1 wrap "work", 2 \(kind)\(kind == "after" ? " for 1 s" : ""), 3 then from 2, 4 race of 1 3, 5 catch from 4
      @1000 2 fulfills, 3 rejects "TimedOut" threw, 4 rejects "TimedOut" via 3 combinator, 5 fulfills returned, @3000 1 fulfills "v", ended
      """)
    let lines = found(history.events, history.texts).filter { $0.contains("uncanceled-source") }
    expectEqual(
      lines,
      kind == "after"
        ? [
          #"note uncanceled-source: the time of race #4 was up, but nothing canceled "work" (#1), which took another 2.00 s for nothing"#
        ] : [])
  }

  @Test(arguments: [true, false])
  func bodiesThatBlockAllThreadsOfAQueueAreOneFinding(waits: Bool) throws {
    func body(_ id: Int) -> String {
      """
      "ev":"started","p":\(id),"queue":"global","thread":"thread \(id)"
      "ev":"created","p":\(id + 200),"ctx":\(id),"kind":"do"
      "ev":"created","p":\(id + 100),"ctx":\(id),"kind":"then","from":\(id + 200)
      "ev":"registered","p":\(id + 200),"by":\(id + 100),"handles":["fulfilled"]
      "ev":"fulfilled","p":\(id + 200),"cause":"returned"
      "ev":"enqueued","p":\(id + 100),"queue":"\(waits || id < 5 ? "global" : "other")"
      """
    }
    let created = (1...6).map {
      """
      "ev":"created","p":\($0),"kind":"do","site":{"file":"App/Main.swift","line":7}
      "ev":"enqueued","p":\($0),"queue":"global"
      """
    }
    let lines = try nodeHistory(
      """
      \(created.joined(separator: "\n"))
      \(body(1))
      \(body(2))
      \(body(3))
      @1500 \(body(4))
      @2600 \(body(5))
      """, runtime: ""
    ).found
    expectEqual(
      lines,
      waits
        ? [
          "error blocking-wait: 5 bodies such as that of do #1 block all threads of queue 'global', and each waits for a promise that needs one "
            + "of them, such as then #101; 6 bodies wait for a thread"
        ] : [])
  }
}
