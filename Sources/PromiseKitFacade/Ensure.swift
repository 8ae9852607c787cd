// ensure, ensureThen: running a body for either outcome, which then passes.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Calls `body` when this promise settles, fulfilled or rejected, and continues with the same outcome.
  ///
  /// - Parameters:
  ///   - on: The queue on which the closure runs; nil runs it inline.
  ///   - flags: The flags of the work item, if the closure runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: The closure to call. It does not handle an error.
  /// - Returns: A new promise with the same outcome.
  @inlinable
  public func ensure(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> Promise<T> {
    ensuring(link(on, flags, .visit), SourceSite(file, line, function), body)
  }

  /// Derives the promise for any executor.
  @inlinable
  func ensuring(_ link: Link, _ site: SourceSite, _ body: @escaping () -> Void) -> Promise<T> {
    Promise(
      Core<T>(
        from: core, "ensure", handles: [.fulfilled, .rejected], on: link.executor, site: site,
        work: .ensuring(T.self, body)), link.chain)
  }

  /// Derives the promise of a cancellable chain, through which no value passes once `context` is canceled.
  func ensuring(
    _ link: Link, _ site: SourceSite, unless context: CancelContext, _ body: @escaping () -> Void
  ) -> Promise<T> {
    nonisolated(unsafe) let body = body
    return Promise(
      Core<T>(from: core, "ensure", handles: [.fulfilled, .rejected], on: link.executor, site: site) { node, parent in
        body()
        node.finished(.void)
        unsafeDowncast(node, to: Core<T>.self).settle(
          like: unsafeDowncast(parent, to: Core<T>.self), unless: context, cause: .returned)
      }, link.chain)
  }

  /// Calls `body` when this promise settles, waits for the guarantee it returns, and continues with the same outcome.
  ///
  /// - Parameters:
  ///   - on: The queue on which the closure runs; nil runs it inline.
  ///   - flags: The flags of the work item, if the closure runs on a dispatch queue.
  ///   - file: The call site, recorded in the log.
  ///   - line: The line of the call site.
  ///   - function: The function of the call site.
  ///   - body: Returns the guarantee to wait for. It does not handle an error.
  /// - Returns: A new promise with the same outcome.
  public func ensureThen(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () -> Guarantee<Void>
  ) -> Promise<T> {
    ensuringThen(link(on, flags, .visit), SourceSite(file, line, function), body)
  }

  /// Derives the promise for any executor; no value passes once `context` is canceled.
  func ensuringThen<U: Thenable>(
    _ link: Link, _ site: SourceSite, unless context: CancelContext? = nil, _ body: @escaping () -> U
  ) -> Promise<T> {
    nonisolated(unsafe) let next = { body()._node }
    return Promise(
      Core<T>(from: core, "ensureThen", handles: [.fulfilled, .rejected], on: link.executor, site: site) {
        node, parent in
        // A separate promise carries the outcome; by adopting it, the node shows what it waits for.
        let held = Core<T>(from: next(), "ensureThen", handles: [], on: .inline, site: site) { held, _ in
          unsafeDowncast(held, to: Core<T>.self).settle(
            like: unsafeDowncast(parent, to: Core<T>.self), unless: context, cause: .passthrough)
        }
        node.finished(.promise)
        unsafeDowncast(node, to: Core<T>.self).adopt(held)
      }, link.chain)
  }
}

extension PromiseCore.Promise {
  /// Settles like a parent; a value does not pass once `context` is canceled.
  func settle(like parent: PromiseCore.Promise<Value>, unless context: CancelContext?, cause: SettlementCause) {
    if parent.isFulfilled, let error = context?.cancelledError {
      reject(error, cause: cause, via: parent)
    } else {
      settle(like: parent, cause: cause)
    }
  }
}
