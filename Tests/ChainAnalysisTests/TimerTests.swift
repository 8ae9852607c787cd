// Timers with a duration: when they are up, and what answers and findings say about them.

@Suite struct TimerTests {
  /// What a promise waits for, as the last sentences of its answer, at a moment.
  private func why(_ id: PromiseID, _ script: String, at second: Int64) -> [String] {
    let history = WrittenHistory(script)
    guard var why = history.store.why(id, bodies: history.bodies) else { return [] }
    why.path = nil
    return history.store.sentences(why, now: second * 1_000_000_000).dropFirst().map(\.text)
  }

  private func deadline(_ id: PromiseID, _ script: String) -> Int64? {
    WrittenHistory(script).store.deadline(of: id).map { $0 / 1_000_000 }
  }

  private func findings(_ script: String) -> [String] {
    let history = WrittenHistory(script)
    return found(history.events, history.texts)
  }

  @Test func aTimerStartsWhenItsOperatorSaysSoAndIsUpAfterItsDuration() {
    expectEqual(deadline(1, "1 after for 30 s"), 30_001)
    expectEqual(deadline(2, "1 wrap, 2 timeout from 1 for 30 s"), 30_002)
    let delay = "1 wrap, 2 delay from 1 for 30 s"
    #expect(deadline(2, delay) == nil)
    expectEqual(deadline(2, delay + ", @500 1 fulfills"), 30_500)
    #expect(deadline(2, delay + ", @500 1 rejects") == nil)
    expectEqual(deadline(2, "@9 1 wrap, 1 fulfills, @20 2 delay from 1 for 30 s"), 30_020)
    let retry = "1 retry for 30 s, 2 do, 1 takes 2, @500 2 rejects"
    #expect(deadline(1, "1 retry for 30 s, 2 do, 1 takes 2") == nil)
    expectEqual(deadline(1, retry), 30_500)
    #expect(deadline(1, retry + ", @30500 3 do, 1 takes 3") == nil)
  }

  @Test func noTimerRunsForASettledPromiseOneThatFollowsAnotherAndOneWhoseLogHasNoDuration() {
    #expect(deadline(1, "1 after for 30 s, 1 fulfills") == nil)
    #expect(deadline(1, "1 after for 30 s, 1 cancels") == nil)
    #expect(deadline(1, "1 after for 30 s, 2 wrap, 1 adopts 2") == nil)
    #expect(deadline(1, "1 after") == nil)
    expectEqual(deadline(1, "1 after for 18446744073 s"), Int64.max / 1_000_000)
    expectEqual(WrittenHistory("1 after for 30 s, 1 fulfills").store.facts(1)?.timer, 30_000_000_000)
  }

  @Test func anEvictionKeepsTheTimersOfThePromisesThatRemain() {
    var script = "1 after for 30 s"
    for id in 2...60 { script += ", \(id) wrap, \(id) fulfills, \(id) freed" }
    let store = WrittenHistory(script, limit: 16).store
    #expect(store.counts.evicted > 0 && store.deadline(of: 1) == 30_001_000_000)
  }

  @Test func theAnswerToWhyNamesTheTimeThatIsLeft() {
    expectEqual(
      why(2, #"1 after "tick" for 30 s, @5000 2 then from 1"#, at: 5),
      [
        #"then #2 derives from and waits for "tick" (#1)"#,
        #""tick" (#1) at App/Main.swift:1 has been waiting for its timer for 5.00 s, 25.0 s left"#,
      ])
    expectEqual(
      why(1, #"1 after "tick" for 30 s"#, at: 33),
      [
        #""tick" (#1) at App/Main.swift:1 has been waiting for its timer for 33.0 s, which is 3.00 s late"#
      ])
    expectEqual(
      why(1, #"1 after "tick""#, at: 5),
      [
        #""tick" (#1) at App/Main.swift:1 has been waiting for its timer for 5.00 s"#
      ])
  }

  @Test func aTimeoutIsTheLeafOnlyIfNothingElseCanSettleIt() {
    let script = "1 wrap, 2 timeout from 1 for 30 s, 3 then from 2"
    expectEqual(
      why(3, script, at: 5),
      [
        "then #3 derives from and waits for timeout #2",
        "timeout #2 derives from and waits for wrap #1, for another 25.0 s at most",
        "wrap #1 at App/Main.swift:1 has not been settled: its resolver is still held and has not been called",
      ])
    expectEqual(
      why(3, script + ", 1 freed", at: 5),
      [
        "then #3 derives from and waits for timeout #2",
        "timeout #2 at App/Main.swift:2 has been waiting for its timer for 5.00 s, 25.0 s left",
      ])
    // Without the duration, as in logs of earlier versions.
    #expect(why(2, "1 wrap, 2 timeout from 1, 1 freed", at: 5).last?.contains("its resolver was dropped") == true)
    let cycle = "1 wrap, 2 timeout from 1 for 30 s, 1 adopts 2"
    for id in [1, 2] as [PromiseID] {
      let chain = WrittenHistory(cycle).store.waitChain(from: id)
      #expect(chain.root == 2 && chain.cycle.isEmpty, "\(id)")
    }
  }

  @Test("a timer that runs is not stuck, however long; one that is late is")
  func stuck() {
    let timers = [
      "1 after for 60 s", "1 wrap, 1 fulfills, 2 delay from 1 for 60 s", "1 retry for 60 s, 2 do, 1 takes 2, 2 rejects",
      "1 after", "1 wrap, 1 fulfills, 2 delay from 1",
    ]
    for timer in timers { expectEqual(findings(timer + ", @30000 9 value, 9 fulfills"), [], "\(timer)") }
    expectEqual(findings("1 after for 60 s, @62000 9 value, 9 fulfills"), [])
    expectEqual(
      findings("1 after for 60 s, @70000 9 value, 9 fulfills"),
      [
        "warning stuck: after #1 has been pending for 1 min 10 s: its timer is 10.0 s late"
      ])
  }

  @Test func whileNoEventsArriveTimePassesNevertheless() {
    let history = WrittenHistory("1 after for 60 s, @30000 9 value, 9 fulfills")
    var analyzed = AnalyzedStore(texts: history.texts)
    for event in history.events { analyzed.apply(event) }
    #expect(analyzed.findings(now: 64_000_000_000).isEmpty)
    expectEqual(
      analyzed.findings(now: 70_001_000_000).map(\.sentence),
      [
        "after #1 has been pending for 1 min 10 s: its timer is 10.0 s late"
      ])
  }

  @Test func atTheEndOfALogARunningTimerIsAPromiseThatWasPending() {
    expectEqual(
      findings("1 after for 60 s, @35001 ended"),
      [
        "note never-settled: after #1 was still pending when the program ended: its timer had 25.0 s left"
      ])
    expectEqual(
      findings("1 after, @35001 ended"),
      [
        "note never-settled: after #1 was still pending when the program ended: its timer had not fired"
      ])
  }
}
