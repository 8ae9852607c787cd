// The errors that operators reject with of their own accord. They keep Google's domain and codes for those who compare `NSError`s.

/// Why an operator rejected.
public enum PromiseError: Error, Hashable, Sendable {
  /// `timeout`: the promise did not settle in time.
  case timedOut
  /// `validate`: the value did not pass.
  case validationFailure

  /// Finds the operator's error behind any other, an `NSError` made of it included.
  ///
  /// - Parameter error: The error; nil comes of one that is neither a `PromiseError` nor has its domain and code.
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

// What Foundation's `CustomNSError` asks for, without Foundation; the underscored ones are what it makes an `NSError` of.
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
