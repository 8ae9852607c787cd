// One line of JSON, split into its members without making a string of anything.
//
// Owns the syntax of an object's members. Refuses to interpret values: the decoder does, and only those it knows. Nested
// values are skipped with a counter, so depth costs nothing.

/// The members of a one-line JSON object.
struct LogLine {
  /// What a value looks like from its first byte.
  enum ValueType: UInt8 {
    case string, number, object, array, bool, null
  }

  /// One `"key":value`, as places in the line.
  struct Member {
    var keyStart: Int
    var keyEnd: Int
    var valueStart: Int
    var valueEnd: Int
    var type: ValueType
    /// A string with escapes.
    var isEscaped: Bool
  }

  /// What is wrong with a line.
  struct Malformed: Error {
    var message: String
  }

  let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  init(_ bytes: UnsafeBufferPointer<UInt8>, in member: Member) {
    self.bytes = UnsafeBufferPointer(rebasing: bytes[member.valueStart..<member.valueEnd])
  }

  /// Reads an object that fills the whole line.
  mutating func members(into members: inout [Member]) throws(Malformed) {
    members.removeAll(keepingCapacity: true)
    skipSpace()
    try expect(0x7B, "an object")
    skipSpace()
    if peek == 0x7D {
      place += 1
    } else {
      while true {
        members.append(try member())
        skipSpace()
        if peek == 0x2C {
          place += 1
          skipSpace()
          continue
        }
        try expect(0x7D, "',' or '}'")
        break
      }
    }
    skipSpace()
    if place < bytes.count { throw Malformed(message: "expected the end of the line in column \(place + 1)") }
  }

  /// Reads an array of strings; gives the places of what is between their quotes.
  mutating func strings() throws(Malformed) -> [Range<Int>] {
    var result: [Range<Int>] = []
    try expect(0x5B, "an array")
    skipSpace()
    if peek == 0x5D { return result }
    while true {
      let start = place
      _ = try skipString()
      result.append(start + 1..<place - 1)
      skipSpace()
      if peek == 0x2C {
        place += 1
        skipSpace()
        continue
      }
      try expect(0x5D, "',' or ']'")
      return result
    }
  }

  private mutating func member() throws(Malformed) -> Member {
    let keyStart = place + 1
    _ = try skipString()
    let keyEnd = place - 1
    skipSpace()
    try expect(0x3A, "':'")
    skipSpace()
    var member = Member(
      keyStart: keyStart, keyEnd: keyEnd, valueStart: place, valueEnd: place, type: .null, isEscaped: false)
    switch peek {
    case 0x22:
      member.type = .string
      member.isEscaped = try skipString()
    case 0x7B, 0x5B:
      member.type = peek == 0x7B ? .object : .array
      try skipNested()
    case 0x74:
      member.type = .bool
      try skip("true")
    case 0x66:
      member.type = .bool
      try skip("false")
    case 0x6E: try skip("null")
    default:
      member.type = .number
      try skipNumber()
    }
    member.valueEnd = place
    return member
  }

  // MARK: Scanning

  @inline(__always)
  private var peek: UInt8 { place < bytes.count ? bytes[place] : 0 }

  private mutating func skipSpace() {
    while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 || bytes[place] == 0x0D { place += 1 }
  }

  private mutating func expect(_ byte: UInt8, _ what: StaticString) throws(Malformed) {
    guard peek == byte else { throw unexpected(what) }
    place += 1
  }

  private func unexpected(_ what: StaticString) -> Malformed {
    if place >= bytes.count { return Malformed(message: "expected \(what), found the end of the line") }
    return Malformed(message: "expected \(what) in column \(place + 1)")
  }

  /// Returns whether the string holds escapes.
  private mutating func skipString() throws(Malformed) -> Bool {
    try expect(0x22, "a string")
    var isEscaped = false
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == 0x22 { return isEscaped }
      if byte == 0x5C {
        isEscaped = true
        place += 1
      }
    }
    place = bytes.count
    throw unexpected("a closing quote")
  }

  private mutating func skip(_ literal: StaticString) throws(Malformed) {
    for byte in literal.bytes { try expect(byte, literal) }
  }

  private mutating func skipNumber() throws(Malformed) {
    let start = place
    while place < bytes.count {
      switch bytes[place] {
      case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: place += 1
      default:
        if place == start { throw unexpected("a value") }
        return
      }
    }
    if place == start { throw unexpected("a value") }
  }

  /// Skips an object or array, whose inner syntax matters only to those who know it.
  private mutating func skipNested() throws(Malformed) {
    var depth = 0
    repeat {
      switch peek {
      case 0x22: _ = try skipString()
      case 0x7B, 0x5B:
        depth += 1
        place += 1
      case 0x7D, 0x5D:
        depth -= 1
        place += 1
      default:
        if place >= bytes.count { throw unexpected("a closing bracket") }
        place += 1
      }
    } while depth > 0
  }
}
