// withDelay: a task that ends by the clock.

import Dispatch
import PromiseCore
import PromiseTrace

extension Task {
  /// Creates a task that succeeds, with nothing, after a time.
  ///
  /// - Parameters:
  ///   - delay: Seconds; NaN and what is not positive mean as soon as may be, but not within this call.
  ///   - cancellationToken: If canceled by now, or when the time is up, the task is canceled instead.
  ///   - file: The call site, recorded in the log.
  ///   - line: The call site, recorded in the log.
  ///   - function: The call site, recorded in the log.
  /// - Returns: The task.
  public static func withDelay(
    _ delay: Double, cancellationToken: CancellationToken? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Task<Void> {
    let promise = Promise<Void>(pending: "withDelay", site: SourceSite(file, line, function))
    if let cancellationToken, cancellationToken.isCancelled {
      promise.cancel(with: CancelledError())
      return Task<Void>(promise)
    }
    QueueExecutor.on(.global()).schedule(after: delay) {
      if let cancellationToken, cancellationToken.isCancelled {
        promise.cancel(with: CancelledError())
      } else {
        promise.fulfill((), cause: .resolver)
      }
    }
    return Task<Void>(promise)
  }
}
