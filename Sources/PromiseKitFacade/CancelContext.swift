// What one `cancel()` reaches: the roots of a cancellable chain, the tasks behind them, and the chains begun in its
// handlers. Owns that list and the wish to cancel; that a promise is rejected, and who learns of it, is the core's
// business.

import Dispatch
import PromiseCore
import Synchronization

/// Work that can be stopped.
public protocol CancellableTask {
  /// Stops it.
  func cancel()

  /// Whether it was stopped.
  var isCancelled: Bool { get }
}

extension DispatchWorkItem: CancellableTask {}

/// Cancels a whole chain, without keeping its promises alive.
///
/// Any thread may use it. A context is cancelled once and stays so: what joins it later is cancelled at once.
public final class CancelContext: Sendable, Hashable {
  private struct Item: @unchecked Sendable {
    weak var node: PromiseNode?
    var task: (any CancellableTask)?
    var context: CancelContext?

    func cancel(with error: any Error) {
      task?.cancel()
      context?.cancel(with: error)
      node?.cancel(with: error)
    }

    var isCancelled: Bool {
      (task?.isCancelled ?? true) && (context?.isCancelled ?? true) && !(node?.isPending ?? false)
    }

    /// Whether there is nothing left here that could be cancelled.
    var isSpent: Bool {
      if let context { return context.isSpent }
      return node.map { !$0.isPending } ?? (task == nil)
    }
  }

  private struct State {
    var items: [Item] = []
    var pruneAt = 16
    var error: (any Error)?
  }

  private let state = Mutex(State())

  init() {}

  /// Cancels every pending promise and task of the chain, and of the chains begun in its handlers.
  ///
  /// - Parameter error: The error to reject with.
  public func cancel(with error: any Error = PMKError.cancelled) {
    let items = state.withLock { state -> [Item] in
      guard state.error == nil else { return [] }
      state.error = error
      return state.items
    }
    for item in items { item.cancel(with: error) }
  }

  /// Cancels, as ``cancel(with:)``.
  public func cancel(error: any Error) { cancel(with: error) }

  /// Whether somebody cancelled and nothing of the chain is still at work.
  public var isCancelled: Bool {
    let (attempted, items) = state.withLock { ($0.error != nil, $0.items) }
    return attempted && items.allSatisfy(\.isCancelled)
  }

  /// Whether somebody cancelled.
  public var cancelAttempted: Bool { cancelledError != nil }

  /// The error that the chain was cancelled with.
  public var cancelledError: (any Error)? { state.withLock { $0.error } }

  private var isSpent: Bool { state.withLock { $0.items.allSatisfy(\.isSpent) } }

  /// Throws where somebody cancelled: handlers of a cancelled chain do not run.
  func check() throws {
    if let error = cancelledError { throw error }
  }

  /// A body that throws where somebody cancelled before its turn came.
  func checking<Value, Output>(_ body: @escaping (Value) throws -> Output) -> (Value) throws -> Output {
    { value in
      try self.check()
      return try body(value)
    }
  }

  /// A body that lets this context's cancellation reach what it goes on with; it throws where somebody cancelled before.
  func joining<Value, V: CancellableLink>(
    _ site: SourceSite, _ body: @escaping (Value) throws -> V
  ) -> (Value) throws -> Promise<V.LinkValue> {
    checking { try body($0).linked(to: self, site) }
  }

  /// As `joining`, for a body that goes on after an error, a cancellation perhaps.
  ///
  /// Who recovers from a cancellation goes on; there is nothing to cancel it with any more.
  func rejoining<Value, V: CancellableLink>(
    _ site: SourceSite, _ body: @escaping (Value) throws -> V
  ) -> (Value) throws -> Promise<V.LinkValue> {
    { try body($0).linked(to: self.cancelAttempted ? CancelContext() : self, site) }
  }

  func append(_ node: PromiseNode, task: (any CancellableTask)? = nil) { append(Item(node: node, task: task)) }

  func append(task: any CancellableTask) { append(Item(task: task)) }

  func append(_ context: CancelContext) {
    guard context !== self else { return }
    append(Item(context: context))
  }

  private func append(_ item: Item) {
    let error = state.withLock { state -> (any Error)? in
      // A chain that goes round for ever must not collect what it has left behind.
      if state.items.count >= state.pruneAt {
        state.items.removeAll(where: \.isSpent)
        state.pruneAt = max(16, state.items.count * 2)
      }
      state.items.append(item)
      return state.error
    }
    if let error { item.cancel(with: error) }
  }

  /// Whether both are the same context.
  public static func == (left: CancelContext, right: CancelContext) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
