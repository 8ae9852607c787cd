// CancelContext: what one `cancel()` reaches, that is the sources of a cancellable chain, the tasks behind them, and the chains
// that its handlers started. Owns that list and the cancellation error. Does not propagate rejections, which the core does.

import Dispatch
import PromiseCore
import PromiseTrace
import Synchronization

/// Work that can be stopped.
public protocol CancellableTask {
  /// Stops the work.
  func cancel()

  /// Whether the work was stopped.
  var isCancelled: Bool { get }
}

extension DispatchWorkItem: CancellableTask {}

/// Cancels a whole chain, without keeping its promises alive.
///
/// Any thread may call any member. A context stays canceled until a handler of the chain recovers from the cancellation; items that
/// are added in the meantime are canceled immediately.
public final class CancelContext: Sendable, Hashable {
  private struct State {
    var items: [CancelItem] = []
    var pruneAt = 16
    var error: (any Error)?
  }

  private let state = Mutex(State())

  init() {}

  /// Cancels every pending promise and task of the chain, and of the chains that its handlers started.
  ///
  /// - Parameter error: The error to reject with.
  public func cancel(with error: any Error = PMKError.cancelled) {
    let items = state.withLock { state -> [CancelItem] in
      guard state.error == nil else { return [] }
      state.error = error
      return state.items
    }
    for item in items { item.cancel(with: error) }
  }

  /// Cancels the chain, like ``cancel(with:)``.
  public func cancel(error: any Error) { cancel(with: error) }

  /// Whether the chain was canceled and none of its work is still running.
  public var isCancelled: Bool {
    let (attempted, items) = state.withLock { ($0.error != nil, $0.items) }
    return attempted && items.allSatisfy(\.isCancelled)
  }

  /// Whether the chain was canceled and has not recovered since.
  public var cancelAttempted: Bool { cancelledError != nil }

  /// The error that the chain was canceled with; nil if it was not canceled or has recovered.
  public var cancelledError: (any Error)? { state.withLock { $0.error } }

  fileprivate var isSpent: Bool { state.withLock { $0.items.allSatisfy(\.isSpent) } }

  // MARK: Joining

  /// Adds a source of the chain.
  ///
  /// - Parameters:
  ///   - node: The source, which a cancellation rejects. Promises upstream of it are left alone.
  ///   - task: The task to stop first.
  ///   - source: The stopper of the promise that `node` follows, if it has one.
  func append(_ node: PromiseNode, task: (any CancellableTask)? = nil, following source: Stopper? = nil) {
    append(CancelItem(node: node, hasNode: true, task: task ?? source?.task, rejectSource: source?.reject))
  }

  /// Adds a source of the chain that its own stopper rejects.
  ///
  /// - Parameters:
  ///   - node: The source.
  ///   - stopper: Stops its work and rejects it.
  func append(_ node: PromiseNode, stoppedBy stopper: Stopper) {
    append(CancelItem(node: node, hasNode: true, task: stopper.task, reject: stopper.reject))
  }

  /// Adds a promise that waits for other items of this context, which are canceled separately.
  func append(combined node: PromiseNode) { append(CancelItem(node: node, hasNode: true, isCombined: true)) }

  /// Adds a task to stop and a closure to call afterwards with the cancellation error.
  func append(task: (any CancellableTask)?, reject: ((any Error) -> Void)? = nil) {
    append(CancelItem(task: task, reject: reject))
  }

  /// Adds another chain; if that chain is already canceled, cancels this one, too.
  func append(_ context: CancelContext) {
    guard context !== self else { return }
    append(CancelItem(context: context))
    if !cancelAttempted, let error = context.cancelledError { cancel(with: error) }
  }

  private func append(_ item: CancelItem) {
    let error = state.withLock { state -> (any Error)? in
      // A chain that loops forever must not retain finished items.
      if state.items.count >= state.pruneAt {
        state.items.removeAll(where: \.isSpent)
        state.pruneAt = max(16, state.items.count * 2)
      }
      state.items.append(item)
      return state.error
    }
    if let error { item.cancel(with: error) }
  }

  // MARK: Running handlers

  /// Throws the cancellation error: handlers of a canceled chain do not run.
  func check() throws {
    if let error = cancelledError { throw error }
  }

  /// Wraps a handler so that it throws if the chain was canceled before the handler started.
  func checking<Value, Output>(_ body: @escaping (Value) throws -> Output) -> (Value) throws -> Output {
    { value in
      try self.check()
      return try body(value)
    }
  }

  /// Wraps a handler like `checking`, and adds the promise that it returns to this context.
  func joining<Value, V: CancellableLink>(
    _ site: SourceSite, _ body: @escaping (Value) throws -> V
  ) -> (Value) throws -> Promise<V.LinkValue> {
    checking { try body($0).linked(to: self, site) }
  }

  /// Clears the cancellation after a handler recovered from it, so that the chain continues.
  func recover() { state.withLock { $0.error = nil } }

  /// Wraps an error handler so that a canceled chain continues unless the handler throws.
  ///
  /// - Parameters:
  ///   - policy: Whether the handler also handles cancellations.
  ///   - body: The handler, which returns the value to continue with.
  /// - Returns: The wrapped handler.
  func recovering<E: Error, Output>(
    _ policy: CatchPolicy, _ body: @escaping (E) throws -> Output
  ) -> (E) throws -> Output {
    { error in
      let output = try body(error)
      if policy == .allErrors || error.isCancelled { self.recover() }
      return output
    }
  }

  /// Wraps a handler like `recovering`, and adds the promise that it returns to this context.
  func rejoining<E: Error, V: CancellableLink>(
    _ policy: CatchPolicy, _ site: SourceSite, _ body: @escaping (E) throws -> V
  ) -> (E) throws -> Promise<V.LinkValue> {
    let body = recovering(policy, body)
    return { try body($0).linked(to: self, site) }
  }

  // MARK: Identity

  /// Whether both operands are the same context.
  public static func == (left: CancelContext, right: CancelContext) -> Bool { left === right }

  /// Hashes the identity of the context.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An item that a context cancels: a node, a task, a closure, or another context.
private struct CancelItem: @unchecked Sendable {
  weak var node: PromiseNode?
  var hasNode = false
  var isCombined = false
  var task: (any CancellableTask)?
  var reject: ((any Error) -> Void)?
  var rejectSource: ((any Error) -> Void)?
  var context: CancelContext?

  func cancel(with error: any Error) {
    task?.cancel()
    reject?(error)
    context?.cancel(with: error)
    if let node { cancel(node, with: error) }
    rejectSource?(error)
  }

  private func cancel(_ node: PromiseNode, with error: any Error) {
    if !isCombined {
      node.cancel(with: error, reachingSource: false)
    } else if node.isPending {
      // Not a cancellation of the core, which would propagate upstream beyond the inputs.
      node.reject(error, cause: .resolver)
    }
  }

  var isCancelled: Bool {
    (task?.isCancelled ?? true) && (context?.isCancelled ?? true) && !(node?.isPending ?? false)
  }

  /// Whether nothing is left to cancel.
  var isSpent: Bool {
    if let context { return context.isSpent }
    return hasNode ? node?.isPending != true : task == nil && reject == nil
  }
}
