// A body that held the thread of an event loop for long, so that everything else had to wait. Owns how long afterwards promises settle that it
// may have delayed.

import PromiseTrace

/// The time for which a body held the thread of an event loop.
///
/// Times are nanoseconds since the log's start.
package struct LoopHold: Sendable, Equatable {
  package var promise: PromiseID
  package var start: Int64
  package var end: Int64

  /// Whether a promise that settled at a moment, or a body that started then, may have waited for it.
  func delays(_ moment: Int64) -> Bool { moment >= end && moment - end <= Self.patience(after: end - start) }

  /// For how long after a run promises settle that had waited for it.
  ///
  /// - Parameter length: The time that it ran, in nanoseconds.
  /// - Returns: Nanoseconds.
  static func patience(after length: Int64) -> Int64 { max(1_000_000, length / 10) }
}
