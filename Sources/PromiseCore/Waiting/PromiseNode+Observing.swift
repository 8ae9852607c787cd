// Watching a promise without deriving another: combinators, `await`, tests.

import PromiseTrace

/// An entry that reports when it is freed without having run: its promise can never settle anymore.
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
  /// Calls `lost` if this node is freed while pending; it does not keep a promise from being canceled, and is not logged.
  @usableFromInline
  package final func observeLoss(_ lost: @escaping @Sendable () -> Void) {
    register(Unmanaged.passRetained(LossEntry(on: self, lost)))
  }

  /// Whether this is an entry that does not keep a promise from being canceled.
  package final var isPassive: Bool { state.now.isPassive }

  /// Whether cancellations bypass the handler of rejections.
  package final var cancellationsBypass: Bool { state.now.cancellationsBypass }

  /// Like ``observe(by:for:isRecorded:_:)``, for code that waits.
  ///
  /// - Parameters:
  ///   - waiter: The promise whose body waits; not recorded in the log.
  ///   - site: Where it waits, recorded in the log; nil if the log has the wait already, as that of a body.
  ///   - body: Receives this node. Must not block.
  @discardableResult
  package final func observe(
    for waiter: PromiseNode? = nil, at site: SourceSite?, _ body: @escaping @Sendable (PromiseNode) -> Void
  ) -> PromiseNode {
    if tracedID != 0, let site { EventEmitter.observed(tracedID, site: site) }
    return observe(for: waiter, isRecorded: true, body)
  }

  /// Calls `body` once this node has settled: inline, and in registration order among the reactions.
  ///
  /// - Parameters:
  ///   - owner: The promise that waits, recorded in the log; nil if no promise waits.
  ///   - waiter: The promise whose body waits; not recorded in the log.
  ///   - isRecorded: Whether the log has the wait already, as that of a body.
  ///   - body: Receives this node. Must not block.
  /// - Returns: The entry. Its ``cancel()`` stops waiting, and cancels this node if nothing else waits for it.
  @discardableResult
  package final func observe(
    by owner: PromiseNode? = nil, for waiter: PromiseNode? = nil, isRecorded: Bool = false,
    _ body: @escaping @Sendable (PromiseNode) -> Void
  ) -> PromiseNode {
    if tracedID != 0, !isRecorded {
      EventEmitter.registered(tracedID, by: owner?.tracedID ?? 0, handles: [.fulfilled, .rejected])
    }
    let owned = (owner ?? waiter).map { OwnedEntry(on: self, by: $0, body) }
    owned?.lateHandler = owner?.tracedID
    let entry = owned ?? ObserverNode(on: self) { _, parent in body(parent) }
    register(Unmanaged.passRetained(entry))
    return entry
  }

  /// Like ``observe(by:_:)``, but it is not logged and does not keep a promise from being canceled.
  @usableFromInline
  package final func observeSilently(_ body: @escaping @Sendable (PromiseNode) -> Void) {
    register(Unmanaged.passRetained(ObserverNode(on: self, isPassive: true) { _, parent in body(parent) }))
  }
}
