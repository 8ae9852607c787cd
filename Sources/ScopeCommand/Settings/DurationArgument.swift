// Durations as people write them: `250 ms`, `1.5s`. Owns the units.

/// Parsing of durations with a unit.
enum DurationArgument {
  /// The units, and their lengths in nanoseconds.
  static let units: [(name: String, nanoseconds: Double)] = [
    ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9), ("min", 60e9), ("h", 3600e9),
  ]

  /// The nanoseconds of a text such as `250 ms`; nil if it isn't a number of at least 0 with a unit, or is too long.
  static func nanoseconds(_ text: String) -> Int64? {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let unit = text.dropFirst(number.count).drop { $0 == " " }
    guard let value = Double(number), let length = units.first(where: { $0.name == unit })?.nanoseconds else {
      return nil
    }
    return Int64(exactly: (value * length).rounded())
  }
}
