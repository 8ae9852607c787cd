// Owns the progress of a promise as an asynchronous sequence.

import PromiseCore

extension PromiseNode {
  /// The progress reports of this promise, as an asynchronous sequence that ends when the promise settles or is freed.
  ///
  /// ```swift
  /// func show(_ page: Promise<String>) async {
  ///   for await report in page.progress { print(report.fraction ?? 0, report.stage ?? "") }
  /// }
  /// ```
  ///
  /// Each sequence starts with the next report. A consumer that is slower than the reports receives the newest one and misses those
  /// between. Like ``onProgress(_:)``, it does not count as waiting, and does not keep the promise alive. If the iteration ends early, the
  /// promise keeps three small entries until it settles.
  public final var progress: AsyncStream<PromiseProgress> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      onProgress { continuation.yield($0) }
      observeSilently { _ in continuation.finish() }
      observeLoss { continuation.finish() }
    }
  }
}
