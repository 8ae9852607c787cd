// Owns `Maybe`, the outcome of one input of `any`.

import PromiseCore

/// A value or an error: the outcome of one input of ``any(on:_:file:line:function:)``.
public enum Maybe<Value> {
  /// A value.
  case value(Value)
  /// An error.
  case error(any Error)

  /// A value.
  @preconcurrency
  public init(_ value: Value) { self = .value(value) }

  /// An error.
  @preconcurrency
  public init(_ error: any Error) { self = .error(error) }

  /// The value, if it is one.
  @preconcurrency
  public var value: Value? {
    if case .value(let value) = self { return value }
    return nil
  }

  /// The error, if it is one.
  @preconcurrency
  public var error: (any Error)? {
    if case .error(let error) = self { return error }
    return nil
  }

  /// Creates the outcome of a settled input, and marks a rejection as handled.
  @usableFromInline
  init(settled input: PromiseNode, by combinator: PromiseNode) {
    if input.isRejected {
      input.rejection.markHandled(at: input, by: combinator)
      self = .error(input.rejection.error)
    } else {
      self = .value(input.value(as: Value.self))
    }
  }
}

extension Maybe {
  /// Takes the outcome of a settled input and marks a rejection as handled.
  static func reader(for combinator: PromiseNode) -> (PromiseNode) -> Maybe {
    { Maybe(settled: $0, by: combinator) }
  }
}

extension Maybe: Sendable where Value: Sendable {}

extension Maybe: Equatable where Value: Equatable {
  /// Returns whether both are equal values or equal errors.
  ///
  /// Errors of an `Equatable` type are compared with `==`, others by domain and code.
  @preconcurrency
  public static func == (left: Maybe, right: Maybe) -> Bool {
    switch (left, right) {
    case (.value(let left), .value(let right)): left == right
    case (.error(let left), .error(let right)): isSame(left, right)
    default: false
    }
  }

  private static func isSame(_ left: any Error, _ right: any Error) -> Bool {
    if let left = left as? any Equatable { return isEqual(left, right) }
    return left._domain == right._domain && left._code == right._code
  }

  private static func isEqual<Left: Equatable>(_ left: Left, _ right: Any) -> Bool { left == right as? Left }
}
