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
  ///   - body: The closure to call. It does not handle an error.
  /// - Returns: A new promise with the same outcome.
  @inlinable
  public func ensure(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> Void
  ) -> Promise<T> {
    Promise(
      Core<T>(
        from: core, "ensure", handles: [.fulfilled, .rejected], on: .handler(on, flags, .tail),
        site: SourceSite(file, line, function), work: .ensuring(T.self, body)))
  }

  /// Calls `body` when this promise settles, waits for the guarantee it returns, and continues with the same outcome.
  ///
  /// - Parameters:
  ///   - on: The queue on which the closure runs; nil runs it inline.
  ///   - flags: The flags of the work item, if the closure runs on a dispatch queue.
  ///   - body: Returns the guarantee to wait for. It does not handle an error.
  /// - Returns: A new promise with the same outcome.
  public func ensureThen(
    on: DispatchQueue? = .pmkDefault, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () -> Guarantee<Void>
  ) -> Promise<T> {
    let site = SourceSite(file, line, function)
    nonisolated(unsafe) let next = { body().core }
    return Promise(
      Core<T>(from: core, "ensureThen", handles: [.fulfilled, .rejected], on: .handler(on, flags, .tail), site: site) {
        node, parent in
        nonisolated(unsafe) let parent = parent
        // A separate promise carries the outcome; by adopting it, the node shows what it waits for.
        let held = Core<T>(from: next(), "ensureThen", handles: [], on: .inline, site: site) { held, _ in
          unsafeDowncast(held, to: Core<T>.self).settle(like: unsafeDowncast(parent, to: Core<T>.self))
        }
        node.finished(.promise)
        unsafeDowncast(node, to: Core<T>.self).adopt(held)
      })
  }
}
