// The numbers of the header line. The store updates them with every event, so reading them is free.

import PromiseTrace

/// The number of promises in each state, and of lost events and evicted promises.
///
/// Every promise ever seen is counted once in exactly one of `pending`, `fulfilled`, `rejected`, `cancelled` and `leaked`.
public struct ChainCounts: Sendable, Equatable {
  /// All promises seen, including evicted ones.
  public var total = 0
  /// Neither settled nor freed, including promises in an unknown state.
  public var pending = 0
  /// Settled with a value.
  public var fulfilled = 0
  /// Settled with an error other than a cancellation, including unhandled ones.
  public var rejected = 0
  /// Settled with a cancellation.
  public var cancelled = 0
  /// The rejected and canceled promises that were reported as unhandled.
  public var unhandled = 0
  /// Freed while pending.
  public var leaked = 0
  /// The pending promises whose state is unknown because events were lost.
  public var unknown = 0
  /// Events that were overwritten before they were read.
  public var lost: UInt64 = 0
  /// Promises evicted to bound memory.
  public var evicted = 0
  /// Events applied.
  public var events: UInt64 = 0

  /// Creates counts of zero.
  public init() {}

  /// Counts some promises of a store, and the events that were lost.
  ///
  /// - Parameters:
  ///   - ids: The promises, each once; those that the store does not have are not counted.
  ///   - store: The store.
  package init(of ids: some Sequence<PromiseID>, in store: ChainStore) {
    lost = store.counts.lost
    for id in ids {
      guard let state = store.state(of: id) else { continue }
      total += 1
      switch state {
      case .pending, .running, .waiting: pending += 1
      case .unknown: (pending, unknown) = (pending + 1, unknown + 1)
      case .fulfilled: fulfilled += 1
      case .rejected: rejected += 1
      case .unhandled: (rejected, unhandled) = (rejected + 1, unhandled + 1)
      case .cancelled: cancelled += 1
      case .leaked: leaked += 1
      }
    }
  }
}
