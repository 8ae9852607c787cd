// The loop against a terminal, a source and a clock that are all scripted: no time passes.

@Suite struct LoopTests {
  private var settled: EventScript {
    var script = EventScript()
    script.created(1, "async", "done")
    script.fulfilled(1, "42")
    return script
  }

  private let next = LogNews(.replaced, name: "run.ndjson", next: "next")

  @Test func whatHappenedToTheLogStandsInTheHeader() throws {
    let keys: [(Int64, TerminalEvent)] = [(1_000, .key(.down)), (1_200, .key(.character("q")))]
    let run = try ScriptedRun(settled, keys, newRun: { _ in LogNews(.moved, name: "") })
    #expect(run.terminal.last[0].contains("log moved away"))
    #expect(run.terminal.shown.contains { $0.grid.text.contains("The log was moved; waiting for another") })
  }

  @Test func aNewRunIsShownOnceTheOldOneIsOver() throws {
    var opened: [ScreenEffect] = []
    let run = try ScriptedRun(
      settled, [(5_000, .key(.character("q")))], newRun: { $0 ? next : nil },
      open: {
        opened.append($0)
        return nil
      })
    expectEqual(run.end, .nextRun(next))
    expectEqual(opened, [.nextRun(next)])
  }

  @Test func aPausedViewOnlyAnnouncesANewRun() throws {
    let keys: [(Int64, TerminalEvent)] = [(1, .key(.character("["))), (3_000, .key(.character("q")))]
    let run = try ScriptedRun(settled, keys, newRun: { _ in next })
    expectEqual(run.end, .quit)
    #expect(run.terminal.last[23].contains("Run 2 has started"))
  }

  @Test func aNewRunThatCannotBeOpenedLeavesTheOldOne() throws {
    let run = try ScriptedRun(
      settled, [(1_200, .key(.character("q")))], newRun: { _ in next }, open: { $0 == .quit ? nil : "not a log" })
    expectEqual(run.end, .quit)
    #expect(run.terminal.last[23].contains("not a log"))
  }

  @Test func aScreenWhoseProgramRunsStaysUntilItIsAskedAgain() throws {
    var asked = 0
    let keys: [(Int64, TerminalEvent)] = [(100, .key(.character("q"))), (900, .key(.character("q")))]
    let run = try ScriptedRun(
      settled, keys,
      open: { effect in
        asked += effect == .quit ? 1 : 0
        return asked < 2 ? "it runs" : nil
      })
    #expect(run.end == .quit && asked == 2)
    #expect(run.terminal.last[23].contains("it runs"))
  }

  @Test func aTerminalWithoutUnicodeGetsEnglishInASCII() throws {
    let arrivals: [(Int64, TerminalEvent)] = [(1, .key(.character("?"))), (2, .key(.character("q")))]
    let chinese = try ScriptedRun(settled, arrivals, language: .chinese)
    #expect(chinese.terminal.last[0].contains("已结束"))
    let english = try ScriptedRun(settled, arrivals, showsUnicode: false, language: .chinese)
    #expect(english.terminal.last[0].contains("ended"))
    #expect(english.terminal.last.joined().utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func aLogThatEndedIsDrawnOnceAndThenWaitsForEver() throws {
    let run = try ScriptedRun(settled, [(60_000, .key(.character("q")))])
    expectEqual(run.end, .quit)
    expectEqual(run.terminal.shown.count, 1)
    #expect(run.terminal.waits < 5)
    #expect(run.terminal.last[0].contains("scripted"))
    #expect(run.terminal.last[0].contains("ended"))
  }

