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
public func all<Value>(
  on queue: DispatchQueue? = nil, _ promises: [Promise<Value>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> {
  gather("all", promises, SourceSite(file, line, function))
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
public func all<Value>(
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
public func all<First, Second>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, file: StaticString = #fileID,
  line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second)> {
  let (one, two) = (PlaceOf(first), PlaceOf(second))
  return gather("all", [first, second], [one, two], SourceSite(file, line, function)) {
    guard let first = one.value, let second = two.value else { return nil }
    return (first, second)
  }
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
public func all<First, Second, Third>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, Third)> {
  let (one, two, three) = (PlaceOf(first), PlaceOf(second), PlaceOf(third))
  return gather("all", [first, second, third], [one, two, three], SourceSite(file, line, function)) {
    guard let first = one.value, let second = two.value, let third = three.value else { return nil }
    return (first, second, third)
  }
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
public func all<First, Second, Third, Fourth>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>,
  _ fourth: Promise<Fourth>, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, Third, Fourth)> {
  let (one, two, three, four) = (PlaceOf(first), PlaceOf(second), PlaceOf(third), PlaceOf(fourth))
  return gather("all", [first, second, third, fourth], [one, two, three, four], SourceSite(file, line, function)) {
    guard let first = one.value, let second = two.value, let third = three.value, let fourth = four.value else {
      return nil
    }
    return (first, second, third, fourth)
  }
}
