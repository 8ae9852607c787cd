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
  /// Whether no match has been selected yet, so that of several promises with one name the likeliest is.
  private var isFirst: Bool
  /// Whether the log was still being read, so that more may match once it has been.
  let isPartial: Bool
  /// What the screen said about it last.
  var notice: String?

  /// The number of promises that one frame looks at: about 5 ms.
  static let step = 100_000

  init(_ text: String, _ search: PromiseSearch, revision: UInt64, prefersProblems: Bool, isPartial: Bool) {
    (self.text, self.search, self.revision, isFirst) = (text, search, revision, prefersProblems)
    self.isPartial = isPartial
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
  /// - Parameters:
  ///   - store: The store.
  ///   - isProblem: Whether a promise has a finding.
  /// - Returns: The promise to select now; nil for none.
  mutating func advance(in store: ChainStore, isProblem: (PromiseID) -> Bool) -> PromiseID? {
    search.advance(in: store, steps: Self.step)
    if isFirst, wanted != nil, !search.found.isEmpty {
      isFirst = false
      wanted = likeliest(in: store, isProblem)
    }
    guard var index = wanted else { return nil }
    // After the last one comes the first.
    if index >= search.found.count, search.isComplete { index = 0 }
    guard index < search.found.count else { return nil }
    (current, wanted) = (index, nil)
    return search.found[index]
  }

  /// Of several promises that have the text as their name, the first with a finding, else the first that is pending; otherwise the first match.
  private func likeliest(in store: ChainStore, _ isProblem: (PromiseID) -> Bool) -> Int {
    let named = search.found.indices.filter { store.name(of: search.found[$0]) == text }
    guard named.count > 1 else { return 0 }
    return named.first { isProblem(search.found[$0]) } ?? named.first { store.isOpen(search.found[$0]) } ?? 0
  }
}
