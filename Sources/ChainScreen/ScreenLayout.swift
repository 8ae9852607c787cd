// Arranges the panes at any size. Pure arithmetic; then each pane draws into a grid of its own.

import Canvas

/// The position and size of a pane.
struct Frame: Equatable {
  var column = 0
  var row = 0
  var width = 0
  var height = 0
}

struct ScreenLayout {
  /// The smallest readable size.
  static let smallest = Size(columns: 40, rows: 10)
  /// From this width on, the details are beside the tree.
  static let wideFrom = 120

  let size: Size
  var header = Frame()
  var tree = Frame()
  var detail = Frame()
  var footer = Frame()
  var isWide: Bool { size.columns >= Self.wideFrom }
  var isTooSmall: Bool { size.columns < Self.smallest.columns || size.rows < Self.smallest.rows }

  init(_ size: Size, _ state: ScreenState) {
    self.size = size
    guard !isTooSmall else { return }
    let headerHeight = 2
    header = Frame(width: size.columns, height: headerHeight)
    footer = Frame(row: size.rows - 1, width: size.columns, height: 1)
    let room = size.rows - headerHeight - 1
    tree = Frame(row: headerHeight, width: size.columns, height: room)
    guard state.showsDetail else { return }
    if isWide {
      let width = min(64, max(44, size.columns / 3))
      tree.width = size.columns - width - 1
      detail = Frame(column: tree.width + 1, row: headerHeight, width: width, height: room)
    } else if size.rows >= 16 {
      let height = min(14, max(6, room / 3))
      tree.height = room - height
      detail = Frame(row: headerHeight + tree.height, width: size.columns, height: height)
    }
  }

  /// The number of visible rows of promises.
  var treeRows: Int { max(1, tree.height - 1) }

  func draw(_ context: ScreenContext) -> Grid {
    var grid = Grid(size)
    guard !isTooSmall else {
      drawTooSmall(into: &grid)
      return grid
    }
    func draw(_ frame: Frame, _ draw: (Size) -> Grid) {
      guard frame.width > 0, frame.height > 0 else { return }
      grid.draw(draw(Size(columns: frame.width, rows: frame.height)), column: frame.column, row: frame.row)
    }
    draw(header) { HeaderPane(context).draw($0) }
    draw(tree) { TreePane(context).draw($0) }
    draw(detail) { DetailPane(context, isBeside: isWide).draw($0) }
    if isWide, detail.width > 0 {
      for row in detail.row..<(detail.row + detail.height) {
        grid.write(context.glyphs.divider, column: detail.column - 1, row: row, style: Style(.rule))
      }
    }
    draw(footer) { FooterPane(context).draw($0) }
    if context.state.showsHelp { HelpPane(context).draw(over: &grid) }
    return grid
  }

  private func drawTooSmall(into grid: inout Grid) {
    let lines = [
      "Too small: \(size.columns)x\(size.rows)",
      "Please enlarge to \(Self.smallest.columns)x\(Self.smallest.rows).",
    ]
    for (row, line) in lines.enumerated() {
      grid.write(line, column: 0, row: row, style: Style(row == 0 ? .loss : .text))
    }
  }
}
