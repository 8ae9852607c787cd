// PromiseKit's result: the one that handlers and `when(resolved:)` see. It is older than Swift's, and has names of its
// own.

/// A value, or the error instead of it.
public enum Result<T> {
  /// A value.
  case fulfilled(T)
  /// An error.
  case rejected(any Error)

  /// Makes one of Swift's.
  public init<E: Error>(_ result: Swift.Result<T, E>) {
    switch result {
    case .success(let value): self = .fulfilled(value)
    case .failure(let error): self = .rejected(error)
    }
  }

  /// Whether it is a value.
  public var isFulfilled: Bool {
    if case .fulfilled = self { return true }
    return false
  }

  /// Whether it is an error.
  public var isRejected: Bool { !isFulfilled }

  /// The value.
  ///
  /// - Returns: The value.
  /// - Throws: The error.
  public func get() throws -> T {
    switch self {
    case .fulfilled(let value): return value
    case .rejected(let error): throw error
    }
  }
}

extension Result: Sendable where T: Sendable {}
