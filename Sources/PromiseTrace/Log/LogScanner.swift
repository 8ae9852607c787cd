// The tokens of one line of JSON, each byte looked at once and validated (RFC 8259).
//
// In `{"seq":1,"ev":"ended"}` the scanner steps over the brace, a string, a colon, the number 1, and so on; a caller asks for what
// must come next. A line ends in a newline, which no token contains, so no step compares with the end: whatever is running
// stops at the newline, finds it to be the wrong byte, and says what was expected. Up to sixteen bytes behind the newline are read
// and ignored, because strings and numbers are taken eight bytes at a time.
//
// Owns the syntax. Refuses to know members: `LogDecoder` does. Numbers and nested values have files of their own.

/// A place in a line.
struct LogScanner: ~Copyable {
  let start: UnsafePointer<UInt8>
  /// The newline.
  let end: UnsafePointer<UInt8>
  var place: UnsafePointer<UInt8>
  /// Room for ``longestNesting`` bits.
  let nesting: UnsafeMutablePointer<UInt64>

  /// Begins at a line's first byte; `end` is its newline.
  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, nesting: UnsafeMutablePointer<UInt64>) {
    (self.start, self.end, place, self.nesting) = (start, end, start, nesting)
  }

  @inline(__always)
  mutating func skipSpace() {
    while place.pointee <= 0x20, place.pointee == 0x20 || place.pointee == 0x09 || place.pointee == 0x0D { place += 1 }
  }

  /// Steps over a byte.
  @inline(__always)
  mutating func expect(_ byte: UInt8, _ what: StaticString) throws(LogProblem) {
    guard place.pointee == byte else { throw .at(place, in: self, what) }
    place += 1
  }

  /// Steps over the colon behind a name, and the spaces around it.
  @inline(__always)
  mutating func skipColon() throws(LogProblem) {
    skipSpace()
    try expect(0x3A, "':'")
    skipSpace()
  }

  /// Steps over `true`, `false` or `null`.
  mutating func skip(_ literal: StaticString) throws(LogProblem) {
    for byte in literal.bytes { try expect(byte, literal) }
  }

  // MARK: Strings

  /// Steps over the rest of a string and its closing quote; returns whether it has escapes.
  @inline(__always)
  mutating func skipString() throws(LogProblem) -> Bool {
    var isEscaped = false
    while true {
      let special = Self.special(in: Self.eight(at: place))
      if special == 0 {
        place += 8
        continue
      }
      place += special.trailingZeroBitCount >> 3
      if place.pointee == 0x22 {
        place += 1
        return isEscaped
      }
      if place.pointee == 0x5C { isEscaped = true }
      try skipSpecial()
    }
  }

  /// Eight bytes, the first lowest.
  @inline(__always)
  static func eight(at place: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
  }

  /// A bit for each byte that is a quote, a backslash, a control character or no ASCII; those above the lowest may be wrong.
  @inline(__always)
  static func special(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    // A byte is 0, or below 0x20, where subtracting sets its top bit; a borrow spoils only bytes above one that counts.
    let found =
      (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (word &- ones &* 0x20) & ~word | word
    return found & (ones &* 0x80)
  }

  /// Steps over an escape or a character beyond ASCII.
  @inline(never)
  private mutating func skipSpecial() throws(LogProblem) {
    switch place.pointee {
    case 0x5C: try skipEscape()
    case 0x80...: repeat { try skipCharacter() } while place.pointee >= 0x80
    default:
      if place == end { throw .at(place, in: self, "a closing quote") }
      throw .at(place, in: self, "a control character to be escaped")
    }
  }

  private mutating func skipEscape() throws(LogProblem) {
    switch place[1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: place += 2
    case 0x75:
      for digit in 2..<6 where Self.hexDigit(place[digit]) == nil {
        throw .at(place + digit, in: self, "four hexadecimal digits")
      }
      place += 6
    default:
      if place + 1 == end { throw .at(end, in: self, "a closing quote") }
      throw .at(place, in: self, "an escape that JSON has")
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

  /// Steps over one character beyond ASCII: shortest form, no surrogates, nothing beyond U+10FFFF (Unicode 16, table 3-7).
  private mutating func skipCharacter() throws(LogProblem) {
    let (lead, second) = (place[0], place[1])
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
    guard isSecondGood, count < 3 || 0x80...0xBF ~= place[2], count < 4 || 0x80...0xBF ~= place[3] else {
      throw .at(place, in: self, "UTF-8")
    }
    place += count
  }
}
