// Watching a promise without deriving another: combinators, `await`, tests.

import PromiseTrace

/// An entry in a promise's list of reactions that is no promise itself.
package class ObserverNode: PromiseNode, @unchecked Sendable {
  init(isPassive: Bool = false, wantsProgress: Bool = false, _ reaction: @escaping Reaction) {
    super.init(
      state: .entry(isPassive: isPassive, wantsProgress: wantsProgress), executor: nil, reaction: reaction, tracedID: 0)
  }

  convenience init(on node: PromiseNode, isPassive: Bool = false, _ reaction: @escaping Reaction) {
    self.init(isPassive: isPassive, reaction)
    upstream = Unmanaged.passUnretained(node)
  }
}

/// An entry that reports when it is freed without having run: its promise can never settle any more.
private final class LossEntry: ObserverNode, @unchecked Sendable {
  private var hasRun = false
  private let lost: @Sendable () -> Void

  init(on node: PromiseNode, _ lost: @escaping @Sendable () -> Void) {
    self.lost = lost
    super.init(isPassive: true) { entry, _ in unsafeDowncast(entry, to: LossEntry.self).hasRun = true }
    upstream = Unmanaged.passUnretained(node)
  }

  deinit {
    if !hasRun { lost() }
  }
}

extension PromiseNode {
  /// Calls `lost` if this node is freed while pending; no promise need continue for its sake, and nothing is logged.
  @usableFromInline
  package final func observeLoss(_ lost: @escaping @Sendable () -> Void) {
    register(Unmanaged.passRetained(LossEntry(on: self, lost)))
  }

  /// Whether this is an entry for whose sake a promise need not go on.
  package final var isPassive: Bool { state.now.isPassive }

  /// Whether the handler of rejections is not for cancellations: they pass through.
  package final var sparesCancellations: Bool { state.now.sparesCancellations }

  /// Calls `body` once this node has settled: inline, in its place among the reactions.
  ///
  /// - Parameters:
  ///   - owner: The promise that waits, for the log; nil for a watcher that is none.
  ///   - waiter: The promise that waits, where the log is not to show it: its body does.
  ///   - body: Gets this node. Must not block.
  /// - Returns: The entry, for ``cancel()``: it stops waiting, and this node is canceled if nothing else waits.
  @discardableResult
  package final func observe(
    by owner: PromiseNode? = nil, for waiter: PromiseNode? = nil, _ body: @escaping @Sendable (PromiseNode) -> Void
  ) -> PromiseNode {
    if tracedID != 0 { EventEmitter.registered(tracedID, by: owner?.tracedID ?? 0, handles: [.fulfilled, .rejected]) }
    let entry =
      (owner ?? waiter).map { OwnedEntry(on: self, by: $0, body) }
      ?? ObserverNode(on: self) { _, parent in body(parent) }
    register(Unmanaged.passRetained(entry))
    return entry
  }

  /// Like ``observe(by:_:)`` for bookkeeping that the log need not tell, and for whose sake a promise need not go on.
  @usableFromInline
  package final func observeSilently(_ body: @escaping @Sendable (PromiseNode) -> Void) {
    register(Unmanaged.passRetained(ObserverNode(on: self, isPassive: true) { _, parent in body(parent) }))
  }
}
