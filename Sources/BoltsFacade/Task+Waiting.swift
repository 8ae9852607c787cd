// waitUntilCompleted: a thread that stops for a task.

import CPromiseTrace
import Dispatch
import PromiseCore

extension Task {
  /// Blocks the calling thread until this task has ended.
  ///
  /// On the main thread, traps at once where the task, or one that it continues, has a continuation on that thread: the waiting
  /// would never end. In virtual time nothing blocks: what is due is run instead.
  public func waitUntilCompleted() {
    Drain.flush()
    guard promise.isPending else { return }
    if let manual = ManualExecutor.bound { return manual.run { promise.isPending } }
    if psIsMainThread(), promise.needs(QueueExecutor.main) || promise.needs(MainThreadExecutor.shared) {
      preconditionFailure("waiting on the main thread for a task that needs it would never end")
    }
    let done = DispatchSemaphore(value: 0)
    promise.observe { _ in done.signal() }
    // As in Bolts, waiting does not include continuations: one that was added before may block for longer than the task.
    while promise.isPending, done.wait(timeout: .now() + .milliseconds(5)) == .timedOut {}
  }
}
