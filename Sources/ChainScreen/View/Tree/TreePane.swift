// The tree of chains: one row per promise. Draws only the visible rows.
//
// `Outline` decides the order of the rows and `TreeColumns` the widths of the columns.

import Canvas
import ChainModel
import LessonEngine
import PlainText
import PromiseTrace

struct TreePane {
  private let screen: Screen
  private var glyphs: ScreenGlyphs { screen.glyphs }

  private let playhead: Playhead

  init(_ screen: Screen, playhead: Playhead? = nil) {
    (self.screen, self.playhead) = (screen, playhead ?? screen.playhead)
  }

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size)
    let columns = screen.treeColumns(size.columns)
    let hasRequestAxes = screen.hasRequestAxes
    var timeline = TimeAxis(window: screen.window, width: columns.bar.count)
    let rows = screen.state.top..<max(screen.state.top, min(screen.outline.count, screen.state.top + size.rows - 1))
    drawHeading(columns, hasRequestAxes ? screen.requestWindow(at: screen.state.row) : nil, timeline, into: &grid)
    let hidden = screen.hiddenProblems
    for (offset, index) in rows.enumerated() {
      let outlined = screen.outline[index]
      let facts = outlined.node.flatMap(screen.store.facts)
      if hasRequestAxes, offset == 0 || outlined.depth == 0 && !outlined.isContinuation {
        timeline = TimeAxis(window: screen.requestWindow(at: index) ?? screen.window, width: columns.bar.count)
      }
      let row = TreeRow(
        screen: screen, columns: columns, timeline: timeline, index: index, facts: facts, hidden: hidden[index] ?? [])
      row.draw(into: &grid, row: offset + 1)
      if let number = screen.lesson?.picks.first(where: { $0.pick == facts.map { .row($0.id) } })?.number {
        grid.write("\(number)", column: TreeColumns.path, row: offset + 1, style: Style(.key))
      } else if let walk = screen.lesson?.walk, let mark = walk.marked.first(where: { $0.row.promise == facts?.id }) {
        let role: StyleRole = mark.isKnown ? mark.isRight ? .success : .failure : .faint
        grid.write(
          glyphs.answer(mark.said, walk.plan.forecast), column: TreeColumns.path, row: offset + 1, style: Style(role))
      }
      guard index == screen.state.row else { continue }
      grid.write(glyphs.mark, column: TreeColumns.mark, row: offset + 1, style: Style(.notice))
      grid.lay(.selection, columns: 0..<size.columns, row: offset + 1)
    }
    if rows.isEmpty { drawEmpty(into: &grid) }
    return grid
  }

  /// The names of the columns on a rule, and the ruler of the timeline with the playhead.
  private func drawHeading(
    _ columns: TreeColumns, _ request: TimeWindow?, _ timeline: TimeAxis, into grid: inout Grid
  ) {
    let language = screen.language
    grid.fill(glyphs.rule, columns: 0..<grid.size.columns, row: 0, style: Style(.rule))
    func name(_ text: String, _ range: Range<Int>, _ alignment: Alignment = .leading) {
      guard range.count > DisplayWidth.of(text) else { return }
      // A blank on each side separates the names from the rule.
      let wide = max(0, range.lowerBound - 1)..<range.upperBound + 1
      grid.write(" \(text) ", in: wide, row: 0, style: Style(.faint), alignment: alignment, ellipsis: glyphs.ellipsis)
    }
    let place = placeInTree(columns)
    let room = columns.outcome.isEmpty ? columns.name : columns.name.lowerBound..<columns.outcome.upperBound
    let placeStart = place.isEmpty ? room.upperBound : room.upperBound - DisplayWidth.of(place) - 1
    // The path covers the names of these columns.
    if !drawPath(in: room.lowerBound..<max(room.lowerBound, placeStart - 1), into: &grid) {
      name(language("promise", "Promise"), columns.name)
      name(language.stateColumn, columns.word)
      name(language("outcome", "结果"), columns.outcome.clamped(to: 0..<max(0, placeStart - 1)))
    }
    name(place, placeStart..<room.upperBound, .trailing)
    name(language.siteColumn, columns.site)
    name(language.ownColumn, columns.own, .trailing)
    name(language("total", "总计"), columns.total, .trailing)
    if let request {
      let length = TimeWindow(start: 0, end: request.length)
      return drawTicks(columns.bar, TimeAxis(window: length, width: columns.bar.count), into: &grid)
    }
    drawRuler(columns.bar, timeline, into: &grid)
  }

  /// Which row of a long tree is selected: `row 12,400 of 1,000,000`, or only the numbers; empty if there is no room, or all rows are visible.
  private func placeInTree(_ columns: TreeColumns) -> String {
    let count = screen.outline.count
    guard count > screen.layout.treeRows else { return "" }
    let (row, rows) = (NumberText.grouped(screen.state.row + 1), NumberText.grouped(count))
    let room = (columns.outcome.isEmpty ? columns.name : columns.outcome).count - 2
    let forms = [screen.language("row \(row) of \(rows)", "第 \(row) 行，共 \(rows) 行"), "\(row)/\(rows)"]
    return forms.first { DisplayWidth.of($0) <= room } ?? ""
  }

  /// The promises that the selected row hangs below, if the nearest one has left the screen.
  ///
  /// - Returns: Whether there is such a path.
  private func drawPath(in room: Range<Int>, into grid: inout Grid) -> Bool {
    let state = screen.state
    guard state.row < screen.outline.count, state.row >= 0, let parent = screen.outline.parent(of: state.row),
      parent < state.top
    else { return false }
    var spans: [Span] = []
    for id in screen.outline.path(to: state.row, limit: 8) {
      spans += [Span("\(screen.store.name(of: id) ?? "") ", .faint), Span("#\(id)", .link)]
      spans.append(Span(" \(glyphs.into) ", .rule))
    }
    // The nearest promises matter most.
    while spans.width > room.count - 1, spans.count > 3 { spans.removeFirst(3) }
    // The ID stays whole: the name gives way.
    let excess = spans.width - (room.count - 1)
    if excess > 0, let name = spans.first?.text {
      var kept = name
      while !kept.isEmpty, DisplayWidth.of(kept) > DisplayWidth.of(name) - excess - 2 { kept.removeLast() }
      spans[0].text = kept.isEmpty ? "" : kept + glyphs.ellipsis + " "
    }
    grid.write([Span(" ")] + spans, in: room.lowerBound - 1..<room.upperBound, row: 0, ellipsis: glyphs.ellipsis)
    return true
  }

  private func drawRuler(_ columns: Range<Int>, _ timeline: TimeAxis, into grid: inout Grid) {
    // Before any time has passed, as in a lesson or after the first reading of a memory, a ruler would only look like a time of 0 s.
    let picks = screen.lesson?.picks ?? []
    let isTimeless = screen.lesson != nil || screen.store.endReason == .snapshot
    guard !columns.isEmpty, !isTimeless || playhead.end > 0 || !picks.isEmpty else { return }
    // The number of a tick could be taken for that of an answer.
    let isAsked = picks.contains { if case .time = $0.pick { true } else { false } }
    if !isAsked { drawTicks(columns, timeline, into: &grid) }
    for (number, pick) in picks {
      guard case .time(let time) = pick else { continue }
      let column = columns.lowerBound + timeline.cell(time)
      grid.write("\(number)", column: column, row: 0, style: Style(.key))
      guard screen.lesson?.mark == number - 1 else { continue }
      if column > columns.lowerBound {
        grid.write(glyphs.mark, column: column - 1, row: 0, style: Style(.notice))
      }
      grid.lay(.selection, columns: column..<column + 1, row: 0)
    }
    guard !playhead.isAtEnd || screen.state.isPlaying,
      let cell = timeline.cells(from: screen.shownTime, to: screen.shownTime).first
    else { return }
    for row in 0..<grid.size.rows {
      grid.write(glyphs.playhead, column: columns.lowerBound + cell, row: row, style: Style(.playhead))
    }
  }

  private func drawTicks(_ columns: Range<Int>, _ timeline: TimeAxis, into grid: inout Grid) {
    for tick in timeline.ticks() {
      let start = columns.lowerBound + tick.cell
      guard start + DisplayWidth.of(tick.label) <= columns.upperBound else { continue }
      let label = glyphs.isASCII ? tick.label : tick.label.replacing("us", with: "µs")
      grid.write(label, column: start, row: 0, style: Style(.ruler))
    }
  }

  private func drawEmpty(into grid: inout Grid) {
    // A lesson has not reached the first promise yet.
    let mayCome = screen.stream == .live || screen.lesson != nil
    let language = screen.language
    let sentence =
      if !screen.state.filter.isEmpty {
        language("Nothing matches the filter; Esc shows everything.", "没有符合过滤条件的 Promise；按 Esc 显示全部。")
      } else if !playhead.isAtEnd {
        language("The playhead is at the start: ] steps to the first event.", "播放头在起点：按 ] 步进到第一个事件。")
      } else {
        mayCome
          ? language("No promise yet: waiting for the first event.", "还没有 Promise：正在等待第一个事件。") : language.noPromise
      }
    let columns = 6..<max(6, grid.size.columns)
    grid.write(sentence, in: columns, row: 2, style: Style(.faint), ellipsis: glyphs.ellipsis)
  }
}
