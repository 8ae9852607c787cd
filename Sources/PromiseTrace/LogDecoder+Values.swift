// A member's value as a number, a text or one of the log's words; what it must be instead is the error.

extension LogDecoder {
  mutating func word(
    _ member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>, _ key: StaticString
  ) throws(LogLine.Malformed) -> TextID {
    guard member.type == .string else { throw Self.expected("a text", key) }
    let inner = Self.inner(member, bytes)
    guard member.isEscaped else { return cache.intern(inner) }
    LogText.unescape(inner, into: &scratch)
    return scratch.withUnsafeBufferPointer { cache.intern($0) }
  }

  func text(_ member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard member.type == .string else { return nil }
    var result: [UInt8] = []
    LogText.unescape(Self.inner(member, bytes), into: &result)
    return String(decoding: result, as: UTF8.self)
  }

  static func expected(_ what: String, _ key: StaticString) -> LogLine.Malformed {
    LogLine.Malformed(message: "expected \(what) in `\(key)`")
  }

  static func integer(
    _ member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>, _ key: StaticString
  ) throws(LogLine.Malformed) -> UInt64 {
    guard let number = unsigned(member, bytes) else { throw expected("an integer of at least 0", key) }
    return number
  }

  static func unsigned(_ member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard member.type == .number, member.valueEnd - member.valueStart <= 20 else { return nil }
    var result: UInt64 = 0
    var start = member.valueStart
    // Eighteen digits can't overflow.
    let sure = min(member.valueEnd, start + 18)
    while start < sure {
      let digit = bytes[start] &- 0x30
      guard digit < 10 else { return nil }
      result = result &* 10 &+ UInt64(digit)
      start += 1
    }
    for place in start..<member.valueEnd {
      let digit = bytes[place] &- 0x30
      guard digit < 10 else { return nil }
      let (times, overflow) = result.multipliedReportingOverflow(by: 10)
      let (sum, carry) = times.addingReportingOverflow(UInt64(digit))
      if overflow || carry { return nil }
      result = sum
    }
    return result
  }

  static func signed(_ member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard member.type == .number, bytes[member.valueStart] == 0x2D else {
      return unsigned(member, bytes).flatMap(Int64.init(exactly:))
    }
    var positive = member
    positive.valueStart += 1
    guard positive.valueStart < positive.valueEnd else { return nil }
    return unsigned(positive, bytes).flatMap(Int64.init(exactly:)).map { -$0 }
  }

  static func inner(
    _ member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[member.valueStart + 1..<member.valueEnd - 1])
  }

  static func string(_ member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes[member.valueStart..<member.valueEnd], as: UTF8.self)
  }

  static func raw(_ member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes[member.keyStart - 1..<member.valueEnd], as: UTF8.self)
  }

  // MARK: Names

  @inline(__always)
  static func key(
    of member: LogLine.Member, in bytes: UnsafeBufferPointer<UInt8>, is name: StaticString
  ) -> Bool {
    member.keyEnd - member.keyStart == name.utf8CodeUnitCount
      && equal(UnsafeBufferPointer(rebasing: bytes[member.keyStart..<member.keyEnd]), name)
  }

  @inline(__always)
  static func equal(_ bytes: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Bool {
    guard bytes.count == name.utf8CodeUnitCount else { return false }
    let other = name.utf8Start
    for place in 0..<bytes.count where bytes[place] != other[place] { return false }
    return true
  }

  static func kind(_ name: UnsafeBufferPointer<UInt8>) -> EventKind {
    for kind in EventKind.allCases where kind != .unknown && equal(name, kind.logName) { return kind }
    return .unknown
  }

  static func named<Word>(
    _ member: LogLine.Member, _ bytes: UnsafeBufferPointer<UInt8>, _ all: [Word], _ name: (Word) -> StaticString
  ) -> Word? {
    guard member.type == .string else { return nil }
    let inner = inner(member, bytes)
    return all.first { equal(inner, name($0)) }
  }
}
