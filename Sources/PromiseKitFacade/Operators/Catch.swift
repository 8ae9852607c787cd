// catch: handling the errors of a chain. Owns the finalizers that it returns and their `finally`.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Passes the error to `body` and ends the chain.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - body: Receives the error.
  /// - Returns: The finalizer of the chain, for `finally`.
  @inlinable
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) -> Void
  ) -> PMKFinalizer {
    catching("catch", .handler(on, flags, .tail), SourceSite(file, line, function), policy, body)
  }

  /// Derives the finalizer for a handler of all errors that `policy` covers.
  @inlinable
  func catching(
    _ operation: StaticString, _ executor: Executor, _ site: SourceSite, _ policy: CatchPolicy,
    _ body: @escaping (any Error) -> Void
  ) -> PMKFinalizer {
    PMKFinalizer(
      Core<Void>(
        from: core, operation, handles: .rejected, on: executor,
        cancellationsBypass: policy == .allErrorsExceptCancellation, site: site, work: .catching(body)))
  }

  /// Passes one specific error to `body`; other errors continue to the next `catch`.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  public func `catch`<E: Error>(
    only: E, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer where E: Equatable {
    catching(.handler(on, flags, .tail), SourceSite(file, line, function), only, body)
  }

  /// Passes errors of one type to `body`; other errors continue to the next `catch`.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  public func `catch`<E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(.handler(on, flags, .tail), SourceSite(file, line, function), only, policy, body)
  }

  /// Derives the finalizer for a handler of one error; other errors pass.
  func catching<E: Error & Equatable>(
    _ executor: Executor, _ site: SourceSite, _ only: E, _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(executor, site, .allErrors, selecting: { $0 as? E == only ? only : nil }, body)
  }

  /// Derives the finalizer for a handler of errors of one type; other errors pass.
  func catching<E: Error>(
    _ executor: Executor, _ site: SourceSite, _ only: E.Type, _ policy: CatchPolicy, _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(executor, site, policy, selecting: { policy.covers($0) ? $0 as? E : nil }, body)
  }

  private func catching<E: Error>(
    _ executor: Executor, _ site: SourceSite, _ policy: CatchPolicy, selecting select: @escaping (any Error) -> E?,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer {
    nonisolated(unsafe) let (select, body) = (select, body)
    return PMKCascadingFinalizer(
      Core<Void>(
        from: core, "catch", handles: .rejected, on: executor.about { select($0) != nil },
        cancellationsBypass: policy == .allErrorsExceptCancellation, site: site
      ) { node, parent in
        let node = unsafeDowncast(node, to: Core<Void>.self)
        guard parent.isRejected else { return node.pass(parent) }
        guard let error = select(parent.rejection.error) else {
          node.finished(.void)
          node.reject(passing: parent.rejection, from: parent, cause: .returned)
          return
        }
        parent.rejection.markHandled(at: parent, by: node)
        node.settle { body(error) }
      })
  }
}

/// The end of a chain whose errors have been caught, except cancellations that its handler does not cover.
public final class PMKFinalizer: Sendable {
  let end: Promise<Void>

  @usableFromInline
  init(_ core: Core<Void>) {
    end = Promise(core)
    core.warnIfLost()
  }

  /// Calls `body` when the chain ends, fulfilled or rejected.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - body: Called when the chain has settled.
  public func finally(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: __owned @escaping () -> Void
  ) {
    let work = StoredWork(keeping: UncheckedAction(consume body)) { node, _, work in
      let action = work.reveal(as: UncheckedAction.self)
      unsafeDowncast(node, to: Core<Void>.self).settle { action.call() }
    }
    _ = Guarantee<Void>(
      Core<Void>(
        from: end.core, "finally", handles: [.fulfilled, .rejected], on: .handler(on, flags, .tail),
        site: SourceSite(file, line, function), work: work))
  }
}

/// The end of a chain some of whose errors have been caught.
public final class PMKCascadingFinalizer: Sendable {
  let rest: Promise<Void>

  init(_ core: Core<Void>) { rest = Promise(core) }

  /// Passes the remaining errors to `body`.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - body: Receives the error.
  /// - Returns: The finalizer of the chain, for `finally`.
  @discardableResult
  public func `catch`(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (any Error) -> Void
  ) -> PMKFinalizer {
    rest.catch(on: on, flags: flags, policy: policy, file: file, line: line, function: function, body)
  }

  /// Passes one specific error of the remaining ones to `body`.
  ///
  /// - Parameters:
  ///   - only: The error to handle; others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  public func `catch`<E: Error>(
    only: E, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer where E: Equatable {
    rest.catch(only: only, on: on, flags: flags, file: file, line: line, function: function, body)
  }

  /// Passes the remaining errors of one type to `body`.
  ///
  /// - Parameters:
  ///   - only: The type of the errors to handle; the others pass on.
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - policy: Whether `body` also handles cancellations; ``PMKConfiguration/catchPolicy`` by default.
  ///   - body: Receives the error.
  /// - Returns: A finalizer on which further `catch` handlers can take other errors.
  public func `catch`<E: Error>(
    only: E.Type, on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = .configured, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    _ body: @escaping (E) -> Void
  ) -> PMKCascadingFinalizer {
    rest.catch(only: only, on: on, flags: flags, policy: policy, file: file, line: line, function: function, body)
  }

  /// Calls `body` when the chain ends, fulfilled or rejected; the remaining errors go to
  /// ``PMKConfiguration/logHandler``.
  ///
  /// - Parameters:
  ///   - on: The queue on which `body` runs; nil runs it inline.
  ///   - flags: The flags of the work item, if `body` runs on a dispatch queue.
  ///   - body: Called when the chain has settled.
  /// - Returns: A finalizer for a further `finally`.
  @discardableResult
  public func finally(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> PMKFinalizer {
    Promise<Void>(
      Core<Void>(
        from: rest.core, "finally", handles: [.fulfilled, .rejected], on: .handler(on, flags, .tail),
        site: SourceSite(file, line, function), work: .ensuring(Void.self, body))
    )
    .cauterize(file: file, line: line, function: function)
  }

  /// Ends the chain; the remaining errors go to ``PMKConfiguration/logHandler``.
  ///
  /// - Returns: The finalizer of the chain, for `finally`.
  @discardableResult
  public func cauterize(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> PMKFinalizer {
    rest.cauterize(file: file, line: line, function: function)
  }
}
