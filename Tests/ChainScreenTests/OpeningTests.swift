// What a run that is over opens on.

import ChainAnalysis
import ChainModel

@Suite struct OpeningTests {
  @Test func aRunWithProblemsOpensOnThemWithTheMomentTheSentenceAndTheCallSite() throws {
    var screen = try LoggedScreen.demo("find-the-fault", opens: true)
    #expect(screen.view.state.panes.first == .problems && screen.view.state.selection == 2)
    let pane = screen.lines.drop { !$0.contains("── problems 3") }.joined(separator: "\n")
    #expect(pane.contains("∞ 00:00.400 ") && pane.contains("can never settle"))
    #expect(pane.contains("FindTheFault:") || pane.contains("FindTheFault.swift:"))
    #expect(pane.contains("⚑ 00:00.600 "), "all three are visible")
    screen.play("e")
    expectEqual(screen.view.state.selection, 2, "the first problem is the next one")
  }

  @Test func aRunWithoutProblemsOpensOnWhatItWorkedOnLongest() throws {
    let screen = try LoggedScreen.demo("add-up", opens: true)
    #expect(screen.view.state.panes.first != .problems)
    let store = screen.view.store
    let longest = try #require(store.facts(screen.view.state.selection ?? 0))
    #expect(!store.isTimer(longest) && store.durations(longest, now: 0).own > 0)
  }

  @Test func aKeyBeforeTheFirstFrameOrALogThatIsStillWrittenLeavesTheScreenAsItIs() throws {
    let screen = try LoggedScreen.demo("find-the-fault")
    #expect(screen.view.state.row == 0 && screen.view.state.panes.first == .details)
  }
}
