// waitUntilCompleted: blocking a thread until a task has ended.

import Dispatch
import PromiseCore
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Task {
  /// Blocks the calling thread until this task has ended.
  ///
  /// On the main thread, traps immediately if the task cannot end before the main thread has run a continuation of it, of a task
  /// upstream, or of a task that `whenAll` or `whenAny` needs: the wait would never end. In virtual time it does not block but runs the scheduled work.
  public func waitUntilCompleted(
    file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    Drain.flush()
    let site = SourceSite(file, line, function)
    guard promise.isPending else { return promise.noteWait(at: site) }
    let stopped = promise.stopThread(at: site)
    defer { stopped.resume() }
    let done = DispatchSemaphore(value: 0)
    promise.observe(at: stopped.isRecorded ? nil : site) { _ in done.signal() }
    if let manual = ManualExecutor.bound { return manual.run { promise.isPending } }
    if QueueExecutor.isMainOccupied, needsMainThread {
      // Asked again after a moment, because another thread may just be settling a task that this one waits for.
      usleep(5_000)
      if needsMainThread {
        promise.noteDeadlock(on: QueueExecutor.main)
        // The trap ends the program before the recording's thread notices anything.
        Recording.current?.flush(timeout: 1)
        preconditionFailure("waiting on the main thread for a task that needs it would never end")
      }
    }
    // As in Bolts, the wait does not include continuations: one that was added earlier may block for longer than the task.
    while promise.isPending, done.wait(timeout: .now() + .milliseconds(5)) == .timedOut {}
  }

  private var needsMainThread: Bool { promise.needs(QueueExecutor.main) || promise.needs(MainThreadExecutor.shared) }
}
