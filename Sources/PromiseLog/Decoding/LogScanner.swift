// Scanning and validation of one line of JSON (RFC 8259), token by token, in one pass.
//
// Example: in `{"seq":1,"ev":"ended"}`, the scanner skips the brace, a string, a colon, the number 1, and so on; the caller asks for the
// token that must come next. A line ends with a newline, which no token contains, so no function checks for the end: each one stops at the
// newline because it is an unexpected byte. Up to 16 bytes after the newline are read and ignored, because strings and numbers are
// processed eight bytes at a time.
//
// Owns the syntax. `LogDecoder` knows the members. Numbers and nested values are in files of their own.

import PromiseTrace

/// A cursor in a line.
struct LogScanner: ~Copyable {
  let start: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  var cursor: UnsafePointer<UInt8>
  let nesting: UnsafeMutablePointer<UInt64>

  /// Whether a line has only white space.
  static func isBlank(_ start: UnsafePointer<UInt8>, _ newline: UnsafePointer<UInt8>) -> Bool {
    UnsafeBufferPointer(start: start, count: newline - start).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  /// Starts at a line's first byte; `end` is its newline.
  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, nesting: UnsafeMutablePointer<UInt64>) {
    (self.start, self.end, cursor, self.nesting) = (start, end, start, nesting)
  }

  @inline(__always)
  mutating func skipSpace() {
    while cursor.pointee <= 0x20, cursor.pointee == 0x20 || cursor.pointee == 0x09 || cursor.pointee == 0x0D {
      cursor += 1
    }
  }

  /// Skips a byte; throws if it is another one.
  @inline(__always)
  mutating func expect(_ byte: UInt8, _ what: StaticString) throws(LogProblem) {
    guard cursor.pointee == byte else { throw .at(cursor, in: self, what) }
    cursor += 1
  }

  /// Skips the colon after a name, and the spaces around it.
  @inline(__always)
  mutating func skipColon() throws(LogProblem) {
    skipSpace()
    try expect(0x3A, "':'")
    skipSpace()
  }

  /// Skips `true`, `false` or `null`.
  mutating func skip(_ literal: StaticString) throws(LogProblem) {
    for byte in literal.bytes { try expect(byte, literal) }
  }

  // MARK: Strings

  /// Skips the rest of a string and its closing quote; returns whether it has escapes.
  @inline(__always)
  mutating func skipString() throws(LogProblem) -> Bool {
    var isEscaped = false
    while true {
      let special = Self.special(in: cursor.eight)
      if special == 0 {
        cursor += 8
        continue
      }
      cursor += special.trailingZeroBitCount >> 3
      if cursor.pointee == 0x22 {
        cursor += 1
        return isEscaped
      }
      if cursor.pointee == 0x5C { isEscaped = true }
      try skipSpecial()
    }
  }

  /// The top bit of each byte that is a quote, a backslash, a control character or not ASCII.
  ///
  /// Only the lowest one found is reliable.
  @inline(__always)
  static func special(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    // Subtracting sets the top bit of a byte that is 0, or below 0x20. A borrow affects only bytes above one that was found.
    let found =
      (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (word &- ones &* 0x20) & ~word | word
    return found & (ones &* 0x80)
  }

  /// Skips an escape or a non-ASCII character.
  @inline(never)
  private mutating func skipSpecial() throws(LogProblem) {
    switch cursor.pointee {
    case 0x5C: try skipEscape()
    case 0x80...: repeat { try skipCharacter() } while cursor.pointee >= 0x80
    default:
      if cursor == end { throw .at(cursor, in: self, "a closing quote") }
      throw .at(cursor, in: self, "a control character to be escaped")
    }
  }

  private mutating func skipEscape() throws(LogProblem) {
    switch cursor[1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: cursor += 2
    case 0x75:
      for digit in 2..<6 where Self.hexDigit(cursor[digit]) == nil {
        throw .at(cursor + digit, in: self, "four hexadecimal digits")
      }
      cursor += 6
    default:
      if cursor + 1 == end { throw .at(end, in: self, "a closing quote") }
      throw .at(cursor, in: self, "an escape that JSON has")
    }
  }

  static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x37)
    case 0x61...0x66: UInt32(byte - 0x57)
    default: nil
    }
  }

  /// Skips one non-ASCII character: shortest form, no surrogates, at most U+10FFFF (Unicode 16, table 3-7).
  private mutating func skipCharacter() throws(LogProblem) {
    let (lead, second) = (cursor[0], cursor[1])
    let isSecondGood =
      switch lead {
      case 0xC2...0xDF, 0xE1...0xEC, 0xEE...0xEF, 0xF1...0xF3: 0x80...0xBF ~= second
      case 0xE0: 0xA0...0xBF ~= second
      case 0xED: 0x80...0x9F ~= second
      case 0xF0: 0x90...0xBF ~= second
      case 0xF4: 0x80...0x8F ~= second
      default: false
      }
    let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard isSecondGood, count < 3 || 0x80...0xBF ~= cursor[2], count < 4 || 0x80...0xBF ~= cursor[3] else {
      throw .at(cursor, in: self, "UTF-8")
    }
    cursor += count
  }
}

/// An error in a line: what was expected, and its location.
struct LogProblem: Error {
  private enum Location {
    /// A byte of the line, 1-based.
    case column(Int)
    case end
    case member(StaticString)
    case none
  }

  private let expected: StaticString
  private let location: Location

  /// An error at a byte of the line.
  static func at(_ cursor: UnsafePointer<UInt8>, in scanner: borrowing LogScanner, _ expected: StaticString)
    -> LogProblem
  {
    LogProblem(expected: expected, location: cursor < scanner.end ? .column(cursor - scanner.start + 1) : .end)
  }

  /// An error in a member's value.
  static func `in`(_ member: LogMember, _ expected: StaticString) -> LogProblem {
    LogProblem(expected: expected, location: .member(member.name))
  }

  /// A part that the line lacks.
  static func missing(_ expected: StaticString) -> LogProblem { LogProblem(expected: expected, location: .none) }

  /// The error as a sentence, without the number of the line.
  var message: String {
    switch location {
    case .column(let column): "expected \(expected) in column \(column)"
    case .end: "expected \(expected), found the end of the line"
    case .member(let name): "expected \(expected) in `\(name)`"
    case .none: "expected \(expected)"
    }
  }
}
