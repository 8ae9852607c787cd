// A search through all promises in display order, in steps, because there may be millions. Owns where it continues, and the order of what it
// found. `ChainStore+Search` owns the order of the promises and what matches.

import PromiseTrace

/// A search for promises that starts beside one of them, and continues at the other end.
///
/// ```swift
/// var search = PromiseSearch(for: [PromiseQuery(text: "offline")], from: selection)
/// while !search.isComplete { search.advance(in: store, steps: 100_000) }
/// ```
///
/// If the store changes between two steps, the search may miss promises that moved. Not thread-safe: use it from one thread at a time.
public struct PromiseSearch: Sendable {
  /// Whether it goes backward.
  public let isBackward: Bool
  /// The promises that match, in the order of the search.
  public private(set) var found: [PromiseID] = []
  /// Whether it has looked at every promise.
  public private(set) var isComplete = false
  private var matchers: [QueryMatcher]
  private let includesStart: Bool
  /// The promise to begin beside, and then the one at which the search ends; 0 for the first one.
  private var start: PromiseID
  /// The promise to look at next; 0 before the first step.
  private var next: PromiseID = 0
  /// The number of promises looked at.
  private var visited = 0
  /// The number of matches before the search continued at the other end.
  private var around: Int?

  /// Creates a search that has looked at nothing.
  ///
  /// - Parameters:
  ///   - queries: A promise has to match one of these.
  ///   - start: The promise to begin beside; nil begins at the first, or the last one.
  ///   - includesStart: Whether that one is looked at first, instead of last.
  ///   - isBackward: Whether to search backward.
  public init(
    for queries: [PromiseQuery], from start: PromiseID? = nil, includesStart: Bool = false, isBackward: Bool = false
  ) {
    (matchers, self.includesStart, self.isBackward) = (queries.map(QueryMatcher.init), includesStart, isBackward)
    self.start = start ?? 0
  }

  /// The place of a match among all of them in display order, from 1; nil until the search is complete.
  ///
  /// - Parameter index: Its index in ``found``.
  /// - Returns: The place.
  public func number(at index: Int) -> Int? {
    guard isComplete else { return nil }
    let around = around ?? found.count
    let place = index < around ? found.count - around + index : index - around
    return isBackward ? found.count - place : place + 1
  }

  /// Looks at the next promises.
  ///
  /// - Parameters:
  ///   - store: The store, at each step the same or a later one.
  ///   - steps: The number of promises to look at.
  /// - Complexity: O(`steps`), about 50 ns each.
  public mutating func advance(in store: ChainStore, steps: Int) {
    guard !isComplete else { return }
    var row = next == 0 ? begin(in: store) : store.rows.row(of: next, in: store.ids)
    let end = store.rows.row(of: start, in: store.ids)
    for _ in 0..<steps where row != .none {
      for index in matchers.indices where matchers[index].matches(row, store) {
        found.append(store.ids[Int(row)])
        break
      }
      visited += 1
      row = step(from: row, in: store)
      if row == end || visited > store.count { row = .none }
    }
    isComplete = row == .none
    next = isComplete ? 0 : store.ids[Int(row)]
  }

  /// The first row; from then on, the search ends before `start`.
  private mutating func begin(in store: ChainStore) -> Row {
    var row = store.rows.row(of: start, in: store.ids)
    if row == .none {
      row = store.firstRow(isBackward: isBackward)
    } else if !includesStart {
      row = step(from: row, in: store)
    }
    start = row == .none ? 0 : store.ids[Int(row)]
    return row
  }

  private mutating func step(from row: Row, in store: ChainStore) -> Row {
    let next = store.row(after: row, isBackward: isBackward)
    guard next == .none else { return next }
    around = found.count
    return store.firstRow(isBackward: isBackward)
  }
}
