// Owns the global functions `race`: the input that settles first decides. The other inputs keep running.

import Dispatch
import PromiseCore
import PromiseTrace

/// Returns a promise that settles like the input that settles first.
///
/// ```swift
/// let (mirror, resolver) = Promise<String>.withResolvers()
/// race(mirror, Promise("fallback").delay(2)).then { print("from \($0)") }
/// resolver.fulfill("mirror")
/// ```
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - promises: The inputs. An empty array stops the program, as in Google Promises.
/// - Returns: A promise with the outcome of the input that settles first.
/// - Complexity: O(*n*) for *n* inputs, with one allocation per input.
@preconcurrency
@inlinable
public func race<Value>(
  on queue: DispatchQueue? = nil, _ promises: [Promise<Value>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<Value> {
  precondition(!promises.isEmpty, "race needs at least one promise: without inputs it would never settle")
  let combinator = Combinator<Value>("race", site: SourceSite(file, line, function))
  combinator.wait(for: promises) { _, input in
    if input.isRejected {
      combinator.reject(like: input)
    } else {
      combinator.promise.fulfillOnce(input.value(as: Value.self), via: input)
    }
  }
  return combinator.promise
}

/// Returns a promise that settles like the first of the inputs passed one by one.
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - promises: The inputs, at least one.
/// - Returns: The same as ``race(on:_:file:line:function:)`` for an array.
@preconcurrency
@inlinable
public func race<Value>(
  on queue: DispatchQueue? = nil, _ promises: Promise<Value>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<Value> {
  race(on: queue, promises, file: file, line: line, function: function)
}
