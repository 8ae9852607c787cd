// Owns `then` with one handler.
//
// Like all operators with a closure, each form has two declarations. The one for Swift 6 mode requires `Sendable` values and calls the one
// for Swift 5 mode, selected by the argument `_unchecked`, which programs leave out. Swift 6 mode so refuses data races, and Swift 5 mode
// accepts what Google's signatures accept. Type-checking takes 7 % more. The module is compiled in Swift 5 mode, with all checks as warnings.
//
// The form whose handler returns a promise comes first: the type checker tries overloads in source order, and checks a chain of three
// untyped closures ten times as fast that way (measured: 33 ms instead of 363 ms).

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Calls `work` with the value and follows the promise that it returns.
  ///
  /// ```swift
  /// let length = Promise("four")
  ///   .then { text in Promise(text.count) }
  ///   .then { $0 * 2 }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `work`; nil means the default executor.
  ///   - work: Receives the value and returns the promise to follow; a thrown error rejects the promise.
  /// - Returns: A new promise that settles like the promise that `work` returns. A rejection skips `work`. A+ §2.3.2.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func then<Result: Sendable>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: __owned @escaping @Sendable (Value) throws -> Promise<Result>
  ) -> Promise<Result> where Value: Sendable {
    then(on: queue, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: __owned @escaping @Sendable (Value) throws -> Promise<Result>,
    _unchecked: Void = ()
  ) -> Promise<Result> {
    then(on: Executor.of(queue), file: file, line: line, function: function, consume work)
  }

  /// Calls `work` with the value and follows the promise that it returns.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs `work`.
  ///   - work: Receives the value and returns the promise to follow; a thrown error rejects the promise.
  /// - Returns: A new promise that settles like the promise that `work` returns. A rejection skips `work`. A+ §2.3.2.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func then<Result: Sendable>(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable (Value) throws -> Promise<Result>
  ) -> Promise<Result> where Value: Sendable {
    then(on: consume executor, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func then<Result>(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable (Value) throws -> Promise<Result>, _unchecked: Void = ()
  ) -> Promise<Result> {
    let handler = StoredWork(PromiseHandler(consume work)) { node, parent, work in
      let handler = work.reveal(as: PromiseHandler<Value, Result>.self)
      let value = unsafeDowncast(parent, to: Promise<Value>.self).fulfilledValue
      unsafeDowncast(node, to: Promise<Result>.self).settle { () throws -> Promise<Result> in try handler.call(value) }
    }
    return Promise<Result>(
      from: self, "then", handles: .fulfilled, on: consume executor, site: SourceSite(file, line, function),
      work: handler)
  }

  /// Calls `work` with the value and fulfills the new promise with its result.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `work`; nil means the default executor.
  ///   - work: Receives the value and returns the next value; a thrown error rejects the promise.
  /// - Returns: A new promise for the value that `work` returns. A rejection skips `work`. A+ §2.2.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func then<Result: Sendable>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: __owned @escaping @Sendable (Value) throws -> Result
  ) -> Promise<Result> where Value: Sendable {
    then(on: queue, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: __owned @escaping @Sendable (Value) throws -> Result,
    _unchecked: Void = ()
  ) -> Promise<Result> {
    then(on: Executor.of(queue), file: file, line: line, function: function, consume work)
  }

  /// Calls `work` with the value and fulfills the new promise with its result.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs `work`.
  ///   - work: Receives the value and returns the next value; a thrown error rejects the promise.
  /// - Returns: A new promise for the value that `work` returns. A rejection skips `work`. A+ §2.2.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func then<Result: Sendable>(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable (Value) throws -> Result
  ) -> Promise<Result> where Value: Sendable {
    then(on: consume executor, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func then<Result>(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable (Value) throws -> Result, _unchecked: Void = ()
  ) -> Promise<Result> {
    let handler = StoredWork(ValueHandler(consume work)) { node, parent, work in
      let handler = work.reveal(as: ValueHandler<Value, Result>.self)
      let value = unsafeDowncast(parent, to: Promise<Value>.self).fulfilledValue
      unsafeDowncast(node, to: Promise<Result>.self).settle { () throws -> Result in try handler.call(value) }
    }
    return Promise<Result>(
      from: self, "then", handles: .fulfilled, on: consume executor, site: SourceSite(file, line, function),
      work: handler)
  }

  /// Calls `work` with the value and passes the value on.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `work`; nil means the default executor.
  ///   - work: Receives the value; a thrown error rejects the promise.
  /// - Returns: A new promise with the same value. A rejection skips `work`.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func then(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: __owned @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Value> where Value: Sendable {
    then(on: queue, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func then(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function, _ work: __owned @escaping @Sendable (Value) throws -> Void,
    _unchecked: Void = ()
  ) -> Promise<Value> {
    then(on: Executor.of(queue), file: file, line: line, function: function, consume work)
  }

  /// Calls `work` with the value and passes the value on.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs `work`.
  ///   - work: Receives the value; a thrown error rejects the promise.
  /// - Returns: A new promise with the same value. A rejection skips `work`.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func then(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Value> where Value: Sendable {
    then(on: consume executor, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func then(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable (Value) throws -> Void, _unchecked: Void = ()
  ) -> Promise<Value> {
    let handler = StoredWork(VoidHandler(consume work)) { node, parent, work in
      let handler = work.reveal(as: VoidHandler<Value>.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      unsafeDowncast(node, to: Promise<Value>.self).settle(like: parent) { try handler.call(parent.fulfilledValue) }
    }
    return Promise(
      from: self, "then", handles: .fulfilled, on: consume executor, site: SourceSite(file, line, function),
      work: handler)
  }
}
