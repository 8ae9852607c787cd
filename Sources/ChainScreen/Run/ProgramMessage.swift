// What the observed program wrote.

import PromiseTrace

/// A line that a program wrote: what its user or its log would show.
struct ProgramMessage: Sendable {
  /// The promise that it is about; 0 for none.
  var promise: PromiseID
  /// Nanoseconds since the start of the log.
  var time: Int64
  var text: String
}

/// A line that a program has printed beside its log.
public struct ProgramLine: Sendable, Equatable {
  /// Nanoseconds since the start of the log.
  public var time: Int64
  /// The line, as it was printed.
  public var text: String
  /// Whether it is also shown at the bottom until the next key.
  public var isNotice: Bool

  /// Creates a line.
  public init(time: Int64, text: String, isNotice: Bool = false) {
    (self.time, self.text, self.isNotice) = (time, text, isNotice)
  }
}
