// Owns PromiseKit's `when(fulfilled:concurrently:)`, which creates promises as others settle, at most N at a time.

import PromiseCore
import PromiseTrace

/// The error of `when(fulfilled:concurrently:)` for a limit below 1.
public struct ConcurrencyLimitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The limit that was passed.
  public let limit: Int

  /// Creates the error.
  public init(limit: Int) { self.limit = limit }

  /// A sentence that explains the error.
  public var description: String { "expected at least 1 promise at a time, found \(limit)" }
}

/// Creates promises and waits for all of them, at most `limit` at a time.
///
/// - Parameters:
///   - promises: Creates the promises. It is called on any thread, one call at a time, while fewer than `limit` promises are pending.
///     It is kept until it has ended. So if it alone keeps a promise that is pending and never settles, neither is ever freed.
///   - limit: The highest number of pending promises. A limit below 1 rejects with ``ConcurrencyLimitError``.
/// - Returns: A promise for the values, in the order of creation. The first error rejects it, and no more promises are created.
/// - Complexity: O(*n*) for *n* promises, with one allocation per promise.
@preconcurrency
public func when<Promises: IteratorProtocol, Value>(
  fulfilled promises: Promises, concurrently limit: Int, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> where Promises.Element == Promise<Value> {
  let promise = Promise<[Value]>(pending: "when", site: SourceSite(file, line, function))
  if limit < 1 {
    promise.reject(ConcurrencyLimitError(limit: limit))
  } else {
    var promises = promises
    let gathering = LimitedGathering<Value, Value>(for: promise, limit: limit, relay: InputRelay(.each)) {
      promises.next()
    } collect: { input in
      input.isRejected ? nil : input.value(as: Value.self)
    }
    gathering.createPromises()
  }
  return promise
}
