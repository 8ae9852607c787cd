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

  /// What was delivered, in order: `local: 10 + 1 sticky`.
  var deliveries: [String] { state.withLock(\.deliveries) }

  /// Whether anything was delivered.
  var hasDelivery: Bool { !deliveries.isEmpty }

  /// The error shown now.
  var error: String? { state.withLock(\.error) }

  /// Shows a list in place of what was shown.
  func deliver(local list: ItemList) -> ItemList {
    state.withLock { state in
      state.shown = list
      state.deliveries.append("local: \(list)")
    }
    return list
  }

  /// Shows a page within what is shown.
  func deliver(remote page: ListPage) {
    state.withLock { state in
      state.shown = state.shown.merging(page)
      state.deliveries.append("remote: \(page)")
    }
  }

  /// Shows an error where a list was expected, which can be done without.
  ///
  /// - Returns: An empty list.
  /// - Throws: A cancellation, which is nobody's failure.
  func doWithout(_ error: any Error) throws -> ItemList {
    if error is CancellationError { throw error }
    state.withLock { $0.error = String(describing: error) }
    return ItemList()
  }

  /// Shows an error beside the list, which stays.
  ///
  /// - Returns: The list that is shown.
  /// - Throws: The error, where there is no list to keep; a cancellation in any case.
  func keepList(after error: any Error) throws -> ItemList {
    _ = try doWithout(error)
    let list = shown
    if list.isEmpty { throw error }
    return list
  }
}
