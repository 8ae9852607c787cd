// timeout: a promise that is rejected when the time for its competitors in a race is over.

import PromiseCore
import PromiseTrace
import Synchronization

/// A promise for `race` that is rejected after a time.
///
/// In a race of cancellable promises, `cancellize(timeout(seconds:))` cancels the others when the time is over.
///
/// - Parameters:
///   - seconds: The time; NaN and what is not positive mean the next turn.
///   - file: The call site, recorded in the log.
///   - line: The call site, recorded in the log.
///   - function: The call site, recorded in the log.
/// - Returns: A promise that is never fulfilled, and rejected with ``PMKError/timedOut`` when the time is over.
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
  // Canceling it need not wait for the time to pass.
  promise.stopper.set(nil) { after.stopper.load()?.reject?($0) }
  return promise
}
