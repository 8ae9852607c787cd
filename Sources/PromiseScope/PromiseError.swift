// Owns the errors that operators create. They keep the domain and codes of Google Promises, for programs that compare `NSError`s.

/// The reason why an operator rejected.
public enum PromiseError: Error, Hashable, Sendable {
  /// `timeout`: the promise did not settle in time.
  case timedOut
  /// `validate`: the value failed the test.
  case validationFailure

  /// Creates the error from any other error, such as an `NSError` with its domain and code.
  ///
  /// - Parameter error: The error. The result is nil if it is neither a `PromiseError` nor has its domain and code.
  public init?(_ error: any Error) {
    if let known = error as? PromiseError {
      self = known
      return
    }
    guard error._domain == PromiseError.errorDomain else { return nil }
    switch error._code {
    case PromiseError.timedOut.errorCode: self = .timedOut
    case PromiseError.validationFailure.errorCode: self = .validationFailure
    default: return nil
    }
  }
}

// The members of Foundation's `CustomNSError`, without Foundation. An `NSError` is made from the underscored ones.
extension PromiseError {
  /// The domain of the error as an `NSError`.
  public static var errorDomain: String { "com.google.FBLPromises.Error" }

  /// The code of the error as an `NSError`.
  public var errorCode: Int {
    switch self {
    case .timedOut: 0
    case .validationFailure: 1
    }
  }

  /// The details of the error as an `NSError`: none.
  public var errorUserInfo: [String: Any] { [:] }

  /// See ``errorDomain``.
  public var _domain: String { PromiseError.errorDomain }

  /// See ``errorCode``.
  public var _code: Int { errorCode }
}
