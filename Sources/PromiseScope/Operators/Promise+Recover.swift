// recover: going on after an error, with a value or with another promise.
//
// `{ error in throw error }` alone fits both forms, and has to say which it means: `{ error -> Int in throw error }`. Disfavouring one
// would decide that, but every `recover` in a chain then costs the type checker three times as much (measured: 11 s instead of 4).

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Goes on after an error.
  ///
  /// - Parameters:
  ///   - queue: Where `work` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the error and returns the value to go on with; an error it throws rejects.
  /// - Returns: A new promise that settles as this one if it is fulfilled, else as what `work` returns.
  @preconcurrency
  @inlinable
  @discardableResult
  public func recover(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: @escaping @Sendable (any Error) throws -> Value
  ) -> Promise<Value> {
    recover(on: Executor.of(queue), file: file, line: line, function: function, work)
  }

  /// Goes on after an error.
  ///
  /// - Parameters:
  ///   - executor: Where `work` runs.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the error and returns the value to go on with; an error it throws rejects.
  /// - Returns: A new promise that settles as this one if it is fulfilled, else as what `work` returns.
  @preconcurrency
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func recover(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable (any Error) throws -> Value
  ) -> Promise<Value> {
    let handler = StoredWork(ErrorValueHandler(work)) { node, parent, work in
      let handler = StoredWork.reveal(work, as: ErrorValueHandler<Value>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      guard parent.isRejected else { return node.settle(like: parent) }
      parent.rejection.markHandled(at: parent, by: node)
      let error = parent.rejection.error
      node.settle { () throws -> Value in try handler.call(error) }
    }
    return Promise(
      from: self, "recover", handles: .rejected, on: executor, site: SourceSite(file, line, function), work: handler)
  }

  /// Goes on after an error.
  ///
  /// - Parameters:
  ///   - queue: Where `work` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the error and returns the promise to follow; an error it throws rejects.
  /// - Returns: A new promise that settles as this one if it is fulfilled, else as the promise that `work` returns.
  @preconcurrency
  @inlinable
  @discardableResult
  public func recover(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: @escaping @Sendable (any Error) throws -> Promise<Value>
  ) -> Promise<Value> {
    recover(on: Executor.of(queue), file: file, line: line, function: function, work)
  }

  /// Goes on after an error.
  ///
  /// - Parameters:
  ///   - executor: Where `work` runs.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the error and returns the promise to follow; an error it throws rejects.
  /// - Returns: A new promise that settles as this one if it is fulfilled, else as the promise that `work` returns.
  @preconcurrency
  @inlinable
  @discardableResult
  public func recover(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable (any Error) throws -> Promise<Value>
  ) -> Promise<Value> {
    let handler = StoredWork(ErrorPromiseHandler(work)) { node, parent, work in
      let handler = StoredWork.reveal(work, as: ErrorPromiseHandler<Value>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      guard parent.isRejected else { return node.settle(like: parent) }
      parent.rejection.markHandled(at: parent, by: node)
      let error = parent.rejection.error
      node.settle { () throws -> Promise<Value> in try handler.call(error) }
    }
    return Promise(
      from: self, "recover", handles: .rejected, on: executor, site: SourceSite(file, line, function), work: handler)
  }
}
