// Facts about the graph for `ChainAnalysis`, besides `NodeFacts`: when a promise was resolved with another, and what was evicted.

import PromiseTrace

extension ChainStore {
  /// Whether the promise that a promise derives from was evicted, so that the store no longer knows what it waits for.
  ///
  /// - Complexity: O(1).
  package func isOrphan(_ id: PromiseID) -> Bool {
    let row = rows.row(of: id, in: ids)
    return row != .none && life[Int(row)].flags.contains(.orphan)
  }

  /// Whether no promise was resolved with this one, so far.
  ///
  /// - Complexity: O(1).
  package func isUnadopted(_ id: PromiseID) -> Bool {
    let row = rows.row(of: id, in: ids)
    return row == .none || sparse.adopters[row] == nil
  }

  /// Records when a promise was resolved with another one, unless its body had just ended: then that moment is known anyway.
  mutating func noteAdoption(_ event: Event, _ row: Row) {
    let life = life[Int(row)]
    guard life.isOpen, event.peer != 0 else { return }
    let isLate = life.finished.nanoseconds.map { event.time - life.created - $0 > 1_000_000 } ?? true
    if isLate { sparse.adoptions[row] = event.time }
  }
}
