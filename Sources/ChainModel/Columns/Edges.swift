// Edges other than from a promise to its `then`: combinators' inputs, the waits of bodies, and observers. Each edge is in two linked lists, one
// per end, in a shared pool. Also owns the facts that few promises have, and losses.

import PromiseTrace

/// A reaction whose promise does not derive from the promise it waits on.
struct Edge {
  /// The promise it was registered on.
  var promise: Row
  /// The combinator it feeds, or the promise whose body waits; ``Row/none`` for observers.
  var by: Row
  // The previous edge on the same promise, and the previous edge with the same `by`.
  var previousOnPromise: UInt32
  var previousOfBy: UInt32
  /// The number of equal edges that this one stands for; 0 if one of the two promises was evicted.
  var count: UInt32 = 1
  var sides: HandledSides
  /// Whether the body of `by` waits, or waited, for `promise`, which is ``Row/none`` if it was evicted meanwhile.
  var isAwait = false
  // When the body stopped and when it continued, after the creation of `by`.
  var start = TimeOffset.none
  var end = TimeOffset.none
  /// Where the body, or the observer, waits, as an index into the store's `origins`.
  var origin = UInt32.max

  /// Whether it stays in a list only until that is cleared.
  var isDead: Bool { count == 0 }
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
    /// Whether its last resolver was released.
    var isResolverReleased = false
  }

  /// The code that led to a promise, and where its body is suspended, as a log of the library says.
  struct Callers: Sendable {
    /// The calls that led to it, with their lines.
    var calls = TextID.none
    /// The note with the functions that led to it.
    var names = TextID.none
    /// The note with the functions in which its body is suspended.
    var suspension = TextID.none
  }

  /// The list of the promises that adopted a promise, in order; it is empty if all of them were evicted.
  struct Adopters: Sendable {
    var first = Row.none
    var last = Row.none
  }

  /// The neighbors of an adopter that is not alone in its list.
  struct Neighbors: Sendable {
    var previous = Row.none
    var next = Row.none
  }

  /// Two shortcuts on the path that the rejection of a promise came along; see `ChainStore+Rejections`.
  struct Passage: Sendable, Equatable {
    /// The nearest promise on the path that has shortcuts, or where the path ended when the promise settled.
    var near: Row
    /// A promise further back; the same as `near` if there is none.
    var far: Row
    /// Whether the rejection stayed the same between the promise and each of the two, because no combinator is on the path.
    var isSameNear: Bool
    var isSameFar: Bool
    /// The number of promises with shortcuts on the path when the promise settled, and that number for `far`.
    var depth: UInt32
    var farDepth: UInt32
  }

  /// What a log that was read from memory knows of a promise.
  struct Snapshot: Sendable, Equatable {
    /// Whether it existed before the log.
    var isUnknownStart = false
    /// How its resolver is reached.
    var holder = TextID.none
    /// The promise whose body has its resolver in a variable.
    var body: PromiseID = 0
    /// Whether the bodies of several promises have it.
    var hasSeveralBodies = false

    mutating func add(holder: TextID, body: PromiseID) {
      hasSeveralBodies = hasSeveralBodies || self.body != 0 && self.body != body
      (self.holder, self.body) = (holder, body)
    }
  }

  var progress = SparseColumn<Progress>()
  var agents = SparseColumn<Agents>()
  var ignored = SparseColumn<Int>()
  /// The number of reactions registered on a promise, if more than one.
  var reactions = SparseColumn<Int>()
  /// Shortcuts in long chains of rejections.
  var passages = SparseColumn<Passage>()
  /// The number of a combinator's inputs.
  var inputs = SparseColumn<Int>()
  var adopters = SparseColumn<Adopters>()
  var adopterNeighbors = SparseColumn<Neighbors>()
  /// When a promise was resolved with another one, unless that was when its body ended.
  var adoptions = SparseColumn<Int64>()
  /// The time that a promise's body waited in those waits that are no edges anymore, in nanoseconds.
  var waited = SparseColumn<Int64>()
  /// The number of a promise's edges that are waits of its body, if more than one.
  var awaits = SparseColumn<Int>()
  /// The promise that each task awaited last, by the lower 32 bits of the task's number.
  var tasks = SparseColumn<PromiseID>()
  /// The promise that the task that awaits a promise had awaited before.
  var awaitedBefore = SparseColumn<PromiseID>()
  var callers = SparseColumn<Callers>()
  var snapshots = SparseColumn<Snapshot>()
  /// The durations of timers, in nanoseconds.
  var timers = SparseColumn<Int64>()
  /// The number of promises evicted directly before a row, in the order of the outline.
  var evictedBefore = SparseColumn<Int>()
  /// The events missing after the tree of a root; after `.none`, those missing before all trees.
  var losses = SparseColumn<Loss>()
}

/// Events that are missing at one position of the outline.
struct Loss: Sendable, Equatable {
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
