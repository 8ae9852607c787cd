// DispatchQueue.async(.promise): a promise of a dispatched closure's value.

import Dispatch
import PromiseCore
import PromiseTrace

/// Selects PromiseKit's overload of a method that also exists without it.
public enum PMKNamespacer: Sendable {
  /// The overload that returns a promise.
  case promise
}

extension DispatchQueue {
  /// Runs a closure on this queue and promises its value; rejects with an error that it throws.
  @_disfavoredOverload
  public final func async<T>(
    _: PMKNamespacer, group: DispatchGroup? = nil, qos: DispatchQoS = .default, flags: DispatchWorkItemFlags = [],
    file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    execute body: @escaping () throws -> T
  ) -> Promise<T> {
    Promise(dispatching(group, qos, flags, SourceSite(file, line, function)) { node in node.settle(body) })
  }

  /// Runs a closure on this queue and guarantees its value.
  public final func async<T>(
    _: PMKNamespacer, group: DispatchGroup? = nil, qos: DispatchQoS = .default, flags: DispatchWorkItemFlags = [],
    file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function,
    execute body: @escaping () -> T
  ) -> Guarantee<T> {
    Guarantee(dispatching(group, qos, flags, SourceSite(file, line, function)) { node in node.settle(body) })
  }

  private func dispatching<T>(
    _ group: DispatchGroup?, _ qos: DispatchQoS, _ flags: DispatchWorkItemFlags, _ site: SourceSite,
    _ react: @escaping (Core<T>) -> Void
  ) -> Core<T> {
    nonisolated(unsafe) let react = react
    group?.enter()
    // The defaults of this method stand for the queue's own quality of service and no flags.
    let qos = qos == .default ? .unspecified : qos
    let queue = Executor.queue(self)
    let executor = flags.isEmpty && qos == .unspecified ? queue : queue.flagged(flags, qos: qos)
    return Core<T>("async", on: executor, site: site) { node, _ in
      react(unsafeDowncast(node, to: Core<T>.self))
      group?.leave()
    }
  }
}
