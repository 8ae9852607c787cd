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
    // The default of this method stands for the quality of service of the queue.
    let qos = qos == .default ? .unspecified : qos
    return Core<T>("async", on: .running(on: self, flags.isEmpty ? nil : flags, qos: qos), site: site) { node, _ in
      react(unsafeDowncast(node, to: Core<T>.self))
      group?.leave()
    }
  }
}
