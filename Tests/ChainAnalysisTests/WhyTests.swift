// Answers to "why", as sentences, for written histories.

private func why(
  _ id: PromiseID, _ script: String, times: Bool = false, limit: Int = 1_000_000, runtime: String = "",
  shows expected: String, _ location: SourceLocation = #_sourceLocation
) {
  let history = WrittenHistory(script, limit: limit)
  history.texts.runtime = runtime
  guard var why = history.store.why(id, bodies: history.bodies) else {
    Issue.record("no answer", sourceLocation: location)
    return
  }
  if !times { why.path = nil }
  let text = history.store.sentences(why).map(\.text).joined(separator: "\n")
  if text != expected { Issue.record("shows:\n\(text)\ninstead of:\n\(expected)", sourceLocation: location) }
}

@Suite struct WhyTests {
  @Test func anErrorThatNothingHandledWhereItCameFromAndWhyNoPromiseOnItsWayHandledIt() {
    why(
      3,
      """
      1 wrap "load", 2 then from 1, 3 always from 2, 4 then from 3, 1 rejects "offline", 2 rejects "offline" via 1
      3 queued main, 3 starts main, 3 ends, 3 rejects "offline" via 2 returned, 4 rejects "offline" via 3, 4 unhandled
      """,
      shows: """
        always #3 was rejected with offline (DemoError)
        The error came from "load" (#1) at App/Main.swift:1: its resolver settled it
        then #2 at App/Main.swift:2 passed it on: it has no rejection handler
        always #3 at App/Main.swift:3 passed it on: its handler ran and handed it on
        then #4 at App/Main.swift:4 passed it on: it has no rejection handler
        No handler took it: it is unhandled
        """)
  }

  @Test func anErrorThatARecoverSwallowed() {
    let script = """
      1 do, 1 queued main, 1 starts main, 1 ends threw, 2 then from 1, 3 recover from 2 "cached", 1 rejects "offline" threw
      2 rejects "offline" via 1, 3 queued main, 3 starts main, 2 handled by 3, 3 ends, 3 fulfills "[]" returned
      """
    let path = """
      The error came from do #1: its body at App/Main.swift:1 threw it
      then #2 at App/Main.swift:2 passed it on: it has no rejection handler
      "cached" (#3) at App/Main.swift:3 handled it
      """
    why(1, script, shows: "do #1 was rejected with offline (DemoError)\n" + path)
    why(2, script, shows: "then #2 was rejected with offline (DemoError)\n" + path)
    why(
      3, script,
      shows: """
        "cached" (#3) was fulfilled
        The value came from "cached" (#3): its handler at App/Main.swift:3 returned it
        """)
  }

  @Test func anErrorThatAHandlerOfAnotherBranchTook() {
    why(
      2,
      """
      1 do, 1 queued main, 1 starts main, 1 ends threw, 2 then from 1, 3 recover from 1 "cached", 1 rejects "offline" threw
      2 rejects "offline" via 1, 3 queued main, 3 starts main, 1 handled by 3, 3 ends, 3 fulfills "[]" returned
      """,
      shows: """
        then #2 was rejected with offline (DemoError)
        The error came from do #1: its body at App/Main.swift:1 threw it
        then #2 at App/Main.swift:2 passed it on: it has no rejection handler
        "cached" (#3) at App/Main.swift:3, on another branch, handled it
        """)
  }

  @Test func throughACombinatorItsRejectionGoesOnAfterItTookThatOfItsInput() {
    why(
      1,
      """
      1 wrap, 2 wrap, 3 all of 1 2, 4 catch from 3, 1 rejects "no", 1 handled by 3, 3 rejects "no" via 1 combinator
      4 queued main, 4 starts main, 3 handled by 4, 4 ends, 4 fulfills returned
      """,
      shows: """
        wrap #1 was rejected with no (DemoError)
        The error came from wrap #1 at App/Main.swift:1: its resolver settled it
        all #3 at App/Main.swift:3 took it over: one of its inputs decided
        catch #4 at App/Main.swift:4 handled it
        """)
  }

  @Test func theValueOfACombinatorThatWaitsForAllOfItsInputsComesFromNoneOfThem() {
    why(
      3, "1 wrap, 2 wrap, 3 all of 1 2, 1 fulfills, 2 fulfills, 3 fulfills via 2 combinator",
      shows: """
        all #3 was fulfilled
        The value came from all #3 at App/Main.swift:3: it combined its inputs
        """)
  }

