// What pending promises wait for, for each kind of leaf and each way to wait.

@testable import ChainAnalysis

/// The chain from a promise, as `5 derived 3 adopted 2: dropped`.
private func wait(_ id: PromiseID, _ script: String, limit: Int = 1_000_000) -> String {
  let history = WrittenHistory(script, limit: limit)
  return text(history.store.waitChain(from: id, bodies: history.bodies))
}

private func text(_ chain: WaitChain) -> String {
  var words = ""
  for link in chain.links {
    words += "\(link.promise)"
    switch link.wait {
    case .derived: words += " derived "
    case .adopted: words += " adopted "
    case .awaited: words += " awaited "
    case .input(let open, let count, let isEnough): words += " \(isEnough ? "any" : "all") \(open)/\(count) "
    case nil: break
    }
  }
  while words.last == " " { words.removeLast() }
  return words + ": \(chain.leaf)"
}

@Suite struct WaitChainTests {
  @Test func aChainWhoseResolverIsHeldEndsAtTheResolver() {
    expectEqual(wait(3, "1 wrap, 2 then from 1, 3 then from 2"), "3 derived 2 derived 1: resolver")
  }

  @Test func aBodyThatWaitsLeadsToThePromiseThatItAwaitsAndToWhatThatWaitsFor() {
    let script = "1 wrap, 2 async, 2 starts, 3 async in 2, 3 starts, 3 awaits 1, 2 awaits 3"
    expectEqual(wait(2, script), "2 awaited 3 awaited 1: resolver")
    expectEqual(wait(2, script + ", 1 fulfills"), "2 awaited 3: unrecorded")
    #expect(wait(2, script + ", 1 fulfills, 3 continues").hasPrefix("2 awaited 3: running"))
    expectEqual(wait(2, script + ", 1 freed, 3 freed, 2 freed"), "2 awaited 3 awaited 1: dropped")
    expectEqual(
      wait(1, "1 async, 1 starts, 2 async, 2 starts, 1 awaits 2, 2 awaits 1"), "1 awaited 2 awaited: cycle(1)")
  }

  @Test func aDroppedResolverIsTheRootOfAllThatWereFreedWithItAndOfAllThatStillWait() {
    let script =
      "1 wrap, 2 then from 1, 3 all of 2, 4 wrap, 5 then from 4, 5 starts main, 5 ends, 5 adopts 3, 1 freed, 2 freed"
    expectEqual(wait(5, script), "5 adopted 3 all 1/1 2 derived 1: dropped")
    expectEqual(wait(2, script), "2 derived 1: dropped")
    expectEqual(wait(1, script), "1: dropped")
  }

  @Test func aBodyThatRunsAndOneThatIsQueuedBehindIt() {
    let script = "1 do, 2 do, 1 queued images, 2 queued images, @10 1 starts images, 3 then from 2"
    expectEqual(wait(1, script), "1: running(since: 10000000)")
    expectEqual(wait(3, script), "3 derived 2: queued(behind: Optional(1))")
  }

  @Test func noBodyIsNamedOnAQueueThatRanTwoAtOnceOrAcrossAGap() {
    let script = "1 do, 2 do, 3 do, 1 queued q, 2 queued q, 3 queued q, 1 starts q"
    expectEqual(wait(3, script), "3: queued(behind: Optional(1))")
    expectEqual(wait(3, script + ", 2 starts q"), "3: queued(behind: nil)")
    expectEqual(wait(3, script + ", 2 starts q, 2 ends"), "3: queued(behind: nil)")
    expectEqual(wait(3, script + ", lost 2, 3 queued q"), "3: queued(behind: nil)")
  }

  @Test func timersADelayOnceItsSourceHasSettledAPauseBetweenTwoAttempts() {
    let delay = "1 wrap, 2 delay from 1"
    expectEqual(wait(2, delay), "2 derived 1: resolver")
    expectEqual(wait(2, delay + ", @7 1 fulfills"), "2: timer(since: 7000000, remaining: nil)")
    let retry = "1 retry, 2 do, 1 takes 2"
    expectEqual(wait(1, retry), "1 all 1/1 2: resolver")
    expectEqual(wait(1, retry + ", @9 2 rejects"), "1: timer(since: 9000000, remaining: nil)")
  }

  @Test func aCombinatorThatNeedsEveryInputHangsOnTheMostHopelessOne() {
    let script = "1 delay, 2 wrap, 3 wrap, 4 all of 1 2 3, 3 freed"
    expectEqual(wait(4, script), "4 all 3/3 3: dropped")
  }

