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

extension PromiseNode {
  /// Whether this is an entry for whose sake a promise need not go on.
  final var isPassive: Bool { state.now.isPassive }

  /// Calls `body` once this node has settled: inline, in its place among the reactions.
  ///
  /// - Parameters:
  ///   - owner: The promise that waits, for the log; nil for a watcher that is none.
  ///   - body: Gets this node. Must not block.
  /// - Returns: The entry, for ``cancel()``: it stops waiting, and this node is cancelled if nobody else waits.
  @discardableResult
  package final func observe(
    by owner: PromiseNode? = nil, _ body: @escaping @Sendable (PromiseNode) -> Void
  ) -> PromiseNode {
    if tracedID != 0 { Trace.registered(tracedID, by: owner?.tracedID ?? 0, handles: [.fulfilled, .rejected]) }
    let entry = ObserverNode(on: self) { _, parent in body(parent) }
    register(Unmanaged.passRetained(entry))
    return entry
  }

  /// Like ``observe(by:_:)`` for bookkeeping that the log need not tell, and for whose sake a promise need not go on.
  @usableFromInline
  package final func observeSilently(_ body: @escaping @Sendable (PromiseNode) -> Void) {
    register(Unmanaged.passRetained(ObserverNode(on: self, isPassive: true) { _, parent in body(parent) }))
  }
}
