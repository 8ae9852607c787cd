// Playback in both directions: at every position the store equals a new one that applied the events up to there.

import PromiseLog

@Suite struct PlaybackTests {
  private static let small = 40_000

  private func playback(of run: RandomRun, limit: Int, memory: Int = 1 << 30) -> Playback {
    Playback(
      nil, texts: run.texts, limit: limit, memory: memory, stretchLength: 16, reach: 32, keyframeDistance: 150)
  }

  /// A run that has evicted most of its promises: rows were used again, and every seek crosses evictions.
  @Test(arguments: 20..<26 as Range<UInt64>)
  func everyPositionOfALongRunEqualsANewStore(_ seed: UInt64) throws {
    let run = RandomRun(seed: seed, count: 1_600)
    var playback = playback(of: run, limit: 40, memory: seed % 2 == 0 ? 1 << 30 : 600_000)
    playback.append(run.events)
    #expect(playback.store.counts.evicted > 100)
    var outline = Outline()
    outline.update(from: playback.store)
    var dice = Dice(seed: seed)
    for round in 0..<10 {
      try playback.seek(to: round == 4 ? 0 : round == 5 ? 1_600 : dice.roll(1_601))
      let fresh = run.store(after: Int(playback.position), limit: 40)
      outline.update(from: playback.store)
      expectEqual(Answers(playback.store, outline), Answers(fresh), "seed \(seed), position \(playback.position)")
      checkTimelines(playback.store, fresh)
    }
  }

  /// A timeline may be shorter if it is marked incomplete, but it always covers the last 32 events of the run.
  private func checkTimelines(_ store: ChainStore, _ fresh: ChainStore) {
    for id in 1..<70 as Range<PromiseID> {
      let (here, whole) = (store.timeline(of: id), fresh.timeline(of: id))
      expectEqual(here.events, whole.events.suffix(here.events.count))
      #expect(here.isComplete ? here == whole : true)
      let recent = whole.events.filter { $0.sequence + 32 > fresh.counts.events }
      #expect(here.events.count >= recent.count)
    }
  }

  @Test func aLiveRunGrowsWhileThePlayheadIsInItsPast() throws {
    let run = RandomRun(seed: 7, count: 300)
    var playback = playback(of: run, limit: 1_000)
    playback.append(run.events[..<200])
    try playback.seek(to: 50)
    playback.append(run.events[200...])
    #expect((playback.position, playback.count, playback.isAtEnd) == (50, 300, false))
    expectEqual(Answers(playback.store), Answers(run.store(after: 50, limit: 1_000)))
    try playback.step(by: 1)
    expectEqual(Answers(playback.store), Answers(run.store(after: 51, limit: 1_000)))
    try playback.seek(to: 299)
    expectEqual(Answers(playback.store), Answers(run.store(after: 299, limit: 1_000)))
    try playback.step(by: 5)
    #expect(playback.isAtEnd)
    expectEqual(Answers(playback.store), Answers(run.store(after: 300, limit: 1_000)))
  }

  @Test func positionsShrinkToTheEventsInMemory() throws {
    let run = RandomRun(seed: 2, count: 3_000)
    var playback = playback(of: run, limit: 1_000, memory: Self.small)
    playback.append(run.events)
    let first = playback.positions.lowerBound
    #expect(first > 0)
    expectEqual(playback.positions.upperBound, 3_000)
    try expectEqual(playback.seek(to: 0), first)
    expectEqual(Answers(playback.store), Answers(run.store(after: Int(first), limit: 1_000)))
    try playback.step(by: 77)
    expectEqual(Answers(playback.store), Answers(run.store(after: Int(first) + 77, limit: 1_000)))
  }

  @Test func aPlayheadInADroppedPastCanStayOrMoveToTheEnd() throws {
    let run = RandomRun(seed: 3, count: 3_000)
    var playback = playback(of: run, limit: 1_000, memory: Self.small)
    playback.append(run.events[..<300])
    try playback.seek(to: 100)
    playback.append(run.events[300...])
    expectEqual(playback.position, 100)
    expectEqual(Answers(playback.store), Answers(run.store(after: 100, limit: 1_000)))
    expectEqual(playback.positions, 3_000...3_000)
    try playback.step(by: 1)
    #expect(playback.isAtEnd)
    expectEqual(Answers(playback.store), Answers(run.store(after: 3_000, limit: 1_000)))
  }

  @Test func aLongSeekCanBeStoppedAndContinued() throws {
    let run = RandomRun(seed: 4, count: 300)
    var playback = playback(of: run, limit: 1_000)
    playback.append(run.events[..<100])
    try playback.seek(to: 10)
    playback.append(run.events[100...])
    var reports: [Playback.Progress] = []
    try playback.seek(to: 200) {
      reports.append($0)
      return reports.count < 2
    }
    expectEqual(reports.count, 2)
    #expect(playback.position < 200)
    expectEqual(
      Answers(playback.store), Answers(run.store(after: Int(playback.position), limit: 1_000)))
    try expectEqual(playback.seek(to: 200), 200)
    expectEqual(Answers(playback.store), Answers(run.store(after: 200, limit: 1_000)))
  }

