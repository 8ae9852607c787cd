// What a run that is over opens on.

import ChainAnalysis
import ChainModel

@Suite struct OpeningTests {
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
