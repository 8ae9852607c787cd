// What a pending promise waits for, link by link, down to the promise that holds everything up.
//
// Owns the vocabulary: the chain, how each link waits for the next, and the kinds of leaves. `WaitWalk` finds the chain, `WaitSentence`
// puts it in words.

import ChainModel
import PromiseTrace

/// What a pending promise waits for.
///
/// For a chain that hangs because a resolver was dropped, the links lead from the promise that was asked about to the one whose resolver
/// was dropped.
public struct WaitChain: Sendable, Equatable {
  /// The promises that wait, from the one asked about to the leaf; never empty.
  public var links: [WaitLink]
  /// What the last link waits for.
  public var leaf: WaitLeaf
  /// The body that has held a serial queue for most of the time for which the last link has been pending: that link's own, or one behind
  /// which the code may wait that would settle it; nil if there is none.
  public var holder: PromiseID?

  /// Those who should have settled the last link; nil if the log does not show that.
  var holders: Holders?

  /// Creates a chain.
  public init(links: [WaitLink], leaf: WaitLeaf) { (self.links, self.leaf) = (links, leaf) }

  /// The promise at the root of the wait: the last link or, in a cycle, the member with the lowest number, so that every promise that
  /// waits for the cycle has the same root.
  public var root: PromiseID { cycle.min() ?? links.last?.promise ?? 0 }

  /// The members of the cycle, in the order of the wait; empty if the leaf is not a cycle.
  public var cycle: [PromiseID] {
    guard case .cycle(let first) = leaf, let start = links.firstIndex(where: { $0.promise == first }) else { return [] }
    return links[start...].map(\.promise)
  }
}

/// One promise of a ``WaitChain``.
public struct WaitLink: Sendable, Equatable {
  /// The promise that waits.
  public var promise: PromiseID
  /// How it waits for the next link; nil for the last one, unless that closes a cycle.
  public var wait: WaitKind?

  /// Creates a link.
  public init(_ promise: PromiseID, _ wait: WaitKind?) { (self.promise, self.wait) = (promise, wait) }
}

/// How a promise waits for another.
public enum WaitKind: Sendable, Equatable {
  case derived
  /// It was resolved with it.
  case adopted
  /// Its body has stopped, and waits for it.
  case awaited
  /// It is a combinator, and the other one is among its inputs: `open` of them are pending. If `isEnough`, any one of them can settle it.
  case input(open: Int, of: Int, isEnough: Bool)
}

/// Why the last promise of a ``WaitChain`` is pending.
public enum WaitLeaf: Sendable, Equatable {
  case settled
  /// Its resolver was dropped, so it can never settle; usually it was freed while pending.
  case dropped
  /// It waits for this promise, which waits for it.
  case cycle(PromiseID)
  /// It is a `race` or an `any` without inputs.
  case emptyCombinator
  /// No call has settled it yet, and code still holds what is needed to do so: its resolver.
  case resolver
  /// Its body has not been started, because nothing asked for its value.
  case lazy
  case paused
  /// What it waited for is settled, and the log records nothing since then.
  case unrecorded
  /// Its body was enqueued on a queue; `behind` is the body that occupies the queue, if the queue runs one body at a time.
  case queued(behind: PromiseID?)
  /// Its body runs, since the given moment.
  case running(since: Int64)
  /// A timer runs, since the given moment. `remaining` is the rest of its time after the store's latest event, negative if the timer is
  /// late; nil if the log does not have the timer's duration.
  case timer(since: Int64, remaining: Int64?)
  /// Lost or evicted events leave open what it waits for.
  case unknown

  /// How little hope there is that it settles by itself: 0 means none.
  var hope: Int {
    switch self {
    case .dropped: 0
    case .cycle: 1
    case .emptyCombinator: 2
    case .resolver: 3
    case .lazy: 4
    case .paused: 5
    case .unrecorded: 6
    case .queued: 7
    case .running: 8
    case .timer: 9
    case .settled: 10
    case .unknown: 11
    }
  }

  /// Whether nothing that the log knows of can settle the promise anymore.
  public var isHopeless: Bool { hope < WaitLeaf.resolver.hope }
}