  @Test("what another runtime's log does not have: who took a rejection that was not unhandled, and who canceled")
  func otherRuntime() {
    why(
      1, #"1 wrap, 1 rejects "no", ended"#, runtime: "cpython 3.11",
      shows: """
        wrap #1 was rejected with no (DemoError)
        The error came from wrap #1 at App/Main.swift:1: its resolver settled it
        An observer or an await handled it
        """)
    // A branch that Node reports, although another one was handled.
    why(
      2,
      #"1 wrap, 2 finally from 1, 3 catch from 1, 1 rejects "no", 1 handled by 3, 2 rejects "no" via 1, 2 unhandled"#,
      runtime: "node 20.20.2",
      shows: """
        finally #2 was rejected with no (DemoError)
        The error came from wrap #1 at App/Main.swift:1: its resolver settled it
        finally #2 at App/Main.swift:2 passed it on: it has no rejection handler
        No handler took it: it is unhandled
        """)
    why(
      1, "1 wrap, 1 cancels", runtime: "node 20.20.2",
      shows: """
        wrap #1 was canceled
        It was rejected with a cancellation; who requested that is not in the log
        The cancellation came from wrap #1 at App/Main.swift:1: its resolver settled it
        """)
  }

  @Test("the rejection of a race's loser, and a value that was there from the start")
  func loser() {
    let script =
      "1 wrap, 2 value, 3 race of 2 1, 2 fulfills, 3 fulfills via 2 combinator, 1 rejects \"late\", 1 handled by 3"
    why(
      1, script,
      shows: """
        wrap #1 was rejected with late (DemoError)
        The error came from wrap #1 at App/Main.swift:1: its resolver settled it
        race #3 at App/Main.swift:3 took it as the rejection of one of its inputs
        """)
    why(
      3, script,
      shows: """
        race #3 was fulfilled
        The value came from value #2 at App/Main.swift:2: it was created settled
        race #3 at App/Main.swift:3 took it over: one of its inputs decided
        """)
  }

  @Test func aHandlerThatThrowsTheSameErrorAgainAndOneThatThrowsAnother() {
    let script =
      "1 wrap, 2 recover from 1, 1 rejects \"a\", 2 queued main, 2 starts main, 1 handled by 2, 2 ends threw, 2 rejects"
    why(
      2, script + " \"a\" threw",
      shows: """
        recover #2 was rejected with a (DemoError)
        The error came from wrap #1 at App/Main.swift:1: its resolver settled it
        recover #2 at App/Main.swift:2 passed it on: its handler ran and threw an error of the same type and description
        No handler has taken it so far
        """)
    why(
      2, script + " \"b\" threw, ended",
      shows: """
        recover #2 was rejected with b (DemoError)
        The error came from recover #2: its handler at App/Main.swift:2 threw it while handling the error of wrap #1
        No handler took it: it is unhandled
        """)
  }

  @Test func aTimeoutAndARejectionThatWasAdopted() {
    why(
      3,
      "1 wrap, 2 timeout from 1, 3 wrap, 3 adopts 2, 2 rejects \"timedOut\" timeout, 3 rejects \"timedOut\" via 2 adopted, 3 handled",
      shows: """
        wrap #3 was rejected with timedOut (DemoError)
        The error came from timeout #2 at App/Main.swift:2: it timed out because wrap #1 at App/Main.swift:1 was still pending after 3.00 ms
        wrap #3 at App/Main.swift:3 took it over from the promise that it was resolved with
        An observer or an await handled it
        """)
  }

  @Test func aHangTheChainOfWaitsDownToTheResolverThatWasDropped() {
    why(
      5,
      """
      @0 1 wrap "lock", @0 2 then from 1, @0 3 all of 2, @0 5 then from 3, @9 1 freed, @9 2 freed, @4300 ended
      """,
      times: true,
      shows: """
        then #5 has been pending for 4.30 s
        then #5 derives from and waits for all #3
        all #3 waits for 1 of its 1 input: then #2
        then #2 derives from and waits for "lock" (#1)
        "lock" (#1) at App/Main.swift:1 was freed while pending: its resolver was dropped, so nothing can settle it
        9.00 ms (0 %): "lock" (#1) at App/Main.swift:1 was in flight
        4.29 s (100 %): all #3 at App/Main.swift:3 waited for then #2
        """)
  }

