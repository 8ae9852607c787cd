// Result: PromiseKit's result type, which `tap`, `pipe`, and `when(resolved:)` use. It is older than Swift's and has other case names.

/// A value or an error.
public enum Result<T> {
  /// The value of a fulfilled promise.
  case fulfilled(T)
  /// The error of a rejected promise.
  case rejected(any Error)

  /// Creates a result from Swift's own result type.
  init<E: Error>(_ result: Swift.Result<T, E>) {
    switch result {
    case .success(let value): self = .fulfilled(value)
    case .failure(let error): self = .rejected(error)
    }
  }

  /// Whether the result is a value.
  public var isFulfilled: Bool {
    if case .fulfilled = self { return true }
    return false
  }

  /// Returns the value or throws the error.
  ///
  /// - Throws: The error.
  func get() throws -> T {
    switch self {
    case .fulfilled(let value): return value
    case .rejected(let error): throw error
    }
  }
}

extension Result: Sendable where T: Sendable {}
