// A frame: each part of the screen draws into a grid of its own, and the layout says where that goes. Changes nothing.

import Canvas
import ChainModel
import PlainText

extension Screen {
  /// Prepares a frame and draws it.
  ///
  /// Costs in proportion to the visible rows, and after a change of structure to the outline's update.
  ///
  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - now: The moment, in nanoseconds since the log's start, up to which pending promises are measured.
  /// - Returns: The picture.
  public mutating func frame(_ size: Size, now: Int64) -> Grid {
    prepareFrame(size, now: now)
    let grid = draw()
    links = grid.links
    return grid
  }

  /// Draws frames until nothing is left that takes several of them, such as sorting a large tree.
  ///
  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - now: The moment; see ``frame(_:now:)``.
  /// - Returns: The last picture.
  public mutating func wholeFrame(_ size: Size, now: Int64) -> Grid {
    var grid = frame(size, now: now)
    while isMatching { grid = frame(size, now: now) }
    return grid
  }

  /// Draws the frame that was prepared.
  ///
  /// - Returns: The picture; the same until something else is prepared.
  public func draw() -> Grid {
    var grid = Grid(layout.size)
    guard !layout.isTooSmall else {
      drawTooSmall(into: &grid)
      return grid
    }
    func draw(_ frame: Frame, _ draw: (Size) -> Grid) {
      guard frame.width > 0, frame.height > 0 else { return }
      grid.draw(draw(Size(columns: frame.width, rows: frame.height)), column: frame.column, row: frame.row)
      if frame.column > 0 { drawDivider(leftOf: frame, into: &grid) }
    }
    draw(layout.header) { size in
      lesson.map { LessonHeader(screen: self, lesson: $0).draw(size) } ?? HeaderPane(self).draw(size)
    }
    if let caption { draw(layout.caption) { CaptionPane(self, caption).draw($0) } }
    draw(layout.strip) { OverviewStrip(self, history.overview).draw($0) }
    draw(layout.tree) { TreePane(self).draw($0) }
    if let other = otherVersion {
      draw(layout.comparison) {
        ComparisonPane(screen: other.screen, playhead: playhead, name: other.name).draw($0)
      }
      let sources = [VersionSource(self, beside: other.screen), VersionSource(other.screen, beside: self)]
      for (frame, source) in zip(layout.versionSources, sources) {
        draw(frame) { PaneView(screen: other.screen, kind: .source, content: source.content).draw($0) }
      }
    }
    for (kind, frame) in layout.panes {
      let content = PaneCatalog.content(of: kind, self, width: frame.width)
      draw(frame) { PaneView(screen: self, kind: kind, content: content).draw($0) }
    }
    draw(layout.footer) { FooterPane(self).draw($0) }
    if state.showsHelp { HelpPane(self).draw(over: &grid) }
    if let list = state.logList { LogListPane(self, list).draw(over: &grid) }
    if let form = state.form { FormPane(self, form).draw(over: &grid) }
    return grid
  }

  private func drawDivider(leftOf frame: Frame, into grid: inout Grid) {
    for row in frame.row..<(frame.row + frame.height) {
      let glyph = row == frame.row ? glyphs.rule : glyphs.divider
      grid.write(glyph, column: frame.column - 1, row: row, style: Style(.rule))
    }
  }

  private func drawTooSmall(into grid: inout Grid) {
    let (size, least) = (layout.size, ScreenLayout.smallest)
    let sentences = [
      [Span(language("Too small: \(size.columns)x\(size.rows)", "窗口太小：\(size.columns)x\(size.rows)"), .loss)],
      [Span(language("Please enlarge to \(least.columns)x\(least.rows).", "请放大到 \(least.columns)x\(least.rows)。"))],
    ]
    let lines = sentences.flatMap { $0.wrapped(to: size.columns, lines: size.rows) }
    for (row, spans) in lines.prefix(size.rows).enumerated() {
      let role = spans.first?.role ?? .text
      grid.write(spans.map(\.text).joined(), column: 0, row: row, style: Style(role))
    }
  }
}

extension Screen {
  /// The selected row as the tree shows it, without the blanks at its end; empty if it is not visible.
  public var selectedRow: String {
    let size = Size(columns: layout.tree.width, rows: layout.tree.height)
    let lines = TreePane(self).draw(size).text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = state.row - state.top + 1
    guard lines.indices.contains(row) else { return "" }
    var text = lines[row].dropFirst(TreeColumns.glyph)
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// The whole tree, with the folds and the filter of the screen; of a large run, the first 100,000 rows.
  public var wholeTree: String {
    var screen = self
    (screen.state.top, screen.state.row) = (0, -1)
    let rows = min(outline.count, 100_000)
    return TreePane(screen).draw(Size(columns: 160, rows: rows + 1)).text + "\n"
  }
}
