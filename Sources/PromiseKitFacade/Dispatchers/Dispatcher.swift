// Dispatcher: the protocol of what runs handlers, and its three simplest conforming types. Does not know promises, except for the
// overloads of `dispatch` that return one.

import Dispatch
import PromiseCore
import PromiseTrace

/// Runs closures: on a queue, at a limited rate, a limited number at a time.
///
/// `DispatchQueue` conforms.
public protocol Dispatcher {
  /// Runs a closure once, now or later, on any thread.
  func dispatch(_ body: @escaping () -> Void)
}

extension DispatchQueue: Dispatcher {
  /// Runs a closure on this queue; a serial queue runs its closures in order.
  public func dispatch(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    guard let manual = ManualExecutor.bound else { return async { body() } }
    _ = manual.schedule(after: 0) { body() }
  }
}

/// Runs closures immediately on the calling thread.
public struct CurrentThreadDispatcher: Dispatcher {
  /// Creates a dispatcher; all instances are equivalent.
  public init() {}

  /// Runs a closure before this call returns.
  public func dispatch(_ body: () -> Void) { body() }
}

/// Runs closures on a queue with a group, a quality of service, and flags.
public struct DispatchQueueDispatcher: Dispatcher {
  let queue: DispatchQueue
  let group: DispatchGroup?
  let qos: DispatchQoS?
  let flags: DispatchWorkItemFlags?

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs the closures.
  ///   - group: A group that each closure enters when dispatched and leaves when it has run.
  ///   - qos: The quality of service of the closures; nil means the queue's.
  ///   - flags: The flags of the work items.
  public init(
    queue: DispatchQueue, group: DispatchGroup? = nil, qos: DispatchQoS? = nil, flags: DispatchWorkItemFlags? = nil
  ) {
    self.queue = queue
    self.group = group
    self.qos = qos
    self.flags = flags
  }

  /// Runs a closure on the queue.
  public func dispatch(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    group?.enter()
    let work: @Sendable () -> Void = { [group] in
      body()
      group?.leave()
    }
    guard let manual = ManualExecutor.bound else {
      return queue.async(qos: qos ?? .unspecified, flags: flags ?? [], execute: work)
    }
    _ = manual.schedule(after: 0, work)
  }
}

extension DispatchQueue {
  /// A dispatcher for this queue with a group, a quality of service, and flags.
  public func asDispatcher(
    group: DispatchGroup? = nil, qos: DispatchQoS? = nil, flags: DispatchWorkItemFlags? = nil
  ) -> any Dispatcher {
    if group == nil, qos == nil, flags == nil { return self }
    return DispatchQueueDispatcher(queue: self, group: group, qos: qos, flags: flags)
  }
}

extension Dispatcher {
  /// Runs a closure on this dispatcher and promises its value; rejects with an error that it throws.
  @_disfavoredOverload
  public func dispatch<T>(
    _: PMKNamespacer, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () throws -> T
  ) -> Promise<T> {
    Promise(dispatching(SourceSite(file, line, function)) { node in node.settle(body) })
  }

  /// Runs a closure on this dispatcher and guarantees its value.
  public func dispatch<T>(
    _: PMKNamespacer, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () -> T
  ) -> Guarantee<T> {
    Guarantee(dispatching(SourceSite(file, line, function)) { node in node.settle(body) })
  }

  /// Runs a closure on this dispatcher and promises its value; rejects with an error that it throws.
  ///
  /// A closure that returns nothing selects the protocol's `dispatch`, which returns no promise.
  @_disfavoredOverload
  public func dispatch<T>(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () throws -> T
  ) -> Promise<T> {
    dispatch(.promise, file: file, line: line, function: function, body)
  }

  /// Runs a closure on this dispatcher and guarantees its value.
  ///
  /// A closure that returns nothing selects the protocol's `dispatch`, which returns no promise.
  public func dispatch<T>(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function, _ body: @escaping () -> T
  ) -> Guarantee<T> {
    dispatch(.promise, file: file, line: line, function: function, body)
  }

  private func dispatching<T>(_ site: SourceSite, _ react: @escaping (Core<T>) -> Void) -> Core<T> {
    nonisolated(unsafe) let react = react
    return Core<T>("dispatch", on: .running(on: self), site: site) { node, _ in
      react(unsafeDowncast(node, to: Core<T>.self))
    }
  }
}
