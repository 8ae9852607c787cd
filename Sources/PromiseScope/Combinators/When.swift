// Owns PromiseKit's `firstly`, `when(fulfilled:)` and `when(resolved:)` for inputs of one type.

import PromiseCore
import PromiseTrace

/// Starts a chain by running `body` immediately, on the calling thread.
///
/// - Parameter body: Returns the first promise of the chain; a thrown error becomes a rejected promise.
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

/// Returns a promise for the values of all inputs, rejected with the first error.
///
/// - Parameter promises: The inputs, of any count.
/// - Returns: A promise for the values, in the order of the inputs, rejected as soon as one input is.
/// - Complexity: O(*n*) for *n* inputs, with one allocation per input.
@preconcurrency
@inlinable
public func when<Value>(
  fulfilled promises: [Promise<Value>], file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> {
  gather("when", promises, SourceSite(file, line, function))
}

/// Returns a promise for the values of all inputs, passed one by one.
///
/// - Parameter promises: The inputs.
/// - Returns: The same as for an array.
@preconcurrency
@inlinable
public func when<Value>(
  fulfilled promises: Promise<Value>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Value]> {
  when(fulfilled: promises, file: file, line: line, function: function)
}

/// Returns a promise for the outcomes of all inputs, which is never rejected.
///
/// - Parameter promises: The inputs, of any count.
/// - Returns: A promise for the outcomes, in the order of the inputs.
/// - Complexity: O(*n*) for *n* inputs, with one allocation per input.
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
  combinator.wait(for: promises, rule: .allSettled) { index, input in
    if input.isRejected { input.rejection.markHandled(at: input, by: combinator.promise) }
    slots[index] = input.isRejected ? .failure(input.rejection.error) : .success(input.value(as: Value.self))
  } whenLast: { _ in
    combinator.promise.fulfillOnce(slots.elements)
  }
  return combinator.promise
}

/// Returns a promise for the outcomes of all inputs, passed one by one.
///
/// - Parameter promises: The inputs.
/// - Returns: The same as for an array.
@preconcurrency
@inlinable
public func when<Value>(
  resolved promises: Promise<Value>..., file: StaticString = #fileID, line: UInt = #line,
  function: StaticString = #function
) -> Promise<[Result<Value, any Error>]> {
  when(resolved: promises, file: file, line: line, function: function)
}