  @Test func aProgramThatIsKilledIsCalledSoAndItsClockEndsWithItsLog() throws {
    var script = EventScript()
    script.created(1, "async", "hangs")
    let run = try ScriptedRun(script, [(20_000, .key(.character("q")))], atEnd: .idle, live: true) {
      $0 < 3_000 ? .running : .gone
    }
    #expect(run.terminal.last[0].contains("killed"))
    #expect(!run.terminal.last[0].contains("live"))
    let clocks = run.terminal.shown.map { String($0.grid.text.split(separator: "\n")[0].suffix(9)) }
    // While the program ran, time passed; the log does not prove that, so opened again, it says the same as the last frame.
    #expect(clocks.contains { $0 > "00:02.500" } && clocks.last ?? "" < "00:00.100", "\(clocks)")
    #expect(try #require(run.terminal.shown.last).at < 4_000)
  }

  @Test func aStoppedProgramNoLongerAnswers() throws {
    let run = try ScriptedRun(settled, [(20_000, .key(.character("q")))], atEnd: .idle, live: true) { _ in .stopped }
    #expect(run.terminal.last[0].contains("no longer answering"))
  }

  @Test(arguments: [
    (ProgramState.running, "still being written"), (.gone, "killed"), (.unknown, "cut off"),
  ])
  func aLogWithoutAnEndSaysWhy(_ program: ProgramState, _ words: String) throws {
    let run = try ScriptedRun(settled, [(1_000, .key(.character("q")))]) { _ in program }
    #expect(run.terminal.last[0].contains(words))
    #expect(!run.terminal.last[0].contains("ended"))
    var script = settled
    script.add(.ended, 0)
    let ended = try ScriptedRun(script, [(1_000, .key(.character("q")))]) { _ in program }
    #expect(ended.terminal.last[0].contains("ended"))
  }

  @Test func aRestingProgramIsNotRedrawn() throws {
    let run = try ScriptedRun(settled, [(10_000, .key(.character("q")))], atEnd: .idle, live: true)
    expectEqual(run.terminal.shown.count, 1)
    #expect(run.terminal.waits < 300)
  }

  @Test func whatIsPendingIsRedrawnTenTimesASecond() throws {
    var script = EventScript()
    script.created(1, "async", "hangs")
    let run = try ScriptedRun(script, [(3_000, .key(.character("q")))], atEnd: .idle, live: true)
    #expect(20...40 ~= run.terminal.shown.count)
    #expect(run.terminal.last[3].contains("2.9"))
  }

  @Test func aProgramThatIdlesIsRedrawnTwiceASecondAndThenOnceEvenIfItReportsItsMemory() throws {
    var script = EventScript()
    script.created(1, "async", "hangs")
    for second in 1...100 {
      script.at(Double(second) * 1_000)
      script.add(.alive, 0) { $0.memory = 1 << 20 }
    }
    let run = try ScriptedRun(script, [(100_000, .key(.character("q")))], atEnd: .idle, live: true)
    func frames(_ seconds: Range<Int64>) -> Int { run.terminal.shown.filter { seconds ~= $0.at / 1_000 }.count }
    // The moment of each report is drawn, too.
    #expect(frames(2..<10) >= 70 && frames(12..<58) <= 3 * 46 && frames(62..<98) <= 2 * 36)
    // The source is read 20 times a second.
    #expect(run.terminal.waits < 100 * 25)
  }

  @Test func aSearchOfALargeRunDoesNotWaitForFrames() throws {
    var script = EventScript()
    for id in 1...600_000 as ClosedRange<PromiseID> { script.created(id, "async") }
    let keys: [Key] = [.character("/"), .character("#"), .character("1"), .enter]
    let run = try ScriptedRun(script, keys.map { (1_000, .key($0)) } + [(2_000, .key(.character("q")))])
    let shown = run.terminal.shown.first { $0.at >= 1_000 && $0.grid.text.contains("Match 1 of") }
    #expect(try #require(shown).at < 1_040)
  }

  @Test func noMoreThanSixtyFramesASecond() throws {
    var script = EventScript()
    for id in 1...5_000 as ClosedRange<PromiseID> {
      script.at(Double(id) / 5)
      script.created(id, "async", "job")
    }
    let run = try ScriptedRun(script, [(1_000, .key(.character("q")))], atEnd: .idle)
    #expect(50...61 ~= run.terminal.shown.count)
  }

