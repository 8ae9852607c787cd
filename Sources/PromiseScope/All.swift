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
public func all<Value: Sendable>(
  on queue: DispatchQueue? = nil, _ promises: [Promise<Value>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> {
  let combinator = Combinator<[Value]>("all", inputs: promises.count, site: SourceSite(file, line, function))
  if promises.isEmpty { combinator.promise.fulfill([], cause: .combinator) }
  let slots = Slots<Value>(promises.count)
  for (index, promise) in promises.enumerated() {
    combinator.wait(for: promise) { input in
      if input.isRejected { combinator.reject(like: input) } else { slots[index] = input.value(as: Value.self) }
    } whenLast: { input in
      combinator.promise.fulfillOnce(slots.elements, via: input)
    }
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
@_disfavoredOverload
public func all<First: Sendable, Second: Sendable>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, file: StaticString = #fileID,
  line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second)> {
  let join = Join<(First, Second)>(inputs: 2, SourceSite(file, line, function))
  let (one, two) = (Slots<First>(1), Slots<Second>(1))
  let values: @Sendable () -> (First, Second)? = {
    guard let first = one[0], let second = two[0] else { return nil }
    return (first, second)
  }
  join.add(first, one, values)
  join.add(second, two, values)
  return join.combinator.promise
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
@_disfavoredOverload
public func all<First: Sendable, Second: Sendable, Third: Sendable>(
  on queue: DispatchQueue? = nil, _ first: Promise<First>, _ second: Promise<Second>, _ third: Promise<Third>,
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<(First, Second, Third)> {
  let join = Join<(First, Second, Third)>(inputs: 3, SourceSite(file, line, function))
  let (one, two, three) = (Slots<First>(1), Slots<Second>(1), Slots<Third>(1))
  let values: @Sendable () -> (First, Second, Third)? = {
    guard let first = one[0], let second = two[0], let third = three[0] else { return nil }
    return (first, second, third)
  }
  join.add(first, one, values)
  join.add(second, two, values)
  join.add(third, three, values)
  return join.combinator.promise
}

/// Waits for inputs of different types.
private struct Join<Value: Sendable>: Sendable {
  let combinator: Combinator<Value>

  init(inputs: Int, _ site: SourceSite) {
    combinator = Combinator("all", inputs: inputs, site: site)
  }

  /// Adds an input whose value goes into `slot`; `values` collects all of them, once the last is there.
  func add<Input: Sendable>(
    _ input: Promise<Input>, _ slot: Slots<Input>, _ values: @escaping @Sendable () -> Value?
  ) {
    combinator.wait(for: input) { [combinator] input in
      if input.isRejected { combinator.reject(like: input) } else { slot[0] = input.value(as: Input.self) }
    } whenLast: { [combinator] input in
      if let all = values() { combinator.promise.fulfillOnce(all, via: input) }
    }
  }
}
