// Edges other than from a promise to its `then`: combinators' inputs, and observers. Each edge is in two linked lists, one
// per end, in a shared pool. Also owns the facts that few promises have, and losses.

import PromiseTrace

/// A reaction whose promise does not derive from the promise it waits on.
struct Edge {
  /// The promise it was registered on.
  var promise: Row
  /// The combinator it feeds, or ``Row/none`` for observers.
  var by: Row
  // The previous edge on the same promise, and the previous edge with the same `by`.
  var previousOnPromise: UInt32
  var previousOfBy: UInt32
  /// The number of equal edges that this one stands for.
  var count: UInt32 = 1
  var sides: HandledSides
}

/// Facts that few promises have, such as progress.
struct Sparse: Sendable {
  struct Progress: Sendable {
    var fraction: Double
    var stage: TextID
  }

  /// The promises that acted on a promise.
  struct Agents: Sendable {
    /// The promise whose handler took the rejection, or 0; stored at the promise where the rejection started.
    var handler: PromiseID = 0
    /// The promise in whose body the cancellation was requested, or 0.
    var canceler: PromiseID = 0
  }

  /// The promises that adopted a promise.
  struct Adopters: Sendable {
    var first: PromiseID
    var others: [PromiseID] = []
  }

  var progress = SparseColumn<Progress>()
  var agents = SparseColumn<Agents>()
  var ignored = SparseColumn<Int>()
  /// The number of reactions registered on a promise, if more than one.
  var reactions = SparseColumn<Int>()
  /// The number of a combinator's inputs.
  var inputs = SparseColumn<Int>()
  var adopters = SparseColumn<Adopters>()
  /// When a promise was resolved with another one, unless that was when its body ended.
  var adoptions = SparseColumn<Int64>()
  /// The durations of timers, in nanoseconds.
  var timers = SparseColumn<Int64>()
  /// The number of promises evicted directly before a row, in the order of the outline.
  var evictedBefore: [Row: Int] = [:]

  /// These facts after an eviction; those of evicted rows are dropped.
  func moved(_ newRow: [Row]) -> Sparse {
    func move<Value>(_ old: SparseColumn<Value>) -> SparseColumn<Value> {
      var new: [Row: Value] = [:]
      for (row, value) in old.values where newRow[Int(row)] != .none { new[newRow[Int(row)]] = value }
      var column = SparseColumn<Value>()
      column.replace(with: new)
      return column
    }
    var result = Sparse()
    result.progress = move(progress)
    result.agents = move(agents)
    result.ignored = move(ignored)
    result.reactions = move(reactions)
    result.inputs = move(inputs)
    result.adopters = move(adopters)
    result.adoptions = move(adoptions)
    result.timers = move(timers)
    return result
  }
}

/// Events that are missing before the promise of a row was created.
struct Loss: Sendable, Equatable {
  var beforeRow: Row
  /// Their number; `UInt64.max` if it is larger.
  var count: UInt64
  /// Whether some of them are missing because the log is damaged.
  var isDamage: Bool

  /// Adds events that are missing at the same position.
  mutating func add(_ count: UInt64, isDamage: Bool) {
    self.count = self.count.saturatingSum(count)
    self.isDamage = self.isDamage || isDamage
  }
}
