// Search and typed lines.

import Canvas
import ChainScreen
import PromiseTrace
import Testing

@Suite struct FindingTests {
  @Test func searchFindsAsOneTypesAndGoesOn() {
    var screen = TestScreen(.shop())
    screen.play("/ i m g")
    #expect(screen.lines[23].contains("Search: img"))
    #expect(screen.view.state.selection == 6)
    screen.play("Enter n")
    #expect(screen.view.state.selection == 8)
    screen.play("n")
    #expect(screen.view.state.selection == 6, "after the last match comes the first")
    screen.play("N")
    #expect(screen.view.state.selection == 8)
  }

  @Test(arguments: [
    ("# 9 Enter", 9), ("5 0 3 Enter", 1), ("M A I N . s w i f t : 8 1 Enter", 12), ("r e c o v Enter", 3),
  ])
  func searchCoversLabelsErrorsCallSitesAndIDs(_ keys: String, _ expected: PromiseID) {
    var screen = TestScreen(.shop())
    screen.play("/ " + keys)
    #expect(screen.view.state.selection == expected)
  }

  @Test func searchRevealsWhatIsFolded() {
    var screen = TestScreen(.shop())
    screen.play("* / d e c o d e Enter")
    #expect(screen.lines.contains { $0.contains("decode 1 #7") })
  }

  @Test func escapeGivesUpAndBackspaceLeavesAnEmptyLine() {
    var screen = TestScreen(.shop())
    screen.play("/ x Esc")
    #expect(screen.view.state.prompt == nil && screen.view.state.search.isEmpty)
    screen.play("/ a Backspace Backspace")
    #expect(screen.view.state.prompt == nil)
    screen.play("/ q")
    #expect(screen.effect == .none, "keys are text while one types")
  }

  @Test func aTextThatIsNowhereIsSaid() {
    var screen = TestScreen(.shop())
    screen.play("/ z z z Enter")
    #expect(screen.lines[23].contains("No match for “zzz”."))
    screen.play("Esc n")
    #expect(screen.lines[23].contains("/ starts a search"))
  }

  @Test func pastedTextIsTyped() {
    var screen = TestScreen(.shop())
    screen.view.paste("ignored")
    screen.play("/")
    screen.view.paste("decode\n2")
    #expect(screen.lines[23].contains("Search: decode 2"))
    #expect(screen.view.state.selection == 9)
  }

  @Test func savingAsksForAName() {
    var screen = TestScreen(.shop())
    screen.play("Ctrl-S")
    #expect(screen.lines[23].contains("Save to: promises.txt"))
    screen.play("Enter")
    guard case .save("promises.txt", .text(let text)) = screen.effect else {
      Issue.record("\(screen.effect)")
      return
    }
    #expect(text.contains("decode 2 #9"))
    screen.play("Ctrl-S Ctrl-U a . n d j s o n Enter")
    #expect(screen.effect == .save(path: "a.ndjson", .log(of: nil)))
    screen.play("Ctrl-S Ctrl-U # 4 . t x t Enter")
    #expect(screen.effect == .save(path: "#4.txt", .tree(of: 4)))
  }

  @Test func idsAndRowsAreCopiedAndCallSitesOpened() {
    var screen = TestScreen(.shop())
    screen.play("/ d e c o d e Enter y")
    #expect(screen.effect == .copy("#7"))
    screen.play("Y")
    guard case .copy(let row) = screen.effect else {
      Issue.record("\(screen.effect)")
      return
    }
    #expect(row.contains("decode 1 #7"))
    screen.play("o")
    #expect(screen.effect == .openEditor(path: "Shop/main.swift", line: 61))
  }
}
