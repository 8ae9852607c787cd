// any: whatever came of each, unless nothing good came of any.

import Dispatch
import PromiseCore
import PromiseTrace

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
@preconcurrency
@inlinable
public func any<Value>(
  on queue: DispatchQueue? = nil, _ promises: [Promise<Value>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Maybe<Value>]> {
  let combinator = Combinator<[Maybe<Value>]>("any", site: SourceSite(file, line, function))
  if promises.isEmpty { combinator.promise.fulfill([], cause: .combinator) }
  let slots = Slots<Maybe<Value>>(promises.count)
  combinator.wait(for: promises, rule: .one) { index, input in
    slots[index] = Maybe(settled: input, by: combinator.promise)
  } whenLast: { input in
    let results = slots.elements
    if results.contains(where: { $0.error == nil }) {
      combinator.promise.fulfillOnce(results)
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
@preconcurrency
@inlinable
public func any<Value>(
  on queue: DispatchQueue? = nil, _ promises: Promise<Value>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Maybe<Value>]> {
  any(on: queue, promises, file: file, line: line, function: function)
}

/// Waits until two promises of different types have settled.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - first: An input.
///   - second: An input.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of one ``Maybe`` per input; rejected only if both are, with the error that came last.
@preconcurrency
@_disfavoredOverload
@inlinable
public func any<First, Second>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, file: StaticString = #fileID,
  line: UInt = #line, function: StaticString = #function
) -> Promise<(Maybe<First>, Maybe<Second>)> {
  let combinator = Combinator<(Maybe<First>, Maybe<Second>)>("any", site: SourceSite(file, line, function))
  let (one, two) = (Slots<Maybe<First>>(1), Slots<Maybe<Second>>(1))
  combinator.wait(for: [first, second], rule: .one) { index, input in
    if index == 0 {
      one[0] = Maybe(settled: input, by: combinator.promise)
    } else {
      two[0] = Maybe(settled: input, by: combinator.promise)
    }
  } whenLast: { input in
    guard let first = one[0], let second = two[0] else { return }
    if first.error != nil, second.error != nil { return combinator.reject(like: input) }
    combinator.promise.fulfillOnce((first, second))
  }
  return combinator.promise
}

/// Waits until three promises of different types have settled.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - first: An input.
///   - second: An input.
///   - third: An input.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of one ``Maybe`` per input; rejected only if all are, with the error that came last.
@preconcurrency
@inlinable
public func any<First, Second, Third>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(Maybe<First>, Maybe<Second>, Maybe<Third>)> {
  let combinator = Combinator<(Maybe<First>, Maybe<Second>, Maybe<Third>)>(
    "any", site: SourceSite(file, line, function))
  let (one, two, three) = (Slots<Maybe<First>>(1), Slots<Maybe<Second>>(1), Slots<Maybe<Third>>(1))
  combinator.wait(for: [first, second, third], rule: .one) { index, input in
    switch index {
    case 0: one[0] = Maybe(settled: input, by: combinator.promise)
    case 1: two[0] = Maybe(settled: input, by: combinator.promise)
    default: three[0] = Maybe(settled: input, by: combinator.promise)
    }
  } whenLast: { input in
    guard let first = one[0], let second = two[0], let third = three[0] else { return }
    if first.error != nil, second.error != nil, third.error != nil { return combinator.reject(like: input) }
    combinator.promise.fulfillOnce((first, second, third))
  }
  return combinator.promise
}
