// Owns the global functions `any`: they wait for every input and collect values and errors. They fail only if every input does.

import Dispatch
import PromiseCore
import PromiseTrace

/// Returns a promise for the outcomes of all inputs, rejected only if every input is.
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - promises: The inputs, of any count.
/// - Returns: A promise for one ``Maybe`` per input, in the order of the inputs, or for an empty array if there are no inputs. It is
///   rejected only if all inputs are, with the error of the input that settled last.
/// - Complexity: O(*n*) for *n* inputs, with one allocation per input.
@preconcurrency
@inlinable
public func any<Value>(
  on queue: DispatchQueue? = nil, _ promises: [Promise<Value>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Maybe<Value>]> {
  let combinator = Combinator<[Maybe<Value>]>("any", site: SourceSite(file, line, function))
  if promises.isEmpty { combinator.promise.fulfill([], cause: .combinator) }
  let slots = Slots<Maybe<Value>>(promises.count)
  combinator.wait(for: promises, rule: .allSettled) { index, input in
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

/// Returns a promise for the outcomes of all inputs, passed one by one.
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - promises: The inputs.
/// - Returns: The same as ``any(on:_:file:line:function:)`` for an array.
@preconcurrency
@inlinable
public func any<Value>(
  on queue: DispatchQueue? = nil, _ promises: Promise<Value>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Maybe<Value>]> {
  any(on: queue, promises, file: file, line: line, function: function)
}

/// Returns a promise for the outcomes of two inputs of different types.
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - first: The first input.
///   - second: The second input.
/// - Returns: A promise for one ``Maybe`` per input. It is rejected only if both inputs are, with the later error.
@preconcurrency
@_disfavoredOverload
@inlinable
public func any<First, Second>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, file: StaticString = #fileID,
  line: UInt = #line, function: StaticString = #function
) -> Promise<(Maybe<First>, Maybe<Second>)> {
  let combinator = Combinator<(Maybe<First>, Maybe<Second>)>("any", site: SourceSite(file, line, function))
  let (one, two) = (Slots<Maybe<First>>(1), Slots<Maybe<Second>>(1))
  combinator.wait(for: [first, second], rule: .allSettled) { index, input in
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

/// Returns a promise for the outcomes of three inputs of different types.
///
/// - Parameters:
///   - queue: Ignored. It matches the signature in Google Promises; no handler runs, so nothing is enqueued.
///   - first: The first input.
///   - second: The second input.
///   - third: The third input.
/// - Returns: A promise for one ``Maybe`` per input. It is rejected only if all inputs are, with the last error.
@preconcurrency
@inlinable
public func any<First, Second, Third>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(Maybe<First>, Maybe<Second>, Maybe<Third>)> {
  let combinator = Combinator<(Maybe<First>, Maybe<Second>, Maybe<Third>)>(
    "any", site: SourceSite(file, line, function))
  let (one, two, three) = (Slots<Maybe<First>>(1), Slots<Maybe<Second>>(1), Slots<Maybe<Third>>(1))
  combinator.wait(for: [first, second, third], rule: .allSettled) { index, input in
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
