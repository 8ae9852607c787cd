// Owns `catch`, which observes an error and passes it on. To continue with a value after an error, use `recover`.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Calls `work` with the error and passes the error on: the new promise is still rejected.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `work`; nil means the default executor.
  ///   - work: Receives the error.
  /// - Returns: A new promise with the same outcome. A value skips `work`.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func `catch`(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: __owned @escaping @Sendable (any Error) -> Void
  ) -> Promise<Value> where Value: Sendable {
    `catch`(on: queue, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func `catch`(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: __owned @escaping @Sendable (any Error) -> Void, _unchecked: Void = ()
  ) -> Promise<Value> {
    `catch`(on: Executor.of(queue), file: file, line: line, function: function, consume work)
  }

  /// Calls `work` with the error and passes the error on: the new promise is still rejected.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs `work`.
  ///   - work: Receives the error.
  /// - Returns: A new promise with the same outcome. A value skips `work`.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func `catch`(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable (any Error) -> Void
  ) -> Promise<Value> where Value: Sendable {
    `catch`(on: consume executor, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func `catch`(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable (any Error) -> Void, _unchecked: Void = ()
  ) -> Promise<Value> {
    let handler = StoredWork(ErrorHandler(consume work)) { node, parent, work in
      let handler = work.reveal(as: ErrorHandler.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      guard parent.isRejected else { return node.settle(like: parent) }
      parent.rejection.markHandled(at: parent, by: node)
      handler.call(parent.rejection.error)
      node.finished(.void)
      node.settle(like: parent, cause: .returned)
    }
    return Promise(
      from: self, "catch", handles: .rejected, on: consume executor, site: SourceSite(file, line, function),
      work: handler)
  }
}
