// What the mouse does: a click selects, a second one folds or follows, the wheel scrolls, and a drag moves the playhead or a border of the
// panes. Owns the mapping from cells to rows and moments.

import Canvas
import ChainModel
import PromiseTrace

extension Screen {
  /// Handles a mouse event.
  ///
  /// - Parameters:
  ///   - mouse: The event.
  ///   - now: The moment, in nanoseconds since the log's start.
  /// - Returns: What the owner should do.
  public mutating func update(_ mouse: MouseEvent, now: Int64) -> ScreenEffect {
    // What a drag could show, a lesson has not reached yet.
    if lesson != nil { return updateLesson(mouse) }
    takeOver()
    if state.logList != nil { return updateLogList(mouse) }
    if state.showsHelp {
      switch mouse.action {
      case .wheelUp: scrollHelp(-3)
      case .wheelDown: scrollHelp(3)
      case .click, .press: closeHelp()
      case .drag, .release: break
      }
      return .none
    }
    let (column, row) = (mouse.column, mouse.row)
    if layout.strip.contains(column: column, row: row), [.click, .press, .drag].contains(mouse.action) {
      goTo(column: column, now: now)
      return .none
    }
    if holdsBorder(mouse) { return .none }
    if mouse.action == .click || mouse.action == .press, let promise = link(column: column, row: row) {
      follow(promise)
      return .none
    }
    if let pane = layout.panes.first(where: { $0.frame.contains(column: column, row: row) }) {
      return update(mouse, inside: pane.kind, pane.frame, now: now)
    }
    if layout.footer.contains(column: column, row: row), mouse.action == .click || mouse.action == .press {
      let keys = FooterKeys(contextNow(now), columns: layout.size.columns)
      return keys.action(at: column).map { perform($0, now: now) } ?? .none
    }
    if layout.header.contains(column: column, row: row), mouse.action == .click || mouse.action == .press {
      let kind = row == 1 ? HeaderCounts(contextNow(now)).kind(at: column, columns: layout.size.columns) : nil
      goToProblem(1, of: kind, now: now)
      return .none
    }
    guard layout.tree.contains(column: column, row: row) else { return .none }
    return updateTree(mouse, now: now)
  }

  /// Takes hold of a border, moves it, or lets go of it.
  ///
  /// - Returns: Whether the event moved a border. A press on one only takes hold of it; what else it does there stays the same.
  private mutating func holdsBorder(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .press: state.borders.held = layout.border(column: mouse.column, row: mouse.row)
    case .drag where state.borders.held != nil:
      layout.move(&state.borders, toColumn: mouse.column, row: mouse.row)
      layout = currentLayout(layout.size)
      return true
    case .drag: break
    case .release, .click, .wheelUp, .wheelDown: state.borders.held = nil
    }
    return false
  }

  private mutating func updateTree(_ mouse: MouseEvent, now: Int64) -> ScreenEffect {
    let columns = TreeColumns(
      width: layout.tree.width, isPresenter: options.isPresenter, showsTotals: state.showsTotals)
    let offset = mouse.row - layout.tree.row
    switch mouse.action {
    case .wheelUp: scroll(-3)
    case .wheelDown: scroll(3)
    case .click, .press, .drag:
      if offset == 0 || mouse.action == .drag {
        // The ruler: the playhead goes where the mouse is.
        guard columns.bar.contains(mouse.column) else {
          if offset == 0, mouse.action != .drag { sort(byColumnAt: mouse.column, columns) }
          return .none
        }
        let window = state.window ?? TimeWindow(start: 0, end: max(moment(now: now), endTime, 1))
        let timeline = Timeline(window: window, width: columns.bar.count)
        seek(toTime: timeline.time(ofCell: mouse.column - columns.bar.lowerBound + 1), now: now)
        return .none
      }
      state.focus = nil
      let row = state.top + offset - 1
      guard row < outline.count else { return .none }
      let isFold = mouse.column <= TreeColumns.fold + 1
      let isSecond = row == state.row && mouse.action == .click
      move(to: row)
      if isFold || isSecond { setFold { !$0 } }
    case .release: break
    }
    return .none
  }

  /// The promise whose number is drawn as a link at a cell; nil if there is none.
  private func link(column: Int, row: Int) -> PromiseID? {
    guard state.form == nil, state.logList == nil else { return nil }
    let grid = draw()
    func digit(_ column: Int) -> Character? {
      guard 0..<grid.size.columns ~= column, grid[column, row].style.role == .link else { return nil }
      let character = Unicode.Scalar(grid[column, row].base).map(Character.init) ?? " "
      return character == "#" || character.isASCII && character.isNumber ? character : nil
    }
    guard digit(column) != nil else { return nil }
    var (start, end) = (column, column)
    while digit(start) != "#", digit(start - 1) != nil { start -= 1 }
    while let next = digit(end + 1), next != "#" { end += 1 }
    // A number that is cut is no number.
    guard digit(start) == "#",
      end + 1 >= grid.size.columns || grid[end + 1, row].base != glyphs.ellipsis.unicodeScalars.first?.value
    else { return nil }
    return PromiseID(String((start...end).compactMap(digit).dropFirst()))
  }

  /// Sorts the chains by a column of the tree.
  private mutating func sort(byColumnAt column: Int, _ columns: TreeColumns) {
    if columns.name.contains(column) {
      sort(by: outline.order == .name ? .creation : .name)
    } else if columns.outcome.contains(column) || columns.word.contains(column) {
      sort(by: .state)
    } else if columns.own.contains(column) || columns.total.contains(column) {
      sort(by: .duration)
    }
  }

  private mutating func scroll(_ rows: Int) {
    let last = max(0, outline.count - layout.treeRows)
    state.isFollowing = false
    state.top = max(0, min(state.top + rows, last))
    // The selection stays on its promise unless that would leave the screen.
    select(row: max(state.top, min(state.row, state.top + layout.treeRows - 1)))
  }

  private mutating func update(_ mouse: MouseEvent, inside pane: PaneKind, _ frame: Frame, now: Int64) -> ScreenEffect {
    let focus = state.focus
    switch mouse.action {
    case .wheelUp, .wheelDown:
      for _ in 0..<3 { _ = move(inside: pane, mouse.action == .wheelUp ? .up : .down, now: now) }
      state.focus = focus
    case .click, .press:
      state.focus = pane
      let offset = mouse.row - frame.row - 1
      guard offset >= 0 else { return .none }
      let context = contextNow(now)
      let content = PaneCatalog.content(of: pane, context, width: frame.width)
      let view = content.cursor(context.cursor(of: pane), rows: max(1, frame.height - 1))
      let line = view.top + offset
      guard line < content.count else { return .none }
      if pane == .groups, line == 0 {
        if let order = GroupsPane(context, width: frame.width).order(at: mouse.column - frame.column) {
          sortGroups(by: order)
        }
        return .none
      }
      let isSecond = line == view.line && focus == pane && mouse.action == .click
      state.cursors[pane] = PaneCursor(line: line, top: view.top, promise: context.selected)
      if isSecond { _ = move(inside: pane, .toggleFold, now: now) }
    case .drag, .release: break
    }
    return .none
  }
}
