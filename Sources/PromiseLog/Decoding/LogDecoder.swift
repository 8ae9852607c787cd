// Decoding of a line to an event in one pass: the reading half of docs/event-log.md.
//
// Example: `{"seq":4,"t":9,"ev":"fulfilled","p":1,"color":"red","cause":"resolver"}` is scanned from left to right. Each known member has
// an element of `values`, where the scanner stores a number, or the range of a text. For an unknown member it stores the range of the
// whole member. After the closing brace, the kind of the event is known, and `LogDecoder+Event` takes the members that this kind uses.
// All other members, known or not (`"color":"red"`), are preserved unchanged (`LogDecoder+Extra`). `LogDecoder+First` is a shortcut for the
// members that most lines start with.
//
// Rules beyond JSON's grammar: a known member may occur only once (RFC 7493), values nest at most 1,024 levels deep, and an unpaired
// surrogate becomes U+FFFD. Owns the scan. `LogReader` provides the bytes.

import PromiseTrace

/// Decodes lines to events.
///
/// Not thread-safe. Its memory is bounded by the longest line.
final class LogDecoder {
  /// The bytes of a member to preserve, from its opening quote to the end of its value.
  struct Piece {
    var start: UnsafePointer<UInt8>
    var end: UnsafePointer<UInt8>
  }

  let texts: TextTable
  let names: PromiseNames
  /// Whether the lines were decoded before, so that what settles in them is known.
  @exclusivity(unchecked) var isRereading = false
  let cache: LogTextCache
  /// The value of each known member, by the member's number; element 0 is that of an unknown member.
  let values: UnsafeMutablePointer<LogValue>
  /// The unknown members; adjacent ones are joined.
  @exclusivity(unchecked) var unknown: [Piece] = []
  let scratch = LogBuffer(capacity: 1_024)
  /// Whether all lines before were decoded; otherwise no line may name a promise, because names are numbered in the order of the log.
  @exclusivity(unchecked) var isInOrder = true
  /// Whether the latest line was refused for that reason.
  @exclusivity(unchecked) var isTooEarly = false
  let nesting: UnsafeMutablePointer<UInt64>
  // Copies of globals, whose every use would check whether they are initialized.
  private let eventNames = LogMember.ofEvent
  private let siteNames = LogMember.ofSite
  let words = LogWords()

  init(texts: TextTable, names: PromiseNames) {
    (self.texts, self.names) = (texts, names)
    cache = LogTextCache(texts)
    let nothing = UnsafePointer(scratch.start)
    values = .allocate(capacity: LogMember.allCases.count + 1)
    values.initialize(
      repeating: LogValue(member: nothing, start: nothing, end: nothing, memberEnd: nothing, number: 0, shape: .null),
      count: LogMember.allCases.count + 1)
    nesting = .allocate(capacity: LogScanner.longestNesting / 64)
    nesting.initialize(repeating: 0, count: LogScanner.longestNesting / 64)
  }

  deinit {
    values.deallocate()
    nesting.deallocate()
  }

  /// Decodes the line from `start` to its newline at `end`.
  ///
  /// ``LogBuffer/padding`` bytes after the newline must be readable.
  @inline(__always)
  func event(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) throws(LogProblem) -> Event {
    let found = try scan(start, end, eventNames, isEvent: true)
    return try event(of: found, start, end)
  }

  /// Scans the members of an object that fills the line; returns the known ones that it has.
  @inline(__always)
  func scan(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ names: LogWordTable, isEvent: Bool = false
  ) throws(LogProblem) -> LogMemberSet {
    if !unknown.isEmpty { unknown.removeAll(keepingCapacity: true) }
    var scanner = LogScanner(start, end: end, nesting: nesting)
    scanner.skipSpace()
    let found = try members(&scanner, names, isEvent)
    scanner.skipSpace()
    if scanner.cursor != end { throw .at(scanner.cursor, in: scanner, "the end of the line") }
    return found
  }

  @inline(__always)
  private func members(
    _ scanner: inout LogScanner, _ names: LogWordTable, _ isEvent: Bool
  ) throws(LogProblem) -> LogMemberSet {
    var found = LogMemberSet()
    try scanner.expect(0x7B, "an object")
    scanner.skipSpace()
    if scanner.cursor.pointee == 0x7D {
      scanner.cursor += 1
      return found
    }
    if isEvent { takeFirst(&scanner, &found) }
    while true {
      let member = UnsafePointer(scanner.cursor)
      let number = try name(&scanner, names)
      try scanner.skipColon()
      let value = values + Int(number)
      value.pointee.member = member
      switch (number, scanner.cursor.pointee) {
      case (LogMember.site.rawValue, 0x7B): try site(&scanner, value)
      case (LogMember.handles.rawValue, 0x5B): try handles(&scanner, value)
      default: try scanner.value(value)
      }
      value.pointee.memberEnd = scanner.cursor
      if number == 0 {
        keepUnknown(Piece(start: member, end: scanner.cursor))
      } else if found.insertNew(number) {
        throw .at(member, in: scanner, "each known member once")
      }
      scanner.skipSpace()
      guard scanner.cursor.pointee == 0x2C else { break }
      scanner.cursor += 1
      scanner.skipSpace()
    }
    try scanner.expect(0x7D, "',' or '}'")
    return found
  }

