// What the observed program wrote.

import PromiseTrace

/// A line that a program wrote: what its user or its log would show.
struct ProgramMessage: Sendable {
  /// The promise that it is about; 0 for none.
  var promise: PromiseID
  /// Nanoseconds since the start of the log.
  var time: Int64
  var text: String

  /// The start of a text that describes a screen; see `ProgramScreen`.
  static let screenPrefix = "screen: "
}
