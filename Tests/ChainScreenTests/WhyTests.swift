// The reasons that the details give for a state: timers, cancellations, handlers that passed an outcome on, and who handled a rejection.

import ChainAnalysis

@Suite struct WhyTests {
  private func text(_ script: EventScript, _ keys: String = "", now: Double = 1_100) -> String {
    var screen = TestScreen(script, columns: 200, rows: 50)
    screen.now = now
    screen.play(keys)
    // The details beside the tree, without its lines being wrapped.
    let lines = screen.lines.map { line in line.split(separator: "│").map { $0.trimmingPrefix { $0 == " " } } }
    let words = lines.map { $0.first ?? "" } + lines.map { $0.count > 1 ? $0[1] : "" }
    return words.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  /// A wait starts after what is waited for was created, and a moment has one duration, also between two searches for problems.
  @Test func aHangHasOneDurationAndAWaitItsTrueStart() {
    var script = EventScript()
    script.at(24)
    script.created(1, "async function", "main")
    script.started(1)
    script.at(1_264)
    script.created(2, "new Promise", "answer")
    script.at(1_265)
    script.add(.awaiting, 1) { $0.peer = 2 }
    var screen = TestScreen(script, columns: 100, rows: 40)
    (screen.now, _) = (13_780, screen.draw())
    screen.now = 14_064
    #expect(screen.lines.contains { $0.contains("waits on #2 answer since 00:01.265, 12.8 s") }, "\(screen.lines)")
    screen.now = 14_101
    screen.play("e")
    screen.now = 14_190
    let text = screen.lines.joined(separator: "\n")
    #expect(text.contains("pending for 12.9 s") && text.contains("12.9 s (100 %)"), "\(text)")
    #expect(!text.contains("12.8 s"), "\(text)")
  }

  /// A promise is in flight until it is resolved with another one, and waits from then on.
  @Test func anAdoptionDividesTheTime() {
    var script = EventScript()
    script.created(1, "new Promise", "outer")
    script.at(900)
    script.created(2, "new Promise", "inner")
    script.adopted(1, 2)
    let waiting = text(script)
    #expect(waiting.contains("waiting for 200 ms"), "\(waiting)")
    #expect(waiting.contains("waits on #2 inner since 00:00.900, 200 ms"), "\(waiting)")
    #expect(waiting.contains("times in flight 900 ms · waited on #2 200 ms"), "\(waiting)")
    let adopted = text(script, "Down")
    #expect(adopted.contains("waiters #1 outer"), "\(adopted)")
    script.at(1_000)
    script.fulfilled(2, "1", .resolver)
    script.fulfilled(1, "1", .adopted, via: 2)
    let settled = text(script)
    #expect(settled.contains("fulfilled after 1.00 s"), "\(settled)")
    #expect(settled.contains("times in flight 900 ms · waited on #2 100 ms"), "\(settled)")
  }

  @Test func aDelayIsATimer() {
    var script = EventScript()
    script.created(1, "value", "start")
    script.fulfilled(1, "1", .resolver)
    script.created(2, "delay", "pause", from: 1)
    let running = text(script, "Down")
    #expect(running.contains("its timer runs"))
    #expect(running.contains("timer 1.10 s"))
    #expect(!running.contains("waited 1.10 s"))
    script.at(1_000)
    script.fulfilled(2, "1", .passthrough, via: 1)
    let over = text(script, "Down")
    #expect(over.contains("its timer ran out"))
    #expect(over.contains("timer 1.00 s"))
  }

  @Test func aTimerSaysHowLongItStillRuns() {
    var script = EventScript()
    script.created(1, "async", "fetch")
    script.created(2, "timeout", from: 1)
    script.setTimer(of: 2, milliseconds: 26_100)
    let picture = text(script)
    #expect(picture.contains("25.0 s left after #1 fetch"), "\(picture)")
  }

  @Test func aCancellationIsNotTheResolversDoing() {
    var script = EventScript()
    script.created(1, "async", "screen")
    script.created(2, "async", "fetch")
    script.at(5)
    script.add(.cancelRequested, 2) { $0.peer = 1 }
    script.rejected(2, "CancellationError()", .resolver, cancelled: true)
    let picture = text(script, "Down")
    #expect(picture.contains("its cancellation was requested by #1 screen"))
    #expect(!picture.contains("its resolver settled it"))
  }

  @Test func aHandlerThatRanIsNotCalledMissing() {
    var script = EventScript()
    script.created(1, "async", "load")
    script.created(2, "then", "deliver", from: 1)
    script.fulfilled(1, "20 items", .resolver)
    script.started(2)
    script.finished(2, .void)
    script.fulfilled(2, "20 items", .returned, via: 1)
    let picture = text(script, "Down")
    #expect(picture.contains("its handler ran and passed the outcome on"))
  }

  @Test func aRejectionNamesItsHandler() {
    var script = EventScript()
    script.created(1, "async", "load")
    script.created(2, "recover", "keep the list", from: 1)
    script.rejected(1, "offline", .resolver)
    script.started(2)
    script.add(.handled, 1) { $0.peer = 2 }
    script.finished(2)
    script.fulfilled(2, "old list")
    let picture = text(script)
    #expect(picture.contains("offline handled by #2 keep"))
    #expect(picture.contains(", handled by #2 keep the list"))
  }

  @Test func aLongErrorIsCutBeforeTheIDOfItsHandler() {
    var script = EventScript()
    script.created(1, "async", "load")
    script.created(2, "recover", "keep the list", from: 1)
    script.rejected(1, "the server answered with 503 and no body", .resolver)
    script.add(.handled, 1) { $0.peer = 2 }
    func row(columns: Int) -> String? {
      var screen = TestScreen(script, columns: columns, rows: 24)
      return screen.lines.first { $0.contains("load #1") }
    }
    #expect(
      row(columns: 140)?.contains("the server answered with… handled by #2") == true, "\(row(columns: 140) ?? "")")
    #expect(row(columns: 80)?.contains("the server … handled by #2") == true, "\(row(columns: 80) ?? "")")
  }
}
