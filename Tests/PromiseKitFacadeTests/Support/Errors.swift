// Shorthands for the errors of promises.

extension Thenable {
  /// The error if it is an `Oops`.
  var oops: Oops? { error as? Oops }

  /// The description of the error if it is a `PMKError`.
  var pmkError: String? { (error as? PMKError)?.debugDescription }
}
