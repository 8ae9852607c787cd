// Owns `recover`, which continues after an error with a value or with another promise.
//
// `{ error in throw error }` matches both forms and needs a type: `{ error -> Int in throw error }`. Disfavoring one form would resolve
// the ambiguity, but would triple the time to type-check each `recover` in a chain (measured: 11 s instead of 4 s).

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Continues after an error with the value that `work` returns.
  ///
  /// ```swift
  /// let volume = Promise<Int>(PromiseError.timedOut)
  ///   .recover { error in 5 }
  ///   .then { "volume \($0)" }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `work`; nil means the default executor.
  ///   - work: Receives the error and returns the value to continue with; a thrown error rejects the promise.
  /// - Returns: A new promise for this promise's value, or for the value that `work` returns.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func recover(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: __owned @escaping @Sendable (any Error) throws -> Value
  ) -> Promise<Value> where Value: Sendable {
    recover(on: queue, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func recover(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: __owned @escaping @Sendable (any Error) throws -> Value, _unchecked: Void = ()
  ) -> Promise<Value> {
    recover(on: Executor.of(queue), file: file, line: line, function: function, consume work)
  }

  /// Continues after an error with the value that `work` returns.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs `work`.
  ///   - work: Receives the error and returns the value to continue with; a thrown error rejects the promise.
  /// - Returns: A new promise for this promise's value, or for the value that `work` returns.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func recover(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable (any Error) throws -> Value
  ) -> Promise<Value> where Value: Sendable {
    recover(on: consume executor, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func recover(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable (any Error) throws -> Value, _unchecked: Void = ()
  ) -> Promise<Value> {
    let handler = StoredWork(ErrorValueHandler(consume work)) { node, parent, work in
      let handler = work.reveal(as: ErrorValueHandler<Value>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      guard parent.isRejected else { return node.settle(like: parent) }
      parent.rejection.markHandled(at: parent, by: node)
      let error = parent.rejection.error
      node.settle { () throws -> Value in try handler.call(error) }
    }
    return Promise(
      from: self, "recover", handles: .rejected, on: consume executor, site: SourceSite(file, line, function),
      work: handler)
  }

  /// Continues after an error with the promise that `work` returns.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `work`; nil means the default executor.
  ///   - work: Receives the error and returns the promise to follow; a thrown error rejects the promise.
  /// - Returns: A new promise for this promise's value, or one that settles like the promise that `work` returns.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func recover(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: __owned @escaping @Sendable (any Error) throws -> Promise<Value>
  ) -> Promise<Value> where Value: Sendable {
    recover(on: queue, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func recover(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: __owned @escaping @Sendable (any Error) throws -> Promise<Value>, _unchecked: Void = ()
  ) -> Promise<Value> {
    recover(on: Executor.of(queue), file: file, line: line, function: function, consume work)
  }

  /// Continues after an error with the promise that `work` returns.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs `work`.
  ///   - work: Receives the error and returns the promise to follow; a thrown error rejects the promise.
  /// - Returns: A new promise for this promise's value, or one that settles like the promise that `work` returns.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func recover(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable (any Error) throws -> Promise<Value>
  ) -> Promise<Value> where Value: Sendable {
    recover(on: consume executor, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func recover(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable (any Error) throws -> Promise<Value>, _unchecked: Void = ()
  ) -> Promise<Value> {
    let handler = StoredWork(ErrorPromiseHandler(consume work)) { node, parent, work in
      let handler = work.reveal(as: ErrorPromiseHandler<Value>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      guard parent.isRejected else { return node.settle(like: parent) }
      parent.rejection.markHandled(at: parent, by: node)
      let error = parent.rejection.error
      node.settle { () throws -> Promise<Value> in try handler.call(error) }
    }
    return Promise(
      from: self, "recover", handles: .rejected, on: consume executor, site: SourceSite(file, line, function),
      work: handler)
  }
}