  @Test func aRaceHangsOnlyIfNoInputCanSettleIt() {
    let script = "1 delay, 2 wrap, 3 wrap, 4 race of 3 2 1, 3 freed"
    expectEqual(wait(4, script), "4 any 3/3 1: timer(since: 1000000, remaining: nil)")
    expectEqual(wait(4, "3 wrap, 4 race of 3, 3 freed"), "4 any 1/1 3: dropped")
    expectEqual(wait(4, "4 race, 5 wrap"), "4: emptyCombinator")
    expectEqual(wait(4, "4 race, 5 wrap, 4 freed"), "4: emptyCombinator")
    expectEqual(wait(4, "lost 1, 4 race"), "4: unknown")
  }

  @Test func promisesInACycleHaveOneRootAndSoDoThoseThatWaitForIt() {
    let script = "1 wrap, 2 wrap, 3 wrap, 1 adopts 2, 2 adopts 3, 3 adopts 1, 4 then from 2"
    expectEqual(wait(4, script), "4 derived 2 adopted 3 adopted 1 adopted: cycle(2)")
    let history = WrittenHistory(script)
    for id in 1...4 as ClosedRange<PromiseID> { expectEqual(history.store.waitChain(from: id).root, 1) }
    expectEqual(history.store.waitChain(from: 4).cycle, [2, 3, 1])
  }

  @Test func aRaceWithAWayOutIsNoCycle() {
    // 6 waits for the race 1 and for 2, which waits for the race.
    let script = "3 delay, 1 race of 2 3, 2 wrap, 2 adopts 1, 6 all of 1 2"
    expectEqual(wait(6, script), "6 all 2/2 1 any 2/2 3: timer(since: 1000000, remaining: nil)")
    expectEqual(wait(2, script), "2 adopted 1 any 2/2 3: timer(since: 1000000, remaining: nil)")
    // Another race has visited that cycle and waits for its own timer, so 2 is the most hopeless.
    let visited = "3 wrap, 4 delay, 1 race of 2 3, 2 wrap, 2 adopts 1, 5 race of 1 4, 6 all of 5 2"
    expectEqual(wait(6, visited), "6 all 2/2 2 adopted 1 any 2/2 3: resolver")
  }

  @Test func nothingIsClaimedAboutPromisesWhoseEventsWereLostOrEvicted() {
    expectEqual(wait(2, "1 wrap, 2 then from 1, lost 3"), "2: unknown")
    expectEqual(wait(2, "2 adopts 1"), "2 adopted 1: unknown")
    expectEqual(wait(9, "1 wrap"), "9: unknown")
    var script = "1 wrap, 2 then from 1, 1 fulfills"
    for id in 3...40 { script += ", \(id) wrap" }
    expectEqual(wait(2, script), "2: unrecorded")
    expectEqual(wait(2, script, limit: 16), "2: unknown")
  }

  @Test func racesThatWaitForEachOtherAndHaveOneWayOutAllLeadToIt() {
    // 1 ⇄ 2 ⇄ 3 ⇄ … ⇄ 2,000 → 2,001: at each of them a cycle closes, and each cycle has a way out.
    let count = 2_000 as PromiseID
    var script = (1...count).map { "\($0) race" }.joined(separator: ", ") + ", \(count + 1) wrap"
    for id in 1...count { script += (id == 1 ? "" : ", \(id) takes \(id - 1)") + ", \(id) takes \(id + 1)" }
    let history = WrittenHistory(script)
    var walk = WaitWalk(store: history.store, limit: .max)
    let chain = walk.chain(from: 1)
    expectEqual(chain.links.map(\.promise), Array(1...count + 1))
    expectEqual(chain.leaf, .resolver)
    // Starting in the middle, the lower half also seems to be in cycles at first.
    expectEqual(history.store.waitChain(from: count / 2).leaf, .resolver)
    #expect(walk.looks <= 8 * Int(count))
  }

  @Test("settled promises wait for nothing; lazy and paused ones say so")
  func others() {
    expectEqual(wait(1, "1 wrap, 1 fulfills"), "1: settled")
    expectEqual(wait(1, "1 lazy"), "1: lazy")
    expectEqual(wait(1, "1 wrap, 1 paused"), "1: paused")
    expectEqual(wait(2, "1 wrap, 2 then from 1, 1 fulfills"), "2: unrecorded")
  }
}

