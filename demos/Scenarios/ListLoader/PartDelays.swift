// The latencies of the parts. Owns the numbers: slow enough to follow on the screen, 3 to 5 seconds for a whole run.

/// Delays in seconds.
struct PartDelays: Sendable {
  /// Reading the cache.
  var load = 0.0
  /// Reading the sticky items.
  var sticky = 0.0
  /// One response of the server.
  var answer = 0.0
  /// Writing the cache.
  var save = 0.0

  /// The delays of a run: the user's latency if one was given, all divided by the speed.
  static func paced(latency: Int?, speed: Double = 1) -> PartDelays {
    let answer = latency.map { Double(max(0, $0)) / 1000 } ?? 2.0
    let pace = speed > 0 ? speed : 1
    return PartDelays(load: 0.8 / pace, sticky: 0.4 / pace, answer: answer / pace, save: 0.6 / pace)
  }
}
