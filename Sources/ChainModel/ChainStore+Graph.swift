// Questions of `ChainAnalysis` about the graph that `NodeFacts` does not answer. Owns no state.

import PromiseTrace

extension ChainStore {
  /// Whether the promise that a promise derives from was evicted, so that the store no longer knows what it waits for.
  ///
  /// - Complexity: O(1).
  package func isOrphan(_ id: PromiseID) -> Bool {
    let row = rows.row(of: id, in: ids)
    return row != .none && life[Int(row)].flags.contains(.orphan)
  }
}
