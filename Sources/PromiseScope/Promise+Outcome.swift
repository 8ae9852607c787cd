// Owns `value` and `error`, which read the outcome of a settled promise, mostly in tests.

import PromiseCore
import PromiseTrace

extension Promise {
  /// The value, or nil if the promise isn't fulfilled or its value is nil, as in Google Promises.
  @preconcurrency
  public var value: Value? {
    guard isFulfilled else { return nil }
    let value = fulfilledValue
    if let optional = value as? any OptionalValue, optional.isNil { return nil }
    return value
  }

  /// The error, or nil if the promise isn't rejected.
  ///
  /// Reading it doesn't mark the rejection as handled.
  @preconcurrency
  public var error: (any Error)? { isRejected ? rejection.error : nil }
}

private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { self == nil }
}
