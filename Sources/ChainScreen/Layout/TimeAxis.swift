// The scale of the timeline: which moment is in which cell, and where the ruler has its ticks. Pure arithmetic that survives hostile times.

import Canvas
import PlainText

struct TimeAxis {
  let window: TimeWindow
  let width: Int

  /// The cell that contains a moment, clamped to the visible ones.
  func cell(_ time: Int64) -> Int {
    let (distance, overflow) = time.subtractingReportingOverflow(window.start)
    let share = (overflow ? Double(time) - Double(window.start) : Double(distance)) / Double(max(1, window.length))
    return Int(max(0, min(Double(width - 1), (share * Double(width)).rounded(.down))))
  }

  /// The cells that a span of time touches; empty if it is outside of the window.
  func cells(from: Int64, to: Int64) -> Range<Int> {
    guard width > 0, to >= window.start, from <= window.end else { return 0..<0 }
    let first = cell(from)
    return first..<max(first, cell(to)) + 1
  }

  /// The moment at the start of a cell.
  func time(ofCell cell: Int) -> Int64 {
    let time = Double(window.start) + Double(cell) * Double(window.length) / Double(max(1, width))
    return Int64(max(0, min(9.2e18, time)))
  }

  /// The ticks of the ruler, as cells and labels; the first one has the unit.
  func ticks() -> [(cell: Int, label: String)] {
    guard width >= 8, window.length > 0 else { return [] }
    // A label takes about nine cells; on a narrow ruler, fewer are better than none.
    let step = Self.step(atLeast: Double(window.length) * (width < 24 ? 6 : 9) / Double(width))
    let (unit, name): (Double, String) =
      step >= 60e9
      ? (60e9, " min")
      : step >= 0.999e9 || window.end >= 1_000_000_000 && step >= 0.0999e9
        ? (1e9, " s") : step >= 0.999e6 || window.end >= 1_000_000 && step >= 0.0999e6 ? (1e6, " ms") : (1e3, " us")
    var ticks: [(cell: Int, label: String)] = []
    // Ticks are counted from the start of the window: a late time is too large a number to add a small step to.
    let first = Self.distance(from: window.start, toMultipleOf: step)
    for index in 0..<width {
      let distance = first + Double(index) * step
      guard distance <= Double(window.length) else { break }
      let (share, time) = (distance / Double(window.length), Double(window.start) + distance)
      let cell = Int((share * Double(width)).rounded(.down))
      if cell < width {
        ticks.append((cell, Self.number(time / unit, step: step / unit) + (ticks.isEmpty ? name : "")))
      }
    }
    return ticks
  }

  /// How far the first multiple of a step at or after a moment is from that moment.
  private static func distance(from start: Int64, toMultipleOf step: Double) -> Double {
    // A step below one nanosecond divides every moment.
    guard step >= 1, let step = Int64(exactly: step.rounded()) else { return 0 }
    let past = start % step
    return Double(past == 0 ? 0 : past > 0 ? step - past : -past)
  }

  /// The least round number, 1, 2 or 5 times a power of ten, that is at least `least`.
  private static func step(atLeast least: Double) -> Double {
    guard least.isFinite, least > 0 else { return 1 }
    var power = 1.0
    while power * 10 <= least { power *= 10 }
    while power > least { power /= 10 }
    // From a minute on, the steps are those of a clock.
    if least > 30e9 { return [60e9, 120e9, 300e9, 600e9, 1_800e9, 3_600e9].first { $0 >= least } ?? power * 10 }
    return [power, 2 * power, 5 * power].first { $0 >= least } ?? power * 10
  }

  private static func number(_ value: Double, step: Double) -> String {
    // The latest moments are too late for their digits.
    let value = max(-9e15, min(9e15, value))
    if step >= 1 || value == 0 { return "\(Int64(value.rounded()))" }
    let digits = step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3
    let scale = digits == 1 ? 10.0 : digits == 2 ? 100.0 : 1000.0
    let scaled = Int64((value * scale).rounded())
    let rest = String(scaled % Int64(scale))
    return "\(scaled / Int64(scale))." + String(repeating: "0", count: digits - rest.count) + rest
  }
}
