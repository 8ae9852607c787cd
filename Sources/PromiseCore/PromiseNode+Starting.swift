// When a root's body begins: at once, or with the first one who waits.

import CPromiseTrace
import PromiseTrace
import Synchronization

extension PromiseNode {
  /// Hands the body of a root to its executor, or runs it here where that is inline.
  @usableFromInline
  final func begin() {
    let me = Unmanaged.passRetained(self)
    if let executor { executor.enqueueTraced(me) } else { PromiseNode.perform(me) }
  }

  /// Begins the body of a lazy promise that nobody waits for yet.
  ///
  /// Any thread may call it. Nothing happens where the body has begun, or the promise is settled or was never lazy.
  /// - Returns: Whether this call began it.
  @discardableResult
  public final func start() -> Bool {
    var old = state.load(ordering: .relaxed)
    guard old & NodeState.lazy != 0 else { return false }
    // From now on somebody may wait for its end; a promise that nobody starts is no work.
    psWorkBegins()
    while old & (NodeState.lazy | NodeState.lockedIn) == NodeState.lazy {
      let (exchanged, current) = state.weakCompareExchange(
        expected: old, desired: old & ~NodeState.lazy | NodeState.counted, ordering: .acquiringAndReleasing)
      if exchanged {
        begin()
        return true
      }
      old = current
    }
    psWorkEnds()
    return false
  }
}