  @Test func leavesRunningQueuedBehindAnotherATimerACycleAnEmptyRacePausedLazy() {
    func leaf(_ id: PromiseID, _ script: String) -> String {
      let history = WrittenHistory(script)
      guard let why = history.store.why(id, bodies: history.bodies) else { return "" }
      return history.store.sentences(why)[1].text
    }
    let queue = "1 do, 2 do, 1 queued images, 2 queued images, 1 starts images, @1000 3 wrap"
    expectEqual(leaf(1, queue), "do #1 at App/Main.swift:1 has been running for 995 ms")
    expectEqual(
      leaf(2, queue), "do #2 at App/Main.swift:2 is queued on images behind the body of do #1 at App/Main.swift:1")
    expectEqual(
      leaf(2, "1 value, 1 fulfills, 2 delay from 1, @503 3 wrap"),
      "delay #2 at App/Main.swift:2 has been waiting for its timer for 500 ms")
    expectEqual(
      leaf(1, "1 wrap, 1 adopts 1"),
      "wrap #1 at App/Main.swift:1 waits for wrap #1, which waits for it: none of them can settle")
    expectEqual(leaf(1, "1 race, 2 wrap"), "race #1 at App/Main.swift:1 has no inputs, so nothing can settle it")
    expectEqual(leaf(1, "1 wrap, 1 paused"), "wrap #1 at App/Main.swift:1 is paused")
    expectEqual(
      leaf(1, "1 wrap"),
      "wrap #1 at App/Main.swift:1 has not been settled: its resolver is still held and has not been called")
  }

  @Test func aCancellationWhoAskedForItAndHowItSpread() {
    why(
      3,
      """
      8 then, 8 starts main, 1 wrap "fetch", 2 then from 1, 3 then from 2 "screen", 3 cancel by 8, 3 cancels
      2 cancel by 8, 2 cancels, 1 cancel by 8, 1 cancels
      """,
      shows: """
        "screen" (#3) was canceled
        The cancellation of "screen" (#3) was requested in the body of then #8 at App/Main.swift:8
        The cancellation came from "screen" (#3) at App/Main.swift:3: its cancellation was requested
        """)
    why(
      1,
      "1 wrap \"fetch\", 2 then from 1, 3 then from 2, 3 cancel, 3 cancels, 2 cancel, 2 cancels, 1 cancel, 1 cancels",
      shows: """
        "fetch" (#1) was canceled
        The cancellation of then #3 was requested by code outside of promises
        It spread upstream to "fetch" (#1) at App/Main.swift:1, through 1 promise, because nothing else waited for it
        The cancellation came from "fetch" (#1) at App/Main.swift:1: its cancellation was requested
        """)
  }

  @Test func nothingIsClaimedAcrossAGapOrAnEviction() {
    why(
      1, "1 wrap, lost 4",
      shows: "wrap #1 is in an unknown state\nEvents about it were lost, so what became of it is not known")
    why(
      2, "1 wrap, 2 then from 1, lost 4, 2 rejects \"e\" via 1",
      shows: """
        then #2 was rejected with e (DemoError)
        Where the error came from is not known, because events were lost or are no longer kept
        then #2 at App/Main.swift:2 passed it on: it has no rejection handler
        Whether a handler took it is not known, because events were lost or are no longer kept
        """)
    // A handler of it may be among those that were evicted.
    let others = (3...60).map { "\($0) wrap, \($0) fulfills, \($0) released" }.joined(separator: ", ")
    why(
      2, "1 wrap, 2 then from 1, 1 rejects \"e\", 2 rejects \"e\" via 1, 1 released, 2 released, \(others)", limit: 16,
      shows: """
        then #2 was rejected with e (DemoError)
        The error came from wrap #1 at App/Main.swift:1: its resolver settled it
        then #2 at App/Main.swift:2 passed it on: it has no rejection handler
        Whether a handler took it is not known, because events were lost or are no longer kept
        """)
  }

  @Test func aSlowChainTheTimeOfEachSegmentTheQueueNamed() {
    why(
      3,
      """
      @0 1 do, @0 1 queued images, @0 1 starts images, @10 3 do "GET", @10 3 queued images, @1610 1 ends, @1610 1 fulfills
      @1610 3 starts images, @1660 3 ends, @1660 3 fulfills "ok" returned
      """,
      times: true,
      shows: """
        "GET" (#3) was fulfilled after 1.65 s
        The value came from "GET" (#3): its body at App/Main.swift:3 returned it
        1.60 s (97 %): "GET" (#3) at App/Main.swift:3 was queued on images behind the body of do #1 at App/Main.swift:1
        50.0 ms (3 %): the body of "GET" (#3) at App/Main.swift:3 ran
        """)
  }
}
