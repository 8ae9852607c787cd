// When a quiet stream needs an `alive` event: after a second without events, then after pauses that double, up to ten seconds.

/// The time without events after which the next `alive` event is due.
struct AlivePause {
  private static let (least, most): (Int64, Int64) = (1_000_000_000, 10_000_000_000)
  private var length = AlivePause.least

  /// Starts again, because an event has occurred.
  mutating func restart() { length = AlivePause.least }

  /// Whether an `alive` event is due; the next one is then due after a longer pause.
  ///
  /// - Parameter silence: The time since the last event, `alive` included, in nanoseconds.
  /// - Returns: Whether one is due.
  mutating func hasEnded(after silence: Int64) -> Bool {
    guard silence >= length else { return false }
    length = min(length &* 2, AlivePause.most)
    return true
  }
}
