// Mutations of logs that keep most lines decodable: other numbers, hostile texts, moved, duplicated and removed lines, damaged bytes.

/// Creates mutants of logs.
public enum LogMutator {
  /// Creates a mutant.
  ///
  /// - Parameters:
  ///   - log: A log. Its header is mutated less often than the other lines.
  ///   - random: The source of all choices; equal generators give equal mutants.
  /// - Returns: The log after one to eight changes.
  public static func mutate(_ log: [UInt8], using random: inout SeededRandom) -> [UInt8] {
    var lines = log.split(separator: newline, omittingEmptySubsequences: false).map(Array.init)
    for _ in 0..<random.next(below: 8) + 1 { change(&lines, &random) }
    return Array(lines.joined(separator: [newline]))
  }

  private static let newline = UInt8(ascii: "\n")

  private static let numbers = [
    "0", "1", "2", "-1", "9223372036854775807", "-9223372036854775807", "-9223372036854775808", "18446744073709551615",
    "18446744073709551616", "4611686018427387904", "4294967296", "2147483648", "1e300", "-1e300", "1e-300", "0.5",
    "1e9",
    "00", "-", "1e", "null", "true", "\"7\"", "[]", "{}", "340282366920938463463374607431768211456",
  ]

  private static let texts = [
    "\\u001b[31m", "\u{1B}[31m", "\u{9B}1m", "\\u009b", "\u{202E}", "\\u202e", "\u{2028}", "\\ud800", "\\udc00x",
    "\\ud83d\\ude00",
    "👩\u{200D}💻", "\u{17000}", "\u{301}", "\\n", "\\u0000", "\\x", "\\u12", "\u{7F}", "\u{E0041}",
    "e\u{301}\u{302}\u{303}", "漢字", "\"", "\\",
    "\u{FEFF}", "", "300000000-01-01T0:0:0.0Z", "1600-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z",
    "2026-02-31T99:00:00.000Z",
  ]

  private static let words = [
    "created", "named", "registered", "enqueued", "started", "finished", "awaiting", "continued", "adopted",
    "progressed", "paused", "resumed",
    "fulfilled",
    "rejected", "ignored", "cancelRequested", "handled", "unhandled", "released", "noted", "lost", "ended", "alive",
    "sung",
    "ev", "seq", "t", "p", "ctx",
    "from", "by", "via", "source", "fraction", "stage", "count", "site", "file", "line", "function", "value", "error",
    "cause", "state", "label", "started", "program", "pid", "sourceRoot", "values", "seed", "excerpt", "runtime",
    "argv", "reason", "drained", "signal", "code",
  ]

  private static func change(_ lines: inout [[UInt8]], _ random: inout SeededRandom) {
    guard let any = lines.indices.randomElement(using: &random) else { return }
    // One change in sixteen is of the header, whatever the number of lines.
    let index = random.next(below: 16) == 0 ? 0 : any
    let other = random.next(below: lines.count)
    switch random.next(below: 12) {
    case 0: lines.insert(lines[index], at: other)
    case 1 where lines.count > 2 && index > 0: lines.remove(at: index)
    case 2 where index > 0 && other > 0: lines.swapAt(index, other)
    case 3: flip(&lines[index], &random)
    case 4: lines[index].removeLast(min(lines[index].count, random.next(below: 40)))
    case 5...7: replaceNumber(in: &lines[index], &random)
    case 8, 9: replaceText(in: &lines[index], texts, &random)
    case 10: replaceText(in: &lines[index], words, &random)
    default: addMember(to: &lines[index], &random)
    }
  }

  private static func flip(_ line: inout [UInt8], _ random: inout SeededRandom) {
    guard let index = line.indices.randomElement(using: &random) else { return }
    line[index] = UInt8(truncatingIfNeeded: random.next())
  }

  private static func replaceNumber(in line: inout [UInt8], _ random: inout SeededRandom) {
    let starts = line.indices.dropFirst().filter { isDigit(line[$0]) && !isDigit(line[$0 - 1]) }
    guard let start = starts.randomElement(using: &random) else { return }
    var end = start
    while end < line.count, isDigit(line[end]) { end += 1 }
    line.replaceSubrange(start..<end, with: numbers[random.next(below: numbers.count)].utf8)
  }

  private static func replaceText(in line: inout [UInt8], _ all: [String], _ random: inout SeededRandom) {
    let quotes = line.indices.filter { line[$0] == UInt8(ascii: "\"") }
    guard quotes.count >= 2 else { return }
    let first = random.next(below: quotes.count - 1)
    line.replaceSubrange(quotes[first] + 1..<quotes[first + 1], with: all[random.next(below: all.count)].utf8)
  }

  private static func addMember(to line: inout [UInt8], _ random: inout SeededRandom) {
    guard let end = line.lastIndex(of: UInt8(ascii: "}")) else { return }
    let key = random.next(below: 2) == 0 ? words : texts
    let number = numbers[random.next(below: numbers.count)]
    let value = random.next(below: 2) == 0 ? number : "\"\(texts[random.next(below: texts.count)])\""
    line.insert(contentsOf: ",\"\(key[random.next(below: key.count)])\":\(value)".utf8, at: end)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
