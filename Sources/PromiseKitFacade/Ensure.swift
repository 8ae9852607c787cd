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
  func ensuring(_ executor: Executor, _ site: SourceSite, _ body: @escaping () -> Void) -> Promise<T> {
    Promise(
      derive("ensure", handles: [.fulfilled, .rejected], on: executor, site) { node, parent in
        node.settle(like: parent, after: body)
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
  func ensuringThen(
    _ executor: Executor, _ site: SourceSite, _ body: @escaping () -> Guarantee<Void>
  ) -> Promise<T> {
    Promise(
      derive("ensureThen", handles: [.fulfilled, .rejected], on: executor, site) { node, parent in
        let guarantee = body()
        // A link of its own, with the outcome in hand: locked in to it, the node shows what it waits for.
        let held = Core<T>(from: guarantee.core, "ensureThen", handles: [], on: .inline, site: site) { held, _ in
          unsafeDowncast(held, to: Core<T>.self).settle(like: parent)
        }
        node.finished(.promise)
        node.adopt(held)
      })
  }
}
