// The numbers of the header line. Kept by the store as events come, so reading them costs nothing.

/// How many promises are in which state, and what is missing.
///
/// Every promise ever seen is counted once in exactly one of `pending`, `fulfilled`, `rejected`, `cancelled` and `leaked`.
public struct ChainCounts: Sendable, Equatable {
  /// Promises seen, evicted ones included.
  public var total = 0
  /// Not settled and not freed; those of unknown state included.
  public var pending = 0
  /// Settled with a value.
  public var fulfilled = 0
  /// Settled with an error that is no cancellation; the unhandled ones included.
  public var rejected = 0
  /// Settled with a cancellation.
  public var cancelled = 0
  /// Of the rejected and cancelled: those reported as handled by nobody.
  public var unhandled = 0
  /// Freed while pending.
  public var leaked = 0
  /// Of the pending: those whose state is unknown, because events were lost.
  public var unknown = 0
  /// Events that were overwritten before they were read.
  public var lost: UInt64 = 0
  /// Promises no longer kept, to bound memory.
  public var evicted = 0
  /// Events applied.
  public var events: UInt64 = 0

  /// Creates counts of zero.
  public init() {}
}
