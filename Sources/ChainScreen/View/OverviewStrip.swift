// The strip over the page: the whole run as a curve of what was in flight, a curve of what settled, a curve of what failed with marks where problems
// are, and a ruler with the playhead. `RunOverview` counts.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText

struct OverviewStrip {
  private let screen: Screen
  private let overview: RunOverview
  private var glyphs: ScreenGlyphs { screen.glyphs }

  init(_ screen: Screen, _ overview: RunOverview) { (self.screen, self.overview) = (screen, overview) }

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size)
    let columns = StripLayout.columns(size.columns)
    let timeline = StripLayout.timeline(size.columns, end: screen.wholeTime)
    let cells = overview.cells(columns.count, until: screen.wholeTime)
    drawCurve(cells.map(\.peak), columns, timeline, into: &grid, row: 0)
    drawCurve(cells.map { $0.settled + $0.failed }, columns, timeline, into: &grid, row: 1)
    drawFailures(cells, columns, into: &grid)
    drawMarks(columns, timeline, into: &grid)
    for tick in timeline.ticks() where tick.cell + DisplayWidth.of(tick.label) <= columns.count {
      grid.write(tick.label, column: columns.lowerBound + tick.cell, row: 3, style: Style(.ruler))
    }
    if !screen.playhead.isAtEnd || screen.state.isPaused {
      let column = columns.lowerBound + timeline.cell(screen.shownTime)
      for row in 2...3 { grid.write(glyphs.playhead, column: column, row: row, style: Style(.notice)) }
    }
    guard size.columns >= 60 else { return grid }
    let language = screen.language
    for (row, text) in [language.inFlight, language("settled", "已敲定"), language.problemsTitle].enumerated() {
      var label = [Span(text, .faint)]
      if row == 2, size.columns >= 100, cells.contains(where: { $0.failed > 0 }) {
        label += [Span(language(", ", "，"), .faint), Span(language.failedColumn, .failure)]
      }
      grid.write(label, in: columns.upperBound + 1..<size.columns - 1, row: row, ellipsis: "")
    }
    return grid
  }

  private func drawCurve(
    _ heights: [Int], _ columns: Range<Int>, _ timeline: TimeAxis, into grid: inout Grid, row: Int
  ) {
    let highest = max(1, heights.max() ?? 1)
    let spark = glyphs.spark
    let now = timeline.cell(screen.shownTime)
    for (index, value) in heights.enumerated() {
      let height = value == 0 ? 0 : min(spark.count - 1, 1 + value * (spark.count - 2) / highest)
      grid.write(
        spark[height], column: columns.lowerBound + index, row: row, style: Style(index > now ? .faint : .barDone))
    }
  }

  /// The curve of what failed, on the scale of what settled, so that a few errors among many promises are low.
  private func drawFailures(_ cells: [RunOverview.Part], _ columns: Range<Int>, into grid: inout Grid) {
    let highest = max(1, cells.lazy.map { $0.settled + $0.failed }.max() ?? 1)
    for (index, cell) in cells.enumerated() where cell.failed > 0 {
      let height = cell.failed * (glyphs.spark.count - 1) / highest
      grid.write(glyphs.spark[height], column: columns.lowerBound + index, row: 2, style: Style(.failure))
    }
  }

  /// The most serious problem of each cell.
  private func drawMarks(_ columns: Range<Int>, _ timeline: TimeAxis, into grid: inout Grid) {
    for finding in screen.problems.findings.reversed() where finding.severity != .note {
      let kind = finding.kind
      let column = columns.lowerBound + timeline.cell(finding.time)
      grid.write(glyphs.problem(kind), column: column, row: 2, style: Style(kind.role))
    }
  }
}
