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
///   - work: Makes the promise of one attempt; an error it throws counts as a rejection. It is kept while attempts are left: if it captures
///     the pending promise that it returns, the two keep each other alive until that promise settles or the result is canceled.
/// - Returns: A promise of the first value, or rejected with the last error.
@preconcurrency
@discardableResult
public func retry<Value>(
  on queue: DispatchQueue? = nil, attempts count: Int = 1, delay interval: Double = 1,
  condition: (@Sendable (_ remainingAttempts: Int, _ error: any Error) -> Bool)? = nil,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable () throws -> Promise<Value>
) -> Promise<Value> {
  let retry = Retry<Value>(
    on: Executor.of(queue), delay: interval, condition: condition, site: SourceSite(file, line, function))
  retry.attempt(remaining: max(0, count), work)
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
public func retry<Value>(
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
private final class Retry<Value>: Sendable {
  let promise: Promise<Value>
  private let executor: Executor
  private let interval: Double
  private let condition: (@Sendable (Int, any Error) -> Bool)?
  private let site: SourceSite
  /// Has the entry that waits for the attempt under way.
  private let relay: InputRelay

  init(
    on executor: Executor, delay interval: Double, condition: (@Sendable (Int, any Error) -> Bool)?, site: SourceSite
  ) {
    promise = Promise(pending: "retry", site: site)
    self.executor = executor.holdable
    self.interval = interval
    self.condition = condition
    self.site = site
    relay = InputRelay(.each)
    promise.combine(relay)
  }

  /// Makes one attempt, a promise of its own, so that the tree shows all of them.
  ///
  /// Does nothing once the result is settled: canceled, or fulfilled by the program itself.
  ///
  /// - Parameters:
  ///   - remaining: The number of attempts after this one.
  ///   - work: Makes the attempt's promise. During the last attempt nothing holds it any more, because it may hold that promise.
  func attempt(remaining: Int, _ work: @escaping @Sendable () throws -> Promise<Value>) {
    guard promise.isPending else { return }
    let attempt = Promise<Value>("do", on: executor, site: site) { node, _ in
      unsafeDowncast(node, to: Promise<Value>.self).settle { () throws -> Promise<Value> in try work() }
    }
    let next = remaining > 0 ? work : nil
    let entry = attempt.observe(by: promise) { node in
      guard node.isRejected else {
        self.promise.fulfill(node.value(as: Value.self), cause: .combinator, via: node)
        return
      }
      node.rejection.markHandled(at: node, by: self.promise)
      self.decide(after: node, remaining: remaining, next)
    }
    relay.replaceAll(with: entry)
  }

  private func decide(after failed: PromiseNode, remaining: Int, _ work: (@Sendable () throws -> Promise<Value>)?) {
    // A circle, for one: the next attempt would end the same way.
    guard let work, !(failed.rejection.error is PromiseResolutionError) else { return giveUp(after: failed) }
    guard let condition else { return again(remaining, work) }
    executor.schedule(after: 0) {
      condition(remaining, failed.rejection.error) ? self.again(remaining, work) : self.giveUp(after: failed)
    }
  }

  private func again(_ remaining: Int, _ work: @escaping @Sendable () throws -> Promise<Value>) {
    executor.schedule(after: interval) { self.attempt(remaining: remaining - 1, work) }
  }

  private func giveUp(after failed: PromiseNode) {
    promise.reject(failed.rejection.error, cause: .combinator, via: failed)
  }
}
