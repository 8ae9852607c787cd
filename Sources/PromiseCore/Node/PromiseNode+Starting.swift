// Starting the body of a root promise: on creation, or, if it is lazy, when the first waiter registers.

import CPromiseRuntime
import PromiseTrace

extension PromiseNode {
  /// Enqueues the body of a root promise on its executor, or runs it immediately if that is inline.
  @usableFromInline
  package final func enqueueBody() {
    let me = Unmanaged.passRetained(self)
    if let executor { executor.enqueueTraced(me) } else { PromiseNode.perform(me) }
  }

  /// Starts the body of a lazy promise before anything waits for the promise.
  ///
  /// Any thread may call it. Has no effect if the body has started, or if the promise is settled or not lazy.
  ///
  /// - Returns: Whether this call started the body.
  @discardableResult
  public final func start() -> Bool {
    guard state.now.isLazy else { return false }
    // A promise counts as pending work only once it is started.
    psWorkBegins()
    if state.change({ $0.claimStart() }) {
      startBody()
      return true
    }
    psWorkEnds()
    return false
  }

  /// Like ``enqueueBody()``, for bodies on the inline executor that start one another: each waits for the next lazy promise.
  private final func startBody() {
    guard heldExecutor == nil else { return enqueueBody() }
    nonisolated(unsafe) let node = self
    guard Nesting.begin() else { return Nesting.put { node.enqueueBody() } }
    enqueueBody()
    Nesting.end()
  }
}
