// The numbers of the header line. The store updates them with every event, so reading them is free.

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
}
