// What the mouse does: a click selects, a second one folds or follows, the wheel scrolls, and a drag moves the playhead or a border of the
// panes.

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
    (self.now, pressed) = (now, nil)
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
      goTo(column: column)
      return .none
    }
    if holdsBorder(mouse) { return .none }
    if mouse.action == .click || mouse.action == .press, state.form == nil,
      let link = links.first(where: { $0.contains(column: column, row: row) })
    {
      follow(link.target)
      return .none
    }
    if let pane = layout.panes.first(where: { $0.frame.contains(column: column, row: row) }) {
      return update(mouse, inside: pane.kind, pane.frame)
    }
    if layout.footer.contains(column: column, row: row), mouse.action == .click || mouse.action == .press {
      return performKey(at: column)
    }
    if layout.header.contains(column: column, row: row), mouse.action == .click || mouse.action == .press {
      refresh()
      let kind = row == 1 ? HeaderCounts(self).kind(at: column, columns: layout.size.columns) : nil
      goToProblem(1, of: kind)
      return .none
    }
    guard layout.tree.contains(column: column, row: row) else { return .none }
    return updateTree(mouse)
  }

  /// Does what the key at a column of the footer does.
  mutating func performKey(at column: Int) -> ScreenEffect {
    FooterKeys(self, columns: layout.size.columns).binding(at: column).map { perform($0, now: now) } ?? .none
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

  private mutating func updateTree(_ mouse: MouseEvent) -> ScreenEffect {
    let columns = treeColumns(layout.tree.width)
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
        let timeline = TimeAxis(window: rulerWindow, width: columns.bar.count)
        seek(toTime: timeline.time(ofCell: mouse.column - columns.bar.lowerBound + 1))
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

  private mutating func update(_ mouse: MouseEvent, inside pane: PaneKind, _ frame: Frame) -> ScreenEffect {
    let focus = state.focus
    switch mouse.action {
    case .wheelUp, .wheelDown:
      moveCursor(of: pane, by: .lines(mouse.action == .wheelUp ? -3 : 3))
      state.focus = focus
    case .click, .press:
      state.focus = pane
      let offset = mouse.row - frame.row - 1
      guard offset >= 0 else { return .none }
      let content = content(of: pane, width: frame.width)
      let view = content.cursor(cursor(of: pane), rows: max(1, frame.height - 1))
      let line = view.top + offset
      guard line < content.count else { return .none }
      if pane == .groups, line == 0 {
        if let order = GroupsPane(self, width: frame.width).order(at: mouse.column - frame.column) {
          sortGroups(by: order)
        }
        return .none
      }
      let isSecond = line == view.line && focus == pane && mouse.action == .click
      state.cursors[pane] = PaneCursor(line: line, top: view.top, promise: selected)
      if isSecond { followEdge(of: pane, width: frame.width) }
    case .drag, .release: break
    }
    return .none
  }
}
