// any: whatever came of each, unless nothing good came of any.

import Dispatch
import PromiseCore
import PromiseTrace

/// A value, or the error in its place.
public enum Maybe<Value: Sendable>: Sendable {
  /// A value.
  case value(Value)
  /// An error.
  case error(any Error)

  /// The value, if it is one.
  public var value: Value? {
    if case .value(let value) = self { return value }
    return nil
  }

  /// The error, if it is one.
  public var error: (any Error)? {
    if case .error(let error) = self { return error }
    return nil
  }
}

/// Waits until every promise has settled.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - promises: The inputs, of any count.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of one ``Maybe`` per input, in the order of the inputs; rejected only if all are, with the error that came last.
///   Of an empty array at once where there are none.
public func any<Value: Sendable>(
  on queue: DispatchQueue? = nil, _ promises: [Promise<Value>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Maybe<Value>]> {
  let combinator = Combinator<[Maybe<Value>]>("any", inputs: promises.count, site: SourceSite(file, line, function))
  if promises.isEmpty { combinator.promise.fulfill([], cause: .combinator) }
  let slots = Slots<Maybe<Value>>(promises.count)
  combinator.wait(for: promises) { index, input in
    if input.isRejected { input.rejection.markHandled(at: input) }
    slots[index] = input.isRejected ? .error(input.rejection.error) : .value(input.value(as: Value.self))
  } whenLast: { input in
    let results = slots.elements
    if results.contains(where: { $0.error == nil }) {
      combinator.promise.fulfillOnce(results, via: input)
    } else {
      combinator.reject(like: input)
    }
  }
  return combinator.promise
}

/// Waits until every promise, given one by one, has settled.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - promises: The inputs.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: As ``any(on:_:file:line:function:)`` of the array.
public func any<Value: Sendable>(
  on queue: DispatchQueue? = nil, _ promises: Promise<Value>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Maybe<Value>]> {
  any(on: queue, promises, file: file, line: line, function: function)
}
