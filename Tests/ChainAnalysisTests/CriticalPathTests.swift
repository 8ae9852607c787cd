// Critical paths: drawn for written histories, and as exact partitions for golden and random ones.

@testable import ChainAnalysis

/// A path as lines like `10-12 queued #4 behind #3`, in milliseconds.
func picture(_ path: CriticalPath?) -> String {
  guard let path else { return "none" }
  return path.segments.map { segment in
    let other =
      segment.other == 0 ? "" : segment.kind == .queued ? " behind #\(segment.other)" : " for #\(segment.other)"
    return
      "\(segment.start / 1_000_000)-\(segment.end / 1_000_000) \(segment.kind.rawValue) #\(segment.promise)\(other)"
  }.joined(separator: "\n")
}

/// What is wrong with a path: gaps, overlaps, empty segments, a sum other than the total.
func flaws(_ path: CriticalPath, _ store: ChainStore) -> String? {
  var cursor = path.start
  for segment in path.segments {
    if segment.start != cursor { return "a gap or overlap at \(cursor): \(segment)" }
    if segment.duration <= 0 { return "an empty segment: \(segment)" }
    if segment.promise != 0, !store.contains(segment.promise) { return "an unknown promise: \(segment)" }
    cursor = segment.end
  }
  if cursor != path.end { return "it ends at \(cursor) instead of \(path.end)" }
  let sum = PathSegment.Kind.allCases.reduce(0) { $0 + path.time($1) }
  return sum == path.total ? nil : "the kinds add up to \(sum) instead of \(path.total)"
}

