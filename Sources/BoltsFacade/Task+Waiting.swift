// waitUntilCompleted: blocking a thread until a task has ended.

import CPromiseRuntime
import Dispatch
import PromiseCore

extension Task {
  /// Blocks the calling thread until this task has ended.
  ///
  /// On the main thread, traps immediately if the task, or a task upstream of it, needs the main thread for a continuation: the
  /// wait would never end. In virtual time it does not block but runs the scheduled work.
  public func waitUntilCompleted() {
    Drain.flush()
    guard promise.isPending else { return }
    if let manual = ManualExecutor.bound { return manual.run { promise.isPending } }
    if psIsMainThread(), promise.needs(QueueExecutor.main) || promise.needs(MainThreadExecutor.shared) {
      preconditionFailure("waiting on the main thread for a task that needs it would never end")
    }
    let done = DispatchSemaphore(value: 0)
    promise.observe { _ in done.signal() }
    // As in Bolts, the wait does not include continuations: one that was added earlier may block for longer than the task.
    while promise.isPending, done.wait(timeout: .now() + .milliseconds(5)) == .timedOut {}
  }
}
