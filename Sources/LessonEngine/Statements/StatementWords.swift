// The words of a statement, from left to right. Owns what a label, a line, a number, and a duration look like.

import PromiseTrace

/// Reads the parts of a statement.
struct StatementWords {
  private var rest: Substring

  init(_ text: String) {
    rest = text[...]
    skipBlanks()
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// `` `LABEL` KIND `` or `"LINE" written`.
  mutating func happening() -> NamedEvent? {
    let start = rest
    if let label = quoted("`"), let kind = kind(), kind != .written { return NamedEvent(.label(label), kind) }
    rest = start
    if let line = quoted("\""), kind() == .written { return NamedEvent(.line(line), .written) }
    rest = start
    return nil
  }

  mutating func label() -> String? { quoted("`") }

  /// A text in quotation marks.
  mutating func text() -> String? { quoted("\"") }

  /// Labels in backquotes, separated by commas; nil if there is none.
  mutating func labels() -> [String]? {
    var labels: [String] = []
    repeat {
      guard let label = label() else { return nil }
      labels.append(label)
    } while take(",")
    return labels
  }

  mutating func kind() -> NamedEvent.Kind? {
    let start = rest
    if let kind = NamedEvent.Kind(rawValue: word()) { return kind }
    rest = start
    return nil
  }

  /// A word, if it comes next.
  mutating func take(_ word: String) -> Bool {
    guard rest.hasPrefix(word) else { return false }
    rest = rest.dropFirst(word.count)
    skipBlanks()
    return true
  }

  mutating func number() -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    rest = rest.dropFirst(digits.count)
    skipBlanks()
    return number
  }

  /// A duration, such as `1.2 s` or `400 ms`, in nanoseconds.
  mutating func duration() -> Int64? {
    let start = rest
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    rest = rest.dropFirst(digits.count)
    skipBlanks()
    if let value = Double(digits), value < 1e9 {
      if take("ms") { return Int64((value * 1e6).rounded()) }
      if take("s") { return Int64((value * 1e9).rounded()) }
    }
    rest = start
    return nil
  }

  private mutating func word() -> String {
    let word = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(word.count)
    skipBlanks()
    return String(word)
  }

  private mutating func quoted(_ mark: Character) -> String? {
    guard rest.first == mark, let end = rest.dropFirst().firstIndex(of: mark) else { return nil }
    let text = String(rest[rest.index(after: rest.startIndex)..<end])
    rest = rest[rest.index(after: end)...]
    skipBlanks()
    return text
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 == " " } }
}

extension NamedEvent {
  /// Reads `` `LABEL` KIND `` or `"LINE" written`; nil if the text is something else.
  public init?(_ text: String) {
    var words = StatementWords(text)
    guard let happening = words.happening(), words.isAtEnd else { return nil }
    self = happening
  }
}
