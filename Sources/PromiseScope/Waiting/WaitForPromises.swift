// Waiting in tests until nothing is left to do anywhere in the process.

import CPromiseTrace
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
/// For tests. Handlers run on the main queue by default: called on the main thread, this serves that queue while it waits, unless it
/// is called from a block on that queue. Under a ``ManualExecutor`` that executor is run instead, and the time is its clock's. Costs
/// promises nothing; waiting polls, up to a thousand times a second.
///
/// - Parameter timeout: Seconds to wait at most; NaN and what is not positive mean only to look.
/// - Returns: Whether nothing was left before the time was up.
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
  /// A group that is empty once every promise that is pending now, or was made before it settled, has settled and its handlers have run.
  ///
  /// For tests. On the main thread use ``waitForPromises(timeout:)``: waiting for a group does not serve the main queue.
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
