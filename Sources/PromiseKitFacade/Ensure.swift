// ensure, ensureThen: what to do either way; the outcome goes on.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Does something once this has settled, however it did, and goes on with the same outcome.
  public func ensure(
    on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> Promise<T> {
    ensuring(.running(on: on, flags), SourceSite(file, line, function), body)
  }

  /// Derives the promise, wherever the body runs.
  ///
  /// - Parameter context: A value does not pass once this is canceled.
  func ensuring(
    _ executor: Executor, _ site: SourceSite, unless context: CancelContext? = nil, _ body: @escaping () -> Void
  ) -> Promise<T> {
    Promise(
      derive("ensure", handles: [.fulfilled, .rejected], on: executor, site) { node, parent in
        body()
        node.finished(.void)
        node.settle(like: parent, unless: context)
      })
  }

  /// Waits for a guarantee made once this has settled, however it did, and then goes on with the same outcome.
  public func ensureThen(
    on: DispatchQueue? = .pmkReturn, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () -> Guarantee<Void>
  ) -> Promise<T> {
    ensuringThen(.running(on: on, flags), SourceSite(file, line, function), body)
  }

  /// Derives the promise, wherever the body runs.
  ///
  /// - Parameter context: A value does not pass once this is canceled.
  func ensuringThen<U: Thenable>(
    _ executor: Executor, _ site: SourceSite, unless context: CancelContext? = nil, _ body: @escaping () -> U
  ) -> Promise<T> {
    Promise(
      derive("ensureThen", handles: [.fulfilled, .rejected], on: executor, site) { node, parent in
        let inner = body().node
        // A link of its own that carries the outcome: adopting it, the node shows what it waits for.
        let held = Core<T>(from: inner, "ensureThen", handles: [], on: .inline, site: site) { held, _ in
          unsafeDowncast(held, to: Core<T>.self).settle(like: parent, unless: context)
        }
        node.finished(.promise)
        node.adopt(held)
      })
  }
}

extension PromiseCore.Promise {
  /// Settles as a parent did; a value does not pass once `context` is canceled.
  func settle(like parent: PromiseCore.Promise<Value>, unless context: CancelContext?) {
    if parent.isFulfilled, let error = context?.cancelledError {
      reject(error, cause: .passthrough)
    } else {
      settle(like: parent)
    }
  }
}
