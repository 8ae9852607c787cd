// Shorthands for a promise's outcome, and a box for a promise that a closure needs before it exists.

extension Promise {
  /// The error, if it is rejected with an `Oops`.
  var oops: Oops? { error as? Oops }

  /// The value, if it is fulfilled.
  var currentValue: Value? {
    if case .success(let value)? = result { return value }
    return nil
  }
}

/// Storage for a promise that a closure needs before it exists.
final class Box<Value: Sendable>: @unchecked Sendable {
  var promise: Promise<Value>?
}
