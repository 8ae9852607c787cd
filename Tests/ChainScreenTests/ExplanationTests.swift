// How the screen explains itself: the meaning of glyphs and words, keys that have no effect, and notices about searches, lists, and messages.

import ChainAnalysis
import ChainModel

@testable import ChainScreen

@Suite struct ExplanationTests {
  private func shop(columns: Int = 80, rows: Int = 24) -> TestScreen {
    var screen = TestScreen(.shop(), columns: columns, rows: rows)
    screen.now = 5_000
    screen.view.end()
    screen.draw()
    return screen
  }

  @Test("F1 and ? explain the glyphs and words of the screen first, and all others after them")
  func signs() throws {
    var screen = shop(columns: 140, rows: 60)
    screen.play("F1 ?", shows: "On the screen now")
    let text = screen.draw().text
    for meaning in NodeState.allCases.map(HelpMeanings.meaning) + ProblemKind.allCases.map(HelpMeanings.meaning)
    where meaning != HelpMeanings.meaning(ProblemKind.unhandled) {
      #expect(text.contains(meaning.english), "\(meaning.english)")
    }
    let glyphs = screen.view.glyphs
    for sign in HelpMeanings.signs(glyphs, .english) { #expect(text.contains(sign.meaning.english), "\(sign.sign)") }
    // The root of the hangs is on this screen, so the left column explains it.
    screen.play("Esc 0 e F1 ?")
    let lines = screen.lines.map { $0.prefix(75) }
    let here = try #require(lines.firstIndex { $0.contains("On the screen now") })
    let root = try #require(lines.firstIndex { $0.contains("others hang because") })
    #expect(root > here)
    screen.play("?", shows: "What do you look for?")
  }

  @Test(
    "the help of either page finds what a person looks for",
    arguments: [
      ("slowest", "C "), ("leak", "W "), ("memory", "W "), ("p50", "C "), ("root", "w "), ("swallowed", "P "),
    ])
  func searching(_ word: String, _ key: String) {
    for page in ["F1", "F1 ?"] {
      var screen = shop()
      screen.play("\(page) / \(word.map(String.init).joined(separator: " "))")
      #expect(screen.lines.contains { $0.contains("│ \(key)") }, "\(word): \(screen.draw().text)")
    }
  }

  @Test("a key that changes nothing says so, on every page", arguments: ["", "W", "C", "P", "L Tab", "W Enter", "O"])
  func idleKeys(_ page: String) {
    for binding in Binding.rebindable where binding.isPossible(shop().view) {
      var screen = shop()
      screen.play(page)
      // The second time, a key such as Home finds nothing left to change.
      for _ in 0..<2 {
        let before = screen.draw()
        _ = screen.view.perform(binding, now: 5_000_000_000)
        let isSaid = screen.view.notice != nil || screen.view.state.prompt != nil || screen.view.state.form != nil
        let after = screen.draw()
        // The owner of the screen reports these effects.
        let isEffect = ["quit", "redraw", "run-again", "copy-id", "copy-row", "open-editor", "former-run"].contains(
          binding.name)
        guard after.text == before.text, after.roles == before.roles, !isSaid, !isEffect else { continue }
        Issue.record("\(binding.name) after \(page) says nothing")
      }
    }
  }

  @Test("a search that started while the log was being read counts again at the end of the log")
  func searchWhileReading() {
    var script = EventScript()
    for id in 1...10 as ClosedRange<UInt64> { script.created(id, "async", "order") }
    let seen = script.events.count
    for id in 11...30 as ClosedRange<UInt64> { script.created(id, "async", "order") }
    var screen = TestScreen(EventScript(), columns: 80)
    screen.view = Screen(ScreenOptions(name: "log"), texts: script.texts)
    screen.view.reading = 0.3
    screen.view.apply(Array(script.events[..<seen]))
    screen.draw()
    screen.play("/ o r d e r Enter", shows: "Match 1 of 10.", in: 23)
    screen.view.apply(Array(script.events[seen...]))
    screen.view.reading = nil
    screen.draw()
    #expect(screen.lines[23].contains("Match 1 of 30."), "\(screen.lines[23])")
  }

  @Test("the key of a list that is visible gives it the focus before it hides it")
  func listsTakeTheFocus() {
    var screen = shop()
    screen.play("P Esc")
    #expect(screen.view.state.focus == nil && screen.view.isVisible(.problems))
    screen.play("P")
    expectEqual(screen.view.state.focus, .problems)
    screen.play("P")
    #expect(!screen.view.isVisible(.problems))
  }

  @Test("the footer shows a message of the program whole, or the key of its pane instead", arguments: [80, 140])
  func messages(_ columns: Int) {
    var script = EventScript.listLoader()
    script.noted("the list of this shop could not be refreshed, so that the old one is shown")
    var screen = TestScreen(script, columns: columns, rows: 24)
    screen.draw()
    let footer = screen.lines[23]
    #expect(!footer.contains("…"), "\(footer)")
    #expect(
      columns == 80 ? footer.contains("q Quit") : footer.contains("output") || footer.contains("old one is shown"))
  }
}
