// A line becomes an event in one pass: the reading half of docs/event-log.md.
//
// `{"seq":4,"t":9,"ev":"fulfilled","p":1,"color":"red","cause":"resolver"}` is scanned from left to right. Each known name leads to
// a place of its own in `values`, where the scanner leaves what it found: a number, or where a text stands. A name that is not
// known leaves the place of the whole member. At the closing brace it is known which kind of event this is, and
// `LogDecoder+Event` takes from `values` what that kind has. What is then left, and all that is not known (`"color":"red"`), is
// carried through as it stands (`LogDecoder+Extra`).
//
// Decided beyond JSON's grammar: a member that this version knows may occur once (RFC 7493), values nest 1,024 levels at most, and
// half of a surrogate pair becomes U+FFFD. Owns the scan. Refuses to read bytes from anywhere: `LogReader` does.

/// Turns lines into events.
///
/// One thread uses it. /// Memory is bounded by the longest line.
final class LogDecoder {
  /// A member that is carried through, from its opening quote on.
  struct Piece {
    var start: UnsafePointer<UInt8>
    var end: UnsafePointer<UInt8>
  }

  let texts: TextTable
  let cache: LogTextCache
  /// What was found of each known member, by its number; at 0 what is not known.
  let values: UnsafeMutablePointer<LogValue>
  /// The members that are not known, neighbors joined.
  @exclusivity(unchecked) var unknown: [Piece] = []
  let scratch = LogBuffer(capacity: 1_024)
  private let nesting: UnsafeMutablePointer<UInt64>
  // Copied here, because a global's first use is checked at every use.
  private let eventNames = LogMember.ofEvent
  private let siteNames = LogMember.ofSite
  let words = LogWords()

  init(texts: TextTable) {
    self.texts = texts
    cache = LogTextCache(texts)
    let nothing = UnsafePointer(scratch.start)
    values = .allocate(capacity: 32)
    values.initialize(
      repeating: LogValue(member: nothing, start: nothing, end: nothing, memberEnd: nothing, number: 0, shape: .null),
      count: 32)
    nesting = .allocate(capacity: LogScanner.longestNesting / 64)
    nesting.initialize(repeating: 0, count: LogScanner.longestNesting / 64)
  }

  deinit {
    values.deallocate()
    nesting.deallocate()
  }

  /// Reads the event of a line that begins at `start` and whose newline is at `end`.
  ///
  /// Behind the newline ``LogBuffer/padding`` bytes are readable.
  @inline(__always)
  func event(_ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) throws(LogProblem) -> Event {
    let found = try scan(start, end, eventNames)
    return try event(of: found, start, end)
  }

  /// Reads the members of an object that fills the line; returns which known ones there are.
  @inline(__always)
  func scan(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ names: LogWordTable
  ) throws(LogProblem) -> LogMemberSet {
    if !unknown.isEmpty { unknown.removeAll(keepingCapacity: true) }
    var scanner = LogScanner(start, end: end, nesting: nesting)
    scanner.skipSpace()
    let found = try members(&scanner, names)
    scanner.skipSpace()
    if scanner.place != end { throw .at(scanner.place, in: scanner, "the end of the line") }
    return found
  }

  @inline(__always)
  private func members(_ scanner: inout LogScanner, _ names: LogWordTable) throws(LogProblem) -> LogMemberSet {
    var found = LogMemberSet()
    try scanner.expect(0x7B, "an object")
    scanner.skipSpace()
    if scanner.place.pointee == 0x7D {
      scanner.place += 1
      return found
    }
    while true {
      let member = UnsafePointer(scanner.place)
      let number = try name(&scanner, names)
      try scanner.skipColon()
      let value = values + Int(number)
      value.pointee.member = member
      switch (number, scanner.place.pointee) {
      case (LogMember.site.rawValue, 0x7B): try site(&scanner, value)
      case (LogMember.handles.rawValue, 0x5B): try handles(&scanner, value)
      default: try scanner.value(value)
      }
      value.pointee.memberEnd = scanner.place
      if number == 0 {
        keepUnknown(Piece(start: member, end: scanner.place))
      } else if found.insertNew(number) {
        throw .at(member, in: scanner, "each known member once")
      }
      scanner.skipSpace()
      guard scanner.place.pointee == 0x2C else { break }
      scanner.place += 1
      scanner.skipSpace()
    }
    try scanner.expect(0x7D, "',' or '}'")
    return found
  }

