// withDelay: a task that ends after a delay.

import Dispatch
import PromiseCore
import PromiseTrace

extension Task {
  /// Creates a task that succeeds without a result after a delay.
  ///
  /// - Parameters:
  ///   - delay: The delay in seconds; NaN, zero, and negative values end the task as soon as possible, but not within this call.
  ///   - cancellationToken: If it is canceled now, or when the delay ends, the task is canceled instead.
  /// - Returns: The task.
  public static func withDelay(
    _ delay: Double, cancellationToken: CancellationToken? = nil, file: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Task<Void> {
    let promise = Promise<Void>(pending: "withDelay", timer: delay, site: SourceSite(file, line, function))
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
