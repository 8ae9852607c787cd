// Owns the PromiseKit operators whose names Google Promises leaves free: map, done, get, tap, compactMap, ensure, asVoid.
//
// `then`, `catch` and `recover` behave as in Google Promises; PromiseKitFacade has PromiseKit's versions.

import Dispatch
import PromiseCore
import PromiseTrace

/// The error of an operator that found no value: `compactMap`, `firstValue` or `lastValue`.
public struct MissingValueError: Error, Hashable, Sendable {
  /// Creates the error.
  @preconcurrency
  public init() {}
}

extension Promise {
  /// Transforms the value.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `transform`; nil means the default executor.
  ///   - transform: Receives the value and returns the next value; a thrown error rejects the promise.
  /// - Returns: A new promise for the value that `transform` returns, even if that is `Void`, unlike `then`.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func map<Result: Sendable>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: __owned @escaping @Sendable (Value) throws -> Result
  ) -> Promise<Result> where Value: Sendable {
    map(on: queue, file: file, line: line, function: function, consume transform, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func map<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: __owned @escaping @Sendable (Value) throws -> Result,
    _unchecked: Void = ()
  ) -> Promise<Result> {
    let handler = StoredWork(ValueHandler(consume transform)) { node, parent, work in
      let handler = work.reveal(as: ValueHandler<Value, Result>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Result>.self)
      let value = parent.fulfilledValue
      node.settle { () throws -> Result in try handler.call(value) }
    }
    return Promise<Result>(
      from: self, "map", handles: .fulfilled, on: Executor.of(queue), site: SourceSite(file, line, function),
      work: handler)
  }

  /// Calls `body` with the value and ends the chain of values.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `body`; nil means the default executor.
  ///   - body: Receives the value; a thrown error rejects the promise.
  /// - Returns: A new promise without a value.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func done(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ body: __owned @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Void> where Value: Sendable {
    done(on: queue, file: file, line: line, function: function, consume body, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func done(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ body: __owned @escaping @Sendable (Value) throws -> Void,
    _unchecked: Void = ()
  ) -> Promise<Void> {
    let handler = StoredWork(VoidHandler(consume body)) { node, parent, work in
      let handler = work.reveal(as: VoidHandler<Value>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Void>.self)
      let value = parent.fulfilledValue
      node.settle { () throws -> Void in try handler.call(value) }
    }
    return Promise<Void>(
      from: self, "done", handles: .fulfilled, on: Executor.of(queue), site: SourceSite(file, line, function),
      work: handler)
  }

  /// Calls `body` with the value and passes the value on.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `body`; nil means the default executor.
  ///   - body: Receives the value; a thrown error rejects the promise.
  /// - Returns: A new promise with the same value.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func get(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ body: __owned @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Value> where Value: Sendable {
    get(on: queue, file: file, line: line, function: function, consume body, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func get(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ body: __owned @escaping @Sendable (Value) throws -> Void,
    _unchecked: Void = ()
  ) -> Promise<Value> {
    let handler = StoredWork(VoidHandler(consume body)) { node, parent, work in
      let handler = work.reveal(as: VoidHandler<Value>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      node.settle(like: parent) { try handler.call(parent.fulfilledValue) }
    }
    return Promise<Value>(
      from: self, "get", handles: .fulfilled, on: Executor.of(queue), site: SourceSite(file, line, function),
      work: handler)
  }

  /// Calls `body` with the value or the error and passes it on.
  ///
  /// It doesn't mark a rejection as handled.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `body`; nil means the default executor.
  ///   - body: Receives the outcome.
  /// - Returns: A new promise with the same outcome.
  @available(swift, introduced: 6)
  @discardableResult
  public func tap(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Promise<Value> where Value: Sendable {
    tap(on: queue, file: file, line: line, function: function, body, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func tap(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ body: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _unchecked: Void = ()
  ) -> Promise<Value> {
    derive("tap", handles: [.fulfilled, .rejected], on: Executor.of(queue), SourceSite(file, line, function)) {
      (node: Promise, parent) in
      guard let result = parent.result else { return }
      node.settle(like: parent) { body(result) }
    }
  }

  /// Transforms the value, and rejects if the result is nil.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `transform`; nil means the default executor.
  ///   - transform: Receives the value and returns the next value; nil rejects with ``MissingValueError``.
  /// - Returns: A new promise for the value that `transform` returns.
  @available(swift, introduced: 6)
  @discardableResult
  public func compactMap<Result: Sendable>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value) throws -> Result?
  ) -> Promise<Result> where Value: Sendable {
    compactMap(on: queue, file: file, line: line, function: function, transform, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func compactMap<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value) throws -> Result?,
    _unchecked: Void = ()
  ) -> Promise<Result> {
    derive("compactMap", handles: .fulfilled, on: Executor.of(queue), SourceSite(file, line, function)) {
      (node: Promise<Result>, parent) in
      let value = parent.fulfilledValue
      node.settle { () throws -> Result in
        guard let result = try transform(value) else { throw MissingValueError() }
        return result
      }
    }
  }

  /// Calls a handler once this promise is fulfilled or rejected.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `body`; nil means the default executor.
  ///   - body: The handler.
  /// - Returns: A new promise with the same outcome.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func ensure(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ body: __owned @escaping @Sendable () -> Void
  ) -> Promise<Value> where Value: Sendable {
    ensure(on: queue, file: file, line: line, function: function, consume body, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func ensure(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ body: __owned @escaping @Sendable () -> Void, _unchecked: Void = ()
  ) -> Promise<Value> {
    let handler = StoredWork(EitherHandler(consume body)) { node, parent, work in
      let handler = work.reveal(as: EitherHandler.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      node.settle(like: parent, after: handler.call)
    }
    return Promise<Value>(
      from: self, "ensure", handles: [.fulfilled, .rejected], on: Executor.of(queue),
      site: SourceSite(file, line, function),
      work: handler)
  }

  /// Returns a promise that settles with this one and drops the value.
  ///
  /// - Returns: A new promise without a value, fulfilled or rejected with this one.
  @preconcurrency
  public func asVoid(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<Void> {
    Promise<Void>(from: self, "asVoid", handles: [], on: .inline, site: SourceSite(file, line, function)) {
      node, parent in
      unsafeDowncast(node, to: Promise<Void>.self).fulfill((), cause: .passthrough, via: parent)
    }
  }

  /// Derives a promise that `body` settles once the parent has an outcome that the operator handles.
  ///
  /// `body` is safe to send: it captures the `@Sendable` handler of the caller, and metatypes that the compiler doesn't treat as sendable.
  func derive<Result>(
    _ operation: StaticString, handles sides: HandledSides, on executor: Executor, _ site: SourceSite,
    _ body: @escaping (Promise<Result>, Promise) -> Void
  ) -> Promise<Result> {
    nonisolated(unsafe) let body = body
    return Promise<Result>(from: self, operation, handles: sides, on: executor, site: site) { node, parent in
      body(unsafeDowncast(node, to: Promise<Result>.self), unsafeDowncast(parent, to: Promise.self))
    }
  }
}
