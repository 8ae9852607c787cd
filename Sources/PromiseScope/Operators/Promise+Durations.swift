// Owns `delay`, `timeout` and `retry` with a `Duration`. Google's forms take seconds.
//
// The labels differ from those of Google's forms, so that the compiler excludes these before it checks the arguments: they cost a chain
// that does not use them nothing.

import Dispatch
import PromiseCore
import PromiseTrace

extension Duration {
  /// The duration in seconds.
  @usableFromInline
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

extension Promise {
  /// Passes the value on after a delay; a rejection passes immediately.
  ///
  /// - Parameters:
  ///   - queue: The queue whose timer is used; nil means the default executor.
  ///   - duration: The delay.
  /// - Returns: A new promise that settles like this one, later if this one is fulfilled.
  @preconcurrency
  @inlinable
  @discardableResult
  public func delay(
    on queue: DispatchQueue? = .none, for duration: Duration, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<Value> {
    delay(on: Executor.of(queue), file: file, line: line, function: function, duration.inSeconds)
  }

  /// Passes the value on after a delay; a rejection passes immediately.
  ///
  /// - Parameters:
  ///   - executor: The executor whose timer is used, for example that of a clock.
  ///   - duration: The delay.
  /// - Returns: A new promise that settles like this one, later if this one is fulfilled.
  @preconcurrency
  @inlinable
  @discardableResult
  public func delay(
    on executor: Executor, for duration: Duration, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Promise<Value> {
    delay(on: executor, file: file, line: line, function: function, duration.inSeconds)
  }

  /// Rejects with ``PromiseError/timedOut`` if this promise does not settle in time.
  ///
  /// - Parameters:
  ///   - queue: The queue whose timer is used; nil means the default executor.
  ///   - duration: How long to wait.
  ///   - cancelsSource: Whether to cancel what this promise waits for.
  /// - Returns: A new promise that settles like this one, or is rejected when the time has passed.
  @preconcurrency
  @inlinable
  @discardableResult
  public func timeout(
    on queue: DispatchQueue? = .none, after duration: Duration, cancelsSource: Bool = false,
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<Value> {
    timeout(
      on: Executor.of(queue), file: file, line: line, function: function, duration.inSeconds,
      cancelsSource: cancelsSource)
  }

  /// Rejects with ``PromiseError/timedOut`` if this promise does not settle in time.
  ///
  /// - Parameters:
  ///   - executor: The executor whose timer is used, for example that of a clock.
  ///   - duration: How long to wait.
  ///   - cancelsSource: Whether to cancel what this promise waits for.
  /// - Returns: A new promise that settles like this one, or is rejected when the time has passed.
  @preconcurrency
  @inlinable
  @discardableResult
  public func timeout(
    on executor: Executor, after duration: Duration, cancelsSource: Bool = false, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function
  ) -> Promise<Value> {
    timeout(
      on: executor, file: file, line: line, function: function, duration.inSeconds, cancelsSource: cancelsSource)
  }
}

/// Repeats work after a rejection until it succeeds or the attempts are used up.
///
/// ```swift
/// let answer = retry(attempts: 3, interval: .milliseconds(50)) { Promise("pong") }
/// ```
///
/// - Parameters:
///   - executor: The executor of `work`, of `condition`, and of the timer; nil means the default executor.
///   - count: How often to repeat `work` after the first attempt.
///   - interval: The time between a rejection and the next attempt.
///   - condition: Decides whether to try again; nil means always. It receives the number of attempts left, and the error.
///   - work: Returns the promise to follow; a thrown error is a rejection.
/// - Returns: A promise for the first value, or for the last error.
@available(swift, introduced: 6)
@discardableResult
public func retry<Value: Sendable>(
  on executor: PromiseExecutor? = nil, attempts count: Int = 1, interval: Duration,
  condition: (@Sendable (_ remainingAttempts: Int, _ error: any Error) -> Bool)? = nil,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable () throws -> Promise<Value>
) -> Promise<Value> {
  retry(
    on: executor, attempts: count, interval: interval, condition: condition, file: file, line: line, function: function,
    work, _unchecked: ())
}

/// In Swift 5 mode, where nothing needs to be `Sendable`.
@available(swift, obsoleted: 6)
@preconcurrency
@discardableResult
public func retry<Value>(
  on executor: PromiseExecutor? = nil, attempts count: Int = 1, interval: Duration,
  condition: (@Sendable (_ remainingAttempts: Int, _ error: any Error) -> Bool)? = nil,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable () throws -> Promise<Value>, _unchecked: Void = ()
) -> Promise<Value> {
  let retry = Retry<Value>(
    on: executor ?? .standard, delay: interval.inSeconds, condition: condition, site: SourceSite(file, line, function))
  retry.attempt(remaining: max(0, count), work)
  return retry.promise
}

/// Repeats work that returns a value until it does not throw or the attempts are used up.
///
/// - Parameters:
///   - executor: The executor of `work`, of `condition`, and of the timer; nil means the default executor.
///   - count: How often to repeat `work` after the first attempt.
///   - interval: The time between a rejection and the next attempt.
///   - condition: Decides whether to try again; nil means always. It receives the number of attempts left, and the error.
///   - work: Returns the value; a thrown error is a rejection.
/// - Returns: A promise for the first value, or for the last error.
@available(swift, introduced: 6)
@_disfavoredOverload
@discardableResult
public func retry<Value: Sendable>(
  on executor: PromiseExecutor? = nil, attempts count: Int = 1, interval: Duration,
  condition: (@Sendable (_ remainingAttempts: Int, _ error: any Error) -> Bool)? = nil,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable () throws -> Value
) -> Promise<Value> {
  retry(
    on: executor, attempts: count, interval: interval, condition: condition, file: file, line: line, function: function,
    work, _unchecked: ())
}

/// In Swift 5 mode, where nothing needs to be `Sendable`.
@available(swift, obsoleted: 6)
@preconcurrency
@_disfavoredOverload
@discardableResult
public func retry<Value>(
  on executor: PromiseExecutor? = nil, attempts count: Int = 1, interval: Duration,
  condition: (@Sendable (_ remainingAttempts: Int, _ error: any Error) -> Bool)? = nil,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  _ work: @escaping @Sendable () throws -> Value, _unchecked: Void = ()
) -> Promise<Value> {
  retry(
    on: executor, attempts: count, interval: interval, condition: condition, file: file, line: line,
    function: function
  ) {
    // Outside the autoclosure, so that the log shows that the body threw.
    let value = try work()
    return Promise(value)
  }
}
