// Asks the terminal for its background color, to choose a light or dark theme. Owns the query and the parsing of the reply.
//
// Source: xterm, "Operating System Commands", Ps = 11. A terminal that does not support the query ignores it.

enum Background {
  /// Asks for the color of the background.
  static let question = "\u{1B}]11;?\u{7}"

  /// Whether an environment says nothing about the background, and colors are wanted.
  ///
  /// - Parameter environment: Returns the value of a variable, or nil.
  /// - Returns: Whether to ask the terminal.
  static func isUnknown(environment: (String) -> String?) -> Bool {
    ["NO_COLOR", "COLORFGBG"].allSatisfy { environment($0)?.isEmpty != false } && environment("TERM") != "linux"
  }

  /// Whether the background in a reply is light.
  ///
  /// - Parameter reply: `11;rgb:` and three hexadecimal numbers of one to four digits, separated by slashes.
  /// - Returns: nil if it is something else.
  static func isLight(reply: String) -> Bool? {
    guard reply.hasPrefix("11;rgb"), let colon = reply.firstIndex(of: ":") else { return nil }
    let parts = reply[reply.index(after: colon)...].split(separator: "/").prefix(3).map { part -> Double? in
      let digits = part.filter { $0 != "\u{1B}" }
      guard 1...4 ~= digits.count, let value = Int(digits, radix: 16) else { return nil }
      return Double(value) / Double((1 << (4 * digits.count)) - 1)
    }
    guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
    // ITU-R BT.601.
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5
  }
}