  @Test func aPausedViewIsDrawnTenTimesASecond() throws {
    var script = EventScript()
    for id in 1...5_000 as ClosedRange<PromiseID> {
      script.at(Double(id) / 5)
      script.created(id, "async", "job")
    }
    let keys: [(Int64, Key)] = [(200, .character(" ")), (600, .down), (1_000, .character("q"))]
    let run = try ScriptedRun(script, keys.map { ($0.0, .key($0.1)) }, atEnd: .idle)
    #expect(15...28 ~= run.terminal.shown.count)
    let keyFrame = run.terminal.shown.map(\.at).first { $0 >= 600 }
    #expect((keyFrame ?? .max) < 620, "a key is answered at once")
  }

  @Test func aLongLogIsReadWithoutWaitingInBetween() throws {
    var script = EventScript()
    for id in 1...100_000 as ClosedRange<PromiseID> { script.created(id, "async") }
    let run = try ScriptedRun(script, [(10_000, .key(.character("q")))], readCost: 1_000_000, progress: 0.348)
    #expect(run.terminal.shown.first?.grid.text.contains("reading 34 %") == true)
    #expect(run.terminal.shown.first?.grid.text.contains("━━──────") == true)
    #expect(!run.terminal.last[1].contains("━"))
    #expect(!run.terminal.last[0].contains("reading"))
    #expect(run.terminal.last[1].contains("100,000 promises"))
    #expect((run.terminal.shown.last?.at ?? .max) < 60)
    #expect(run.terminal.shown.count >= 2, "something is seen before all is read")
  }

  @Test func readingIsLeftByAKeyAndLossesAreReported() throws {
    var script = EventScript()
    for id in 1...100_000 as ClosedRange<PromiseID> { script.created(id, "async") }
    script.add(.lost, 0) { $0.count = 7 }
    let left = try ScriptedRun(script, [(12, .key(.character("q")))], readCost: 1_000_000, progress: 0.1)
    expectEqual(left.end, .quit)
    #expect(left.terminal.last[0].contains("reading 10 %"))
    expectEqual(left.lost, 0)
    try expectEqual(ScriptedRun(script, [(10_000, .key(.character("q")))]).lost, 7)
  }

  @Test func aHeldKeyDoesNotDrawAFrameEach() throws {
    let keys = (0..<200).map { (Int64(100), TerminalEvent.key($0 % 2 == 0 ? .down : .up)) }
    let run = try ScriptedRun(settled, keys + [(200, .key(.character("q")))])
    #expect(run.terminal.shown.count <= 3)
  }

  @Test func runningAgainAndEndsOfTheTerminal() throws {
    try expectEqual(ScriptedRun(settled, [(0, .key(.character("r")))]).end, .runAgain)
    try expectEqual(
      ScriptedRun(settled, [(0, .ended(.terminated(signal: 15)))]).end, .terminal(.terminated(signal: 15)))
    try expectEqual(ScriptedRun(settled, []).end, .terminal(.hungUp))
  }

  @Test func aResizeIsDrawnAtTheNewSize() throws {
    let size = Size(columns: 50, rows: 12)
    let run = try ScriptedRun(
      settled, [(50, .resized(size)), (60, .key(.character("x"))), (900, .key(.character("q")))])
    expectEqual(run.terminal.shown.last?.grid.size, size)
  }

  @Test func aSourceThatCannotBeReadAtAllThrows() {
    #expect(throws: BrokenSource.self) { try ScriptedRun(EventScript(), [], atEnd: nil) }
  }

  @Test func aSourceThatBreaksLaterLeavesWhatWasRead() throws {
    let run = try ScriptedRun(settled, [(500, .key(.character("q")))], atEnd: nil)
    expectEqual(run.end, .quit)
    #expect(run.terminal.last[3].contains("done"))
    #expect(run.terminal.last.contains { $0.contains("reading stopped") })
  }
}