  /// Steps over a name; returns its number, or 0 for an unknown one.
  @inline(__always)
  private func name(_ scanner: inout LogScanner, _ names: LogWordTable) throws(LogProblem) -> UInt8 {
    try scanner.expect(0x22, "a string")
    let start = scanner.place
    let word = LogScanner.eight(at: start)
    let special = LogScanner.special(in: word)
    // Most names are shorter than eight bytes and plain.
    if special != 0, start[special.trailingZeroBitCount >> 3] == 0x22 {
      let count = special.trailingZeroBitCount >> 3
      scanner.place = start + count + 1
      return names.number(firstBytes: word & ((special & (0 &- special)) >> 7 &- 1), start, count: count)
    }
    return try longName(&scanner, names)
  }

  @inline(never)
  private func longName(_ scanner: inout LogScanner, _ names: LogWordTable) throws(LogProblem) -> UInt8 {
    let start = UnsafePointer(scanner.place)
    let isEscaped = try scanner.skipString()
    return number(start, scanner.place - 1, isEscaped: isEscaped, in: names)
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
      // A comma between them, which joins them in the result as well.
      unknown[unknown.count - 1].end = piece.end
    } else {
      unknown.append(piece)
    }
  }

  // MARK: Values with members of their own

  /// Steps over a site; `number` then says which members it has, plus 2³² where it has one that is not known.
  @inline(never)
  private func site(_ scanner: inout LogScanner, _ value: UnsafeMutablePointer<LogValue>) throws(LogProblem) {
    value.pointee.start = scanner.place
    var found = LogMemberSet()
    var others: UInt64 = 0
    scanner.place += 1
    scanner.skipSpace()
    if scanner.place.pointee != 0x7D {
      while true {
        let member = UnsafePointer(scanner.place)
        let number = try name(&scanner, siteNames)
        try scanner.skipColon()
        try scanner.value(values + Int(number))
        if number == 0 {
          others = 1 << 32
        } else if found.insertNew(number) {
          throw .at(member, in: scanner, "each known member once")
        }
        scanner.skipSpace()
        guard scanner.place.pointee == 0x2C else { break }
        scanner.place += 1
        scanner.skipSpace()
      }
    }
    try scanner.expect(0x7D, "',' or '}'")
    value.pointee.end = scanner.place
    value.pointee.shape = .object
    value.pointee.number = UInt64(found.bits) | others
  }

  /// Steps over a list of sides; `number` then holds them, plus 256 where it has something else.
  @inline(never)
  private func handles(_ scanner: inout LogScanner, _ value: UnsafeMutablePointer<LogValue>) throws(LogProblem) {
    value.pointee.start = scanner.place
    var sides: UInt64 = 0
    scanner.place += 1
    scanner.skipSpace()
    if scanner.place.pointee != 0x5D {
      while true {
        try scanner.value(values)
        let side = word(values.pointee, words.sides)
        sides |= side == 0 ? 256 : UInt64(side)
        scanner.skipSpace()
        guard scanner.place.pointee == 0x2C else { break }
        scanner.place += 1
        scanner.skipSpace()
      }
    }
    try scanner.expect(0x5D, "',' or ']'")
    value.pointee.end = scanner.place
    value.pointee.shape = .array
    value.pointee.number = sides
  }

  /// The number of a text among some words; 0 for any other.
  @inline(__always)
  func word(_ value: LogValue, _ table: LogWordTable) -> UInt8 {
    guard value.isText else { return 0 }
    return number(value.start, value.end, isEscaped: value.shape == .escapedText, in: table)
  }
}
