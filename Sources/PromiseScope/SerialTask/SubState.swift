// What came of one step of a serial task. Owns the way back from a value whose type was forgotten.

/// The outcome of one step of a ``SerialTask``.
public struct SubState: Sendable {
  /// The step's name.
  public let id: String
  /// What the step gave; the reason where an optional step was skipped.
  public let result: Result<any Sendable, any Error>

  /// Whether the step is an optional one that failed, or did not want to run.
  public var isSkipped: Bool { error != nil }

  /// Why the step was skipped; nil where it was not.
  public var error: (any Error)? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// The step's value as what the reader knows it to be.
  ///
  /// - Parameter type: The type to expect.
  /// - Returns: The value.
  /// - Throws: ``SubStateTypeError`` where it is of another type; the reason where the step was skipped.
  public func value<Value>(as type: Value.Type = Value.self) throws -> Value {
    let value = try result.get()
    guard let expected = value as? Value else {
      throw SubStateTypeError(id: id, expected: "\(Value.self)", found: "\(Swift.type(of: value))")
    }
    return expected
  }
}

/// A step of a serial task gave something else than a later one expects.
public struct SubStateTypeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The step that gave it.
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

  /// A sentence.
  public var description: String { "step '\(id)': expected \(expected), found \(found)" }
}

/// What a step of a serial task throws that need not run this time.
///
/// An optional step is skipped; one that is not fails, as with any error.
public struct StepSkipped: Error, Hashable, Sendable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// A word.
  public var description: String { "skipped" }
}
