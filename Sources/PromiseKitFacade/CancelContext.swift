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
    var isPruning = false
    var error: (any Error)?
  }

  private let state = Mutex(State())

  init() {}

  deinit {
    // In a loop: a chain that starts itself again in a handler, such as a poll, nests one context per round.
    var items = takeItems()
    while var item = items.popLast() {
      guard item.context != nil, isKnownUniquelyReferenced(&item.context), let context = item.context else { continue }
      items += context.takeItems()
    }
  }

  private func takeItems() -> [CancelItem] {
    state.withLock { state in
      defer { state.items = [] }
      return state.items
    }
  }

  /// Cancels every pending promise and task of the chain, and of the chains that its handlers started.
  ///
  /// - Parameter error: The error to reject with.
  public func cancel(with error: any Error = PMKError.cancelled) {
    var items = claim(error)
    while let item = items.popLast() {
      item.cancel(with: error)
      if let context = item.context { items += context.claim(error) }
    }
  }

  /// Stores the error, unless there is one.
  ///
  /// - Returns: The items to cancel, last one first; none if they are canceled already.
  private func claim(_ error: any Error) -> [CancelItem] {
    state.withLock { state in
      guard state.error == nil else { return [] }
      state.error = error
      return state.items.reversed()
    }
  }

  /// Cancels the chain, like ``cancel(with:)``.
  public func cancel(error: any Error) { cancel(with: error) }

  /// Whether the chain was canceled and none of its work is still running.
  public var isCancelled: Bool {
    forEachContext { context in
      let (wasCanceled, items) = context.state.withLock { ($0.error != nil, $0.items) }
      return wasCanceled && items.allSatisfy(\.isCancelled) ? items : nil
    }
  }

  /// Whether the chain was canceled and has not recovered since.
  public var cancelAttempted: Bool { cancelledError != nil }

  /// The error that the chain was canceled with; nil if it was not canceled or has recovered.
  public var cancelledError: (any Error)? { state.withLock { $0.error } }

  /// Whether nothing is left to cancel.
  fileprivate var isSpent: Bool {
    forEachContext { context in
      let items = context.state.withLock { $0.items }
      return items.allSatisfy(\.isSpent) ? items : nil
    }
  }

  /// Visits this context and those that it contains, each once, until one fails a check.
  ///
  /// - Parameter check: Returns the items of a context, or nil if it fails.
  /// - Returns: Whether all passed.
  private func forEachContext(_ check: (CancelContext) -> [CancelItem]?) -> Bool {
    var contexts = [self]
    var seen: Set = [self]
    while let context = contexts.popLast() {
      guard let items = check(context) else { return false }
      contexts += items.compactMap(\.context).filter { seen.insert($0).inserted }
    }
    return true
  }

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
    let (error, items) = state.withLock { state -> ((any Error)?, [CancelItem]) in
      defer { state.items.append(item) }
      guard state.items.count >= state.pruneAt, !state.isPruning else { return (state.error, []) }
      state.isPruning = true
      return (state.error, state.items)
    }
    if !items.isEmpty { prune(items) }
    if let error {
      item.cancel(with: error)
      item.context?.cancel(with: error)
    }
  }

  /// Removes the items that are spent, because a chain that loops forever must not retain them.
  ///
  /// Checks and frees the items outside the lock: a check takes the locks of other contexts, and items hold the program's tasks and closures.
  ///
  /// - Parameter items: The items so far; more may have been added since.
  private func prune(_ items: [CancelItem]) {
    let kept = items.filter { !($0.context?.isSpent ?? $0.isSpent) }
    let former = state.withLock { state in
      defer {
        state.items = kept + state.items.dropFirst(items.count)
        state.pruneAt = max(16, state.items.count * 2)
        state.isPruning = false
      }
      return state.items
    }
    withExtendedLifetime(former) {}
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

  /// Cancels everything but ``context``.
  func cancel(with error: any Error) {
    task?.cancel()
    reject?(error)
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

  /// Whether everything but ``context`` is canceled.
  var isCancelled: Bool { (task?.isCancelled ?? true) && !(node?.isPending ?? false) }

  /// Whether nothing but ``context`` is left to cancel.
  var isSpent: Bool {
    if context != nil { return true }
    return hasNode ? node?.isPending != true : task == nil && reject == nil
  }
}
