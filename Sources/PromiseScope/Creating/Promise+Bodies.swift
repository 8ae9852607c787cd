// Owns the initializers of promises that a body settles.
//
// Bodies that return a value are disfavored, because `{ throw error }` matches both kinds, and for `Void` so does a discarded promise.
// Each kind has a separate form without a queue instead of a default argument: an optional parameter with a default value doubles the
// time to type-check `Promise(text + more)` (measured, in the closures of operators).

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
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
      let resolver = Resolver(unsafeDowncast(node, to: Promise<Value>.self))
      defer { withExtendedLifetime(resolver) {} }
      do {
        try work({ resolver.node.resolve(value: $0) }, { resolver.node.reject($0) })
        resolver.node.finished(.void)
      } catch {
        resolver.node.finished(.threw)
        resolver.node.reject(error, cause: .threw)
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