  /// A part of the way is a position like any other, and all parts lead where one seek leads.
  ///
  /// From 93 on, promises that others refer to are evicted and come back.
  @Test(
    arguments: (60..<66 as Range<UInt64>).map { ($0, false) }
      + [93, 96, 99, 102, 105, 107, 108, 109, 158].map { ($0, true) } as [(UInt64, Bool)])
  func aSeekInPartsEqualsOne(_ seed: UInt64, _ hasPauses: Bool) throws {
    let run = RandomRun(seed: seed, count: 400, hasPauses: hasPauses)
    var playback = playback(of: run, limit: 48, memory: seed % 2 == 0 ? 1 << 30 : 400_000)
    playback.append(run.events)
    playback.end()
    var outline = Outline()
    var dice = Dice(seed: seed)
    for round in 0..<8 {
      let target: UInt64 = round == 0 ? 0 : round == 1 ? .max : dice.roll(401)
      var parts = 1
      while try !playback.seek(to: target, stretches: 2), parts < 100 {
        parts += 1
        let fresh = run.store(after: Int(playback.position), limit: 48)
        outline.update(from: playback.store)
        expectEqual(Answers(playback.store, outline), Answers(fresh), "seed \(seed), position \(playback.position)")
      }
      expectEqual(playback.position, min(target, 400), "seed \(seed)")
      #expect(round > 1 || parts > 5, "seed \(seed): \(parts) parts")
      outline.update(from: playback.store)
      let fresh = run.store(after: Int(playback.position), limit: 48)
      expectEqual(Answers(playback.store, outline), Answers(fresh), "seed \(seed), position \(playback.position)")
      checkTimelines(playback.store, fresh)
    }
  }

  @Test func timesAndSequenceNumbersMapToPositions() throws {
    let run = RandomRun(seed: 5, count: 1_500)
    var playback = playback(of: run, limit: 1_000)
    playback.append(run.events)
    for position in [0, 1, 511, 512, 513, 1_499] {
      try expectEqual(playback.seek(toTime: run.events[position].time), UInt64(position + 1))
      try expectEqual(playback.archive.position(ofSequence: UInt64(position + 1)), UInt64(position))
    }
    try expectEqual(playback.seek(toTime: -1), 0)
    try expectEqual(playback.seek(toTime: .max), 1_500)
  }

  @Test func revisionsIncreaseInBothDirections() throws {
    let run = RandomRun(seed: 6, count: 100)
    var playback = playback(of: run, limit: 48)
    playback.append(run.events)
    var former = playback.store.revision
    for _ in 0..<60 {
      try playback.step(by: -1)
      #expect(playback.store.revision > former)
      former = playback.store.revision
    }
  }
}

@Suite struct SeparationTests {
  /// Copies in steps, complete ones and those that an event interrupts, while the playhead holds, moves and returns.
  @Test(arguments: 40..<46 as Range<UInt64>)
  func aCopyInStepsChangesNoAnswer(_ seed: UInt64) throws {
    let run = RandomRun(seed: seed, count: 600)
    // So little memory that keyframes are made, too.
    var playback = Playback(
      nil, texts: run.texts, limit: 100, memory: 400_000, stretchLength: 16, reach: 32, keyframeDistance: 50,
      separationSize: 0)
    var dice = Dice(seed: seed)
    var completed = 0
    for (index, event) in run.events.enumerated() {
      switch dice.roll(24) {
      case 0: playback.hold()
      case 1: try playback.seek(to: .max)
      case 2: try playback.step(by: -Int(dice.roll(20)))
      default: break
      }
      if playback.isSeparating {
        for _ in 0..<dice.roll(12) { playback.separate(bytes: Int(dice.roll(2_000))) }
        if !playback.isSeparating { completed += 1 }
      }
      playback.append(event)
      #expect(!playback.isSeparating || playback.position == playback.count)
      if index % 50 == 49 {
        let fresh = run.store(after: index + 1, limit: 100)
        var end = fresh
        #expect(playback.withEnd(&end) { $0 = $1 })
        expectEqual(Answers(end), Answers(fresh))
        expectEqual(Answers(playback.store), Answers(run.store(after: Int(playback.position), limit: 100)))
      }
    }
    #expect(completed > 0)
  }

  @Test func aSmallStoreNeedsNoSteps() {
    let run = RandomRun(seed: 1, count: 100)
    var playback = Playback(texts: run.texts)
    playback.append(run.events)
    playback.hold()
    #expect(!playback.isSeparating)
  }
}
