// Any value, and what is nested in it. The value of an unknown member is validated as well, because it is carried through.
//
// A stack of bits says for each open bracket whether it is an object's, so a line of a million brackets costs neither recursion nor
// memory. What nests deeper than the stack is refused, as RFC 8259 allows (section 9).

extension LogScanner {
  /// How deep values may nest.
  static var longestNesting: Int { 1_024 }

  /// Steps over a value of any shape and says what it is.
  @inline(__always)
  mutating func value(_ value: UnsafeMutablePointer<LogValue>) throws(LogProblem) {
    value.pointee.start = place
    switch place.pointee {
    case 0x22:
      place += 1
      value.pointee.start = place
      value.pointee.shape = try skipString() ? .escapedText : .text
      value.pointee.end = place - 1
      return
    case 0x30...0x39, 0x2D:
      let (shape, number) = try number()
      value.pointee.shape = shape
      value.pointee.number = number
    default: value.pointee.shape = try other()
    }
    value.pointee.end = place
  }

  @inline(never)
  private mutating func other() throws(LogProblem) -> LogValue.Shape {
    switch place.pointee {
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
    default: throw .at(place, in: self, "a value")
    }
  }

  /// Steps over an object or an array.
  @inline(never)
  mutating func skipNested() throws(LogProblem) {
    var depth = 0
    repeat {
      // At a value.
      switch place.pointee {
      case 0x7B, 0x5B:
        guard depth < Self.longestNesting else { throw .at(place, in: self, "at most 1024 levels of nesting") }
        let isObject = place.pointee == 0x7B
        setObject(isObject, depth)
        depth += 1
        place += 1
        skipSpace()
        if place.pointee == (isObject ? 0x7D : 0x5D) { break }
        if isObject { try skipName() }
        continue
      case 0x22:
        place += 1
        _ = try skipString()
      case 0x30...0x39, 0x2D: _ = try number()
      default: _ = try other()
      }
      try skipEnds(&depth)
    } while depth > 0
  }

  /// Steps over the brackets that close behind a value, and the comma behind them with what leads to the next value.
  private mutating func skipEnds(_ depth: inout Int) throws(LogProblem) {
    while depth > 0 {
      let isObject = isObject(depth - 1)
      skipSpace()
      if place.pointee == 0x2C {
        place += 1
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
