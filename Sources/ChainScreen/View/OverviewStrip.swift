// The strip over the page: the whole run as a curve of what was in flight, marks where something failed and where problems are, and a ruler with
// the playhead. Owns its rows. `RunOverview` counts.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText

struct OverviewStrip {
  private let context: ScreenContext
  private let overview: RunOverview
  private var glyphs: ScreenGlyphs { context.glyphs }

  init(_ context: ScreenContext, _ overview: RunOverview) { (self.context, self.overview) = (context, overview) }

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size)
    let columns = StripLayout.columns(size.columns)
    let timeline = StripLayout.timeline(size.columns, end: context.wholeTime)
    drawCurve(columns, timeline, into: &grid)
    drawMarks(columns, timeline, into: &grid)
    for tick in timeline.ticks() where tick.cell + DisplayWidth.of(tick.label) <= columns.count {
      grid.write(tick.label, column: columns.lowerBound + tick.cell, row: 2, style: Style(.ruler))
    }
    if !context.playhead.isAtEnd || context.state.isPaused {
      let column = columns.lowerBound + timeline.cell(context.now)
      for row in 1...2 { grid.write(glyphs.playhead, column: column, row: row, style: Style(.notice)) }
    }
    guard size.columns >= 60 else { return grid }
    for (row, text) in [context.words.inFlight, context.words.problemsTitle].enumerated() {
      grid.write(text, in: columns.upperBound + 1..<size.columns - 1, row: row, style: Style(.faint), ellipsis: "")
    }
    return grid
  }

  private func drawCurve(_ columns: Range<Int>, _ timeline: Timeline, into grid: inout Grid) {
    let cells = overview.cells(columns.count, until: context.wholeTime)
    let highest = max(1, cells.map(\.peak).max() ?? 1)
    let spark = glyphs.spark
    let now = timeline.cell(context.now)
    for (index, cell) in cells.enumerated() {
      let height = cell.peak == 0 ? 0 : min(spark.count - 1, 1 + cell.peak * (spark.count - 2) / highest)
      let role: StyleRole = index > now ? .faint : cell.failed > 0 ? .failure : .barDone
      grid.write(spark[height], column: columns.lowerBound + index, row: 0, style: Style(role))
    }
  }

  /// The most serious problem of each cell, and a dot where promises failed without one.
  private func drawMarks(_ columns: Range<Int>, _ timeline: Timeline, into grid: inout Grid) {
    for (index, cell) in overview.cells(columns.count, until: context.wholeTime).enumerated() where cell.failed > 0 {
      grid.write(glyphs.gap, column: columns.lowerBound + index, row: 1, style: Style(.failure))
    }
    for finding in context.problems.findings.reversed() where finding.severity != .note {
      let kind = ProblemKind(finding)
      let column = columns.lowerBound + timeline.cell(finding.time)
      grid.write(glyphs.problem(kind), column: column, row: 1, style: Style(kind.role))
    }
  }
}
