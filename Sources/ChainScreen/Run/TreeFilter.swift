// The promises that the filter of the tree shows, found in steps.

import ChainModel
import PromiseTrace

/// A search for all promises that match a text.
struct TreeFilter: Sendable {
  private var search: PromiseSearch
  /// The promises found so far.
  private(set) var found: Set<PromiseID> = []

  init(_ search: PromiseSearch) { self.search = search }

  /// Whether there is more to look at.
  var isBusy: Bool { !search.isComplete }

  /// Looks at the next promises, as many as a search of the tree does in a frame.
  mutating func advance(in store: ChainStore) {
    // Growing a large set takes longer than a frame.
    if found.isEmpty { found.reserveCapacity(store.count > TreeMatches.step ? store.count : 0) }
    let known = search.found.count
    search.advance(in: store, steps: TreeMatches.step)
    found.formUnion(search.found[known...])
  }
}
