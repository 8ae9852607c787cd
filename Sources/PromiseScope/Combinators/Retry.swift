// Owns `retry`, which repeats work after a rejection until it succeeds or the attempts are used up.

import Dispatch
import PromiseCore
import PromiseTrace

/// Repeats `work` after a rejection.
///
/// ```swift
/// retry(attempts: 3, delay: 0.5) { Promise("page") }
///   .then { print($0) }
/// ```
///
/// - Parameters:
///   - queue: The queue that runs `work` and `condition`; nil means the default executor.
///   - count: The number of attempts after the first. Zero or a negative number means a single attempt.
///   - interval: The time in seconds between a rejection and the next attempt.
///   - condition: Receives the number of attempts left and the error, and returns whether to try again; nil always does.
///   - work: Returns a promise for one attempt; a thrown error counts as a rejection. The closure is retained while attempts are left: if
///     it captures the pending promise that it returns, the two retain each other until that promise settles or the result is canceled.
/// - Returns: A promise for the first value, rejected with the last error if every attempt fails.
@available(swift, introduced: 6)
@discardableResult
public func retry<Value: Sendable>(
  on queue: DispatchQueue? = nil, attempts count: Int = 1, delay interval: Double = 1,
  condition: (@Sendable (_ remainingAttempts: Int, _ error: any Error) -> Bool)? = nil,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable () throws -> Promise<Value>
) -> Promise<Value> {
  retry(
    on: queue, attempts: count, delay: interval, condition: condition, file: file, line: line, function: function, work,
    _unchecked: ())
}

/// In Swift 5 mode, where nothing needs to be `Sendable`.
@available(swift, obsoleted: 6)
@preconcurrency
@discardableResult
public func retry<Value>(
  on queue: DispatchQueue? = nil, attempts count: Int = 1, delay interval: Double = 1,
  condition: (@Sendable (_ remainingAttempts: Int, _ error: any Error) -> Bool)? = nil,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable () throws -> Promise<Value>, _unchecked: Void = ()
) -> Promise<Value> {
  let retry = Retry<Value>(
    on: Executor.of(queue), delay: interval, condition: condition, site: SourceSite(file, line, function))
  retry.attempt(remaining: max(0, count), work)
  return retry.promise
}

/// Repeats `work` after a rejection.
///
/// - Parameters:
///   - queue: The queue that runs `work` and `condition`; nil means the default executor.
///   - count: The number of attempts after the first. Zero or a negative number means a single attempt.
///   - interval: The time in seconds between a rejection and the next attempt.
///   - condition: Receives the number of attempts left and the error, and returns whether to try again; nil always does.
///   - work: Returns the value of one attempt; a thrown error counts as a rejection.
/// - Returns: A promise for the first value, rejected with the last error if every attempt fails.
@available(swift, introduced: 6)
@_disfavoredOverload
@discardableResult
public func retry<Value: Sendable>(
  on queue: DispatchQueue? = nil, attempts count: Int = 1, delay interval: Double = 1,
  condition: (@Sendable (_ remainingAttempts: Int, _ error: any Error) -> Bool)? = nil,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable () throws -> Value
) -> Promise<Value> {
  retry(
    on: queue, attempts: count, delay: interval, condition: condition, file: file, line: line, function: function, work,
    _unchecked: ())
}

/// In Swift 5 mode, where nothing needs to be `Sendable`.
@available(swift, obsoleted: 6)
@preconcurrency
@_disfavoredOverload
@discardableResult
public func retry<Value>(
  on queue: DispatchQueue? = nil, attempts count: Int = 1, delay interval: Double = 1,
  condition: (@Sendable (_ remainingAttempts: Int, _ error: any Error) -> Bool)? = nil,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable () throws -> Value, _unchecked: Void = ()
) -> Promise<Value> {
  retry(
    on: queue, attempts: count, delay: interval, condition: condition, file: file, line: line, function: function
  ) {
    // Outside the autoclosure, so that the log shows that the body threw.
    let value = try work()
    return Promise(value)
  }
}

/// The state of one call of `retry`.
final class Retry<Value>: @unchecked Sendable {
  let promise: Promise<Value>
  private let executor: Executor
  private let interval: Double
  private let condition: (@Sendable (Int, any Error) -> Bool)?
  private let site: SourceSite
  /// Holds the entry that waits for the current attempt.
  private let relay: InputRelay

  init(
    on executor: Executor, delay interval: Double, condition: (@Sendable (Int, any Error) -> Bool)?, site: SourceSite
  ) {
    promise = Promise(pending: "retry", timer: interval, site: site)
    self.executor = executor.holdable
    self.interval = interval
    self.condition = condition
    self.site = site
    relay = InputRelay(.each)
    promise.combine(relay)
  }

  /// Makes one attempt as a separate promise, so that the tree shows every attempt.
  ///
  /// Does nothing if the result is settled already, for example canceled.
  ///
  /// - Parameters:
  ///   - remaining: The number of attempts after this one.
  ///   - work: Returns the promise of the attempt. It is released during the last attempt, because it may retain that promise.
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
    // After an error such as a cycle the next attempt would fail in the same way.
    guard let work, !(failed.rejection.error is PromiseResolutionError) else { return giveUp(after: failed) }
    relay.awaitTurn(on: executor)
    guard let condition else { return again(remaining, work) }
    nonisolated(unsafe) let failed = failed
    executor.schedule(after: 0) {
      condition(remaining, failed.rejection.error) ? self.again(remaining, work) : self.giveUp(after: failed)
    }
  }

  private func again(_ remaining: Int, _ work: @escaping @Sendable () throws -> Promise<Value>) {
    let timer = executor.schedule(after: interval) {
      EventEmitter.onBehalf(of: self.promise.tracedID) { self.attempt(remaining: remaining - 1, work) }
    }
    relay.own(timer)
  }

  private func giveUp(after failed: PromiseNode) {
    promise.reject(failed.rejection.error, cause: .combinator, via: failed)
  }
}
