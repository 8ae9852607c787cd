// race: whichever settles first. The losers go on; nobody waits for them here any more.

import Dispatch
import PromiseCore
import PromiseTrace

/// Waits for the first promise to settle.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - promises: The inputs; at least one, or the program stops, as with Google Promises.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of the outcome of the input that settled first.
@preconcurrency
@inlinable
public func race<Value>(
  on queue: DispatchQueue? = nil, _ promises: [Promise<Value>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<Value> {
  precondition(!promises.isEmpty, "race needs at least one promise: of none, none can ever settle first")
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

/// Waits for the first of promises given one by one to settle.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - promises: The inputs; at least one.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: As ``race(on:_:file:line:function:)`` of the array.
@preconcurrency
@inlinable
public func race<Value>(
  on queue: DispatchQueue? = nil, _ promises: Promise<Value>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<Value> {
  race(on: queue, promises, file: file, line: line, function: function)
}
