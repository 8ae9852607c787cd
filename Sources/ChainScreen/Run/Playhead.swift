// The moment of the run that the screen shows.

/// The position of the playhead in the run.
struct Playhead: Sendable, Equatable {
  /// The number of events before it.
  var position: UInt64
  /// The number of events in the run.
  var count: UInt64
  /// The time of the last event of the run, in nanoseconds since the log's start.
  var end: Int64

  /// Whether it is at the end of the run.
  var isAtEnd: Bool { position == count }
  /// The number of events after it.
  var behind: UInt64 { count - position }
}
