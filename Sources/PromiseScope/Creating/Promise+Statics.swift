// ECMAScript's statics, by their names.

import PromiseCore
import PromiseTrace

/// What came of one input of `allSettled`.
public enum PromiseSettledResult<Value> {
  /// Its value.
  case fulfilled(Value)
  /// Its error.
  case rejected(any Error)
}

extension PromiseSettledResult: Sendable where Value: Sendable {}

/// What `Promise.any` is rejected with: every input's error, in the order of the inputs.
public struct AggregateError: Error, Sendable {
  /// The errors.
  public let errors: [any Error]

  /// Creates the error.
  @preconcurrency
  public init(errors: [any Error]) { self.errors = errors }
}

extension Promise {
  /// A promise fulfilled with a value.
  ///
  /// ECMA-262 §27.2.4.7.
  @preconcurrency
  public static func resolve(
    _ value: Value, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise {
    Promise(value, file: file, line: line, function: function)
  }

  /// The promise itself: resolving a promise of the same type makes no new one.
  ///
  /// ECMA-262 §27.2.4.7.
  @preconcurrency
  public static func resolve(_ promise: Promise) -> Promise { promise }

  /// A rejected promise.
  ///
  /// ECMA-262 §27.2.4.6.
  @preconcurrency
  public static func reject(
    _ error: any Error, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise {
    Promise(error, file: file, line: line, function: function)
  }

  /// Every value, or the first error.
  ///
  /// ECMA-262 §27.2.4.1.
  @preconcurrency
  public static func all(
    _ promises: [Promise], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<[Value]> {
    PromiseScope.all(promises, file: file, line: line, function: function)
  }

  /// Whatever came of each; never rejected.
  ///
  /// ECMA-262 §27.2.4.2.
  @preconcurrency
  public static func allSettled(
    _ promises: [Promise], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<[PromiseSettledResult<Value>]> {
    let combinator = Combinator<[PromiseSettledResult<Value>]>(
      "allSettled", site: SourceSite(file, line, function))
    if promises.isEmpty { combinator.promise.fulfill([], cause: .combinator) }
    let slots = Slots<PromiseSettledResult<Value>>(promises.count)
    combinator.wait(for: promises, rule: .one) { index, input in
      if input.isRejected { input.rejection.markHandled(at: input, by: combinator.promise) }
      slots[index] =
        input.isRejected ? .rejected(input.rejection.error) : .fulfilled(input.value(as: Value.self))
    } whenLast: { _ in
      combinator.promise.fulfillOnce(slots.elements)
    }
    return combinator.promise
  }

  /// The first value; ``AggregateError`` where there is none, of no inputs too.
  ///
  /// ECMA-262 §27.2.4.3.
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

  /// The first outcome; of no inputs a promise that stays pending for ever.
  ///
  /// ECMA-262 §27.2.4.5.
  @preconcurrency
  public static func race(
    _ promises: [Promise], file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise {
    if promises.isEmpty { return Promise(pending: "race", site: SourceSite(file, line, function)) }
    return PromiseScope.race(promises, file: file, line: line, function: function)
  }
}
