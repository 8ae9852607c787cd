// What a test may do wrong with its promises. Owns the names. `Verdict` decides whether a test did it.

/// What a test may do to its promises that makes it fail.
///
/// The faults after ``standard`` are rules of `pscope check` that a test can ask for.
public struct PromiseFaults: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt32

  /// Creates a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A promise was rejected, and no handler took the rejection.
  ///
  /// Cancellations are exempt.
  public static let unhandled = PromiseFaults(rawValue: 1 << 0)
  /// A promise was freed while pending, so it can never settle.
  public static let leaked = PromiseFaults(rawValue: 1 << 1)
  /// A promise was still pending when the test had ended and the time to wait was over.
  ///
  /// Exempt are promises that were canceled, or whose outcome nothing waits for anymore, such as the losers of a race.
  public static let pending = PromiseFaults(rawValue: 1 << 2)
  /// A promise was settled a second time.
  public static let settledTwice = PromiseFaults(rawValue: 1 << 3)
  /// A promise was created while the test ran, by neither a task nor a body that belongs to a test.
  ///
  /// It may belong to another test that runs at the same time. By default it is a warning.
  public static let unattributed = PromiseFaults(rawValue: 1 << 4)

  /// What makes a test fail by default: ``unhandled``, ``leaked``, ``pending`` and ``settledTwice``.
  public static let standard: PromiseFaults = [.unhandled, .leaked, .pending, .settledTwice]

  /// A promise was resolved with itself, or with one that waits for it, even if a handler took the rejection.
  public static let cycle = PromiseFaults(rawValue: 1 << 5)
  /// A handler started a chain and returned nothing, so the next step did not wait for it.
  public static let missingReturn = PromiseFaults(rawValue: 1 << 6)
  /// A promise was fulfilled with a value that no handler asked for.
  public static let lostResult = PromiseFaults(rawValue: 1 << 7)
  /// A handler turned a rejection into a value.
  ///
  /// It may be intended.
  public static let swallowedError = PromiseFaults(rawValue: 1 << 8)
  /// Promises from one call site ran one after another.
  ///
  /// It may be intended.
  public static let serialAlthoughIndependent = PromiseFaults(rawValue: 1 << 9)
  /// A promise was created around a value or a promise that existed already.
  public static let needlessPromise = PromiseFaults(rawValue: 1 << 10)
  /// A thread waited for a promise on the queue that the promise needed.
  public static let blockingWait = PromiseFaults(rawValue: 1 << 11)
  /// A `race` or an `any` had no inputs.
  public static let emptyCombinator = PromiseFaults(rawValue: 1 << 12)
  /// An operation was retried more than ten times within ten seconds.
  public static let retryStorm = PromiseFaults(rawValue: 1 << 13)
}
