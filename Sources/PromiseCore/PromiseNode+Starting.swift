// When a root's body begins: at once, or with the first one who waits.

import CPromiseTrace
import PromiseTrace

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
    guard state.now.isLazy else { return false }
    // From now on something may wait for its end; a promise that is never started is no work.
    psWorkBegins()
    if state.change({ $0.beginLazy() }) {
      begin()
      return true
    }
    psWorkEnds()
    return false
  }
}
