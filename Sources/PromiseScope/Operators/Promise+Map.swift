// PromiseKit's names that mean nothing else here: map, done, get, tap, compactMap, ensure, asVoid.
//
// `then`, `catch` and `recover` keep Google's meaning; the facade for PromiseKit has the others.

import Dispatch
import PromiseCore
import PromiseTrace

/// `compactMap` got nothing from its closure.
public struct MissingValueError: Error, Hashable, Sendable {
  /// Creates the error.
  @preconcurrency
  public init() {}
}

extension Promise {
  /// Makes another value of the value.
  ///
  /// - Parameters:
  ///   - queue: Where `transform` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - transform: Gets the value and returns the next one; an error it throws rejects.
  /// - Returns: A new promise of what `transform` returns; also where that is nothing, unlike `then`.
  @preconcurrency
  @inlinable
  @discardableResult
  public func map<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value) throws -> Result
  ) -> Promise<Result> {
    let handler = StoredWork(ValueHandler(transform)) { node, parent, work in
      let handler = StoredWork.reveal(work, as: ValueHandler<Value, Result>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Result>.self)
      let value = parent.fulfilledValue
      node.settle { () throws -> Result in try handler.call(value) }
    }
    return Promise<Result>(
      from: self, "map", handles: .fulfilled, on: Executor.of(queue), site: SourceSite(file, line, function),
      work: handler)
  }

  /// Does something with the value, which ends here.
  ///
  /// - Parameters:
  ///   - queue: Where `body` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - body: Gets the value; an error it throws rejects.
  /// - Returns: A new promise of nothing.
  @preconcurrency
  @inlinable
  @discardableResult
  public func done(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Void> {
    let handler = StoredWork(VoidHandler(body)) { node, parent, work in
      let handler = StoredWork.reveal(work, as: VoidHandler<Value>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Void>.self)
      let value = parent.fulfilledValue
      node.settle { () throws -> Void in try handler.call(value) }
    }
    return Promise<Void>(
      from: self, "done", handles: .fulfilled, on: Executor.of(queue), site: SourceSite(file, line, function),
      work: handler)
  }

  /// Does something with the value, which goes on.
  ///
  /// - Parameters:
  ///   - queue: Where `body` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - body: Gets the value; an error it throws rejects.
  /// - Returns: A new promise of the same value.
  @preconcurrency
  @inlinable
  @discardableResult
  public func get(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Value> {
    let handler = StoredWork(VoidHandler(body)) { node, parent, work in
      let handler = StoredWork.reveal(work, as: VoidHandler<Value>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      node.settle(like: parent) { try handler.call(parent.fulfilledValue) }
    }
    return Promise<Value>(
      from: self, "get", handles: .fulfilled, on: Executor.of(queue), site: SourceSite(file, line, function),
      work: handler)
  }

  /// Looks at the outcome, whatever it is.
  ///
  /// Looking does not handle a rejection.
  ///
  /// - Parameters:
  ///   - queue: Where `body` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - body: Gets the outcome.
  /// - Returns: A new promise of the same outcome.
  @preconcurrency
  @discardableResult
  public func tap(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    derive("tap", handles: [.fulfilled, .rejected], on: Executor.of(queue), SourceSite(file, line, function)) {
      (node: Promise, parent) in
      guard let result = parent.result else { return }
      node.settle(like: parent) { body(result) }
    }
  }

  /// Makes another value of the value, if it can.
  ///
  /// - Parameters:
  ///   - queue: Where `transform` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - transform: Gets the value and returns the next one; nil rejects with ``MissingValueError``.
  /// - Returns: A new promise of what `transform` returns.
  @preconcurrency
  @discardableResult
  public func compactMap<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ transform: @escaping @Sendable (Value) throws -> Result?
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

  /// Does something once this promise has settled, however it did.
  ///
  /// - Parameters:
  ///   - queue: Where `body` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - body: Gets nothing.
  /// - Returns: A new promise of the same outcome.
  @preconcurrency
  @inlinable
  @discardableResult
  public func ensure(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ body: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    let handler = StoredWork(EitherHandler(body)) { node, parent, work in
      let handler = StoredWork.reveal(work, as: EitherHandler.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      node.settle(like: parent, after: handler.call)
    }
    return Promise<Value>(
      from: self, "ensure", handles: [.fulfilled, .rejected], on: Executor.of(queue),
      site: SourceSite(file, line, function),
      work: handler)
  }

  /// The same without the value.
  ///
  /// - Parameters:
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  /// - Returns: A new promise of nothing, fulfilled or rejected with this one.
  @preconcurrency
  public func asVoid(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Promise<Void> {
    Promise<Void>(from: self, "asVoid", handles: [], on: .inline, site: SourceSite(file, line, function)) {
      node, parent in
      unsafeDowncast(node, to: Promise<Void>.self).fulfill((), cause: .passthrough, via: parent)
    }
  }

  /// Derives a promise that `body` settles, called with a parent whose side has a handler.
  ///
  /// `body` captures the user's handler, which is `@Sendable`, and metatypes, which the compiler takes for something that is not.
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
