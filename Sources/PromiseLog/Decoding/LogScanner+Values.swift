// Scanning of values of any shape, with everything nested in them. Values of unknown members are validated, too, because they are
// preserved.
//
// A stack of bits records for each open bracket whether it is an object's, so a line of a million brackets needs neither recursion nor
// more memory. Deeper nesting is an error, as RFC 8259 (section 9) allows.

import PromiseTrace

extension LogScanner {
  /// The maximum depth of nesting.
  static var longestNesting: Int { 1_024 }

  /// Skips a value and stores its shape and range.
  @inline(__always)
  mutating func value(_ value: UnsafeMutablePointer<LogValue>) throws(LogProblem) {
    value.pointee.start = cursor
    switch cursor.pointee {
    case 0x22:
      cursor += 1
      value.pointee.start = cursor
      value.pointee.shape = try skipString() ? .escapedText : .text
      value.pointee.end = cursor - 1
      return
    case 0x30...0x39, 0x2D:
      let (shape, number) = try number()
      value.pointee.shape = shape
      value.pointee.number = number
    default: value.pointee.shape = try other()
    }
    value.pointee.end = cursor
  }

  @inline(never)
  private mutating func other() throws(LogProblem) -> LogValue.Shape {
    switch cursor.pointee {
    case 0x7B:
      try skipNested()
      return .object
    case 0x5B:
      try skipNested()
      return .array
    case 0x74:
      try skip("true")
      return .true
    case 0x66:
      try skip("false")
      return .false
    case 0x6E:
      try skip("null")
      return .null
    default: throw .at(cursor, in: self, "a value")
    }
  }

  /// Skips an object or an array.
  @inline(never)
  mutating func skipNested() throws(LogProblem) {
    var depth = 0
    repeat {
      // The cursor is at a value.
      switch cursor.pointee {
      case 0x7B, 0x5B:
        guard depth < Self.longestNesting else { throw .at(cursor, in: self, "at most 1024 levels of nesting") }
        let isObject = cursor.pointee == 0x7B
        setObject(isObject, depth)
        depth += 1
        cursor += 1
        skipSpace()
        if cursor.pointee == (isObject ? 0x7D : 0x5D) { break }
        if isObject { try skipName() }
        continue
      case 0x22:
        cursor += 1
        _ = try skipString()
      case 0x30...0x39, 0x2D: _ = try number()
      default: _ = try other()
      }
      try skipEnds(&depth)
    } while depth > 0
  }

  /// Skips the brackets that close after a value, and then a comma and the next member's name.
  private mutating func skipEnds(_ depth: inout Int) throws(LogProblem) {
    while depth > 0 {
      let isObject = isObject(depth - 1)
      skipSpace()
      if cursor.pointee == 0x2C {
        cursor += 1
        skipSpace()
        if isObject { try skipName() }
        return
      }
      if isObject { try expect(0x7D, "',' or '}'") } else { try expect(0x5D, "',' or ']'") }
      depth -= 1
    }
  }

  private mutating func skipName() throws(LogProblem) {
    try expect(0x22, "a string")
    _ = try skipString()
    try skipColon()
  }

  private func setObject(_ isObject: Bool, _ depth: Int) {
    let bit: UInt64 = 1 << UInt64(depth & 63)
    if isObject { nesting[depth >> 6] |= bit } else { nesting[depth >> 6] &= ~bit }
  }

  private func isObject(_ depth: Int) -> Bool { nesting[depth >> 6] >> UInt64(depth & 63) & 1 != 0 }
}
