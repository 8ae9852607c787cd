// Edges that are not a plain `then`: a combinator's inputs, and observers. Two linked lists through one pool.

import PromiseTrace

/// A reaction whose promise does not derive from the promise it waits on.
struct Edge {
  /// The promise it was registered on.
  var promise: Row
  /// The combinator it feeds, or ``Row/none`` for observers.
  var by: Row
  /// The edge registered before it on the same promise, and the one before it with the same `by`.
  var previousOnPromise: UInt32
  var previousOfBy: UInt32
  /// How many alike.
  var count: UInt32 = 1
  var sides: HandledSides
}

/// Progress and other facts that few promises have.
struct Sparse: Sendable {
  struct Progress: Sendable {
    var fraction: Double
    var stage: TextID
  }

  /// Promises that did something to this one.
  struct Agents: Sendable {
    /// Whose handler took the rejection; 0 for none.
    ///
    /// Kept at the promise where the rejection began.
    var handler: PromiseID = 0
    /// In whose body its cancellation was requested; 0 for none.
    var canceler: PromiseID = 0
  }

  var progress = SparseColumn<Progress>()
  var agents = SparseColumn<Agents>()
  var ignored = SparseColumn<Int>()
  /// Reactions registered on a promise, where more than one.
  var reactions = SparseColumn<Int>()
  /// Inputs of a combinator.
  var inputs = SparseColumn<Int>()
  /// Promises evicted just before this row, in the order of the outline.
  var evictedBefore: [Row: Int] = [:]

  /// The same facts after rows moved; those of rows that went are dropped.
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
    return result
  }
}

/// Events were lost before the promise of this row was created.
struct Loss: Sendable, Equatable {
  var beforeRow: Row
  var count: UInt64
}
