// Tests the widths at which the screen changes its columns, and facts that no picture shows.

import ChainModel

@testable import ChainScreen

@Suite struct EdgeTests {
  /// The screen as one text, wide enough that no fact is wrapped.
  private func text(_ script: EventScript, columns: Int = 200, keys: String = "") -> String {
    var screen = TestScreen(script, columns: columns, rows: 40)
    screen.play(keys)
    return screen.lines.joined(separator: "\n")
  }

  @Test func eachColumnAppearsAtItsWidth() {
    func appears(_ column: KeyPath<TreeColumns, Range<Int>>, at width: Int) -> Bool {
      TreeColumns(width: width - 1)[keyPath: column].isEmpty && !TreeColumns(width: width)[keyPath: column].isEmpty
    }
    #expect(appears(\.outcome, at: 37))
    #expect(appears(\.total, at: 53))
    #expect(appears(\.bar, at: 73))
    #expect(appears(\.own, at: 99))
    #expect(appears(\.word, at: 111))
    #expect(appears(\.site, at: 157))
  }

  @Test func aWideTreeShowsTheCallSite() {
    var script = EventScript()
    script.created(1, "async", "load", line: 63)
    script.fulfilled(1, "20 items", .resolver)
    var screen = TestScreen(script, columns: 200)
    #expect(screen.lines.contains { $0.contains("load #1") && $0.contains("ListLoader:63") })
  }

  @Test func theHeaderNamesTheProgramFromSixtyColumnsOn() {
    var (narrow, wide) = (TestScreen(.listLoader(), columns: 59), TestScreen(.listLoader(), columns: 60))
    #expect(!narrow.lines[0].contains("PromiseScope"))
    #expect(wide.lines[0].contains("PromiseScope"))
  }

  @Test func theFooterDropsAWordThatDoesNotFit() throws {
    var screen = TestScreen(.listLoader(), columns: 120)
    let all = try #require(screen.lines.last)
    var exact = TestScreen(.listLoader(), columns: all.count + 1)
    var narrower = TestScreen(.listLoader(), columns: all.count)
    expectEqual(exact.lines.last, all)
    #expect(narrower.lines.last?.contains("Detail") == false)
  }

  @Test func aViewFollowsOnlyIfAsked() {
    #expect(!Screen(ScreenOptions(name: "a"), texts: TextTable()).state.isFollowing)
    #expect(Screen(ScreenOptions(name: "a", follows: true), texts: TextTable()).state.isFollowing)
  }

  @Test func theDetailsOfARunningBody() {
    var script = EventScript()
    script.created(1, "async", "load")
    script.started(1)
    script.progressed(1, 0.5, "parsing")
    let picture = text(script)
    #expect(picture.contains("its body runs"))
    #expect(picture.contains("parsing  50"))
    script.finished(1)
    #expect(!text(script).contains("its body runs"))
  }

  @Test func aBodyThatTookNoTimeLeavesTheRestInFlight() {
    var script = EventScript()
    script.created(1, "async", "load")
    script.started(1)
    script.finished(1)
    #expect(text(script).contains("in flight 1.10 s"))
  }

  @Test func aRejectionWithoutHandlerIsUnhandled() {
    var script = EventScript()
    script.created(1, "async", "load")
    script.rejected(1, "offline", .threw)
    script.add(.unhandled, 1)
    let picture = text(script)
    #expect(picture.contains("its body threw, unhandled"))
    #expect(picture.contains("the rejection was not handled"))
  }

  @Test func aQueuedBodyWaitsForItsQueue() {
    var script = EventScript()
    script.created(1, "async", "load")
    #expect(!text(script).contains("waits for its queue"))
    script.enqueued(1)
    #expect(text(script).contains("waits for its queue"))
  }

  @Test func theCurveOfEventsScalesToItsHighestValue() {
    var script = EventScript()
    for id in 1...8 as ClosedRange<PromiseID> { script.created(id, "async") }
    script.at(250)
    for id in 9...12 as ClosedRange<PromiseID> { script.created(id, "async") }
    var screen = TestScreen(script)
    #expect(screen.lines[1].contains("▁█▄▁"), "half of eight levels, rounded down")
  }
}