  /// Skips a name; returns its number, or 0 for an unknown one.
  @inline(__always)
  private func name(_ scanner: inout LogScanner, _ names: LogWordTable) throws(LogProblem) -> UInt8 {
    try scanner.expect(0x22, "a string")
    let start = scanner.cursor
    let word = start.eight
    let special = LogScanner.special(in: word)
    // Most names are shorter than eight bytes and have no escapes.
    if special != 0, start[special.trailingZeroBitCount >> 3] == 0x22 {
      let count = special.trailingZeroBitCount >> 3
      scanner.cursor = start + count + 1
      return names.number(firstBytes: word & ((special & (0 &- special)) >> 7 &- 1), start, count: count)
    }
    return try longName(&scanner, names)
  }

  @inline(never)
  private func longName(_ scanner: inout LogScanner, _ names: LogWordTable) throws(LogProblem) -> UInt8 {
    let start = UnsafePointer(scanner.cursor)
    let isEscaped = try scanner.skipString()
    return number(start, scanner.cursor - 1, isEscaped: isEscaped, in: names)
  }

  /// The number of a word that may have escapes.
  func number(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isEscaped: Bool, in table: LogWordTable
  ) -> UInt8 {
    guard isEscaped else { return table.number(at: start, count: end - start) }
    scratch.reserve(end - start)
    let count = LogText.unescape(start, end, into: scratch.start) - scratch.start
    return table.number(at: scratch.start, count: count)
  }

  private func keepUnknown(_ piece: Piece) {
    if let last = unknown.last, piece.start - last.end == 1 {
      // Adjacent but for a comma, which stays between them in the result.
      unknown[unknown.count - 1].end = piece.end
    } else {
      unknown.append(piece)
    }
  }

  // MARK: Nested values

  /// The bit that ``site(_:_:)`` adds to a set of members.
  static let hasUnknownMember: UInt64 = 1 << 63

  /// Skips a call site; stores the set of its members in `number`, plus ``hasUnknownMember`` if it has an unknown one.
  @inline(never)
  private func site(_ scanner: inout LogScanner, _ value: UnsafeMutablePointer<LogValue>) throws(LogProblem) {
    value.pointee.start = scanner.cursor
    var found = LogMemberSet()
    var others: UInt64 = 0
    scanner.cursor += 1
    scanner.skipSpace()
    if scanner.cursor.pointee != 0x7D {
      while true {
        let member = UnsafePointer(scanner.cursor)
        let number = try name(&scanner, siteNames)
        try scanner.skipColon()
        try scanner.value(values + Int(number))
        if number == 0 {
          others = Self.hasUnknownMember
        } else if found.insertNew(number) {
          throw .at(member, in: scanner, "each known member once")
        }
        scanner.skipSpace()
        guard scanner.cursor.pointee == 0x2C else { break }
        scanner.cursor += 1
        scanner.skipSpace()
      }
    }
    try scanner.expect(0x7D, "',' or '}'")
    value.pointee.end = scanner.cursor
    value.pointee.shape = .object
    value.pointee.number = found.bits | others
  }

  /// Skips the array of `handles`; stores the outcomes in `number`, plus 256 if the array has any other element.
  @inline(never)
  private func handles(_ scanner: inout LogScanner, _ value: UnsafeMutablePointer<LogValue>) throws(LogProblem) {
    value.pointee.start = scanner.cursor
    var sides: UInt64 = 0
    scanner.cursor += 1
    scanner.skipSpace()
    if scanner.cursor.pointee != 0x5D {
      while true {
        try scanner.value(values)
        let side = word(values.pointee, words.sides)
        sides |= side == 0 ? 256 : UInt64(side)
        scanner.skipSpace()
        guard scanner.cursor.pointee == 0x2C else { break }
        scanner.cursor += 1
        scanner.skipSpace()
      }
    }
    try scanner.expect(0x5D, "',' or ']'")
    value.pointee.end = scanner.cursor
    value.pointee.shape = .array
    value.pointee.number = sides
  }

  /// The number of a text in a table of words; 0 if the table does not contain it.
  @inline(__always)
  func word(_ value: LogValue, _ table: LogWordTable) -> UInt8 {
    guard value.isText else { return 0 }
    return number(value.start, value.end, isEscaped: value.shape == .escapedText, in: table)
  }
}
