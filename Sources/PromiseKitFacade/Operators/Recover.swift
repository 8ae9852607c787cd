// recover: replacing an error with another outcome.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Recovers from an error with the promise that `body` returns; rejects with an error that it throws.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - body: Receives the error.
  /// - Returns: A new promise with this promise's value, or with the outcome of the promise that `body` returns.
  @inlinable
  public func recover<U: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(.handler(on, flags, .body), SourceSite(file, line, function), policy, .recovering(following: body))
  }

  /// Recovers from any error with the guarantee that `body` returns.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - body: Receives the error and returns the guarantee to follow.
  /// - Returns: A guarantee with this promise's value, or with the outcome of the guarantee that `body` returns.
  @inlinable
  @discardableResult
  public func recover(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (any Error) -> Guarantee<T>
  ) -> Guarantee<T> {
    recoveringAll(.handler(on, flags, .body), SourceSite(file, line, function), .recovering(following: body))
  }

  /// Recovers from one specific error with the promise that `body` returns.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - body: Receives the error and returns the promise to follow.
  /// - Returns: A new promise with this promise's value, or with the outcome of the promise that `body` returns.
  public func recover<U: Thenable, E: Error>(
    only: E, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> U
  ) -> Promise<T> where U.T == T, E: Equatable {
    recovering(.handler(on, flags, .body), SourceSite(file, line, function), only) { node, error in
      node.follow { try body(error) }
    }
  }

  /// Recovers from errors of one type with the promise that `body` returns.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - body: Receives the error and returns the promise to follow.
  /// - Returns: A new promise with this promise's value, or with the outcome of the promise that `body` returns.
  public func recover<U: Thenable, E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(.handler(on, flags, .body), SourceSite(file, line, function), only, policy) { node, error in
      node.follow { try body(error) }
    }
  }
}

extension CatchMixin where T == Void {
  /// Recovers from any error.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - body: Receives the error.
  /// - Returns: A guarantee that is fulfilled if this promise is, or once `body` has returned.
  @inlinable
  @discardableResult
  public func recover(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (any Error) -> Void
  ) -> Guarantee<Void> {
    recoveringAll(.handler(on, flags, .body), SourceSite(file, line, function), .recovering(body))
  }

  /// Recovers from an error unless `body` throws.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - body: Receives the error.
  /// - Returns: A new promise that is fulfilled if this promise is, or once `body` has returned.
  @inlinable
  public func recover(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> Void
  ) -> Promise<Void> {
    recovering(.handler(on, flags, .body), SourceSite(file, line, function), policy, .recovering(body))
  }

  /// Recovers from one specific error unless `body` throws.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - body: Receives the error.
  /// - Returns: A new promise that is fulfilled if this promise is, or once `body` has returned.
  public func recover<E: Error>(
    only: E, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> Promise<Void> where E: Equatable {
    recovering(.handler(on, flags, .body), SourceSite(file, line, function), only) { node, error in
      node.settle { try body(error) }
    }
  }

  /// Recovers from errors of one type unless `body` throws.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - body: Receives the error.
  /// - Returns: A new promise that is fulfilled if this promise is, or once `body` has returned.
  public func recover<E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> Promise<Void> {
    recovering(.handler(on, flags, .body), SourceSite(file, line, function), only, policy) { node, error in
      node.settle { try body(error) }
    }
  }
}

// MARK: Deriving

extension CatchMixin {
  /// Derives the promise for a handler of all errors that `policy` covers.
  @inlinable
  func recovering(_ executor: Executor, _ site: SourceSite, _ policy: CatchPolicy, _ work: consuming StoredWork)
    -> Promise<T>
  {
    Promise(
      Core<T>(
        from: core, "recover", handles: .rejected, on: executor,
        cancellationsBypass: policy == .allErrorsExceptCancellation, site: site, work: work))
  }

  /// Derives the guarantee for a handler of all errors.
  @inlinable
  func recoveringAll(_ executor: Executor, _ site: SourceSite, _ work: consuming StoredWork) -> Guarantee<T> {
    Guarantee(
      Core<T>(from: core, "recover", handles: .rejected, on: executor, site: site, work: work))
  }

  /// Derives the promise for a handler of one error; other errors pass.
  func recovering<E: Error & Equatable>(
    _ executor: Executor, _ site: SourceSite, _ only: E, _ react: @escaping (Core<T>, E) -> Void
  ) -> Promise<T> {
    recovering(executor, site, .allErrors, selecting: { $0 as? E == only ? only : nil }, react)
  }

  /// Derives the promise for a handler of errors of one type; other errors pass.
  func recovering<E: Error>(
    _ executor: Executor, _ site: SourceSite, _ only: E.Type, _ policy: CatchPolicy,
    _ react: @escaping (Core<T>, E) -> Void
  ) -> Promise<T> {
    recovering(executor, site, policy, selecting: { policy.covers($0) ? $0 as? E : nil }, react)
  }

  private func recovering<E: Error>(
    _ executor: Executor, _ site: SourceSite, _ policy: CatchPolicy, selecting select: @escaping (any Error) -> E?,
    _ react: @escaping (Core<T>, E) -> Void
  ) -> Promise<T> {
    nonisolated(unsafe) let (select, react) = (select, react)
    return Promise(
      Core<T>(
        from: core, "recover", handles: .rejected, on: executor.about { select($0) != nil },
        cancellationsBypass: policy == .allErrorsExceptCancellation, site: site
      ) { node, parent in
        let node = unsafeDowncast(node, to: Core<T>.self)
        guard parent.isRejected else { return node.settle(like: unsafeDowncast(parent, to: Core<T>.self)) }
        guard let error = select(parent.rejection.error) else {
          node.finished(.void)
          return node.settle(like: unsafeDowncast(parent, to: Core<T>.self), cause: .returned)
        }
        parent.rejection.markHandled(at: parent, by: node)
        react(node, error)
      })
  }
}
