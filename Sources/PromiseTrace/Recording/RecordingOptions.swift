// The environment variables that say how to record. Owns reading them, and the sentences about wrong values: these are reported on standard
// error, and the default is used.

import CPromiseRuntime

/// The values of `PROMISESCOPE_…`.
enum RecordingOptions {
  /// The permissions that a log has at least: its owner may read and write it.
  static let leastMode = 0o600

  /// The value of a variable; nil if there is none, or if the program has more rights than the user who set it.
  static func environment(_ name: String) -> String? { psEnvironment(name).map { String(cString: $0) } }

  static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, else standard: Choice
  ) -> Choice {
    let choices = Choice.allCases.lazy.map(\.rawValue).joined(separator: ", ")
    return value(name, expected: "one of \(choices)", else: standard, "\(standard.rawValue) is used") {
      Choice(rawValue: $0)
    }
  }

  /// A size in bytes, such as `500M`; nil for none.
  static func limit(_ name: String) -> Int? {
    value(name, expected: "a size of at least 4K, such as 500M or 2G", else: nil, "the log has no limit") { text in
      size(text).flatMap { $0 >= LogLimit.least ? .some($0) : nil }
    }
  }

  /// How many callers of each promise to record; the adapter for Node has words for its own call sites.
  static func callers(_ name: String) -> Int {
    value(name, expected: "a number of callers from 0 to 8", else: 0, "no callers are recorded") {
      ["sampled", "all", "off"].contains($0) ? 0 : Int($0).flatMap { 0...8 ~= $0 ? $0 : nil }
    }
  }

  /// The permissions of the log.
  static func mode(_ name: String) -> Int {
    value(name, expected: "an octal number from 0600 to 0777, such as 0640", else: leastMode, "0600 is used") {
      guard $0.utf8.allSatisfy({ 0x30...0x37 ~= $0 }), let mode = Int($0, radix: 8), isMode(mode) else { return nil }
      return mode
    }
  }

  /// Whether permissions contain those that a log's owner needs, and no bits besides permissions.
  static func isMode(_ mode: Int) -> Bool { mode & ~0o777 == 0 && mode & leastMode == leastMode }

  /// A number of bytes, or of KiB, MiB, or GiB with a suffix; nil if the text is none, or the number is too large.
  static func size(_ text: String) -> Int? {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { shifts[Character($0.uppercased())] }
    let digits = shift == nil ? text[...] : text.dropLast()
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits) else { return nil }
    let (size, isTooLarge) = number.multipliedReportingOverflow(by: 1 &<< (shift ?? 0))
    return isTooLarge ? nil : size
  }

  private static func value<Value>(
    _ name: String, expected: String, else standard: Value, _ consequence: String, _ parse: (String) -> Value?
  ) -> Value {
    guard let text = environment(name), !text.isEmpty else { return standard }
    if let value = parse(text) { return value }
    complain("\(name): expected \(expected), found \"\(Preview.line(text))\"; \(consequence)")
    return standard
  }
}
