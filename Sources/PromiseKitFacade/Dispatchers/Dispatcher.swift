// What bodies can be handed to beside dispatch queues: the protocol, and its three simplest conformers. Refuses to know
// of promises, but for the form of `dispatch` that returns one.

import Dispatch
import PromiseCore
import PromiseTrace

/// Runs closures somewhere: on a queue, at a certain rate, a limited number at a time.
///
/// Every `DispatchQueue` is one.
public protocol Dispatcher {
  /// Runs a closure once, now or later, on any thread.
  func dispatch(_ body: @escaping () -> Void)
}

extension DispatchQueue: Dispatcher {
  /// Runs a closure on this queue, after what was sent to it before if it is serial.
  public func dispatch(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    if let manual = ManualExecutor.bound { return _ = manual.schedule(after: 0) { body() } }
    async { body() }
  }
}

/// Runs closures at once, on the calling thread.
public struct CurrentThreadDispatcher: Dispatcher {
  /// Creates one; all are alike.
  public init() {}

  /// Runs a closure before it returns.
  public func dispatch(_ body: () -> Void) { body() }
}

/// Runs closures on a queue, with a group, a quality of service and flags.
public struct DispatchQueueDispatcher: Dispatcher {
  let queue: DispatchQueue
  let group: DispatchGroup?
  let qos: DispatchQoS?
  let flags: DispatchWorkItemFlags?

  /// Creates a dispatcher.
  ///
  /// - Parameters:
  ///   - queue: Where closures run.
  ///   - group: Is entered for each closure, and left when it has run.
  ///   - qos: Their quality of service; nil means the queue's.
  ///   - flags: Their flags.
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
    if let manual = ManualExecutor.bound { return _ = manual.schedule(after: 0, work) }
    queue.async(qos: qos ?? .unspecified, flags: flags ?? [], execute: work)
  }
}

extension DispatchQueue {
  /// This queue with a group, a quality of service and flags, as a dispatcher.
  public func asDispatcher(
    group: DispatchGroup? = nil, qos: DispatchQoS? = nil, flags: DispatchWorkItemFlags? = nil
  ) -> any Dispatcher {
    if group == nil, qos == nil, flags == nil { return self }
    return DispatchQueueDispatcher(queue: self, group: group, qos: qos, flags: flags)
  }
}

extension Dispatcher {
  /// Runs a closure here and promises its value; an error it throws rejects.
  @_disfavoredOverload
  public func dispatch<T>(
    _: PMKNamespacer, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () throws -> T
  ) -> Promise<T> {
    Promise(dispatching(SourceSite(file, line, function)) { node in node.settle(body) })
  }

  /// Runs a closure here and guarantees its value.
  public func dispatch<T>(
    _: PMKNamespacer, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () -> T
  ) -> Guarantee<T> {
    Guarantee(dispatching(SourceSite(file, line, function)) { node in node.settle(body) })
  }

  /// Runs a closure here and promises its value; an error it throws rejects.
  ///
  /// For closures that return something: one that returns nothing is only dispatched.
  @_disfavoredOverload
  public func dispatch<T>(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: @escaping () throws -> T
  ) -> Promise<T> {
    dispatch(.promise, file: file, line: line, function: function, body)
  }

  /// Runs a closure here and guarantees its value.
  ///
  /// For closures that return something: one that returns nothing is only dispatched.
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
