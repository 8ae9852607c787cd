// Owns the static functions of ECMAScript's Promise under their own names: resolve, reject, all, allSettled, any, race.

import PromiseCore
import PromiseTrace

/// The outcome of one input of `allSettled`.
public enum PromiseSettledResult<Value> {
  /// The input was fulfilled with a value.
  case fulfilled(Value)
  /// The input was rejected with an error.
  case rejected(any Error)
}

extension PromiseSettledResult: Sendable where Value: Sendable {}

/// The error of a rejected `Promise.any`: the errors of all inputs, in the order of the inputs.
public struct AggregateError: Error, Sendable {
  /// The errors.
  public let errors: [any Error]

  /// Creates the error.
  @preconcurrency
  public init(errors: [any Error]) { self.errors = errors }
}

extension Promise {
  /// Returns a promise that is fulfilled with a value.
  ///
  /// ECMA-262 §27.2.4.7.
  ///
  /// - Parameter value: The value to fulfill with. A value that is an `Error` rejects the promise, as in Google Promises.
  /// - Returns: The promise.
  @preconcurrency
  public static func resolve(
    _ value: Value, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise {
    Promise(value, file: file, line: line, function: function)
  }

  /// Returns the promise itself.
  ///
  /// ECMA-262 §27.2.4.7.
  ///
  /// - Parameter promise: The promise.
  /// - Returns: The same promise.
  @preconcurrency
  public static func resolve(_ promise: Promise) -> Promise { promise }

  /// Returns a promise that is rejected with an error.
  ///
  /// ECMA-262 §27.2.4.6.
  ///
  /// - Parameter error: The error to reject with.
  /// - Returns: The promise.
  @preconcurrency
  public static func reject(
    _ error: any Error, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise {
    Promise(error, file: file, line: line, function: function)
  }

  /// Returns a promise for the values of all inputs, rejected with the first error.
  ///
  /// ECMA-262 §27.2.4.1.
  ///
  /// - Parameter promises: The inputs, of any count.
  /// - Returns: A promise for the values, in the order of the inputs.
  /// - Complexity: O(*n*) for *n* inputs, with one allocation per input.
  @preconcurrency
  public static func all(
    _ promises: [Promise], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<[Value]> {
    PromiseScope.all(promises, file: file, line: line, function: function)
  }

  /// Returns a promise for the outcomes of all inputs, which is never rejected.
  ///
  /// ECMA-262 §27.2.4.2.
  ///
  /// - Parameter promises: The inputs, of any count.
  /// - Returns: A promise for the outcomes, in the order of the inputs.
  /// - Complexity: O(*n*) for *n* inputs, with one allocation per input.
  @preconcurrency
  public static func allSettled(
    _ promises: [Promise], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<[PromiseSettledResult<Value>]> {
    let combinator = Combinator<[PromiseSettledResult<Value>]>(
      "allSettled", site: SourceSite(file, line, function))
    if promises.isEmpty { combinator.promise.fulfill([], cause: .combinator) }
    let slots = Slots<PromiseSettledResult<Value>>(promises.count)
    combinator.wait(for: promises, rule: .allSettled) { index, input in
      if input.isRejected { input.rejection.markHandled(at: input, by: combinator.promise) }
      slots[index] =
        input.isRejected ? .rejected(input.rejection.error) : .fulfilled(input.value(as: Value.self))
    } whenLast: { _ in
      combinator.promise.fulfillOnce(slots.elements)
    }
    return combinator.promise
  }

  /// Returns a promise for the value of the input that is fulfilled first.
  ///
  /// ECMA-262 §27.2.4.3.
  ///
  /// - Parameter promises: The inputs, of any count.
  /// - Returns: A promise for the first value, rejected with ``AggregateError`` if all inputs are rejected or there are none.
  /// - Complexity: O(*n*) for *n* inputs, with one allocation per input.
  @preconcurrency
  public static func any(
    _ promises: [Promise], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise {
    let combinator = Combinator<Value>("any", site: SourceSite(file, line, function))
    if promises.isEmpty { combinator.promise.reject(AggregateError(errors: []), cause: .combinator) }
    let slots = Slots<any Error>(promises.count)
    combinator.wait(for: promises, rule: .one) { index, input in
      if input.isRejected {
        input.rejection.markHandled(at: input, by: combinator.promise)
        slots[index] = input.rejection.error
      } else {
        combinator.promise.fulfillOnce(input.value(as: Value.self), via: input)
      }
    } whenLast: { _ in
      guard combinator.promise.isPending else { return }
      combinator.promise.reject(AggregateError(errors: slots.elements), cause: .combinator)
    }
    return combinator.promise
  }

  /// Returns a promise that settles like the input that settles first.
  ///
  /// ECMA-262 §27.2.4.5.
  ///
  /// - Parameter promises: The inputs, of any count.
  /// - Returns: A promise with the first outcome. Without inputs it stays pending forever.
  /// - Complexity: O(*n*) for *n* inputs, with one allocation per input.
  @preconcurrency
  public static func race(
    _ promises: [Promise], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise {
    if promises.isEmpty { return Promise(pending: "race", site: SourceSite(file, line, function)) }
    return PromiseScope.race(promises, file: file, line: line, function: function)
  }
}
