// What a screen takes over from that of the former run: the panes, the filters, the order, and the place in the tree.

import ChainModel

/// What a screen takes over from that of the former run.
struct Continuation: Sendable {
  /// The panes and the modes, without anything that belongs to the former run.
  let state: ScreenState
  let order: Outline.Order
  let foldsSettled: Bool
  /// The place in the tree; nil if a person chose none.
  let place: RunPlace?

  init(_ old: ScreenState, _ outline: Outline, _ store: ChainStore) {
    var state = ScreenState()
    (state.panes, state.showsPanes, state.borders, state.page) = (old.panes, old.showsPanes, old.borders, old.page)
    (state.focus, state.filter, state.search) = (old.focus, old.filter, old.search)
    (state.logFilter, state.isFollowing, state.speed) = (old.logFilter, old.isFollowing, old.speed)
    (state.isGuided, state.showsStrip) = (old.isGuided, old.showsStrip)
    if old.page == .instances { (state.page, state.focus) = (.service, .service) }
    self.state = state
    (order, foldsSettled) = (outline.order, outline.autoFoldsSettled)
    place =
      old.isSelectionChosen ? old.selection.flatMap { RunPlace(of: $0, in: store, line: old.row - old.top) } : nil
  }
}
