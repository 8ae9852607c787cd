// ensure, ensureThen: what to do either way; the outcome goes on.

import Dispatch
import PromiseCore
import PromiseTrace

extension CatchMixin {
  /// Does something once this has settled, however it did, and goes on with the same outcome.
  public func ensure(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> Promise<T> {
    Promise(
      derive("ensure", handles: [.fulfilled, .rejected], on: on, flags, SourceSite(file, line, function)) {
        node, parent in
        node.settle(like: parent, after: body)
      })
  }

  /// Waits for a guarantee made once this has settled, however it did, and then goes on with the same outcome.
  public func ensureThen(
    on: DispatchQueue? = conf.Q.return, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () -> Guarantee<Void>
  ) -> Promise<T> {
    let site = SourceSite(file, line, function)
    return Promise(
      derive("ensureThen", handles: [.fulfilled, .rejected], on: on, flags, site) { node, parent in
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
