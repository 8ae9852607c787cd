// A rectangle of cells, and the rules that keep the columns of every row exact, whatever is drawn on top.
//
// Owns clipping and wide glyphs: overwriting one half blanks the other half, and a wide glyph that would cross the right
// edge becomes a blank. Knows neither colors nor terminals.

import PlainText

/// A number on the page that leads to what it names.
public struct Link: Sendable, Equatable {
  /// Its row and its columns.
  public let (row, columns): (Int, Range<Int>)
  /// What it leads to.
  public let target: UInt64

  /// Creates a link.
  public init(row: Int, columns: Range<Int>, target: UInt64) {
    (self.row, self.columns, self.target) = (row, columns, target)
  }

  /// Whether it is at a cell.
  public func contains(column: Int, row: Int) -> Bool { row == self.row && columns.contains(column) }
}

/// A rectangle of cells.
public struct Grid: Sendable, Equatable {
  /// Columns and rows.
  public let size: Size
  /// The cells, row by row; `size.columns * size.rows` of them.
  public private(set) var cells: [Cell]
  /// The numbers that a click follows, in no order.
  public private(set) var links: [Link] = []

  /// Creates a blank grid.
  ///
  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - style: The style of the blanks.
  public init(_ size: Size, style: Style = Style()) {
    self.size = size
    cells = Array(repeating: Cell(style), count: size.columns * size.rows)
  }

  /// The cell at a position; a blank outside the grid.
  public subscript(column: Int, row: Int) -> Cell {
    contains(column, row) ? cells[row * size.columns + column] : Cell()
  }

  /// The cells of one row.
  ///
  /// - Parameter row: 0 ..< `size.rows`.
  /// - Returns: A view of `size.columns` cells, not a copy.
  public func row(_ row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }

  /// Draws one glyph.
  ///
  /// - Parameters:
  ///   - glyph: The glyph to draw.
  ///   - column: Its column; has no effect outside the grid.
  ///   - row: Its row; has no effect outside the grid.
  ///   - style: Its style.
  public mutating func put(_ glyph: Glyph, column: Int, row: Int, style: Style) {
    guard contains(column, row) else { return }
    let index = row * size.columns + column
    breakWideGlyph(at: index)
    guard glyph.width == 2 else {
      cells[index] = Cell(glyph, style)
      return
    }
    // Half a glyph cannot be drawn, and a terminal would wrap a wide one in the last column.
    guard column + 1 < size.columns else {
      cells[index] = Cell(style)
      return
    }
    breakWideGlyph(at: index + 1)
    cells[index] = Cell(glyph, style)
    cells[index + 1] = .rightHalf(style)
  }

  /// Makes cells that were drawn a link.
  public mutating func add(_ link: Link) { links.append(link) }

  /// Draws another grid over this one, clipped; a link that is not wholly visible is none.
  ///
  /// - Parameters:
  ///   - grid: The grid to draw.
  ///   - column: The column of its left edge; may be negative.
  ///   - row: The row of its top edge; may be negative.
  public mutating func draw(_ grid: Grid, column: Int, row: Int) {
    let (covered, area) = (column..<column + grid.size.columns, row..<row + grid.size.rows)
    links.removeAll { area.contains($0.row) && $0.columns.overlaps(covered) }
    for link in grid.links {
      let columns = link.columns.lowerBound + column..<link.columns.upperBound + column
      if columns.clamped(to: 0..<size.columns) == columns, 0..<size.rows ~= link.row + row {
        links.append(Link(row: link.row + row, columns: columns, target: link.target))
      }
    }
    for y in max(0, -row)..<max(max(0, -row), min(grid.size.rows, size.rows - row)) {
      let left = max(0, -column)
      let right = min(grid.size.columns, size.columns - column)
      guard left < right else { return }
      let target = (row + y) * size.columns + column
      breakWideGlyph(at: target + left)
      breakWideGlyph(at: target + right - 1)
      let source = y * grid.size.columns
      for x in left..<right { cells[target + x] = grid.cells[source + x] }
      // A wide glyph of `grid` that crosses the edge of this one.
      if cells[target + left].width == 0 { cells[target + left] = Cell(cells[target + left].style) }
      if cells[target + right - 1].width == 2 {
        cells[target + right - 1] = Cell(cells[target + right - 1].style)
      }
    }
  }

  /// Changes the surface of cells and keeps their glyphs and roles.
  ///
  /// - Parameters:
  ///   - surface: The new surface.
  ///   - columns: Clipped to the grid.
  ///   - row: Has no effect outside the grid.
  public mutating func lay(_ surface: Surface, columns: Range<Int>, row: Int) {
    guard row >= 0, row < size.rows else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      cells[row * size.columns + column].style.surface = surface
    }
  }

  private func contains(_ column: Int, _ row: Int) -> Bool {
    column >= 0 && column < size.columns && row >= 0 && row < size.rows
  }

  /// Blanks the other half of a wide glyph before its half at `index` is overwritten.
  private mutating func breakWideGlyph(at index: Int) {
    switch cells[index].width {
    case 0: cells[index - 1] = Cell(cells[index - 1].style)
    case 2: cells[index + 1] = Cell(cells[index + 1].style)
    default: break
    }
  }
}
