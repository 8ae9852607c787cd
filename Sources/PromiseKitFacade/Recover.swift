// recover: continuing after an error.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Continues after an error with the promise that `body` makes of it; an error it throws rejects.
  ///
  /// - Parameters:
  ///   - on: Where `body` runs; nil means inline.
  ///   - flags: For the dispatch queue's work item.
  ///   - policy: Whether `body` is for cancellations; by default it is not, and they pass.
  ///   - file: The call site, recorded in the log.
  ///   - line: The call site, recorded in the log.
  ///   - function: The call site, recorded in the log.
  ///   - body: Gets the error.
  /// - Returns: A new promise of this one's value, or of the outcome of `body`.
  @inlinable
  public func recover<U: Thenable>(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(link(on, flags, .body), SourceSite(file, line, function), policy, .recovering(following: body))
  }

  /// Continues after any error with the guarantee that `body` makes of it.
  @inlinable
  @discardableResult
  public func recover(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (any Error) -> Guarantee<T>
  ) -> Guarantee<T> {
    recoveringAll(link(on, flags, .body), SourceSite(file, line, function), .recovering(following: body))
  }

  /// Continues after one certain error with the promise that `body` makes of it.
  public func recover<U: Thenable, E: Error>(
    only: E, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> U
  ) -> Promise<T> where U.T == T, E: Equatable {
    recovering(link(on, flags, .body), SourceSite(file, line, function), only) { node, error in
      node.follow { try body(error) }
    }
  }

  /// Continues after errors of one type with the promise that `body` makes of it.
  public func recover<U: Thenable, E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(link(on, flags, .body), SourceSite(file, line, function), only, policy) { node, error in
      node.follow { try body(error) }
    }
  }
}

extension CatchMixin where T == Void {
  /// Continues after any error.
  @inlinable
  @discardableResult
  public func recover(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping (any Error) -> Void
  ) -> Guarantee<Void> {
    recoveringAll(link(on, flags, .body), SourceSite(file, line, function), .recovering(body))
  }

  /// Continues after an error, unless `body` throws.
  @inlinable
  public func recover(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) throws -> Void
  ) -> Promise<Void> {
    recovering(link(on, flags, .body), SourceSite(file, line, function), policy, .recovering(body))
  }

  /// Continues after one certain error, unless `body` throws.
  public func recover<E: Error>(
    only: E, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> Promise<Void> where E: Equatable {
    recovering(link(on, flags, .body), SourceSite(file, line, function), only) { node, error in
      node.settle { try body(error) }
    }
  }

  /// Continues after errors of one type, unless `body` throws.
  public func recover<E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) throws -> Void
  ) -> Promise<Void> {
    recovering(link(on, flags, .body), SourceSite(file, line, function), only, policy) { node, error in
      node.settle { try body(error) }
    }
  }
}

// MARK: Deriving

extension CatchMixin {
  /// Derives the promise of a handler of all errors that `policy` covers.
  @inlinable
  func recovering(_ link: Link, _ site: SourceSite, _ policy: CatchPolicy, _ work: StoredWork) -> Promise<T> {
    Promise(
      Core<T>(
        from: core, "recover", handles: .rejected, on: link.executor,
        sparesCancellations: policy == .allErrorsExceptCancellation, site: site, work: work), link.chain)
  }

  /// Derives the guarantee of a handler of all errors.
  @inlinable
  func recoveringAll(_ link: Link, _ site: SourceSite, _ work: StoredWork) -> Guarantee<T> {
    Guarantee(
      Core<T>(from: core, "recover", handles: .rejected, on: link.executor, site: site, work: work), link.chain)
  }

  /// Derives the promise of a handler of one error; others pass.
  func recovering<E: Error & Equatable>(
    _ link: Link, _ site: SourceSite, _ only: E, _ react: @escaping (Core<T>, E) -> Void
  ) -> Promise<T> {
    recovering(link, site, .allErrors, selecting: { $0 as? E == only ? only : nil }, react)
  }

  /// Derives the promise of a handler of one type's errors; others pass.
  func recovering<E: Error>(
    _ link: Link, _ site: SourceSite, _ only: E.Type, _ policy: CatchPolicy, _ react: @escaping (Core<T>, E) -> Void
  ) -> Promise<T> {
    recovering(link, site, policy, selecting: { policy.covers($0) ? $0 as? E : nil }, react)
  }

  private func recovering<E: Error>(
    _ link: Link, _ site: SourceSite, _ policy: CatchPolicy, selecting select: @escaping (any Error) -> E?,
    _ react: @escaping (Core<T>, E) -> Void
  ) -> Promise<T> {
    nonisolated(unsafe) let (select, react) = (select, react)
    return Promise(
      Core<T>(
        from: core, "recover", handles: .rejected, on: link.executor.about { select($0) != nil },
        sparesCancellations: policy == .allErrorsExceptCancellation, site: site
      ) { node, parent in
        let node = unsafeDowncast(node, to: Core<T>.self)
        guard parent.isRejected else { return node.settle(like: unsafeDowncast(parent, to: Core<T>.self)) }
        guard let error = select(parent.rejection.error) else {
          node.finished(.void)
          return node.settle(like: unsafeDowncast(parent, to: Core<T>.self), cause: .returned)
        }
        parent.rejection.markHandled(at: parent, by: node)
        react(node, error)
      }, link.chain)
  }
}
