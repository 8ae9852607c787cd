// The size limit of a log: what of it may be dropped, and the exact number of events in there.
//
// Example: with a limit of 1 GB, a log that has grown to 560 MB is shortened to its latest 280 MB. Until the copy replaces it, both exist, and
// together they stay below the limit. Owns the positions at which the log can be cut. `RecordingFile+Shortening` does it.

/// Where a log can be cut, so that it stays below a size.
struct LogLimit {
  /// The least limit, in bytes.
  static let least = 4_096

  /// A position between two lines.
  struct Mark {
    /// In bytes from the start of the log.
    var offset: Int64 = 0
    /// The sequence and the time of the event before it.
    var sequence: UInt64 = 0
    var time: Int64 = 0
    /// The number of events before it that were emitted, including those that were lost.
    var count: UInt64 = 0
  }

  /// In bytes.
  let limit: Int64
  /// The positions to cut at, in order.
  private var marks: [Mark] = []
  /// The end of the log.
  private(set) var end = Mark()
  /// The end of the log with the events that are encoded and not written yet.
  private var encoded = Mark()
  /// The position to cut at, while the rest is being copied.
  private(set) var cut: Mark?

  init(_ limit: Int) { self.limit = Int64(truncatingIfNeeded: max(limit, LogLimit.least)) }

  /// The number of bytes to write at once.
  var piece: Int { Int(truncatingIfNeeded: limit / 32) }

  /// Whether the log has to be cut before `count` bytes are added.
  func isReached(adding count: Int) -> Bool { end.offset &+ Int64(truncatingIfNeeded: count) > limit / 16 &* 9 }

  mutating func add(_ event: Event) {
    (encoded.sequence, encoded.time) = (event.sequence, event.time)
    encoded.count = encoded.count.saturatingSum(event.kind == .lost ? event.count : event.kind == .ended ? 0 : 1)
  }

  /// The encoded events have been written.
  mutating func wrote(_ count: Int) {
    if end.count > 0, end.offset &- (marks.last?.offset ?? 0) >= limit / 64 { marks.append(end) }
    encoded.offset = end.offset &+ Int64(truncatingIfNeeded: count)
    end = encoded
  }

  /// Chooses where to cut, so that about a quarter of the limit remains, or nothing if no piece is that small.
  mutating func chooseCut() -> Mark {
    let earliest = end.offset &- limit / 32 &* 9
    let chosen = marks.first { $0.offset >= earliest } ?? end
    cut = chosen
    return chosen
  }

  /// The log has been cut there.
  ///
  /// - Parameter start: The size of what precedes the rest now, in bytes.
  mutating func didCut(start: Int) {
    guard let cut else { return }
    self.cut = nil
    let shift = Int64(truncatingIfNeeded: start) &- cut.offset
    marks = marks.compactMap { mark in
      guard mark.offset > cut.offset else { return nil }
      var mark = mark
      mark.offset &+= shift
      return mark
    }
    end.offset &+= shift
    encoded.offset = end.offset
  }

  /// The log has been emptied instead.
  ///
  /// - Parameter start: The size of what it holds now, in bytes.
  mutating func didEmpty(start: Int) {
    (marks, cut) = ([], nil)
    end.offset = Int64(truncatingIfNeeded: start)
    encoded.offset = end.offset
  }
}
