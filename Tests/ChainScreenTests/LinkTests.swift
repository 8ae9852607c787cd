// What a click does on a number, on a problem of the header, and on the head of a column.

import ChainAnalysis
import ChainModel

@testable import ChainScreen

@Suite struct LinkTests {
  @Test func aNumberInTheTreeInAPaneAndInASentenceIsALink() throws {
    var screen = try LoggedScreen.demo("find-the-fault")
    screen.click("#5", from: 7)
    expectEqual(screen.view.state.selection, 5, "the outcome of #6 names it")
    screen.play("Backspace")
    screen.play("Home e")
    screen.play("Down Down e w w")
    screen.play("P")
    let row = try #require(screen.lines.firstIndex { $0.contains("(#6)") })
    screen.click("(#6)", from: row)
    #expect(screen.view.state.selection != 6, "the parenthesis is no part of the number")
    screen.click("#6)", from: row)
    expectEqual(screen.view.state.selection, 6)
  }

  @Test("a click on a number that is cut goes nowhere", arguments: 8...20)
  func cutNumber(_ columns: Int) {
    var grid = Grid(Size(columns: 30, rows: 1))
    grid.write([Span("waits on "), Span("#12345", .link), Span(" now")], in: 0..<columns, row: 0, ellipsis: "…")
    let shown = grid.text.prefix { $0 != "\n" }
    expectEqual(grid.links.map(\.target), shown.contains("#12345") ? [12_345] : [])
  }

  @Test func enterFollowsTheNumberThatARowShows() throws {
    var screen = try LoggedScreen.demo("find-the-fault")
    screen.play("/ o r Space n o Enter Enter", selects: 5)
  }

  @Test func inAPaneWithTheFocusRightChoosesAmongTheNumbersOfALine() throws {
    var screen = try LoggedScreen.demo("find-the-fault", 110, 45)
    screen.play("Home w Tab")
    #expect(screen.view.state.selection == 3 && screen.view.state.focus == .why)
    screen.play("Right Right")
    expectEqual(screen.view.state.cursors[.why]?.link, 1, "from what hangs to what does not settle")
    screen.play("Right Enter", selects: 2)
  }

  @Test(
    "a number of the header leads to the problems of its kind", arguments: [(80, "⚑", 6), (80, "▒", 9), (140, "∞", 2)])
  func header(_ columns: Int, _ glyph: String, _ promise: Int) throws {
    var screen = try LoggedScreen.demo("find-the-fault", columns, 45)
    screen.click(glyph, from: 1)
    expectEqual(screen.view.state.selection, UInt64(promise))
  }

  @Test("what is quoted is the program's own text")
  func quoted() throws {
    let screen = try LoggedScreen.demo("find-the-fault")
    let spans = screen.view.linked(##"#1 and "ticket #2" (#3), #99"##)
    expectEqual(spans.filter { $0.role == .link }.map(\.text), ["#1", "#3"])
  }

  @Test func aKeyOrAClickSortsTheCallSitesAndEnterGoesToTheSlowestPromiseOfOne() throws {
    var screen = try LoggedScreen.demo("find-the-fault", 100, 30)
    screen.play("C")
    expectEqual(screen.view.state.focus, .groups)
    let heading = try #require(screen.lines.firstIndex { $0.contains("p50") })
    #expect(screen.lines[heading].contains("max") && screen.lines[heading].contains("▾own"))
    screen.click("max", from: heading)
    #expect(screen.view.state.groupOrder == .longest && screen.lines[heading].contains("▾max"))
    screen.play("S")
    expectEqual(screen.view.state.groupOrder, .p99)
    screen.play("Enter")
    expectEqual(
      screen.view.state.selection, screen.view.history.groups.all.max { $0.total.longest < $1.total.longest }?.slowest)
  }

  @Test func aClickOnTheHeadOfAColumnSortsTheChainsAndDSwapsTheTimeThatIsShown() throws {
    var screen = try LoggedScreen.demo("find-the-fault")
    screen.click("total", from: 2)
    expectEqual(screen.view.outline.order, .duration)
    #expect(!screen.lines[2].contains("own"))
    screen.play("D")
    #expect(screen.lines[2].contains("own") && !screen.lines[2].contains("total"))
    screen.click("own", from: 2)
    expectEqual(screen.view.outline.order, .duration)
  }

  @Test("the path above the tree keeps every number whole, and nothing is written over it", arguments: [80, 90, 140])
  func path(_ columns: Int) throws {
    var screen = try LoggedScreen.demo("list-loader", columns, 20)
    for _ in 0..<40 {
      screen.play("Down")
      let line = screen.lines[2]
      guard line.contains("›") else { continue }
      let named = screen.view.outline.path(to: screen.view.state.row).map { "#\($0)" }
      let shown = line.split { !"#0123456789".contains($0) }.filter { $0.hasPrefix("#") }.map(String.init)
      #expect(!shown.isEmpty && shown == named.suffix(shown.count), "\(line)")
      #expect(!line.contains("outcome") && !line.contains("state"))
    }
  }

  @Test("P and ! stand in the footer of 80 columns")
  func footer() throws {
    var screen = try LoggedScreen.demo("find-the-fault")
    #expect(screen.lines[23].contains("P List") && screen.lines[23].contains("! Only"))
  }
}
