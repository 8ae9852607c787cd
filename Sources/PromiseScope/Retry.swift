// retry: the same work again, after a while, while it is worth it.

import Dispatch
import PromiseCore
import PromiseTrace

/// Does `work` again after a rejection.
///
/// - Parameters:
///   - queue: Where `work` and `condition` run; nil means the default executor.
///   - count: How many times to try *again*; 0 and less mean never.
///   - interval: Seconds between a rejection and the next attempt.
///   - condition: Gets the number of attempts left and the error; false gives up. nil goes on.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
///   - work: Makes the promise of one attempt; an error it throws counts as a rejection.
/// - Returns: A promise of the first value, or rejected with the last error.
@preconcurrency
@discardableResult
public func retry<Value: Sendable>(
  on queue: DispatchQueue? = nil, attempts count: Int = 1, delay interval: Double = 1,
  condition: (@Sendable (_ remainingAttempts: Int, _ error: any Error) -> Bool)? = nil,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable () throws -> Promise<Value>
) -> Promise<Value> {
  let site = SourceSite(file, line, function)
  let retry = Retry(
    executor: Executor.of(queue), interval: interval, condition: condition, site: site, work: work,
    promise: Promise<Value>(pending: "retry", site: site))
  retry.attempt(remaining: max(0, count))
  return retry.promise
}

/// Does `work` again after a rejection.
///
/// - Parameters:
///   - queue: Where `work` and `condition` run; nil means the default executor.
///   - count: How many times to try *again*; 0 and less mean never.
///   - interval: Seconds between a rejection and the next attempt.
///   - condition: Gets the number of attempts left and the error; false gives up. nil goes on.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
///   - work: Makes the value of one attempt; an error it throws counts as a rejection.
/// - Returns: A promise of the first value, or rejected with the last error.
@preconcurrency
@_disfavoredOverload
@discardableResult
public func retry<Value: Sendable>(
  on queue: DispatchQueue? = nil, attempts count: Int = 1, delay interval: Double = 1,
  condition: (@Sendable (_ remainingAttempts: Int, _ error: any Error) -> Bool)? = nil,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable () throws -> Value
) -> Promise<Value> {
  retry(
    on: queue, attempts: count, delay: interval, condition: condition, file: file, line: line, function: function
  ) {
    // Outside the autoclosure, so that the log tells of a body that threw.
    let value = try work()
    return Promise(value)
  }
}

/// One call of `retry`.
private struct Retry<Value: Sendable>: Sendable {
  let executor: Executor
  let interval: Double
  let condition: (@Sendable (Int, any Error) -> Bool)?
  let site: SourceSite
  let work: @Sendable () throws -> Promise<Value>
  let promise: Promise<Value>

  /// Tries once; each try is a promise of its own, so that the tree shows them all.
  func attempt(remaining: Int) {
    let attempt = Promise<Value>("do", on: executor, site: site) { [work] node, _ in
      unsafeDowncast(node, to: Promise<Value>.self).settle { () throws -> Promise<Value> in try work() }
    }
    attempt.observe(by: promise) { node in
      guard node.isRejected else {
        promise.fulfill(node.value(as: Value.self), cause: .combinator, via: node)
        return
      }
      node.rejection.markHandled(at: node)
      decide(after: node.rejection.error, remaining: remaining)
    }
  }

  private func decide(after error: any Error, remaining: Int) {
    guard remaining > 0 else { return giveUp(error) }
    guard let condition else { return again(remaining) }
    executor.schedule(after: 0) { condition(remaining, error) ? again(remaining) : giveUp(error) }
  }

  private func again(_ remaining: Int) {
    executor.schedule(after: interval) { self.attempt(remaining: remaining - 1) }
  }

  private func giveUp(_ error: any Error) {
    promise.reject(error, cause: .combinator)
  }
}
