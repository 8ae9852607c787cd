// Owns PromiseKit's `when(fulfilled:concurrently:)`, which creates promises as others settle, at most N at a time.

import PromiseCore
import PromiseTrace
import Synchronization

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
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
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
    LimitedGathering(for: promise, limit: limit) { promises.next() }.createPromises()
  }
  return promise
}

/// Creates promises while the limit allows it, and continues whenever one settles.
///
/// One thread at a time calls the iterator, outside the lock. Another thread that finds it busy returns, because the busy thread checks
/// the limit again. Promises that are settled already are consumed in the loop, not by recursion.
private final class LimitedGathering<Value>: @unchecked Sendable {
  /// Holds the values from the threads that settle the inputs until the last thread takes them all.
  private struct State: @unchecked Sendable {
    var values: [Value?] = []
    var pending = 0
    var isIterating = false
    var isExhausted = false
  }

  private let promise: Promise<[Value]>
  private let relay: InputRelay
  private let limit: Int
  /// The iterator; nil once it has ended, because it may keep the pending promises that it has created, which keep this object.
  ///
  /// Belongs to the thread that has claimed it.
  private var next: (() -> Promise<Value>?)?
  private let state = Mutex(State())

  init(for promise: Promise<[Value]>, limit: Int, _ next: @escaping () -> Promise<Value>?) {
    self.promise = promise
    relay = InputRelay(.each)
    promise.combine(relay)
    self.limit = limit
    self.next = next
  }

  /// Creates promises until the limit is reached or the iterator ends.
  func createPromises() {
    while claimIterator() {
      let input = next?()
      if input == nil { next = nil }
      let index = state.withLock { state -> Int in
        state.isIterating = false
        if input == nil {
          state.isExhausted = true
        } else {
          state.pending += 1
          state.values.append(nil)
        }
        return state.values.count - 1
      }
      guard let input else { break }
      relay.add([input.observe(by: promise) { [self] node in take(node, index) }])
      if promise.isAwaited(by: input) { promise.reject(PromiseResolutionError.cycle, cause: .combinator, via: input) }
    }
    let values = state.withLock { state -> [Value]? in
      guard state.isExhausted, state.pending == 0, !state.isIterating else { return nil }
      return state.values.compactMap { $0 }
    }
    if let values { promise.fulfillOnce(values) }
  }

  /// Claims the iterator, if another promise is needed and allowed.
  private func claimIterator() -> Bool {
    guard promise.isPending else { return false }
    return state.withLock { state in
      guard !state.isIterating, !state.isExhausted, state.pending < limit else { return false }
      state.isIterating = true
      return true
    }
  }

  private func take(_ input: PromiseNode, _ index: Int) {
    if input.isRejected {
      input.rejection.markHandled(at: input, by: promise)
      if promise.isPending { promise.reject(input.rejection.error, cause: .combinator, via: input) }
      return
    }
    let value = input.value(as: Value.self)
    state.withLock { state in
      state.values[index] = value
      state.pending -= 1
    }
    createPromises()
  }
}
