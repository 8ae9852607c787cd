// What the caption of a guided view says.

import ChainAnalysis
import PromiseTrace

/// What the caption of a guided view says.
enum Caption: Sendable {
  /// A promise that others wait for.
  case waiting(Bottleneck)
  /// The number of promises that are pending, too many to say which of them the others wait for.
  case busy(pending: Int)
  /// The run has ended; the promise that took most of its time, and how long that was in nanoseconds, if that is known.
  case summary(longest: (promise: PromiseID, time: Int64)?)
}
