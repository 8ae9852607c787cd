// The promises that match the search of the tree.

import ChainModel
import PromiseTrace

/// What the search of the tree has found so far.
struct TreeMatches: Sendable {
  let text: String
  /// The revision of the store that was searched first.
  let revision: UInt64
  private(set) var search: PromiseSearch
  /// The index of the selected match; nil until one is.
  private(set) var current: Int?
  /// The index of the match to select; nil for none.
  private var wanted: Int? = 0
  /// What the screen said about it last.
  var notice: String?

  /// The number of promises that one frame looks at: about 5 ms.
  static let step = 100_000

  init(_ text: String, _ search: PromiseSearch, revision: UInt64) {
    (self.text, self.search, self.revision) = (text, search, revision)
  }

  /// The selected match; nil for none.
  var selected: PromiseID? { current.map { search.found[$0] } }

  /// Whether there is more to look at.
  var isBusy: Bool { !search.isComplete }

  /// Asks for the match beside the selected one.
  ///
  /// - Returns: Whether it can be found; otherwise another search has to go in the other direction.
  mutating func want(isBackward: Bool) -> Bool {
    guard let current else { return false }
    let index = current + (isBackward == search.isBackward ? 1 : -1)
    if index < 0, isBusy { return false }
    wanted = index < 0 ? search.found.count - 1 : index
    return true
  }

  /// Looks at the next promises.
  ///
  /// - Returns: The promise to select now; nil for none.
  mutating func advance(in store: ChainStore) -> PromiseID? {
    search.advance(in: store, steps: Self.step)
    guard var index = wanted else { return nil }
    // After the last one comes the first.
    if index >= search.found.count, search.isComplete { index = 0 }
    guard index < search.found.count else { return nil }
    (current, wanted) = (index, nil)
    return search.found[index]
  }
}
