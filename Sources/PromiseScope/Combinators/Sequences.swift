// Owns the forms of `all`, `any` and `race` for any sequence of promises, which forward to the forms for arrays.

import Dispatch
import PromiseCore
import PromiseTrace

/// Returns a promise for the values of all promises in a sequence.
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - promises: The inputs.
/// - Returns: The same as ``all(on:_:file:line:function:)`` for an array.
@preconcurrency
@_disfavoredOverload
public func all<Value, Container: Sequence>(
  on queue: DispatchQueue? = nil, _ promises: Container, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> where Container.Element == Promise<Value> {
  all(on: queue, Array(promises), file: file, line: line, function: function)
}

/// Returns a promise for the outcomes of all promises in a sequence.
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - promises: The inputs.
/// - Returns: The same as ``any(on:_:file:line:function:)`` for an array.
@preconcurrency
@_disfavoredOverload
public func any<Value, Container: Sequence>(
  on queue: DispatchQueue? = nil, _ promises: Container, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Maybe<Value>]> where Container.Element == Promise<Value> {
  any(on: queue, Array(promises), file: file, line: line, function: function)
}

/// Returns a promise that settles like the promise of a sequence that settles first.
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - promises: The inputs.
/// - Returns: The same as ``race(on:_:file:line:function:)`` for an array.
@preconcurrency
@_disfavoredOverload
public func race<Value, Container: Sequence>(
  on queue: DispatchQueue? = nil, _ promises: Container, file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<Value> where Container.Element == Promise<Value> {
  race(on: queue, Array(promises), file: file, line: line, function: function)
}
