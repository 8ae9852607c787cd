// Random lines of logs, with any member in any event and any value in it, and damaged lines. Equal seeds give equal lines.

struct RandomLines {
  private var dice: Dice
  /// Whether the line is in the form that writers use, without spaces and in their order, for which the decoder has a shortcut.
  private var isUsual = false

  init(seed: UInt64) { dice = Dice(seed: seed) }

  private static let names = [
    "seq", "t", "ev", "p", "ctx", "kind", "from", "label", "site", "queue", "by", "handles", "thread", "outcome",
    "source",
    "fraction", "stage", "value", "cause", "via", "error", "type", "cancelled", "attempt", "state", "text", "count",
    "damaged", "reason", "signal", "code",
    "file", "line", "function", "x", "", "colour", "seqq", "cancelle", "fractionx", "é", "k\\u0069nd",
  ]
  private static let kinds = [
    "created", "named", "registered", "enqueued", "started", "finished", "paused", "resumed", "awaiting", "continued",
    "adopted", "progressed",
    "fulfilled", "rejected", "ignored", "cancelRequested", "handled", "unhandled", "released", "noted", "lost", "ended",
    "alive", "teleported", "unknown", "cancelRequeste",
  ]
  private static let texts = [
    "", "a", "main", "load list", "resolver", "threw", "value", "void", "pending", "fulfilled", "rejected", "reject",
    "drained", "signal",
    "seven b", "eight by", "nine byte", "é", "漢字漢字", "🏁 x", "\\n", "\\u00e9", "\\ud83d\\ude00", "a\\\\b\\\"c",
    "\\/\\b\\f\\r\\t",
    "\u{7F}", "\u{9B}2J",
    "a text of more than sixty-four bytes, which no cache of short texts will ever want to remember",
  ]
  private static let numbers = [
    "0", "1", "7", "42", "12345678", "123456789", "1234567890123456", "12345678901234567", "9223372036854775807",
    "9223372036854775808", "18446744073709551615", "18446744073709551616", "99999999999999999999", "-1", "-42",
    "-9223372036854775807", "-9223372036854775808", "0.5", "0.25", "1.5", "-0.5", "1e2", "2E-3", "0.30000000000000004",
    "1.25e+1",
    "123456789012345.5",
  ]

  /// A plausible line: the members of its kind, in any order.
  mutating func line() -> [UInt8] {
    let kind = pick(Self.kinds)
    isUsual = dice.roll(2) == 0
    var names = ["seq", "t", "ev", "p"]
    for name in Self.names where !names.contains(name) && dice.roll(4) == 0 { names.append(name) }
    if !isUsual, dice.roll(3) == 0 { names.shuffle(using: &dice) }
    if dice.roll(20) == 0 { names.remove(at: dice.roll(names.count)) }
    let members = names.map { name in "\(space)\"\(name)\"\(space):\(space)\(value(of: name, kind))\(space)" }
    return Array("\(space){\(members.joined(separator: ","))}\(space)".utf8)
  }

  /// A copy of a line with a few bytes changed, removed, duplicated or inserted.
  mutating func damaged(_ line: [UInt8]) -> [UInt8] {
    var line = line
    for _ in 0...dice.roll(3) where !line.isEmpty {
      let index = dice.roll(line.count)
      switch dice.roll(6) {
      case 0: line[index] = byte
      case 1: line.remove(at: index)
      case 2: line.insert(byte, at: index)
      case 3: line.removeSubrange(index..<min(line.count, index + dice.roll(9)))
      case 4: line.insert(contentsOf: line[index..<min(line.count, index + dice.roll(9))], at: index)
      default: line.insert(Array("{}[]\":,\\01e.-u".utf8)[dice.roll(14)], at: index)
      }
    }
    return line
  }

  /// Any byte but a newline.
  private var byte: UInt8 {
    mutating get {
      let byte = dice.roll(4) == 0 ? UInt8(dice.roll(256)) : UInt8(0x20 + dice.roll(0x5F))
      return byte == 0x0A ? 0x0D : byte
    }
  }

  private var space: String {
    mutating get { !isUsual && dice.roll(12) == 0 ? pick([" ", "\t", "\r", "  "]) : "" }
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[dice.roll(list.count)] }

  private mutating func value(of name: String, _ kind: String) -> String {
    // One value in twelve has an arbitrary shape.
    if dice.roll(12) == 0 { return any(depth: 3) }
    switch name {
    case "ev": return "\"\(kind)\""
    case "seq", "t", "p", "ctx", "from", "by", "source", "via", "count", "line", "code":
      return "\(dice.roll(1_000_000))"
    case "fraction": return pick(["0", "1", "0.5", "0.625", "1e-3", "0.30000000000000004", "2"])
    case "cancelled", "damaged": return pick(["true", "false"])
    case "handles":
      return pick(["[]", "[\"fulfilled\"]", "[ \"rejected\" ]", "[\"fulfilled\",\"rejected\"]", "[\"both\"]"])
    case "site":
      var members = ["\"file\":\(text)", "\"line\":\(1 + dice.roll(500))", "\"function\":\(text)"]
      if dice.roll(6) == 0 { members.append("\"column\":\(any(depth: 2))") }
      if dice.roll(6) == 0 { members.remove(at: dice.roll(members.count)) }
      return "{\(members.joined(separator: ","))}"
    default: return text
    }
  }

  private var text: String {
    mutating get { "\"\(pick(Self.texts))\"" }
  }

  private mutating func any(depth: Int) -> String {
    switch dice.roll(depth > 0 ? 7 : 5) {
    case 0: return text
    case 1: return pick(Self.numbers)
    case 2: return pick(["true", "false", "null"])
    case 3: return "[]"
    case 4: return "{}"
    case 5: return "[" + (0..<dice.roll(4)).map { _ in any(depth: depth - 1) }.joined(separator: ",") + "]"
    default:
      return "{" + (0..<dice.roll(4)).map { "\"k\($0)\":\(any(depth: depth - 1))" }.joined(separator: ",") + "}"
    }
  }
}
