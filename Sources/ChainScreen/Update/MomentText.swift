// A moment of the run as a person types it after `:`. The forms: since the start, before the end, and the time of day.

enum MomentText {
  private static let day: Int64 = 86_400_000_000_000

  /// The moment that a text names.
  ///
  /// - Parameters:
  ///   - text: `30`, `30s`, `500ms`, or `2m` since the start, `1:30` in minutes and seconds, `-5s` before the end, or `12:04:31` as the
  ///     time of day.
  ///   - end: The last moment of the run, in nanoseconds since its start.
  ///   - startOfRun: When the run started, in nanoseconds since midnight; nil if that is unknown.
  /// - Returns: The moment in nanoseconds since the start of the run; nil for any other text.
  static func moment(_ text: String, end: Int64, startOfRun: Int64?) -> Int64? {
    let text = text.filter { $0 != " " }.lowercased()
    if text.hasPrefix("-") { return duration(text.dropFirst()).map { max(0, end - $0) } }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return duration(text[...]) }
    guard parts.count <= 3, let seconds = Double(parts[parts.count - 1]), 0..<60 ~= seconds else { return nil }
    var time = Int64(seconds * 1e9)
    for (index, unit) in zip((0..<parts.count - 1).reversed(), [Int64(60), 3_600]) {
      guard let number = Int64(parts[index]), 0...999 ~= number else { return nil }
      time += number * unit * 1_000_000_000
    }
    guard parts.count == 3, let startOfRun, time < day else { return time }
    // A run may pass midnight.
    let since = (time - startOfRun % day + day) % day
    return since <= end ? since + (end - since) / day * day : time <= end ? time : since
  }

  private static func duration(_ text: Substring) -> Int64? {
    let units: [(String, Double)] = [
      ("ms", 1e6), ("us", 1e3), ("µs", 1e3), ("ns", 1), ("min", 60e9), ("m", 60e9), ("h", 3_600e9), ("s", 1e9),
      ("", 1e9),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      guard let number = Double(text.dropLast(unit.count)), number.isFinite, number >= 0 else { continue }
      return Int64(saturating: number * factor)
    }
    return nil
  }
}
