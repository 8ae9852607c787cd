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
public func any<First, Second>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, file: StaticString = #fileID,
  line: UInt = #line, function: StaticString = #function
) -> Promise<(Maybe<First>, Maybe<Second>)> {
  outcomes(SourceSite(file, line, function), first, second)
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
public func any<First, Second, Third>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(Maybe<First>, Maybe<Second>, Maybe<Third>)> {
  outcomes(SourceSite(file, line, function), first, second, third)
}

private func outcomes<each Value>(
  _ site: SourceSite, _ inputs: repeat Promise<each Value>
) -> Promise<(repeat Maybe<each Value>)> {
  let combinator = Combinator<(repeat Maybe<each Value>)>("any", site: site)
  let pack = InputPack(repeat Maybe<each Value>.reader(for: combinator.promise))
  var nodes: [PromiseNode] = []
  repeat nodes.append(each inputs)
  combinator.wait(for: nodes, rule: .allSettled) { index, input in
    pack.take(index, input)
  } whenLast: { input in
    let outcomes = pack.elements
    var hasValue = false
    for outcome in repeat each outcomes { hasValue = hasValue || outcome.error == nil }
    if hasValue { combinator.promise.fulfillOnce(outcomes) } else { combinator.reject(like: input) }
  }
  return combinator.promise
}
