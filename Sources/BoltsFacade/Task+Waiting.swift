// waitUntilCompleted: a thread that stops for a task.

import Dispatch
import PromiseCore

extension Task {
  /// Blocks the calling thread until this task has ended.
  ///
  /// Never returns if the task needs this thread to end: a continuation on the main queue is not to be waited for on the main
  /// thread. In virtual time nothing blocks: what is due is run instead.
  public func waitUntilCompleted() {
    Drain.flush()
    if let manual = ManualExecutor.bound {
      while promise.isPending, manual.step() {}
      if promise.isPending { manual.run() }
      return
    }
    guard promise.isPending else { return }
    let done = DispatchSemaphore(value: 0)
    promise.observe { _ in done.signal() }
    done.wait()
  }
}
