// Moving through the panes: which are visible, which has the focus, and where its cursor is; edges, and returning from them.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension Screen {
  var visiblePanes: [PaneKind] { layout.panes.map(\.kind) }

  /// Shows a pane.
  ///
  /// A visible pane gets the focus instead, or is hidden if it is the first one; a list is hidden only if it has the focus.
  /// A list to choose from takes the focus, so that its lines can be chosen at once.
  mutating func show(_ pane: PaneKind) {
    if lesson != nil { return cover(with: pane) }
    let isList = pane == .problems || pane == .groups
    guard state.page == nil, state.showsPanes, let index = visiblePanes.firstIndex(of: pane) else {
      bring(pane)
      if isList { state.focus = pane }
      return
    }
    if index == 0, !isList || state.focus == pane { togglePanes() } else { state.focus = pane }
  }

  /// Makes a pane the first one; the panes beside it are always the same.
  ///
  /// From a page of a service, a pane about the selection shows the promise of the row that is chosen there.
  mutating func bring(_ pane: PaneKind) {
    let chosen = pane.isAboutSelection ? promiseOfPage : nil
    close(page: state.page)
    if let chosen { go(to: chosen) }
    state.showsPanes = true
    state.panes = [pane] + ScreenState.companions.filter { $0 != pane }
    if let focus = state.focus, focus != pane { state.focus = nil }
  }

  /// The promise of the chosen row on a page of a service: its own or, for a call site, the slowest one; nil on any other page.
  private var promiseOfPage: PromiseID? {
    guard let page = state.page, page == .service || page == .instances, let frame = layout.panes.first?.frame else {
      return nil
    }
    let content = PaneCatalog.content(of: page, self, width: frame.width)
    guard content.count > 0 else { return nil }
    let line = content.line(content.cursor(cursor(of: page), rows: 1).line)
    let slowest = service.groups.first { $0.first == line.group }.map { $0.slowest == 0 ? $0.first : $0.slowest }
    return line.target ?? slowest
  }

  mutating func togglePanes() {
    if state.page != nil { return close(page: nil) }
    state.showsPanes.toggle()
    if !state.showsPanes { state.focus = nil }
  }

  /// Shows the other version of the run beside it, or hides it.
  mutating func toggleComparison() {
    guard let version = options.otherVersion else {
      notice = language("This run has no other version to compare with.", "这次运行没有可供对照的另一个版本。")
      return
    }
    if comparison == nil { comparison = Comparison(version, options) }
    state.isComparing.toggle()
  }

  /// Gives the focus to the next pane, or back to the tree.
  mutating func moveFocus(_ direction: Int) {
    guard state.page == nil else { return }
    if !state.showsPanes { state.showsPanes = true }
    layout = currentLayout(layout.size)
    let panes = visiblePanes
    let all: [PaneKind?] = [nil] + panes
    let current = all.firstIndex { $0 == state.focus } ?? 0
    state.focus = all[(current + direction + all.count) % all.count]
  }

  /// Moves the cursor of a pane, follows the edge under it, or chooses among several.
  ///
  /// - Returns: Whether the key meant the pane.
  mutating func move(inside pane: PaneKind, _ binding: Binding) -> Bool {
    guard let frame = layout.panes.first(where: { $0.kind == pane })?.frame else { return false }
    if let motion = binding.motion {
      moveCursor(of: pane, by: motion)
    } else if binding == .enter {
      followEdge(of: pane, width: frame.width)
    } else if binding == .inward || binding == .outward, pane != .runs {
      // On the page of runs, they choose a run.
      chooseLink(binding == .inward ? 1 : -1, in: pane, frame)
    } else {
      return false
    }
    return true
  }

  /// Moves the cursor of a visible pane.
  mutating func moveCursor(of pane: PaneKind, by motion: Motion) {
    guard let frame = layout.panes.first(where: { $0.kind == pane })?.frame else { return }
    let rows = max(1, frame.height - 1)
    let content = content(of: pane, width: frame.width)
    var view = content.cursor(cursor(of: pane), rows: rows)
    if case .lines(let count) = motion, abs(count) == 1, !content.entries.isEmpty {
      let next = count > 0 ? content.entries.first { $0 > view.line } : content.entries.last { $0 < view.line }
      view.line = next ?? view.line
      // All lines of an entry come into view, as far as they fit.
      let end = content.entries.first { $0 > view.line } ?? content.count
      view.top = max(view.top, min(view.line, end - rows))
    } else {
      view.line = max(0, min(view.line + motion.distance(rows: rows), content.count - 1))
    }
    (view.promise, view.link) = (selected, nil)
    let (moved, before) = (content.cursor(view, rows: rows), content.cursor(cursor(of: pane), rows: rows))
    // A cursor that can't move remains unset, so that the pane still decides where it is.
    if moved.line != before.line || moved.top != before.top || before.link != nil { state.cursors[pane] = moved }
  }

  /// Chooses the next or the previous number of the selected line.
  private mutating func chooseLink(_ direction: Int, in pane: PaneKind, _ frame: Frame) {
    let content = content(of: pane, width: frame.width)
    guard content.count > 0 else { return }
    var view = content.cursor(cursor(of: pane), rows: max(1, frame.height - 1))
    let count = content.line(view.line).links.count
    guard count > 0 else { return }
    view.link = view.link.map { max(0, min($0 + direction, count - 1)) } ?? 0
    view.promise = selected
    state.cursors[pane] = view
  }

  mutating func followEdge(of pane: PaneKind, width: Int) {
    let content = content(of: pane, width: width)
    guard content.count > 0 else { return }
    let view = content.cursor(cursor(of: pane), rows: 1)
    let line = content.line(view.line)
    if let group = line.group { return openInstances(of: group) }
    if let position = line.position { seek(to: position) }
    if let target = view.link.flatMap({ line.links.indices.contains($0) ? line.links[$0] : nil }) ?? line.target {
      follow(target)
    }
  }

  /// Goes to a promise that a link names; going back returns to the selection.
  mutating func follow(_ target: PromiseID) {
    if let selection = state.selection, selection != target { state.trail.append(selection) }
    if state.trail.count > 100 { state.trail.removeFirst() }
    if state.page != nil { close(page: state.page) }
    if !go(to: target) { notice = language("#\(target) is no longer kept.", "#\(target) 已不再保留。") }
  }

  /// Returns to the promise that was selected before an edge was followed.
  ///
  /// A page from which the edge was followed is shown again.
  mutating func goBack() {
    if state.page == .instances { return open(page: .service) }
    if state.page != nil { return close(page: nil) }
    if let page = state.pageBehind { return open(page: page) }
    while let last = state.trail.popLast() {
      if go(to: last) { return }
    }
  }
}
