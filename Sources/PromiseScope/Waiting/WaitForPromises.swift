// Owns `waitForPromises`, with which tests wait until no promise work is left in the process.

import CPromiseRuntime
import Dispatch
import PromiseCore
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Waits until every pending promise of the process has settled or been freed, and its handlers have run.
///
/// For tests. On the main thread it runs the blocks of the main queue, where handlers run by default, unless the caller is such a block.
/// Under a ``ManualExecutor`` it runs that executor and measures time with its clock. It adds no cost to promises; it polls at intervals
/// of up to one millisecond.
///
/// - Parameter timeout: The longest time to wait, in seconds. Zero, a negative number or NaN checks once without waiting.
/// - Returns: Whether all work was done before the time was up.
@discardableResult
public func waitForPromises(timeout: Double) -> Bool {
  Drain.flush()
  if let manual = ManualExecutor.bound {
    manual.advance(by: timeout)
    return psWorkIsDone()
  }
  let deadline = psMonotonicNanoseconds() + UInt64(timeout > 0 ? min(timeout, 1e9) * 1e9 : 0)
  var pause: UInt32 = 20
  while true {
    _ = psServeMainQueue()
    if psWorkIsDone() { return true }
    guard psMonotonicNanoseconds() < deadline else { return false }
    usleep(pause)
    pause = min(pause * 2, 1_000)
  }
}

extension DispatchGroup {
  /// A group that becomes empty once no promise in the process is pending and all handlers have run.
  ///
  /// For tests. On the main thread use ``waitForPromises(timeout:)``, because waiting for a group doesn't run the main queue.
  public static var promises: DispatchGroup {
    let group = DispatchGroup()
    if !psWorkIsDone() {
      group.enter()
      detachThread {
        while !psWorkIsDone() { usleep(1_000) }
        group.leave()
      }
    }
    return group
  }
}
