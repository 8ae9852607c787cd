// Looking at a promise from outside: what tests ask for.

import PromiseCore
import PromiseTrace

extension Promise {
  /// The value, if the promise is fulfilled with one: nil also stands for a value that is nil, as in Google Promises.
  @preconcurrency
  public var value: Value? {
    guard isFulfilled else { return nil }
    let value = fulfilledValue
    if let optional = value as? any OptionalValue, optional.isNil { return nil }
    return value
  }

  /// The error, if the promise is rejected.
  ///
  /// Looking at it does not handle the rejection.
  @preconcurrency
  public var error: (any Error)? { isRejected ? rejection.error : nil }
}

private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { self == nil }
}
