// Arranges the tree and the panes at any size. Pure arithmetic.
//
// The tree comes first: it keeps at least seven rows. Spare height goes to the panes below it, spare width to more panes side by side. A
// screen that is too low for both shows one of them: the tree or, while it has the focus, a pane.

import Canvas

/// The position and size of a pane.
struct Frame: Equatable {
  var column = 0
  var row = 0
  var width = 0
  var height = 0

  func contains(column: Int, row: Int) -> Bool {
    self.column..<self.column + width ~= column && self.row..<self.row + height ~= row
  }
}

struct ScreenLayout {
  static let smallest = Size(columns: 40, rows: 10)
  /// The least rows with which tree and panes share the screen.
  static let sharedFrom = 16
  /// The least height of the panes that a person has not resized.
  private static let leastPane = 6
  /// The least width of a pane beside another.
  static let paneWidth = 58

  let size: Size
  var header = Frame()
  /// The caption of a guided view; empty without one.
  var caption = Frame()
  /// The strip with the whole run; empty without one.
  var strip = Frame()
  var tree = Frame()
  /// The other version of the run, in the right half of the tree, or below it in a lesson; empty if it is not shown.
  var comparison = Frame()
  /// The sources of both versions, side by side in a lesson.
  var versionSources: [Frame] = []
  var panes: [(kind: PaneKind, frame: Frame)] = []
  var footer = Frame()
  /// The number of lines of the page or the question of a lesson.
  var lessonLines = 0
  var isTooSmall: Bool { size.columns < Self.smallest.columns || size.rows < Self.smallest.rows }

  /// A layout without any pane.
  init(_ size: Size) { self.size = size }

  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - state: The panes that are open.
  ///   - treeRows: The rows that the tree needs.
  ///   - isResting: Whether their number stays the same, so that an answer may take the others.
  init(_ size: Size, _ state: ScreenState, treeRows: Int = .max, isResting: Bool = false) {
    self.init(size)
    guard !isTooSmall else { return }
    header = Frame(width: size.columns, height: 2)
    if state.isGuided, size.rows >= Self.sharedFrom { caption = Frame(row: 2, width: size.columns, height: 1) }
    if state.showsStrip, size.rows >= Self.sharedFrom {
      strip = Frame(row: header.height + caption.height, width: size.columns, height: StripLayout.height)
    }
    let headerHeight = header.height + caption.height + strip.height
    footer = Frame(row: size.rows - 1, width: size.columns, height: 1)
    let room = size.rows - headerHeight - 1
    tree = Frame(row: headerHeight, width: size.columns, height: room)
    if let page = state.page {
      panes = [(page, tree)]
      tree.height = 0
      return
    }
    guard state.showsPanes, !state.panes.isEmpty else { return }
    if size.rows < Self.sharedFrom {
      guard let pane = state.focus ?? (state.panes.first == .details ? nil : state.panes.first) else { return }
      panes = [(pane, tree)]
      tree.height = 0
      return
    }
    // Two fifths of a high screen, a third of a low one.
    var usual = min(room - 8, size.rows >= 36 ? min(20, room * 2 / 5) : max(7, room * 2 / 5))
    if size.rows < 36, treeRows < room {
      let rest = room - treeRows - 1
      if isResting, state.panes.first == .why { usual = max(usual, min(rest, room * 2 / 3)) }
      // A few lines less, if the whole tree is visible then.
      if rest >= Self.leastPane { usual = min(usual, rest) }
    }
    // A list of problems is what a person came for.
    if state.panes.first == .problems, size.rows < 36 { usual = max(usual, room / 2) }
    let height = state.borders.height(in: room, usual: usual)
    tree.height = room - height
    arrange(state.panes, state.borders, row: headerHeight + tree.height, height: height)
  }

  private mutating func arrange(_ kinds: [PaneKind], _ borders: PaneBorders, row: Int, height: Int) {
    let count = max(1, min(kinds.count, (size.columns + 1) / (Self.paneWidth + 1)))
    var column = 0
    for (index, kind) in kinds.prefix(count).enumerated() {
      let end = index == count - 1 ? size.columns : borders.divider(rightOf: index, count: count, width: size.columns)
      panes.append((kind, Frame(column: column, row: row, width: end - column, height: height)))
      column = end + 1
    }
  }

  /// Gives the right half of the tree to the other version of the run.
  mutating func addComparison() {
    guard tree.height > 1 else { return }
    let left = (tree.width - 1) / 2
    comparison = Frame(column: left + 1, row: tree.row, width: tree.width - left - 1, height: tree.height)
    tree.width = left
  }

  /// The number of visible rows of promises.
  var treeRows: Int { max(1, tree.height - 1) }
}

extension ScreenLayout {
  /// The border at a cell; nil if there is none.
  func border(column: Int, row: Int) -> PaneBorders.Edge? {
    guard tree.height > 0, let first = panes.first?.frame, row >= first.row, row < first.row + first.height else {
      return nil
    }
    if let index = panes.dropLast().firstIndex(where: { $0.frame.column + $0.frame.width == column }) {
      return .right(of: index)
    }
    return row == first.row ? .belowTree : nil
  }

  /// Moves the border that the mouse holds to a cell.
  func move(_ borders: inout PaneBorders, toColumn column: Int, row: Int) {
    let room = max(1, footer.row - tree.row)
    borders.move(
      toHeight: Double(footer.row - row) / Double(room), end: Double(column) / Double(max(1, size.columns)))
  }
}

enum StripLayout {
  /// The number of rows: the curves of what was in flight and of what settled, the marks, and the ruler.
  static let height = 4

  /// The columns of the curve on a page of some width; behind it is what its rows show.
  static func columns(_ width: Int) -> Range<Int> { 1..<max(2, width - (width >= 100 ? 23 : width >= 60 ? 12 : 1)) }

  /// The scale of the strip, up to the last moment of the run.
  static func timeline(_ width: Int, end: Int64) -> TimeAxis {
    TimeAxis(window: TimeWindow(start: 0, end: max(1, end)), width: columns(width).count)
  }
}
