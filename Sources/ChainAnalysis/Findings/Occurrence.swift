// One occurrence of a finding: the promise that shows it, and the time from which it was known.

import PromiseTrace

/// One occurrence of a finding.
package struct Occurrence: Sendable, Equatable {
  /// The number of occurrences of a finding to keep.
  package static let limit = 20_000

  /// The promise at the root of the problem.
  package var promise: PromiseID
  /// The promise whose row shows the problem: the last one that carried an unhandled rejection, otherwise the root.
  package var row: PromiseID
  /// The promise that proves it best, such as the one whose error a handler swallowed; 0 for none.
  package var evidence: PromiseID
  /// The moment from which it was known, in nanoseconds since the log's start.
  package var known: Int64
  /// The last event that proves it, by its sequence number; 0 for none.
  ///
  /// It tells events of the same moment apart.
  package var event: UInt64 = 0
}
