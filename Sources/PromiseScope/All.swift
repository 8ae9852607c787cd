// all: every value, or the first error.

import Dispatch
import PromiseCore
import PromiseTrace

/// Waits for all promises.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - promises: The inputs, of any count.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of the values in the order of the inputs; of an empty array at once where there are none. It is rejected as soon
///   as one input is, with that input's error. Costs one allocation per input.
@preconcurrency
@inlinable
public func all<Value: Sendable>(
  on queue: DispatchQueue? = nil, _ promises: [Promise<Value>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> {
  let combinator = Combinator<[Value]>("all", site: SourceSite(file, line, function))
  if promises.isEmpty { combinator.promise.fulfill([], cause: .combinator) }
  let slots = Slots<Value>(promises.count)
  combinator.wait(for: promises) { index, input in
    if input.isRejected { combinator.reject(like: input) } else { slots[index] = input.value(as: Value.self) }
  } whenLast: { input in
    combinator.promise.fulfillOnce(slots.elements, via: input)
  }
  return combinator.promise
}

/// Waits for all promises, given one by one.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - promises: The inputs.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: As ``all(on:_:file:line:function:)`` of the array.
@preconcurrency
@inlinable
public func all<Value: Sendable>(
  on queue: DispatchQueue? = nil, _ promises: Promise<Value>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> {
  all(on: queue, promises, file: file, line: line, function: function)
}

/// Waits for two promises of different types.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - first: An input.
///   - second: An input.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of both values, or rejected as soon as one input is.
@preconcurrency
@_disfavoredOverload
@inlinable
public func all<First: Sendable, Second: Sendable>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, file: StaticString = #fileID,
  line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second)> {
  let combinator = Combinator<(First, Second)>("all", site: SourceSite(file, line, function))
  let (one, two) = (Slots<First>(1), Slots<Second>(1))
  combinator.wait(for: [first, second]) { index, input in
    if input.isRejected { return combinator.reject(like: input) }
    if index == 0 { one[0] = input.value(as: First.self) } else { two[0] = input.value(as: Second.self) }
  } whenLast: { input in
    guard let first = one[0], let second = two[0] else { return }
    combinator.promise.fulfillOnce((first, second), via: input)
  }
  return combinator.promise
}

/// Waits for three promises of different types.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - first: An input.
///   - second: An input.
///   - third: An input.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of the values, or rejected as soon as one input is.
@preconcurrency
@inlinable
public func all<First: Sendable, Second: Sendable, Third: Sendable>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, Third)> {
  let combinator = Combinator<(First, Second, Third)>("all", site: SourceSite(file, line, function))
  let (one, two, three) = (Slots<First>(1), Slots<Second>(1), Slots<Third>(1))
  combinator.wait(for: [first, second, third]) { index, input in
    if input.isRejected { return combinator.reject(like: input) }
    switch index {
    case 0: one[0] = input.value(as: First.self)
    case 1: two[0] = input.value(as: Second.self)
    default: three[0] = input.value(as: Third.self)
    }
  } whenLast: { input in
    guard let first = one[0], let second = two[0], let third = three[0] else { return }
    combinator.promise.fulfillOnce((first, second, third), via: input)
  }
  return combinator.promise
}

/// Waits for four promises of different types.
///
/// - Parameters:
///   - queue: Accepted for Google's signature; nothing of the user's runs, so nothing is enqueued there.
///   - first: An input.
///   - second: An input.
///   - third: An input.
///   - fourth: An input.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of the values, or rejected as soon as one input is.
@preconcurrency
@inlinable
public func all<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>,
  _ fourth: Promise<Fourth>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, Third, Fourth)> {
  let combinator = Combinator<(First, Second, Third, Fourth)>(
    "all", site: SourceSite(file, line, function))
  let (one, two) = (Slots<First>(1), Slots<Second>(1))
  let (three, four) = (Slots<Third>(1), Slots<Fourth>(1))
  combinator.wait(for: [first, second, third, fourth]) { index, input in
    if input.isRejected { return combinator.reject(like: input) }
    switch index {
    case 0: one[0] = input.value(as: First.self)
    case 1: two[0] = input.value(as: Second.self)
    case 2: three[0] = input.value(as: Third.self)
    default: four[0] = input.value(as: Fourth.self)
    }
  } whenLast: { input in
    guard let first = one[0], let second = two[0], let third = three[0], let fourth = four[0] else { return }
    combinator.promise.fulfillOnce((first, second, third, fourth), via: input)
  }
  return combinator.promise
}
