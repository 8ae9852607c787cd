// The sequence that asks a terminal to put text on the clipboard, also through tmux and GNU Screen. Owns its form and its limits.
//
// Sources: xterm, "Operating System Commands", Ps = 52; tmux(1), allow-passthrough and set-clipboard; screen(1), "String Escapes".

enum Clipboard {
  /// The number of bytes that are copied at most; xterm and hterm refuse more.
  static let limit = 74_994

  /// The number of bytes that GNU Screen passes through at once.
  private static let screenLimit = 250

  /// The sequence for a text.
  ///
  /// - Parameters:
  ///   - text: A text; what exceeds the limit is cut off at a character.
  ///   - environment: Returns the value of a variable, or nil.
  static func sequence(for text: String, environment: (String) -> String?) -> String {
    let encoded = base64(prefix(of: text))
    let sequence = "\u{1B}]52;c;\(encoded)\u{07}"
    if environment("TMUX")?.isEmpty == false {
      // tmux takes it itself with `set-clipboard on`, and forwards it with `allow-passthrough on`; by default it ignores both or one.
      return sequence + "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
    }
    if environment("STY")?.isEmpty == false {
      var parts: [Substring] = []
      var rest = sequence[...]
      while !rest.isEmpty {
        parts.append(rest.prefix(screenLimit))
        rest = rest.dropFirst(screenLimit)
      }
      return parts.map { "\u{1B}P\($0)\u{1B}\\" }.joined()
    }
    return sequence
  }

  /// The bytes of as many whole characters as may be copied.
  private static func prefix(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text {
      let part = String(character).utf8
      if bytes.count + part.count > limit { break }
      bytes += part
    }
    return bytes
  }

  static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = 0
      for index in 0..<3 { bits = bits << 8 | (index < group.count ? Int(group[start + index]) : 0) }
      for index in 0..<4 {
        encoded.append(index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
