// then with two handlers, as in A+ and ECMAScript: one for the value, one for the error, one hop for either.
//
// Each handler may return a promise or a value, and either may be nil. The forms are ranked: two promises first, then two values, then
// one of each, whose rejection handler is optional for this alone: the compiler prefers a form in which a closure need not become an
// optional, so that `{ error in throw error }` fits the form of its neighbor, and prefers such a form to one that drops a closure's
// result. The single-handler forms of `then` don't compete: the label `onRejected` rules them out before the compiler looks at a closure.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Continues with one of two handlers: after a value the first, after an error the second.
  ///
  /// - Parameters:
  ///   - queue: The queue that handlers run on; nil means the default executor.
  ///   - file: The call site's file, recorded in the log.
  ///   - line: The call site's line.
  ///   - function: The function of the call site.
  ///   - onFulfilled: Gets the value and returns the promise to follow; an error it throws rejects.
  ///   - onRejected: Gets the error and returns the promise to follow; an error it throws rejects. Nil passes the error on.
  /// - Returns: A new promise that settles as the handler decides. A+ §2.2.7, ECMA-262 §27.2.5.4.
  @preconcurrency
  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Promise<Result>,
    onRejected: (@Sendable (any Error) throws -> Promise<Result>)?
  ) -> Promise<Result> {
    either(
      on: Executor.of(queue), SourceSite(file, line, function),
      { node, value in node.settle { () throws -> Promise<Result> in try onFulfilled(value) } },
      onRejected.map { work in { node, error in node.settle { () throws -> Promise<Result> in try work(error) } } })
  }

  /// Continues with one of two handlers: after a value the first, after an error the second.
  ///
  /// - Parameters:
  ///   - queue: The queue that handlers run on; nil means the default executor.
  ///   - file: The call site's file, recorded in the log.
  ///   - line: The call site's line.
  ///   - function: The function of the call site.
  ///   - onFulfilled: Gets the value and returns the next value; an error it throws rejects.
  ///   - onRejected: Gets the error and returns the next value; an error it throws rejects.
  /// - Returns: A new promise that settles as the handler decides. A+ §2.2.7, ECMA-262 §27.2.5.4.
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Result,
    onRejected: @escaping @Sendable (any Error) throws -> Result
  ) -> Promise<Result> {
    either(
      on: Executor.of(queue), SourceSite(file, line, function),
      { node, value in node.settle { () throws -> Result in try onFulfilled(value) } },
      { node, error in node.settle { () throws -> Result in try onRejected(error) } })
  }

  /// Continues with one of two handlers: after a value the first, after an error the second.
  ///
  /// - Parameters:
  ///   - queue: The queue that handlers run on; nil means the default executor.
  ///   - file: The call site's file, recorded in the log.
  ///   - line: The call site's line.
  ///   - function: The function of the call site.
  ///   - onFulfilled: Gets the value and returns the promise to follow; an error it throws rejects.
  ///   - onRejected: Gets the error and returns the next value; an error it throws rejects. Nil passes the error on.
  /// - Returns: A new promise that settles as the handler decides. A+ §2.2.7, ECMA-262 §27.2.5.4.
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Promise<Result>,
    onRejected: (@Sendable (any Error) throws -> Result)?
  ) -> Promise<Result> {
    either(
      on: Executor.of(queue), SourceSite(file, line, function),
      { node, value in node.settle { () throws -> Promise<Result> in try onFulfilled(value) } },
      onRejected.map { work in { node, error in node.settle { () throws -> Result in try work(error) } } })
  }

  /// Continues with one of two handlers: after a value the first, after an error the second.
  ///
  /// - Parameters:
  ///   - queue: The queue that handlers run on; nil means the default executor.
  ///   - file: The call site's file, recorded in the log.
  ///   - line: The call site's line.
  ///   - function: The function of the call site.
  ///   - onFulfilled: Gets the value and returns the next value; an error it throws rejects.
  ///   - onRejected: Gets the error and returns the promise to follow; an error it throws rejects. Nil passes the error on.
  /// - Returns: A new promise that settles as the handler decides. A+ §2.2.7, ECMA-262 §27.2.5.4.
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: @escaping @Sendable (Value) throws -> Result,
    onRejected: (@Sendable (any Error) throws -> Promise<Result>)?
  ) -> Promise<Result> {
    either(
      on: Executor.of(queue), SourceSite(file, line, function),
      { node, value in node.settle { () throws -> Result in try onFulfilled(value) } },
      onRejected.map { work in { node, error in node.settle { () throws -> Promise<Result> in try work(error) } } })
  }

  /// Continues with one of two handlers: after a value the first, after an error the second.
  ///
  /// - Parameters:
  ///   - queue: The queue that handlers run on; nil means the default executor.
  ///   - file: The call site's file, recorded in the log.
  ///   - line: The call site's line.
  ///   - function: The function of the call site.
  ///   - onFulfilled: Gets the value and returns the next value; an error it throws rejects. Nil passes the value on.
  ///   - onRejected: Gets the error and returns the next value; an error it throws rejects. Nil passes the error on.
  /// - Returns: A new promise that settles as the handler decides, or as this one where it is nil. A+ §2.2.7, ECMA-262 §27.2.5.4.
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func then(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: (@Sendable (Value) throws -> Value)?,
    onRejected: (@Sendable (any Error) throws -> Value)?
  ) -> Promise<Value> {
    either(
      on: Executor.of(queue), SourceSite(file, line, function),
      onFulfilled.map { work in { node, value in node.settle { () throws -> Value in try work(value) } } },
      onRejected.map { work in { node, error in node.settle { () throws -> Value in try work(error) } } })
  }

  /// Continues with one of two handlers: after a value the first, after an error the second.
  ///
  /// - Parameters:
  ///   - queue: The queue that handlers run on; nil means the default executor.
  ///   - file: The call site's file, recorded in the log.
  ///   - line: The call site's line.
  ///   - function: The function of the call site.
  ///   - onFulfilled: Gets the value and returns the promise to follow; an error it throws rejects. Nil passes the value on.
  ///   - onRejected: Gets the error and returns the promise to follow; an error it throws rejects.
  /// - Returns: A new promise that settles as the handler decides, or as this one where it is nil. A+ §2.2.7, ECMA-262 §27.2.5.4.
  @preconcurrency
  @_disfavoredOverload
  @discardableResult
  public func then(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ onFulfilled: (@Sendable (Value) throws -> Promise<Value>)?,
    onRejected: @escaping @Sendable (any Error) throws -> Promise<Value>
  ) -> Promise<Value> {
    either(
      on: Executor.of(queue), SourceSite(file, line, function),
      onFulfilled.map { work in { node, value in node.settle { () throws -> Promise<Value> in try work(value) } } },
      { node, error in node.settle { () throws -> Promise<Value> in try onRejected(error) } })
  }

  /// Derives a promise with a handler for each side.
  ///
  /// - Parameters:
  ///   - executor: The executor that handlers run on.
  ///   - site: The call site, recorded in the log.
  ///   - onFulfilled: Settles the new promise after a value; nil, which takes a promise of the same type, passes the value on.
  ///   - onRejected: Settles the new promise after an error; nil passes the error on.
  /// - Returns: The new promise.
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
