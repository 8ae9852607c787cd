// The state of eviction, apart from the columns: what is to be evicted next, and which rows are free again.

import PromiseTrace

/// What the store knows about coming evictions.
struct EvictionQueues: Sendable {
  /// Promises that became finished since the first eviction.
  var finishing = RowQueue()
  /// Finished promises whose trees were not over when they were examined.
  var finished = RowQueue()
  /// Promises chosen by rank while none was finished.
  var doomed = RowQueue()
}

/// The part of the state of evictions that is not in columns.
struct EvictionTally: Sendable {
  /// Whether the store has evicted promises; before, no queue is kept.
  var isActive = false
  /// The rank above which promises are not evicted, although they are in `doomed`.
  var doomedRank: UInt8 = 0
  /// The next row to sweep.
  var cursor = 0
  // The rows of evicted promises, linked by `next`: usable ones, those evicted before the current sweep started, and those since.
  var free = RowList()
  var old = RowList()
  var new = RowList()
  /// The number of rows without a promise.
  var vacant = 0
  /// The first unused edge; the others follow by `previousOnPromise`.
  var freeEdge = UInt32.max

  struct RowList: Sendable {
    var first = Row.none
    var last = Row.none
  }
}
