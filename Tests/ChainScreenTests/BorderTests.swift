// The borders of the panes: the mouse takes hold of them and moves them, at any size, and leaves room on both sides.

@testable import ChainScreen

@Suite struct BorderTests {
  private func drag(_ screen: inout TestScreen, from start: (column: Int, row: Int), to end: (column: Int, row: Int)) {
    _ = screen.view.update(MouseEvent(.press, column: start.column, row: start.row), now: 0)
    _ = screen.view.update(MouseEvent(.drag, column: end.column, row: end.row), now: 0)
    _ = screen.view.update(MouseEvent(.release, column: end.column, row: end.row), now: 0)
    screen.draw()
  }

  @Test func aDragOfTheRuleAboveThePanesGivesThemMoreRowsAndTheTreeAtLeastAFew() throws {
    var screen = TestScreen(.listLoader(), columns: 140, rows: 45)
    let row = try #require(screen.view.layout.panes.first).frame.row
    drag(&screen, from: (10, row), to: (12, row - 5))
    #expect(screen.view.layout.panes.allSatisfy { $0.frame.row == row - 5 })
    expectEqual(screen.view.layout.tree.height, row - 5 - screen.view.layout.tree.row)
    drag(&screen, from: (10, row - 5), to: (12, 0))
    expectEqual(screen.view.layout.tree.height, PaneBorders.leastRows)
    drag(&screen, from: (10, screen.view.layout.panes[0].frame.row), to: (12, 44))
    expectEqual(screen.view.layout.panes[0].frame.height, PaneBorders.leastRows)
  }

  @Test func aDragOfTheLineBetweenTwoPanesMakesOneWiderAndTheOtherNarrower() throws {
    var screen = TestScreen(.listLoader(), columns: 140, rows: 45)
    try #require(screen.view.layout.panes.count == 2)
    let frame = screen.view.layout.panes[0].frame
    drag(&screen, from: (frame.width, frame.row + 3), to: (frame.width + 20, frame.row + 3))
    expectEqual(screen.view.layout.panes.map(\.frame.width), [frame.width + 20, 139 - frame.width - 20])
    drag(&screen, from: (frame.width + 20, frame.row + 3), to: (0, frame.row + 3))
    expectEqual(screen.view.layout.panes[0].frame.width, PaneBorders.leastColumns)
    drag(&screen, from: (PaneBorders.leastColumns, frame.row + 3), to: (139, frame.row + 3))
    #expect(screen.view.layout.panes[1].frame.width >= PaneBorders.leastColumns)
    // A drag that starts elsewhere moves nothing.
    let widths = screen.view.layout.panes.map(\.frame.width)
    drag(&screen, from: (3, frame.row + 3), to: (50, frame.row - 3))
    expectEqual(screen.view.layout.panes.map(\.frame.width), widths)
  }

  @Test(
    "moved borders keep their share of the screen, and every frame is whole",
    arguments: [(140, 45), (60, 16), (200, 60)])
  func resizing(columns: Int, rows: Int) throws {
    var screen = TestScreen(.listLoader(), columns: 140, rows: 45)
    let row = try #require(screen.view.layout.panes.first).frame.row
    drag(&screen, from: (10, row), to: (10, 12))
    screen.size = Size(columns: columns, rows: rows)
    let grid = screen.draw()
    #expect(grid.hasExactRows)
    let layout = screen.view.layout
    #expect(layout.tree.height >= PaneBorders.leastRows)
    #expect(layout.panes.allSatisfy { $0.frame.height >= PaneBorders.leastRows && $0.frame.width > 0 })
    expectEqual(layout.panes.last.map { $0.frame.column + $0.frame.width }, columns)
  }
}
