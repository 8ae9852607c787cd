// A body that held the thread of an event loop for long, so that everything else had to wait.

import PromiseTrace

/// The time for which a body held the thread of an event loop.
///
/// Times are nanoseconds since the log's start.
package struct LoopHold: Sendable, Equatable {
  package var promise: PromiseID
  package var start: Int64
  package var end: Int64

  /// Whether what happened at a moment may have waited for it.
  func delays(_ moment: Int64) -> Bool { moment >= end && moment - end <= Self.patience(after: end - start) }

  /// The time after a run within which a settlement counts as delayed by it.
  ///
  /// - Parameter length: The duration of the run, in nanoseconds.
  /// - Returns: Nanoseconds.
  static func patience(after length: Int64) -> Int64 { max(1_000_000, length / 10) }
}
