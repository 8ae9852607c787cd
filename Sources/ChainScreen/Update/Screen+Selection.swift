// The selection: moving through the tree and folding it. The selected promise stays on its line of the screen.

import Canvas
import ChainModel
import PlainText
import PromiseTrace

extension Screen {
  /// Selects a row at the user's request, which ends following the newest promise.
  mutating func move(to row: Int) {
    destination = nil
    state.isFollowing = false
    state.isSelectionChosen = true
    select(row: row)
  }

  mutating func select(row: Int) {
    state.row = max(0, min(row, outline.count - 1))
    state.selection = outline.count > 0 ? outline[state.row].id : nil
    keepSelectionInView()
  }

  mutating func keepSelectionInView() {
    let rows = layout.treeRows
    state.top = max(state.row - rows + 1, min(state.top, state.row))
    state.top = max(0, min(state.top, outline.count - rows))
  }

  /// Selects a promise, unfolds what hides it, and shows it with some rows around it.
  ///
  /// A large tree is drawn during the next frames; the promise is selected at once, its row then.
  ///
  /// - Returns: Whether the promise is in the tree.
  @discardableResult
  mutating func go(to id: PromiseID) -> Bool {
    guard arrive(at: id) else { return false }
    (state.isFollowing, state.isSelectionChosen) = (false, true)
    return true
  }

  /// Selects a promise as far as the tree is drawn.
  @discardableResult
  mutating func arrive(at id: PromiseID) -> Bool {
    destination = nil
    reveal(id)
    let isHidden = outline.index(of: id, in: history.store) == nil && history.store.contains(id)
    if isHidden, !outline.isBusy, !state.filter.isEmpty {
      // What a person is led to must not be hidden.
      state.filter = Filter()
      outline.onlyKeeps = nil
      outline.update(from: history.store)
      reveal(id)
    }
    if isHidden, outline.isBusy {
      (destination, state.selection) = (.promise(id), id)
      return true
    }
    guard let row = outline.nearestIndex(of: id, in: history.store) else { return false }
    let isVisible = state.top..<state.top + layout.treeRows ~= row
    select(row: row)
    if !isVisible {
      state.top = row - layout.treeRows / 3
      keepSelectionInView()
    }
    return true
  }

  /// Unfolds everything that hides a promise, as far as the tree can be drawn at once.
  private mutating func reveal(_ id: PromiseID) {
    // Each round opens the outermost fold that hides the promise.
    while outline.index(of: id, in: history.store) == nil,
      let row = outline.nearestIndex(of: id, in: history.store), outline[row].isFolded, let holder = outline[row].node
    {
      outline.setFolded(holder, false)
      outline.update(from: history.store)
      // A promise that the filter hides stays hidden.
      guard !outline.isBusy, outline.nearestIndex(of: id, in: history.store) != row else { return }
    }
  }

  mutating func goOutward() {
    if state.page == .runs { return chooseRun(-1) }
    guard outline.count > 0 else { return }
    let row = outline[state.row]
    if row.isFoldable && !row.isFolded {
      setFold { _ in true }
    } else if row.isContinuation {
      move(to: outline.firstOfChain(at: state.row))
    } else if let parent = outline.parent(of: state.row) {
      move(to: parent)
    }
  }

  mutating func goInward() {
    if state.page == .runs { return chooseRun(1) }
    guard outline.count > 0 else { return }
    let row = outline[state.row]
    if row.isFoldable && row.isFolded {
      setFold { _ in false }
    } else if case .reference(let id) = row.content, let target = outline.nearestIndex(of: id, in: history.store) {
      // A reference leads to where its promise is drawn.
      move(to: target)
    } else if state.row + 1 < outline.count, outline[state.row + 1].depth > row.depth {
      move(to: state.row + 1)
    }
  }

  mutating func goToParent() {
    guard outline.count > 0 else { return }
    if let parent = outline.parent(of: state.row) {
      move(to: parent)
    } else {
      move(to: outline.firstOfChain(at: state.row))
    }
  }

  /// Selects the next promise in one of some states; after the last row, the search continues at the first.
  mutating func goToNext(where matches: (NodeState) -> Bool) {
    guard outline.count > 0 else { return }
    for offset in 1...outline.count {
      let row = (state.row + offset) % outline.count
      if let id = outline[row].node, let found = history.store.state(of: id), matches(found) { return move(to: row) }
    }
  }

  /// Folds or unfolds the selected row or, if it has nothing to fold, follows the link that it shows.
  mutating func openRow() {
    guard outline.count > 0 else { return }
    if outline[state.row].isFoldable { return setFold { !$0 } }
    if case .reference(let id) = outline[state.row].content { return follow(id) }
    guard let facts = outline[state.row].node.flatMap(history.store.facts) else { return }
    let links = outcome(of: facts).filter { $0.role == .link }
    if let id = links.first.flatMap({ PaneLine([$0]).target }) { follow(id) }
  }

  mutating func setFold(_ change: (Bool) -> Bool) {
    guard outline.count > 0, outline[state.row].isFoldable, let id = outline[state.row].node else { return }
    outline.setFolded(id, change(outline[state.row].isFolded))
    state.isFollowing = false
    follow()
  }

  mutating func toggleAllFolds() {
    outline.foldsRoots = !outline.foldsRoots && outline.folds.isEmpty && outline.hasFoldableRoots
    (outline.folds, outline.unfolds) = ([], [])
    if !outline.foldsRoots { outline.autoFoldsSettled = false }
    state.isFollowing = false
    follow()
  }

  /// Folds chains that have settled without a problem from now on, or stops that.
  mutating func toggleAutoFold() {
    outline.autoFoldsSettled.toggle()
    outline.unfolds = []
    notice =
      outline.autoFoldsSettled
      ? language("Settled chains are folded.", "已敲定的链自动折叠。") : language("Settled chains stay unfolded.", "已敲定的链保持展开。")
    follow()
  }

  /// Chooses the next order of chains or, in the table of call sites, the next column to sort by.
  mutating func sort() {
    switch state.page {
    case .service: return sortService()
    case .instances: return sortInstances()
    case .runs:
      notice = language("What became slower comes first.", "变慢的排在前面。")
      return
    case let page?: close(page: page)
    case nil: break
    }
    if state.focus == .groups { return sortGroups(by: next(after: state.groupOrder)) }
    sort(by: next(after: outline.order))
  }

  private func next<Order: CaseIterable & Equatable>(after order: Order) -> Order where Order.AllCases == [Order] {
    let all = Order.allCases
    return all[((all.firstIndex(of: order) ?? 0) + 1) % all.count]
  }

  /// Sorts the table of call sites, and shows its start.
  mutating func sortGroups(by order: GroupOrder) {
    state.groupOrder = order
    state.cursors[.groups] = nil
  }

  mutating func sort(by order: Outline.Order) {
    outline.order = order
    notice =
      switch outline.order {
      case .creation: language("Sorted by creation.", "按创建顺序排列。")
      case .duration: language("Sorted by duration.", "按时长排列。")
      case .state: language("Sorted by state.", "按状态排列。")
      case .name: language("Sorted by name.", "按名称排列。")
      }
    follow()
    move(to: 0)
    if outline.isBusy { destination = .start }
  }
}
