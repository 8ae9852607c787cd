// Owns the global functions `all`: they wait for every input, and fail with the first error.

import Dispatch
import PromiseCore
import PromiseTrace

/// Returns a promise for the values of all inputs, rejected with the first error.
///
/// ```swift
/// let user = Promise("Ada")
/// let visits = Promise(3)
/// all(user, visits).then { user, visits in
///   print("\(user) came \(visits) times")
/// }
/// ```
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - promises: The inputs, of any count.
/// - Returns: A promise for the values, in the order of the inputs, or for an empty array if there are no inputs. It is rejected as soon
///   as one input is, with that input's error.
/// - Complexity: O(*n*) for *n* inputs, with one allocation per input.
@preconcurrency
@inlinable
public func all<Value>(
  on queue: DispatchQueue? = nil, _ promises: [Promise<Value>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> {
  gather("all", promises, SourceSite(file, line, function))
}

/// Returns a promise for the values of all inputs, passed one by one.
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - promises: The inputs.
/// - Returns: The same as ``all(on:_:file:line:function:)`` for an array.
@preconcurrency
@inlinable
public func all<Value>(
  on queue: DispatchQueue? = nil, _ promises: Promise<Value>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> {
  all(on: queue, promises, file: file, line: line, function: function)
}

/// Returns a promise for the values of two inputs of different types.
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - first: The first input.
///   - second: The second input.
/// - Returns: A promise for both values, rejected as soon as one input is.
@preconcurrency
@_disfavoredOverload
public func all<First, Second>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, file: StaticString = #fileID,
  line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second)> {
  gather("all", SourceSite(file, line, function), first, second)
}

/// Returns a promise for the values of three inputs of different types.
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - first: The first input.
///   - second: The second input.
///   - third: The third input.
/// - Returns: A promise for the values, rejected as soon as one input is.
@preconcurrency
public func all<First, Second, Third>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, Third)> {
  gather("all", SourceSite(file, line, function), first, second, third)
}

/// Returns a promise for the values of four inputs of different types.
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - first: The first input.
///   - second: The second input.
///   - third: The third input.
///   - fourth: The fourth input.
/// - Returns: A promise for the values, rejected as soon as one input is.
@preconcurrency
public func all<First, Second, Third, Fourth>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>,
  _ fourth: Promise<Fourth>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, Third, Fourth)> {
  gather("all", SourceSite(file, line, function), first, second, third, fourth)
}