private func check(
  _ id: PromiseID, _ script: String, shows expected: String, _ location: SourceLocation = #_sourceLocation
) {
  let history = WrittenHistory(script)
  let path = history.store.criticalPath(of: id, bodies: history.bodies)
  expectEqual(picture(path), expected, sourceLocation: location)
  if let path { #expect(flaws(path, history.store) == nil, sourceLocation: location) }
}

@Suite struct CriticalPathTests {
  @Test func whatWasFreedWhilePendingIsWaitedForToTheEndNotTheInputThatSettledLast() {
    check(
      4, "@0 1 wrap, @0 2 wrap, @0 3 wrap, @0 4 all of 1 2 3, @4 1 fulfills, @8 2 freed, @16 3 fulfills, @90 ended",
      shows: """
        0-8 in flight #2
        8-90 waiting #4 for #2
        """)
  }

  @Test func aTimeoutLeadsToWhatItsSourceWasWaitingForWhenTheTimeWasUp() {
    check(
      5,
      """
      @0 1 wrap, @0 1 fulfills, @0 2 then from 1, @0 2 queued decode, @0 2 starts decode, @0 3 wrap, @0 4 then from 3,
      @0 5 timeout from 4, @10 3 fulfills, @10 4 queued decode, @80 5 rejects "late" timeout, @120 2 ends, @120 2 fulfills,
      @120 4 starts decode, @121 4 ends, @121 4 fulfills
      """,
      shows: """
        0-10 in flight #3
        10-80 queued #4 behind #2
        """)
  }

  @Test func sharesAreMergedByCallSiteTheGreatestFirstAndAddUpToThePath() {
    let history = WrittenHistory(
      "@0 1 wrap, @0 2 then from 1, @4 1 fulfills, @4 2 queued db, @6 2 starts db, @6 3 wrap in 2, @8 2 ends, @8 2 adopts 3, @50 3 fulfills, @50 2 fulfills via 3"
    )
    let path = history.store.criticalPath(of: 2, bodies: history.bodies)
    let shares = path?.shares(in: history.store) ?? []
    expectEqual(shares.map(\.time), shares.map(\.time).sorted(by: >))
    expectEqual(shares.reduce(0) { $0 + $1.time }, path?.total)
    expectEqual(shares.first?.longest.promise, 3)
  }

  @Test func aBodyThatWaitsLeadsToWhatItAwaitedAndBack() {
    check(
      1,
      """
      @0 1 async, @0 1 starts, @2 2 wrap in 1, @3 1 awaits 2, @10 2 fulfills, @11 1 continues, @13 3 async in 1, @13 3 starts,
      @14 4 wrap in 3, @15 3 awaits 4, @15 1 awaits 3, @20 4 fulfills, @20 3 continues, @21 3 ends, @21 3 fulfills returned,
      @21 1 continues, @24 1 ends, @24 1 fulfills returned
      """,
      shows: """
        0-2 running #1
        2-10 in flight #2
        10-11 waiting #1 for #2
        11-13 running #1
        13-14 running #3
        14-20 in flight #4
        20-21 running #3
        21-24 running #1
        """)
  }

  @Test func aChainInFlightQueuedRunningAndThePromiseThatTheHandlerReturned() {
    check(
      2,
      """
      @0 1 wrap, @0 2 then from 1, @10 1 fulfills, @10 2 queued main, @12 2 starts main
      @15 5 wrap in 2, @16 2 ends promise, @16 2 adopts 5, @30 5 fulfills, @30 2 fulfills via 5 adopted
      """,
      shows: """
        0-10 in flight #1
        10-12 queued #2
        12-15 running #2
        15-30 in flight #5
        """)
  }

  @Test func aQueueWhichBodyItWasQueuedBehindAndForHowLong() {
    check(
      3,
      """
      @0 1 do, @0 2 do, @0 1 queued images, @0 2 queued images, @0 1 starts images, @5 3 do, @5 3 queued images
      @8 1 ends, @8 1 fulfills, @8 2 starts images, @20 2 ends, @20 2 fulfills, @21 3 starts images, @24 3 ends, @24 3 fulfills
      """,
      shows: """
        5-8 queued #3 behind #1
        8-20 queued #3 behind #2
        20-21 queued #3
        21-24 running #3
        """)
  }

  @Test func aQueueOnWhichBodiesOverlappedNothingIsClaimedAboutWhatItWasQueuedBehind() {
    check(
      3,
      """
      @0 1 do, @0 2 do, @0 3 do, @0 1 queued q, @0 2 queued q, @0 3 queued q, @0 1 starts q, @1 2 starts q, @4 1 ends
      @5 2 ends, @6 3 starts q, @7 3 ends, @7 3 fulfills
      """,
      shows: """
        0-6 queued #3
        6-7 running #3
        """)
  }

  @Test func allGoesThroughTheInputThatSettledLastRaceThroughTheWinner() {
    let inputs = "@0 1 wrap, @0 2 wrap, @0 3 wrap"
    check(
      4, inputs + ", @0 4 all of 1 2 3, @5 1 fulfills, @9 3 fulfills, @7 2 fulfills, @9 4 fulfills combinator",
      shows: "0-9 in flight #3")
    check(
      4, inputs + ", @0 4 race of 1 2 3, @5 2 fulfills, @5 4 fulfills via 2 combinator, @9 1 fulfills",
      shows: "0-5 in flight #2")
  }

  @Test func allOfPromisesThatWereMadeEarlierInTheBodyThatReturnedIt() {
    check(
      2,
      """
      @0 1 value, @0 1 fulfills, @0 2 then from 1, @0 2 queued main, @1 2 starts main, @2 3 wrap in 2, @4 4 wrap in 2
      @5 5 all of 3 4 in 2, @6 2 ends promise, @6 2 adopts 5, @20 4 fulfills, @15 3 fulfills, @20 5 fulfills combinator
      @20 2 fulfills via 5 adopted
      """,
      shows: """
        0-1 queued #2
        1-4 running #2
        4-20 in flight #4
        """)
  }

  @Test func retryEachAttemptAndThePausesBetweenThem() {
    check(
      1,
      """
      @0 1 retry, @0 2 do, @0 1 takes 2, @0 2 queued main, @0 2 starts main, @3 2 ends threw, @3 2 rejects "e" threw
      @10 3 do, @10 1 takes 3, @10 3 queued main, @11 3 starts main, @14 3 ends, @14 3 fulfills returned, @14 1 fulfills via 3 combinator
      """,
      shows: """
        0-3 running #2
        3-10 timer #1
        10-11 queued #3
        11-14 running #3
        """)
  }

  @Test func timersAndTimeouts() {
    check(
      2, "@0 1 wrap, @0 2 delay from 1, @4 1 fulfills, @9 2 fulfills via 1", shows: "0-4 in flight #1\n4-9 timer #2")
    check(2, "@0 1 wrap, @0 2 timeout from 1, @9 2 rejects \"late\" timeout", shows: "0-9 in flight #1")
    check(1, "@0 1 after, @9 1 fulfills", shows: "0-9 timer #1")
  }

  @Test func aPromiseThatWasResolvedWithAnotherOneByItsResolver() {
    check(
      1, "@0 1 wrap, @6 2 wrap, @7 1 adopts 2, @12 2 fulfills, @12 1 fulfills via 2 adopted",
      shows: "0-6 in flight #1\n6-12 in flight #2")
  }

  @Test func aPromiseThatAnotherBodyCreatedLeadsToThatBody() {
    check(
      4,
      """
      @0 4 wrap, @0 1 do, @0 1 queued main, @2 1 starts main, @8 3 wrap in 1, @9 4 adopts 3, @10 1 ends, @10 1 fulfills
      @20 3 fulfills, @20 4 fulfills via 3 adopted
      """,
      shows: """
        0-2 queued #1
        2-8 running #1
        8-20 in flight #3
        """)
  }

  @Test func pendingPromisesUpToNowThroughWhatTheyWaitFor() {
    check(3, "@0 1 wrap, @0 2 then from 1, @0 3 then from 2, @40 ended", shows: "0-40 in flight #1")
    check(2, "@0 1 wrap, @0 2 then from 1, @9 1 freed, @9 2 freed", shows: "0-9 in flight #1")
  }

  @Test func theRunFromTheFirstPromiseToTheLastSettlementWithTheTimeOutsideOfPromises() {
    let history = WrittenHistory("@0 1 wrap, @5 1 fulfills, @10 2 wrap, @12 2 fulfills")
    expectEqual(picture(history.store.criticalPathOfRun()), "0-10 waiting #0\n10-12 in flight #2")
    #expect(WrittenHistory("1 wrap").store.criticalPathOfRun() == nil)
  }

  @Test("the segments of every promise of every golden log add up to its total exactly")
  func golden() throws {
    let histories = try FullHistory.golden()
    #expect(histories.count > 20)
    for history in histories {
      var (created, settled): ([PromiseID: Int64], [PromiseID: Int64]) = ([:], [:])
      for event in history.events {
        if event.kind == .created { created[event.promise] = event.time }
        if event.kind == .fulfilled || event.kind == .rejected { settled[event.promise] = event.time }
      }
      for id in history.ids {
        let path = try #require(history.store.criticalPath(of: id, bodies: history.bodies))
        #expect(flaws(path, history.store) == nil, "\(history.name) #\(id)")
        if let end = settled[id], let start = created[id] {
          expectEqual(path.total, end - start, "\(history.name) #\(id)")
        }
        // In virtual time, these programs never wait for anything that the log does not record, except that a lazy promise waits until it
        // is asked for, and a time limit or a cancellation ends the wait for a promise that settles later.
        let waiting = ["lazy-creation.", "settling-stops-nothing.", "uncanceled-source.", "promisekit-cancel."]
        let waits = waiting.contains { history.name.hasPrefix($0) }
        #expect(waits || path.time(.waiting) == 0, "\(history.name) #\(id): \(picture(path))")
      }
      let run = try #require(history.store.criticalPathOfRun(bodies: history.bodies))
      #expect(flaws(run, history.store) == nil, "\(history.name)")
    }
  }
}
