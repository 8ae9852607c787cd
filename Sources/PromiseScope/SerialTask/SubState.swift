// Owns the outcome of one step of a serial task, and the cast of its type-erased value.

/// The outcome of one step of a ``SerialTask``.
public struct SubState: Sendable {
  /// The name of the step.
  public let id: String
  /// The value of the step, or the error that made the task skip it.
  public let result: Result<any Sendable, any Error>

  /// Whether the step is optional and failed or threw ``StepSkipped``.
  public var isSkipped: Bool { error != nil }

  /// The error that made the task skip the step; nil if it wasn't skipped.
  public var error: (any Error)? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// Returns the value of the step as the given type.
  ///
  /// - Parameter type: The expected type.
  /// - Returns: The value.
  /// - Throws: ``SubStateTypeError`` if the value has another type, or the error of a skipped step.
  public func value<Value>(as type: Value.Type = Value.self) throws -> Value {
    let value = try result.get()
    guard let expected = value as? Value else {
      throw SubStateTypeError(id: id, expected: "\(Value.self)", found: "\(Swift.type(of: value))")
    }
    return expected
  }
}

/// The error for a step whose value has another type than the caller expects.
public struct SubStateTypeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the step.
  public let id: String
  /// The type that was expected.
  public let expected: String
  /// The type that was found.
  public let found: String

  /// Creates the error.
  public init(id: String, expected: String, found: String) {
    self.id = id
    self.expected = expected
    self.found = found
  }

  /// A sentence that explains the error.
  public var description: String { "step '\(id)': expected \(expected), found \(found)" }
}

/// The error that a step of a serial task throws if it has nothing to do.
///
/// The task skips an optional step that throws it. A required step fails, as with any error.
public struct StepSkipped: Error, Hashable, Sendable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// The word "skipped".
  public var description: String { "skipped" }
}
