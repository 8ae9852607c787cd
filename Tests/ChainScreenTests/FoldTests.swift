// What a folded chain shows: what it came to, and how long it took.

@Suite struct FoldTests {
  private func chain(settled: Bool) -> TestScreen {
    var script = EventScript()
    script.created(1, "wrap", "load")
    script.created(2, "then", from: 1)
    script.created(3, "then", "save", from: 2)
    script.at(100)
    script.fulfilled(1, "a page", .resolver)
    script.fulfilled(2, "a list")
    script.at(700)
    if settled { script.rejected(3, "disk full") }
    return TestScreen(script, columns: 110)
  }

  @Test func aFoldedChainShowsWhatItCameToAndItsTotal() {
    var screen = chain(settled: true)
    #expect(screen.lines[3].contains("a page") && screen.lines[3].contains("100 ms"))
    screen.play("-")
    #expect(screen.lines[3].contains("load #1 +2") && screen.lines[3].contains("… disk full"))
    #expect(screen.lines[3].contains(" 700 ms"))
  }

  @Test func theTotalOfAPendingChainGrows() {
    var screen = chain(settled: false)
    screen.play("-", shows: "1.10 s", in: 3)
  }
}
