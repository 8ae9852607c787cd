// catch: what to do with an error, which then goes on. It does not recover: that is `recover`.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Does something with the error and passes it on: the promise returned is still rejected.
  ///
  /// - Parameters:
  ///   - queue: Where `work` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the error.
  /// - Returns: A new promise of the same outcome. A value passes `work` by.
  @preconcurrency
  @inlinable
  @discardableResult
  public func `catch`(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: @escaping @Sendable (any Error) -> Void
  ) -> Promise<Value> {
    `catch`(on: Executor.of(queue), file: file, line: line, function: function, work)
  }

  /// Does something with the error and passes it on: the promise returned is still rejected.
  ///
  /// - Parameters:
  ///   - executor: Where `work` runs.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets the error.
  /// - Returns: A new promise of the same outcome. A value passes `work` by.
  @preconcurrency
  @inlinable
  @discardableResult
  public func `catch`(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable (any Error) -> Void
  ) -> Promise<Value> {
    let handler = StoredWork(ErrorHandler(work)) { node, parent, work in
      let handler = StoredWork.reveal(work, as: ErrorHandler.self)
      let parent = unsafeDowncast(parent, to: Promise<Value>.self)
      let node = unsafeDowncast(node, to: Promise<Value>.self)
      guard parent.isRejected else { return node.settle(like: parent) }
      parent.rejection.markHandled(at: parent, by: node)
      handler.call(parent.rejection.error)
      node.finished(.void)
      node.settle(like: parent, cause: .returned)
    }
    return Promise(
      from: self, "catch", handles: .rejected, on: executor, site: SourceSite(file, line, function), work: handler)
  }
}
