// The scale of a timeline: where a moment is between its two ends, and which moments get a tick. Pure arithmetic that survives hostile times.

/// A span of time on a line of a given length.
struct TimeScale {
  /// The moment at the start of the line, in nanoseconds since the log's start.
  let start: Int64
  /// The moment at its end.
  let end: Int64
  /// The length of the line.
  let length: Double

  private var span: Double { max(1, Double(end) - Double(start)) }

  /// The position of a moment; those outside of the span are at its ends.
  func position(_ time: Int64) -> Double {
    max(0, min(1, (Double(time) - Double(start)) / span)) * length
  }

  /// The ticks, as positions and labels; the first one has the unit.
  ///
  /// - Returns: At most `length / distance` ticks at round numbers.
  func ticks(atLeast distance: Double) -> [(position: Double, label: String)] {
    let step = Self.step(atLeast: span * distance / length)
    let (unit, name): (Double, String) =
      step >= 60e9
      ? (60e9, "min") : Double(end) >= 1e9 && step >= 0.99e7 ? (1e9, "s") : step >= 0.99e3 ? (1e6, "ms") : (1, "ns")
    var ticks: [(position: Double, label: String)] = []
    var time = (Double(start) / step).rounded(.up) * step
    while time <= Double(end), Double(ticks.count) * distance <= length {
      let label = Self.number(time / unit, step: step / unit)
      ticks.append(((time - Double(start)) / span * length, ticks.isEmpty ? "\(label) \(name)" : label))
      time += step
    }
    return ticks
  }

  /// The least round number, 1, 2 or 5 times a power of ten or a step of a clock, that is at least `least`.
  private static func step(atLeast least: Double) -> Double {
    guard least.isFinite, least > 1 else { return 1 }
    if least > 30e9, let step = [60e9, 120e9, 300e9, 600e9, 1_800e9, 3_600e9].first(where: { $0 >= least }) {
      return step
    }
    var power = 1.0
    while power * 10 <= least { power *= 10 }
    return [power, 2 * power, 5 * power].first { $0 >= least } ?? power * 10
  }

  private static func number(_ value: Double, step: Double) -> String {
    guard abs(value) < 1e15 else { return "…" }
    var (digits, scale) = (0, 1.0)
    while digits < 6, (step * scale).rounded() < 1 || abs(step * scale - (step * scale).rounded()) > 1e-6 {
      (digits, scale) = (digits + 1, scale * 10)
    }
    let scaled = Int64((value * scale).rounded())
    guard digits > 0, scaled != 0 else { return "\(scaled / Int64(scale))" }
    let rest = String(scaled.magnitude % UInt64(scale))
    return "\(scaled / Int64(scale))." + String(repeating: "0", count: digits - rest.utf8.count) + rest
  }
}
