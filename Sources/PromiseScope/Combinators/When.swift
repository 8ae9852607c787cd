// PromiseKit's `when` and `firstly`; of different types in a file of its own, and so many at a time.

import PromiseCore
import PromiseTrace

/// Begins a chain: runs `body` now, on this thread.
///
/// - Parameters:
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
///   - body: Returns the promise to begin with; an error it throws rejects.
/// - Returns: The promise that `body` returns.
@preconcurrency
@inlinable
public func firstly<Value>(
  file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
  execute body: () throws -> Promise<Value>
) -> Promise<Value> {
  do {
    return try body()
  } catch {
    return Promise(rejected: error, "firstly", site: SourceSite(file, line, function))
  }
}

/// Waits for all promises.
///
/// - Parameters:
///   - promises: The inputs, of any count.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of the values in the order of the inputs, rejected as soon as one input is.
@preconcurrency
@inlinable
public func when<Value>(
  fulfilled promises: [Promise<Value>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> {
  gather("when", promises, SourceSite(file, line, function))
}

/// Waits for all promises, given one by one.
///
/// - Parameters:
///   - promises: The inputs.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: As for an array.
@preconcurrency
@inlinable
public func when<Value>(
  fulfilled promises: Promise<Value>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> {
  when(fulfilled: promises, file: file, line: line, function: function)
}

/// Waits until every promise has settled.
///
/// - Parameters:
///   - promises: The inputs, of any count.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: A promise of what came of each, in the order of the inputs; never rejected.
@preconcurrency
@inlinable
public func when<Value>(
  resolved promises: [Promise<Value>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Result<Value, any Error>]> {
  let combinator = Combinator<[Result<Value, any Error>]>(
    "when", site: SourceSite(file, line, function))
  if promises.isEmpty { combinator.promise.fulfill([], cause: .combinator) }
  let slots = Slots<Result<Value, any Error>>(promises.count)
  combinator.wait(for: promises, rule: .one) { index, input in
    if input.isRejected { input.rejection.markHandled(at: input, by: combinator.promise) }
    slots[index] = input.isRejected ? .failure(input.rejection.error) : .success(input.value(as: Value.self))
  } whenLast: { _ in
    combinator.promise.fulfillOnce(slots.elements)
  }
  return combinator.promise
}

/// Waits until every promise, given one by one, has settled.
///
/// - Parameters:
///   - promises: The inputs.
///   - file: Where, for the log.
///   - line: Where, for the log.
///   - function: Where, for the log.
/// - Returns: As for an array.
@preconcurrency
@inlinable
public func when<Value>(
  resolved promises: Promise<Value>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Result<Value, any Error>]> {
  when(resolved: promises, file: file, line: line, function: function)
}
