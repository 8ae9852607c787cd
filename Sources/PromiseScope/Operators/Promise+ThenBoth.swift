// Owns `then` with two handlers, as in A+ and ECMAScript: one for the value, one for the error, and a single hop for both.
//
// Each handler may return a promise or a value, and either may be nil. The overloads are ranked: two promises, then two values, then one
// of each. The rejection handler of a mixed form is optional only for the sake of this ranking: the compiler prefers an overload whose
// closure needs no conversion to an optional, so `{ error in throw error }` matches the form of the other handler. The forms with one
// handler don't compete, because the label `onRejected` rules them out before the compiler checks a closure.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Calls `onFulfilled` with the value or `onRejected` with the error.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs the handlers; nil means the default executor.
  ///   - onFulfilled: Receives the value and returns the promise to follow; a thrown error rejects the promise.
  ///   - onRejected: Receives the error and returns the promise to follow; a thrown error rejects the promise. Nil passes the error on.
  /// - Returns: A new promise that settles with the result of the handler. A+ §2.2.7, ECMA-262 §27.2.5.4.
  @available(swift, introduced: 6)
  @discardableResult
  public func then<Result: Sendable>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Promise<Result>,
    onRejected: (@Sendable (any Error) throws -> Promise<Result>)?
  ) -> Promise<Result> where Value: Sendable {
    then(on: queue, file: file, line: line, function: function, onFulfilled, onRejected: onRejected, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Promise<Result>,
    onRejected: (@Sendable (any Error) throws -> Promise<Result>)?, _unchecked: Void = ()
  ) -> Promise<Result> {
    either(
      on: Executor.of(queue), SourceSite(file, line, function),
      { node, value in node.settle { () throws -> Promise<Result> in try onFulfilled(value) } },
      onRejected.map { work in { node, error in node.settle { () throws -> Promise<Result> in try work(error) } } })
  }

  /// Calls `onFulfilled` with the value or `onRejected` with the error.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs the handlers; nil means the default executor.
  ///   - onFulfilled: Receives the value and returns the next value; a thrown error rejects the promise.
  ///   - onRejected: Receives the error and returns the next value; a thrown error rejects the promise.
  /// - Returns: A new promise that settles with the result of the handler. A+ §2.2.7, ECMA-262 §27.2.5.4.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  @discardableResult
  public func then<Result: Sendable>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Result,
    onRejected: @escaping @Sendable (any Error) throws -> Result
  ) -> Promise<Result> where Value: Sendable {
    then(on: queue, file: file, line: line, function: function, onFulfilled, onRejected: onRejected, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Result,
    onRejected: @escaping @Sendable (any Error) throws -> Result, _unchecked: Void = ()
  ) -> Promise<Result> {
    either(
      on: Executor.of(queue), SourceSite(file, line, function),
      { node, value in node.settle { () throws -> Result in try onFulfilled(value) } },
      { node, error in node.settle { () throws -> Result in try onRejected(error) } })
  }

  /// Calls `onFulfilled` with the value or `onRejected` with the error.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs the handlers; nil means the default executor.
  ///   - onFulfilled: Receives the value and returns the promise to follow; a thrown error rejects the promise.
  ///   - onRejected: Receives the error and returns the next value; a thrown error rejects the promise. Nil passes the error on.
  /// - Returns: A new promise that settles with the result of the handler. A+ §2.2.7, ECMA-262 §27.2.5.4.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  @discardableResult
  public func then<Result: Sendable>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Promise<Result>,
    onRejected: (@Sendable (any Error) throws -> Result)?
  ) -> Promise<Result> where Value: Sendable {
    then(on: queue, file: file, line: line, function: function, onFulfilled, onRejected: onRejected, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Promise<Result>,
    onRejected: (@Sendable (any Error) throws -> Result)?, _unchecked: Void = ()
  ) -> Promise<Result> {
    either(
      on: Executor.of(queue), SourceSite(file, line, function),
      { node, value in node.settle { () throws -> Promise<Result> in try onFulfilled(value) } },
      onRejected.map { work in { node, error in node.settle { () throws -> Result in try work(error) } } })
  }

  /// Calls `onFulfilled` with the value or `onRejected` with the error.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs the handlers; nil means the default executor.
  ///   - onFulfilled: Receives the value and returns the next value; a thrown error rejects the promise.
  ///   - onRejected: Receives the error and returns the promise to follow; a thrown error rejects the promise. Nil passes the error on.
  /// - Returns: A new promise that settles with the result of the handler. A+ §2.2.7, ECMA-262 §27.2.5.4.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  @discardableResult
  public func then<Result: Sendable>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Result,
    onRejected: (@Sendable (any Error) throws -> Promise<Result>)?
  ) -> Promise<Result> where Value: Sendable {
    then(on: queue, file: file, line: line, function: function, onFulfilled, onRejected: onRejected, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Result,
    onRejected: (@Sendable (any Error) throws -> Promise<Result>)?, _unchecked: Void = ()
  ) -> Promise<Result> {
    either(
      on: Executor.of(queue), SourceSite(file, line, function),
      { node, value in node.settle { () throws -> Result in try onFulfilled(value) } },
      onRejected.map { work in { node, error in node.settle { () throws -> Promise<Result> in try work(error) } } })
  }

  /// Calls `onFulfilled` with the value or `onRejected` with the error.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs the handlers; nil means the default executor.
  ///   - onFulfilled: Receives the value and returns the next value; a thrown error rejects the promise. Nil passes the value on.
  ///   - onRejected: Receives the error and returns the next value; a thrown error rejects the promise. Nil passes the error on.
  /// - Returns: A new promise that settles with the result of the handler, or like this promise if that handler is nil. A+ §2.2.7,
  ///   ECMA-262 §27.2.5.4.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  @discardableResult
  public func then(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: (@Sendable (Value) throws -> Value)?,
    onRejected: (@Sendable (any Error) throws -> Value)?
  ) -> Promise<Value> where Value: Sendable {
    then(on: queue, file: file, line: line, function: function, onFulfilled, onRejected: onRejected, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func then(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: (@Sendable (Value) throws -> Value)?,
    onRejected: (@Sendable (any Error) throws -> Value)?, _unchecked: Void = ()
  ) -> Promise<Value> {
    either(
      on: Executor.of(queue), SourceSite(file, line, function),
      onFulfilled.map { work in { node, value in node.settle { () throws -> Value in try work(value) } } },
      onRejected.map { work in { node, error in node.settle { () throws -> Value in try work(error) } } })
  }

  /// Calls `onFulfilled` with the value or `onRejected` with the error.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs the handlers; nil means the default executor.
  ///   - onFulfilled: Receives the value and returns the promise to follow; a thrown error rejects the promise. Nil passes the value on.
  ///   - onRejected: Receives the error and returns the promise to follow; a thrown error rejects the promise.
  /// - Returns: A new promise that settles with the result of the handler, or like this promise if that handler is nil. A+ §2.2.7,
  ///   ECMA-262 §27.2.5.4.
  @available(swift, introduced: 6)
  @_disfavoredOverload
  @discardableResult
  public func then(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: (@Sendable (Value) throws -> Promise<Value>)?,
    onRejected: @escaping @Sendable (any Error) throws -> Promise<Value>
  ) -> Promise<Value> where Value: Sendable {
    then(on: queue, file: file, line: line, function: function, onFulfilled, onRejected: onRejected, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func then(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: (@Sendable (Value) throws -> Promise<Value>)?,
    onRejected: @escaping @Sendable (any Error) throws -> Promise<Value>, _unchecked: Void = ()
  ) -> Promise<Value> {
    either(
      on: Executor.of(queue), SourceSite(file, line, function),
      onFulfilled.map { work in { node, value in node.settle { () throws -> Promise<Value> in try work(value) } } },
      { node, error in node.settle { () throws -> Promise<Value> in try onRejected(error) } })
  }

  /// Derives a promise with a handler for each outcome.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs the handlers.
  ///   - site: The call site, recorded in the log.
  ///   - onFulfilled: Settles the new promise after a value; nil, which requires a result of the same type, passes the value on.
  ///   - onRejected: Settles the new promise after an error; nil passes the error on.
  func either<Result>(
    on executor: Executor, _ site: SourceSite, _ onFulfilled: ((Promise<Result>, Value) -> Void)?,
    _ onRejected: ((Promise<Result>, any Error) -> Void)?
  ) -> Promise<Result> {
    var sides: HandledSides = []
    if onFulfilled != nil { sides.insert(.fulfilled) }
    if onRejected != nil { sides.insert(.rejected) }
    return derive("then", handles: sides, on: executor, site) { (node: Promise<Result>, parent) in
      if parent.isRejected {
        parent.rejection.markHandled(at: parent, by: node)
        onRejected?(node, parent.rejection.error)
      } else if let onFulfilled {
        onFulfilled(node, parent.fulfilledValue)
      } else {
        unsafeDowncast(node, to: Promise.self).settle(like: parent)
      }
    }
  }
}
