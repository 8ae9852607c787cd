// The errors that operators reject with of their own accord.

/// Why an operator rejected.
public enum PromiseError: Error, Hashable, Sendable {
  /// `timeout`: the promise did not settle in time.
  case timedOut
  /// `validate`: the value did not pass.
  case validationFailure
}
