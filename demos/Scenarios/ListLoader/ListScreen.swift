// The state of the list's screen that a flow needs: the list, the deliveries, the error. Owns that state; does
// not draw, and does not load anything.

import PromiseTrace
import Synchronization

/// What a user of the list would see.
///
/// Any thread may call it.
final class ListScreen: Sendable {
  private struct State {
    var shown: ItemList
    var deliveries: [String] = []
    var error: String?
  }

  private let state: Mutex<State>

  /// Creates a screen that already shows a list: an empty one before a first load, a filled one before "load more".
  init(showing list: ItemList = ItemList()) { state = Mutex(State(shown: list)) }

  /// The list shown now.
  var shown: ItemList { state.withLock(\.shown) }

  /// The deliveries in order: `local: 10 + 1 sticky`.
  var deliveries: [String] { state.withLock(\.deliveries) }

  /// Whether anything was delivered.
  var hasDelivery: Bool { !deliveries.isEmpty }

  /// The error shown now.
  var error: String? { state.withLock(\.error) }

  /// Shows the local items: in place of an empty list, or below the items that are shown already.
  func deliver(local list: ItemList) -> ItemList {
    state.withLock { state in
      state.shown.items += list.items
      state.deliveries.append("local: \(list)")
    }
    return list
  }

  /// Adds a page to the shown list.
  func deliver(remote page: ListPage) {
    state.withLock { state in
      state.shown = state.shown.merging(page)
      state.deliveries.append("remote: \(page)")
    }
  }

  /// Shows an error instead of an optional list.
  ///
  /// - Returns: An empty list.
  /// - Throws: A cancellation, which is not a failure to show.
  func doWithout(_ error: any Error) throws -> ItemList {
    if error is CancellationError { throw error }
    state.withLock { $0.error = String(describing: error) }
    return ItemList()
  }

  /// Shows an error beside the list, which stays.
  ///
  /// - Throws: The error, if there is no list to keep; a cancellation in any case.
  func keepList(after error: any Error) throws -> ItemList {
    _ = try doWithout(error)
    let list = shown
    if list.isEmpty { throw error }
    return list
  }
}

extension Scene {
  /// Notes what the list shows now.
  ///
  /// The note starts with `screen: `, and ` | ` separates its rows: the number of items, an error if there is one, and as many items as a
  /// note has room for: the first ones, or the last ones where a person has scrolled down to load more.
  func show(_ screen: ListScreen, _ direction: ListDirection) {
    let list = screen.shown
    var text = "screen: \(list)"
    if let error = screen.error { text += " | ! \(error)" }
    let rows = list.items.map { " | " + ($0.isSticky ? "* \($0.title)" : "\($0.id) \($0.title)") }
    var room = ValuePolicy.previewLimit - text.count
    func fits(_ row: String) -> Bool {
      room -= row.count
      return room >= 0
    }
    switch direction {
    case .refresh: text += rows.prefix(while: fits).joined()
    case .more:
      room -= 4
      let last = rows.reversed().prefix(while: fits).reversed()
      text += (last.count < rows.count ? " | …" : "") + last.joined()
    }
    note(text)
  }
}