@Suite struct BodyIndexTests {
  @Test func theIndexOfAFinishedHistoryGivesTheSameAnswersAsTheOneThatSawEveryEvent() throws {
    for seed in 0..<30 as Range<UInt64> {
      let program = Simulation(seed: seed)
      let history = FullHistory("", program.events, program.texts)
      let index = BodyIndex(history.store)
      for id in history.ids {
        let path = history.store.criticalPath(of: id, bodies: history.bodies)
        expectEqual(history.store.criticalPath(of: id, bodies: index), path)
      }
    }
  }

  @Test func roundedTimesDoNotMakeASerialQueueLookConcurrent() {
    // Created at the start and run much later, back to back: the columns round these times to 4 microseconds.
    var script = "@0 1 do"
    for id in 2...40 { script += ", @\(Double(id) / 3_000) \(id) do" }
    for id in 1...40 { script += ", @500 \(id) queued main" }
    for id in 1...40 {
      let start = 500_000 + Double(id) * 1.000_001
      script +=
        ", @\(start) \(id) starts main, @\(start + 1.000_001) \(id) ends, @\(start + 1.000_001) \(id) fulfills returned"
    }
    let history = WrittenHistory(script)
    let path = history.store.criticalPath(of: 40, bodies: BodyIndex(history.store))
    let behind = Set(path?.segments.filter { $0.kind == .queued }.map(\.other) ?? [])
    #expect(behind.isSuperset(of: (1...39).map { PromiseID($0) }))
    expectEqual(path.map { flaws($0, history.store) }, .some(nil))
  }

  @Test func memoryIsBoundedTheOldestBodiesAreForgottenAndNothingIsClaimedAboutTheirTime() {
    var history = WrittenHistory("")
    var bodies = BodyIndex(limit: 16)
    for id in 1...100 { history.play("\(id) do, \(id) queued main, \(id) starts main, \(id) ends, \(id) fulfills") }
    history.play("@50 101 do, @50 101 queued main, @2000 101 starts main, 101 ends, 101 fulfills")
    for event in history.events { bodies.apply(event, in: history.store) }
    let path = history.store.criticalPath(of: 101, bodies: bodies)
    expectEqual(path?.segments.filter { $0.kind == .queued }.map(\.other), [0])
  }

  @Test("the longest pieces of a queue's time are found without looking at each body, and the others are counted")
  func ranks() throws {
    var dice = Dice(seed: 1)
    var (time, bodies) = (Int64(0), [BodyIndex.Body]())
    for promise in 1...1_000 as ClosedRange<PromiseID> {
      time += Int64(dice.roll(4))
      let start = time
      time += Int64(1 + dice.roll(5))
      bodies.append(BodyIndex.Body(promise: promise, start: start, end: time))
    }
    let ranks = try #require(BodyRanks(bodies.map { ($0.start, $0.end) }))
    for _ in 0..<100 {
      let first = dice.roll(990)
      let last = first + 1 + dice.roll(999 - first)
      let pieces = (first..<last).flatMap { index in
        let (body, next) = (bodies[index], bodies[index + 1])
        return [
          BodyRanks.Piece(body: index, isPause: false, start: body.start, end: body.end),
          BodyRanks.Piece(body: index, isPause: true, start: body.end, end: next.start),
        ].filter { $0.end > $0.start }
      }
      let wanted = pieces.sorted { ($1.end - $1.start, $0.start) < ($0.end - $0.start, $1.start) }.prefix(12)
      let found = ranks.longest(12, in: first..<last)
      expectEqual(found.pieces, wanted.sorted { $0.start > $1.start })
      expectEqual(found.others, pieces.count - wanted.count)
    }
    bodies[7].end = bodies[7].start
    #expect(BodyRanks(bodies.map { ($0.start, $0.end) }) == nil, "pauses around a body that takes no time are one")
  }

  @Test func aBodyBehindTenTimesAsManyLooksAtNoMoreOfThem() {
    func looks(_ count: PromiseID) -> Int {
      let all = 1...count
      let script =
        all.map { "@0 \($0) do, \($0) queued main" }.joined(separator: ",") + ","
        + all.map { "@\($0 * 10) \($0) starts main, @\($0 * 10 + 5) \($0) ends, \($0) fulfills" }.joined(separator: ",")
      let history = WrittenHistory(script)
      guard let queue = history.store.facts(count)?.queue else { return 0 }
      var (looks, skipped) = (0, 0)
      BodyIndex(history.store).forEachBody(on: queue, in: 1..<Int64.max, longest: 12) { _ in
        looks += 1
        return true
      } skipped: {
        skipped += $0.count
      }
      expectEqual(looks + skipped, Int(count))
      return looks
    }
    expectEqual(looks(5_000), looks(500))
  }
}
