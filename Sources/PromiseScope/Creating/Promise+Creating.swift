// Making promises: settled ones, pending ones, and ones that settle by a closure of their own.
//
// The bodies that return a value are disfavoured: `{ throw error }` fits both kinds, and where the value is `Void`, so does a promise
// that is dropped. Each kind has a form without a queue of its own, although a default argument would do: an optional parameter with a
// default doubles what `Promise(text + more)` costs the type checker (measured, in the operators' closures).

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Creates a pending promise, to be settled with `fulfill(_:)` or `reject(_:)`.
  ///
  /// - Parameters:
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  @preconcurrency
  @inlinable
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(pending: "pending", site: SourceSite(file, line, function))
  }

  /// Creates a promise that is settled already.
  ///
  /// - Parameters:
  ///   - value: What to fulfil it with. What this expression throws rejects the promise, and so does a value that is an `Error`, as
  ///     in Google Promises.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  @preconcurrency
  @_disfavoredOverload  // Or a closure may be taken for a value: `Promise { "a" }` would be a promise of a function.
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

  /// Creates a promise that is rejected already.
  ///
  /// In a module where `String` is an `Error`, a `String` is a value if the promise can hold one, as in Google Promises. An `any Error`
  /// that happens to be a `String` is an error.
  ///
  /// - Parameters:
  ///   - error: The error to reject with.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - _unopened: Nothing; with it the compiler takes an `any Error` as it is, instead of opening it and taking its content.
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

  /// Creates a pending promise, to be settled with `fulfill(_:)` or `reject(_:)`.
  ///
  /// - Returns: The promise.
  @preconcurrency
  @inlinable
  public static func pending(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise {
    Promise(pending: "pending", site: SourceSite(file, line, function))
  }

  /// Creates a pending promise and the right to settle it, apart from each other.
  ///
  /// ECMAScript's `Promise.withResolvers`.
  ///
  /// - Returns: Both. The promise can never settle once the last copy of its resolver is gone.
  @preconcurrency
  @inlinable
  public static func withResolvers(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> (promise: Promise, resolver: Resolver<Value>) {
    let promise = Promise(pending: "withResolvers", site: SourceSite(file, line, function))
    return (promise, Resolver(promise))
  }

  /// Creates a promise that its body settles by calling one of two closures, now or later, run by the default executor.
  ///
  /// - Parameters:
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets `fulfill` and `reject`. An error it throws rejects.
  @preconcurrency
  @inlinable
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work:
      @escaping @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void
  ) {
    self.init(on: Executor.standard, file: file, line: line, function: function, work)
  }

  /// Creates a promise that its body settles by calling one of two closures, now or later.
  ///
  /// - Parameters:
  ///   - queue: Where the body runs, later; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets `fulfill` and `reject`. An error it throws rejects.
  @preconcurrency
  @inlinable
  public convenience init(
    on queue: DispatchQueue?, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work:
      @escaping @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void
  ) {
    self.init(on: Executor.of(queue), file: file, line: line, function: function, work)
  }

  /// Creates a promise that its body settles by calling one of two closures, now or later.
  ///
  /// - Parameters:
  ///   - executor: Where the body runs.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets `fulfill` and `reject`. An error it throws rejects.
  @preconcurrency
  @inlinable
  public convenience init(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work:
      @escaping @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void
  ) {
    self.init("async", on: executor, site: SourceSite(file, line, function)) { node, _ in
      let promise = unsafeDowncast(node, to: Promise<Value>.self)
      do {
        try work({ promise.resolve(value: $0) }, { promise.reject($0) })
        promise.finished(.void)
      } catch {
        promise.finished(.threw)
        promise.reject(error, cause: .threw)
      }
    }
  }

  /// Creates a promise of what its body returns, run by the default executor.
  ///
  /// - Parameters:
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Returns the value; an error it throws rejects.
  @preconcurrency
  @_disfavoredOverload
  @inlinable
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable () throws -> Value
  ) {
    self.init(on: Executor.standard, file: file, line: line, function: function, work)
  }

  /// Creates a promise of what its body returns.
  ///
  /// - Parameters:
  ///   - queue: Where the body runs, later; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Returns the value; an error it throws rejects.
  @preconcurrency
  @_disfavoredOverload
  @inlinable
  public convenience init(
    on queue: DispatchQueue?, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping @Sendable () throws -> Value
  ) {
    self.init(on: Executor.of(queue), file: file, line: line, function: function, work)
  }

  /// Creates a promise of what its body returns.
  ///
  /// - Parameters:
  ///   - executor: Where the body runs.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Returns the value; an error it throws rejects.
  @preconcurrency
  @_disfavoredOverload
  @inlinable
  public convenience init(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable () throws -> Value
  ) {
    self.init("do", on: executor, site: SourceSite(file, line, function)) { node, _ in
      unsafeDowncast(node, to: Promise<Value>.self).settle { try work() }
    }
  }

  /// Creates a promise that follows the one its body returns, run by the default executor.
  ///
  /// - Parameters:
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Returns the promise to follow; an error it throws rejects.
  @preconcurrency
  @inlinable
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable () throws -> Promise<Value>
  ) {
    self.init(on: Executor.standard, file: file, line: line, function: function, work)
  }

  /// Creates a promise that follows the one its body returns.
  ///
  /// - Parameters:
  ///   - queue: Where the body runs, later; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Returns the promise to follow; an error it throws rejects.
  @preconcurrency
  @inlinable
  public convenience init(
    on queue: DispatchQueue?, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: @escaping @Sendable () throws -> Promise<Value>
  ) {
    self.init(on: Executor.of(queue), file: file, line: line, function: function, work)
  }

  /// Creates a promise that follows the one its body returns.
  ///
  /// - Parameters:
  ///   - executor: Where the body runs.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Returns the promise to follow; an error it throws rejects.
  @preconcurrency
  @inlinable
  public convenience init(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable () throws -> Promise<Value>
  ) {
    self.init("do", on: executor, site: SourceSite(file, line, function)) { node, _ in
      unsafeDowncast(node, to: Promise<Value>.self).settle { try work() }
    }
  }
}
