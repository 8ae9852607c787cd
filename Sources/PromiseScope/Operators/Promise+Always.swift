// always: what to do either way.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Does something once this promise has settled, however it did.
  ///
  /// - Parameters:
  ///   - queue: Where `work` runs; nil means the default executor.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets nothing; an error can't be thrown.
  /// - Returns: A new promise of the same outcome.
  @preconcurrency
  @inlinable
  @discardableResult
  public func always(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    always(on: Executor.of(queue), file: file, line: line, function: function, work)
  }

  /// Does something once this promise has settled, however it did.
  ///
  /// - Parameters:
  ///   - executor: Where `work` runs.
  ///   - file: Where, for the log.
  ///   - line: Where, for the log.
  ///   - function: Where, for the log.
  ///   - work: Gets nothing; an error can't be thrown.
  /// - Returns: A new promise of the same outcome.
  @preconcurrency
  @inlinable
  @discardableResult
  public func always(
    on executor: Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    let handler = StoredWork(EitherHandler(work)) { node, parent, work in
      let handler = StoredWork.reveal(work, as: EitherHandler.self)
      unsafeDowncast(node, to: Promise<Value>.self).settle(
        like: unsafeDowncast(parent, to: Promise<Value>.self), after: handler.call)
    }
    return Promise(
      from: self, "always", handles: [.fulfilled, .rejected], on: executor, site: SourceSite(file, line, function),
      work: handler)
  }
}
