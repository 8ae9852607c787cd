// Owns the initializers of promises without a body: settled already, or pending.

import PromiseCore
import PromiseTrace

extension Promise {
  /// Creates a pending promise.
  ///
  /// Settle it with `fulfill(_:)` or `reject(_:)`.
  @preconcurrency
  @inlinable
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(pending: "pending", site: SourceSite(file, line, function))
  }

  /// Creates a promise that is fulfilled with a value.
  ///
  /// - Parameter value: The value to fulfill with. If the expression throws, or its value is an `Error`, the promise is rejected instead, as in
  ///   Google Promises.
  @preconcurrency
  @_disfavoredOverload  // Otherwise `Promise { "a" }` would be a promise for a function.
  @inlinable
  public convenience init(
    _ value: @autoclosure () throws -> Value, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    let site = SourceSite(file, line, function)
    do {
      let value = try value()
      if let error = ErrorValue.error(in: value) {
        self.init(rejected: error, "value", site: site)
      } else {
        self.init(fulfilled: value, "value", site: site)
      }
    } catch {
      self.init(rejected: error, "value", site: site)
    }
  }

  /// Creates a promise that is rejected with an error.
  ///
  /// If the program conforms `String` to `Error`, a `String` counts as a value if the promise can hold one, as in Google Promises. An
  /// `any Error` that contains a `String` is an error.
  ///
  /// - Parameters:
  ///   - error: The error to reject with.
  ///   - _unopened: Unused. It keeps the compiler from opening an `any Error`.
  @preconcurrency
  @inlinable
  public convenience init<Failure: Error>(
    _ error: Failure, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _unopened: [Failure] = .init()
  ) {
    let site = SourceSite(file, line, function)
    if Failure.self == String.self, let value = error as? Value {
      self.init(fulfilled: value, "value", site: site)
    } else {
      self.init(rejected: error, "error", site: site)
    }
  }

  /// Returns a pending promise.
  ///
  /// Settle it with `fulfill(_:)` or `reject(_:)`.
  ///
  /// - Returns: The promise.
  @preconcurrency
  @inlinable
  public static func pending(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise {
    Promise(pending: "pending", site: SourceSite(file, line, function))
  }

  /// Returns a pending promise and the resolver that settles it.
  ///
  /// ECMAScript's `Promise.withResolvers`.
  ///
  /// - Returns: The promise and its resolver. Once the last copy of the resolver is gone, the promise can't settle anymore.
  @preconcurrency
  @inlinable
  public static func withResolvers(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> (promise: Promise, resolver: Resolver<Value>) {
    let promise = Promise(pending: "withResolvers", site: SourceSite(file, line, function))
    return (promise, Resolver(promise))
  }
}
