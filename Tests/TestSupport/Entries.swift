// How many reactions a pending promise keeps, for tests of retention in every vocabulary.

import PromiseCore

extension PromiseNode {
  /// The number of entries in the list of this pending promise.
  package var entryCount: Int {
    var count = 0
    forEachEntry { _ in count += 1 }
    return count
  }
}
