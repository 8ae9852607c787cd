// The combinators for inputs that come as any sequence: an array is made of it, and the array's form does the work.

import Dispatch
import PromiseCore
import PromiseTrace

/// Waits for all promises of a sequence.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - promises: The inputs.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: As ``all(on:_:file:line:function:)`` of the array.
@preconcurrency
@_disfavoredOverload
public func all<Value, Container: Sequence>(
  on queue: DispatchQueue? = nil, _ promises: Container, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> where Container.Element == Promise<Value> {
  all(on: queue, Array(promises), file: file, line: line, function: function)
}

/// Waits until every promise of a sequence has settled.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - promises: The inputs.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: As ``any(on:_:file:line:function:)`` of the array.
@preconcurrency
@_disfavoredOverload
public func any<Value, Container: Sequence>(
  on queue: DispatchQueue? = nil, _ promises: Container, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Maybe<Value>]> where Container.Element == Promise<Value> {
  any(on: queue, Array(promises), file: file, line: line, function: function)
}

/// Waits for the first promise of a sequence to settle.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - promises: The inputs.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: As ``race(on:_:file:line:function:)`` of the array.
@preconcurrency
@_disfavoredOverload
public func race<Value, Container: Sequence>(
  on queue: DispatchQueue? = nil, _ promises: Container, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<Value> where Container.Element == Promise<Value> {
  race(on: queue, Array(promises), file: file, line: line, function: function)
}
