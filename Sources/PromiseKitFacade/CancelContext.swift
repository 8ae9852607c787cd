// What one `cancel()` reaches: the sources of a cancellable chain, the tasks behind them, and the chains that its handlers
// started. Owns that list and the cancellation error; rejecting promises and informing their handlers is the core's part.

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
/// Any thread may use it. A context stays canceled until a handler of the chain recovers from the cancellation; whatever
/// joins it meanwhile is canceled at once.
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

  /// Cancels, like ``cancel(with:)``.
  public func cancel(error: any Error) { cancel(with: error) }

  /// Whether the chain was canceled and none of its work is still running.
  public var isCancelled: Bool {
    let (attempted, items) = state.withLock { ($0.error != nil, $0.items) }
    return attempted && items.allSatisfy(\.isCancelled)
  }

  /// Whether the chain was canceled, and has not recovered since.
  public var cancelAttempted: Bool { cancelledError != nil }

  /// The error that the chain was canceled with.
  public var cancelledError: (any Error)? { state.withLock { $0.error } }

  fileprivate var isSpent: Bool { state.withLock { $0.items.allSatisfy(\.isSpent) } }

  // MARK: Joining

  /// Adds a source of the chain.
  ///
  /// - Parameters:
  ///   - node: Rejected by a cancellation; the promises that it waits for are not.
  ///   - task: Stopped first.
  ///   - source: What `node` follows, if it follows something that can be stopped.
  func append(_ node: PromiseNode, task: (any CancellableTask)? = nil, following source: Stopper? = nil) {
    append(CancelItem(node: node, hasNode: true, task: task ?? source?.task, rejectSource: source?.reject))
  }

  /// Adds a source of the chain that rejects itself.
  ///
  /// - Parameters:
  ///   - node: The source.
  ///   - stopper: Stops its work and rejects it.
  func append(_ node: PromiseNode, stoppedBy stopper: Stopper) {
    append(CancelItem(node: node, hasNode: true, task: stopper.task, reject: stopper.reject))
  }

  /// Adds a promise that waits for other members of this context, which are canceled on their own.
  func append(combined node: PromiseNode) { append(CancelItem(node: node, hasNode: true, isCombined: true)) }

  /// Adds a task, and a closure to call with the cancellation error after the task was stopped.
  func append(task: (any CancellableTask)?, reject: ((any Error) -> Void)? = nil) {
    append(CancelItem(task: task, reject: reject))
  }

  /// Adds another chain; if that one is canceled already, this one is too.
  func append(_ context: CancelContext) {
    guard context !== self else { return }
    append(CancelItem(context: context))
    if !cancelAttempted, let error = context.cancelledError { cancel(with: error) }
  }

  private func append(_ item: CancelItem) {
    let error = state.withLock { state -> (any Error)? in
      // A chain that loops forever must not keep what it has finished.
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

  /// A handler that throws if the chain was canceled before its turn came.
  func checking<Value, Output>(_ body: @escaping (Value) throws -> Output) -> (Value) throws -> Output {
    { value in
      try self.check()
      return try body(value)
    }
  }

  /// A handler whose promise this context cancels, too; it throws if the chain was canceled before its turn came.
  func joining<Value, V: CancellableLink>(
    _ site: SourceSite, _ body: @escaping (Value) throws -> V
  ) -> (Value) throws -> Promise<V.LinkValue> {
    checking { try body($0).linked(to: self, site) }
  }

  /// Forgets the cancellation: a handler has recovered from it, and the chain continues.
  func recover() { state.withLock { $0.error = nil } }

  /// A handler of errors after which a canceled chain continues, unless the handler throws.
  ///
  /// - Parameters:
  ///   - policy: Whether the handler is for cancellations.
  ///   - body: Returns the value to continue with.
  /// - Returns: The handler to derive with.
  func recovering<E: Error, Output>(
    _ policy: CatchPolicy, _ body: @escaping (E) throws -> Output
  ) -> (E) throws -> Output {
    { error in
      let output = try body(error)
      if policy == .allErrors || error.isCancelled { self.recover() }
      return output
    }
  }

  /// Like `recovering`, for a handler that returns a promise, which this context cancels from then on.
  func rejoining<E: Error, V: CancellableLink>(
    _ policy: CatchPolicy, _ site: SourceSite, _ body: @escaping (E) throws -> V
  ) -> (E) throws -> Promise<V.LinkValue> {
    let body = recovering(policy, body)
    return { try body($0).linked(to: self, site) }
  }

  // MARK: Identity

  /// Whether both are the same context.
  public static func == (left: CancelContext, right: CancelContext) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// One thing that a context cancels.
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
      // No cancellation for the core, which would pass it on to whatever the inputs wait for.
      node.reject(error, cause: .resolver)
    }
  }

  var isCancelled: Bool {
    (task?.isCancelled ?? true) && (context?.isCancelled ?? true) && !(node?.isPending ?? false)
  }

  /// Whether nothing is left here that could be canceled.
  var isSpent: Bool {
    if let context { return context.isSpent }
    return hasNode ? node?.isPending != true : task == nil && reject == nil
  }
}
