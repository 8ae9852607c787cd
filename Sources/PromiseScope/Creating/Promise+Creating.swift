// Owns the initializers: promises that are settled already, that are pending, and that a body settles.
//
// Bodies that return a value are disfavored, because `{ throw error }` matches both kinds, and for `Void` so does a discarded promise.
// Each kind has a separate form without a queue instead of a default argument: an optional parameter with a default value doubles the
// time to type-check `Promise(text + more)` (measured, in the closures of operators).

import Dispatch
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

  /// Creates a promise that its body settles by calling one of two closures, on the default executor.
  ///
  /// - Parameter work: Receives `fulfill` and `reject`, which any thread may call at any time. A thrown error rejects the promise.
  @available(swift, introduced: 6)
  @inlinable
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work:
      @escaping @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void
  ) where Value: Sendable {
    self.init(file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work:
      @escaping @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void, _unchecked: Void = ()
  ) {
    self.init(on: Executor.standard, file: file, line: line, function: function, work)
  }

  /// Creates a promise that its body settles by calling one of two closures.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs the body asynchronously; nil means the default executor.
  ///   - work: Receives `fulfill` and `reject`, which any thread may call at any time. A thrown error rejects the promise.
  @available(swift, introduced: 6)
  @inlinable
  public convenience init(
    on queue: DispatchQueue?, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work:
      @escaping @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void
  ) where Value: Sendable {
    self.init(on: queue, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  public convenience init(
    on queue: DispatchQueue?, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work:
      @escaping @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void, _unchecked: Void = ()
  ) {
    self.init(on: Executor.of(queue), file: file, line: line, function: function, work)
  }

  /// Creates a promise that its body settles by calling one of two closures.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the body.
  ///   - work: Receives `fulfill` and `reject`, which any thread may call at any time. A thrown error rejects the promise.
  @available(swift, introduced: 6)
  @inlinable
  public convenience init(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work:
      @escaping @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void
  ) where Value: Sendable {
    self.init(on: executor, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  public convenience init(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work:
      @escaping @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void, _unchecked: Void = ()
  ) {
    self.init("async", on: executor, site: SourceSite(file, line, function)) { node, _ in
      nonisolated(unsafe) let promise = unsafeDowncast(node, to: Promise<Value>.self)
      do {
        try work({ promise.resolve(value: $0) }, { promise.reject($0) })
        promise.finished(.void)
      } catch {
        promise.finished(.threw)
        promise.reject(error, cause: .threw)
      }
    }
  }

  /// Creates a promise for the value that its body returns on the default executor.
  ///
  /// - Parameter work: Returns the value; a thrown error rejects the promise.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  @inlinable
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable () throws -> sending Value
  ) {
    self.init(file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @_disfavoredOverload
  @inlinable
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable () throws -> Value, _unchecked: Void = ()
  ) {
    self.init(on: Executor.standard, file: file, line: line, function: function, work)
  }

  /// Creates a promise for the value that its body returns.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs the body asynchronously; nil means the default executor.
  ///   - work: Returns the value; a thrown error rejects the promise.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  @inlinable
  public convenience init(
    on queue: DispatchQueue?, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping @Sendable () throws -> sending Value
  ) {
    self.init(on: queue, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @_disfavoredOverload
  @inlinable
  public convenience init(
    on queue: DispatchQueue?, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping @Sendable () throws -> Value, _unchecked: Void = ()
  ) {
    self.init(on: Executor.of(queue), file: file, line: line, function: function, work)
  }

  /// Creates a promise for the value that its body returns.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the body.
  ///   - work: Returns the value; a thrown error rejects the promise.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  @inlinable
  public convenience init(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable () throws -> sending Value
  ) {
    self.init(on: executor, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @_disfavoredOverload
  @inlinable
  public convenience init(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable () throws -> Value, _unchecked: Void = ()
  ) {
    self.init("do", on: executor, site: SourceSite(file, line, function)) { node, _ in
      unsafeDowncast(node, to: Promise<Value>.self).settle { try work() }
    }
  }

  /// Creates a promise that follows the promise that its body returns on the default executor.
  ///
  /// - Parameter work: Returns the promise to follow; a thrown error rejects the promise.
  @available(swift, introduced: 6)
  @inlinable
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable () throws -> sending Promise<Value>
  ) {
    self.init(file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable () throws -> Promise<Value>, _unchecked: Void = ()
  ) {
    self.init(on: Executor.standard, file: file, line: line, function: function, work)
  }

  /// Creates a promise that follows the promise that its body returns.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs the body asynchronously; nil means the default executor.
  ///   - work: Returns the promise to follow; a thrown error rejects the promise.
  @available(swift, introduced: 6)
  @inlinable
  public convenience init(
    on queue: DispatchQueue?, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping @Sendable () throws -> sending Promise<Value>
  ) {
    self.init(on: queue, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  public convenience init(
    on queue: DispatchQueue?, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping @Sendable () throws -> Promise<Value>, _unchecked: Void = ()
  ) {
    self.init(on: Executor.of(queue), file: file, line: line, function: function, work)
  }

  /// Creates a promise that follows the promise that its body returns.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the body.
  ///   - work: Returns the promise to follow; a thrown error rejects the promise.
  @available(swift, introduced: 6)
  @inlinable
  public convenience init(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable () throws -> sending Promise<Value>
  ) {
    self.init(on: executor, file: file, line: line, function: function, work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  public convenience init(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable () throws -> Promise<Value>, _unchecked: Void = ()
  ) {
    self.init("do", on: executor, site: SourceSite(file, line, function)) { node, _ in
      unsafeDowncast(node, to: Promise<Value>.self).settle { try work() }
    }
  }
}
