// The lines of a log as they are written: every member with its name, in its order. `LogReader` reads what a log means, and tolerates much; this
// is for judging how a log was written. Owns no rule.

import PlainText
import PromiseTrace

/// A value in a line.
package enum LogLineValue: Sendable, Equatable {
  /// A text. `isSafe` is false if its bytes in the log could affect a terminal.
  case text(String, isSafe: Bool)
  /// An integer of at least 0.
  case integer(UInt64)
  case number(Double)
  case boolean(Bool)
  case null
  case object([LogLineMember])
  case list([LogLineValue])
  /// An object or a list within another one, which no rule concerns.
  case nested
}

/// A member of an object in a line.
package struct LogLineMember: Sendable, Equatable {
  package var name: String
  package var value: LogLineValue
}

/// Reads the lines of a log.
///
/// Not thread-safe. Its memory is bounded by the longest line.
package final class LogLines {
  package enum Line: Sendable, Equatable {
    case members([LogLineMember])
    /// Anything else: what was expected, and where.
    case malformed(String)
  }

  /// The number of the last line that was read, from 1.
  package private(set) var number = 0
  /// Whether the last line has no newline.
  package private(set) var isCutOff = false
  /// The number of bytes read, and the size of a file.
  package var progress: (read: Int64, size: Int64?) { (input.bytesRead, input.size) }

  private let input: LogInput
  private let nesting: UnsafeMutablePointer<UInt64>
  private let scratch = LogBuffer(capacity: 1_024)

  package convenience init(path: String) throws(LogError) { self.init(try LogInput(path: path, follows: false)) }

  /// Reads a descriptor, which the caller closes.
  package convenience init(descriptor: Int32, name: String) {
    self.init(LogInput(descriptor: descriptor, name: name, follows: false))
  }

  package convenience init(bytes: [UInt8]) { self.init(LogInput(bytes: bytes)) }

  private init(_ input: LogInput) {
    self.input = input
    nesting = .allocate(capacity: LogScanner.longestNesting / 64)
    nesting.initialize(repeating: 0, count: LogScanner.longestNesting / 64)
  }

  deinit { nesting.deallocate() }

  /// The next line; nil at the end.
  ///
  /// - Throws: ``LogError`` if the input can't be read.
  package func next() throws(LogError) -> Line? {
    switch try input.next() {
    case .line(var start, let end, let isWhole):
      number += 1
      isCutOff = !isWhole
      if number == 1, end - start >= 3, start[0] == 0xEF, start[1] == 0xBB, start[2] == 0xBF { start += 3 }
      do throws(LogProblem) {
        return .members(try members(start, end))
      } catch {
        return .malformed(error.message)
      }
    case .tooLong:
      number += 1
      return .malformed("expected a line of at most 16 MiB")
    case .idle, .end, .truncated: return nil
    }
  }

  private func members(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) throws(LogProblem) -> [LogLineMember] {
    var scanner = LogScanner(start, end: end, nesting: nesting)
    scanner.skipSpace()
    let members = try object(&scanner, expandsValues: true)
    scanner.skipSpace()
    if scanner.cursor != end { throw .at(scanner.cursor, in: scanner, "the end of the line") }
    return members
  }

  /// Reads an object.
  ///
  /// If its values are expanded, they may be objects and lists.
  private func object(_ scanner: inout LogScanner, expandsValues: Bool) throws(LogProblem) -> [LogLineMember] {
    var members: [LogLineMember] = []
    try scanner.expect(0x7B, "an object")
    scanner.skipSpace()
    if scanner.cursor.pointee != 0x7D {
      while true {
        try scanner.expect(0x22, "a string")
        let start = UnsafePointer(scanner.cursor)
        let isEscaped = try scanner.skipString()
        let name = string(start, UnsafePointer(scanner.cursor - 1), isEscaped: isEscaped)
        try scanner.skipColon()
        members.append(LogLineMember(name: name, value: try value(&scanner, expands: expandsValues)))
        scanner.skipSpace()
        guard scanner.cursor.pointee == 0x2C else { break }
        scanner.cursor += 1
        scanner.skipSpace()
      }
    }
    try scanner.expect(0x7D, "',' or '}'")
    return members
  }

  private func list(_ scanner: inout LogScanner) throws(LogProblem) -> [LogLineValue] {
    var values: [LogLineValue] = []
    try scanner.expect(0x5B, "an array")
    scanner.skipSpace()
    if scanner.cursor.pointee != 0x5D {
      while true {
        values.append(try value(&scanner, expands: false))
        scanner.skipSpace()
        guard scanner.cursor.pointee == 0x2C else { break }
        scanner.cursor += 1
        scanner.skipSpace()
      }
    }
    try scanner.expect(0x5D, "',' or ']'")
    return values
  }

  private func value(_ scanner: inout LogScanner, expands: Bool) throws(LogProblem) -> LogLineValue {
    if expands, scanner.cursor.pointee == 0x7B { return .object(try object(&scanner, expandsValues: false)) }
    if expands, scanner.cursor.pointee == 0x5B { return .list(try list(&scanner)) }
    let start = UnsafePointer(scanner.cursor)
    var value = LogValue(member: start, start: start, end: start, memberEnd: start, number: 0, shape: .null)
    try scanner.value(&value)
    switch value.shape {
    case .text, .escapedText:
      let bytes = UnsafeBufferPointer(start: value.start, count: value.end - value.start)
      let raw = Escaping.isPlain(bytes) ? nil : String(decoding: bytes, as: UTF8.self)
      let text = string(value.start, value.end, isEscaped: value.shape == .escapedText)
      return .text(text, isSafe: raw.map { Escaping.line($0) == $0 } ?? true)
    case .integer: return .integer(value.number)
    case .negativeInteger: return .number(value.number == 0 ? 0 : -Double(value.number))
    case .decimal:
      let number = Double(bitPattern: value.number)
      let text = String(
        decoding: UnsafeBufferPointer(start: value.start, count: value.end - value.start), as: UTF8.self)
      return .number(number.isNaN ? Double(text) ?? .infinity : number)
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .null: return .null
    case .object, .array: return .nested
    }
  }

  private func string(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isEscaped: Bool) -> String {
    guard isEscaped else {
      return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
    scratch.reserve(end - start)
    let last = LogText.unescape(start, end, into: scratch.start)
    return String(decoding: UnsafeBufferPointer(start: scratch.start, count: last - scratch.start), as: UTF8.self)
  }
}
