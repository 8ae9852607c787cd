// Owns `always`, which calls a handler after a value and after an error.

import Dispatch
import PromiseCore
import PromiseTrace

extension Promise {
  /// Calls a handler once this promise is fulfilled or rejected.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs `work`; nil means the default executor.
  ///   - work: The handler. It can't throw.
  /// - Returns: A new promise with the same outcome.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func always(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: __owned @escaping @Sendable () -> Void
  ) -> Promise<Value> where Value: Sendable {
    always(on: queue, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func always(
    on queue: DispatchQueue? = .none, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ work: __owned @escaping @Sendable () -> Void, _unchecked: Void = ()
  ) -> Promise<Value> {
    always(on: Executor.of(queue), file: file, line: line, function: function, consume work)
  }

  /// Calls a handler once this promise is fulfilled or rejected.
  ///
  /// - Parameters:
  ///   - executor: The executor that runs `work`.
  ///   - work: The handler. It can't throw.
  /// - Returns: A new promise with the same outcome.
  @available(swift, introduced: 6)
  @inlinable
  @discardableResult
  public func always(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable () -> Void
  ) -> Promise<Value> where Value: Sendable {
    always(on: consume executor, file: file, line: line, function: function, consume work, _unchecked: ())
  }

  /// In Swift 5 mode, where nothing needs to be `Sendable`.
  @available(swift, obsoleted: 6)
  @preconcurrency
  @inlinable
  @discardableResult
  public func always(
    on executor: __owned Executor, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ work: __owned @escaping @Sendable () -> Void, _unchecked: Void = ()
  ) -> Promise<Value> {
    let handler = StoredWork(EitherHandler(consume work)) { node, parent, work in
      let handler = work.reveal(as: EitherHandler.self)
      unsafeDowncast(node, to: Promise<Value>.self).settle(
        like: unsafeDowncast(parent, to: Promise<Value>.self), after: handler.call)
    }
    return Promise(
      from: self, "always", handles: [.fulfilled, .rejected], on: consume executor,
      site: SourceSite(file, line, function),
      work: handler)
  }
}
