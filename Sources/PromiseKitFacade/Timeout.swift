// timeout: a promise that is rejected after a delay, as a time limit in a race.

import PromiseCore
import PromiseTrace
import Synchronization

/// Creates a promise that is rejected after a delay, as a time limit in a `race`.
///
/// In a race of cancellable promises, `cancellize(timeout(seconds:))` cancels the others when the delay ends.
///
/// - Parameters:
///   - seconds: The delay in seconds; NaN, zero, and negative values end as soon as possible, but not within this call.
///   - file: The call site, recorded in the log.
///   - line: The line of the call site.
///   - function: The function of the call site.
/// - Returns: A promise that is never fulfilled, and rejected with ``PMKError/timedOut`` when the delay ends.
public func timeout(
  seconds: Double, file: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
) -> Promise<Void> {
  let after = after(seconds: seconds, file: file, line: line, function: function)
  let promise = Promise<Void>(
    Core<Void>(
      from: after.core, "timeout", handles: .fulfilled, on: .inline, site: SourceSite(file, line, function)
    ) { node, _ in
      node.finished(.threw)
      node.reject(PMKError.timedOut, cause: .timeout)
    })
  // Canceling the promise also stops the timer.
  promise.stopper.set(nil) { after.stopper.load()?.reject?($0) }
  return promise
}
