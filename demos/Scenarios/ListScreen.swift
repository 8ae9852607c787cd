// The list's screen, as far as a flow needs one: what is shown, what was delivered, which error. Owns that state; refuses to
// draw, and to load anything.

import Synchronization

/// What a person would see.
///
/// Any thread may call it.
final class ListScreen: Sendable {
  private struct State {
    var shown: ItemList
    var deliveries: [String] = []
    var error: String?
  }

  private let state: Mutex<State>

  /// Creates a screen that already shows a list: nothing before a first load, something before "load more".
  init(showing list: ItemList = ItemList()) { state = Mutex(State(shown: list)) }

  /// The list shown now.
  var shown: ItemList { state.withLock(\.shown) }

  /// What was delivered, in order: `local: 11 items …`.
  var deliveries: [String] { state.withLock(\.deliveries) }

  /// The error shown now.
  var error: String? { state.withLock(\.error) }

  /// Shows a list in place of what was shown.
  func deliver(local list: ItemList) {
    state.withLock { state in
      state.shown = list
      state.deliveries.append("local: \(list)")
    }
  }

  /// Shows a page within what is shown.
  func deliver(remote page: ListPage) {
    state.withLock { state in
      state.shown = state.shown.merging(page)
      state.deliveries.append("remote: \(page)")
    }
  }

  /// Shows an error beside the list, which stays.
  func show(_ error: any Error) {
    state.withLock { $0.error = String(describing: error) }
  }
}
