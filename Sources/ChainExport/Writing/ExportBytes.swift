// The bytes that a format is writing, such as the line of one promise. They are written through a pointer: an array checks its capacity, its
// bounds, and its uniqueness at every step, which took half of the time of an export to OTLP. Owns the memory, and how texts of the program are
// written: quoted as JSON, or on one line. `ExportOutput` receives the finished bytes.

import ChainModel
import PlainText
import PromiseTrace

/// A growable buffer of bytes.
///
/// Not thread-safe.
final class ExportBytes {
  /// The room that every step may use without asking for more, in bytes.
  private static let room = 256

  /// The texts that can be written by their handles.
  let texts: TextTable
  private let quotes: LogQuotes
  private var durations: [UInt8] = []
  @exclusivity(unchecked) private var start: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var cursor: UnsafeMutablePointer<UInt8>
  /// The end of the memory, less ``room``.
  @exclusivity(unchecked) private var limit: UnsafeMutablePointer<UInt8>
  /// The last byte of those that were removed.
  private var removed: UInt8 = 0
  /// Whether JSON is written into an HTML page, in which no text may end the script element that contains it.
  private let isInPage: Bool

  init(texts: TextTable = TextTable(), isInPage: Bool = false) {
    (self.texts, self.isInPage) = (texts, isInPage)
    quotes = LogQuotes(texts)
    let capacity = 16_384
    start = .allocate(capacity: capacity)
    cursor = start
    limit = start + (capacity - Self.room)
  }

  deinit { start.deallocate() }

  var count: Int { cursor - start }

  /// The bytes; valid until the next change.
  var all: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// The byte before the next one, also if it was removed; 0 at the start.
  var last: UInt8 { cursor > start ? cursor[-1] : removed }

  func removeAll() { (removed, cursor) = (last, start) }

  /// Ensures that ``room`` and `count` more bytes fit.
  @inline(__always)
  private func reserve(_ count: Int = 0) {
    if limit - cursor < count { grow(count) }
  }

  @inline(never)
  private func grow(_ count: Int) {
    let used = self.count
    let capacity = max(used + count + Self.room, (limit - start) * 2)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: used)
    start.deallocate()
    (start, cursor, limit) = (larger, larger + used, larger + (capacity - Self.room))
  }

  // MARK: Bytes and our own words

  @inline(__always)
  func append(_ byte: UInt8) {
    reserve()
    cursor.pointee = byte
    cursor += 1
  }

  /// Appends a literal of at most 256 bytes; compiles to a few stores.
  @inline(__always)
  func append(_ text: StaticString) {
    reserve()
    cursor.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    cursor += text.utf8CodeUnitCount
  }

  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    reserve(bytes.count)
    cursor.update(from: base, count: bytes.count)
    cursor += bytes.count
  }

  func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

  /// Appends text as it is.
  func append(text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  // MARK: Numbers

  /// Appends a number of at most 64 bits in decimal digits.
  @inline(__always)
  func append(decimal number: some BinaryInteger) {
    reserve()
    if number < 0 { append(0x2D) }
    guard number.magnitude >= 10 else { return append(0x30 + UInt8(truncatingIfNeeded: number.magnitude)) }
    cursor = ExportedText.put(decimal: UInt64(truncatingIfNeeded: number.magnitude), at: cursor)
  }

  /// Appends a number in lowercase hexadecimal digits.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - digits: How many of its digits, from 1 to 16.
  func append(hexadecimal number: UInt64, digits: Int) {
    reserve()
    for index in 0..<digits {
      let digit = UInt8(truncatingIfNeeded: number &>> UInt64((digits - 1 - index) * 4)) & 0xF
      cursor[index] = digit < 10 ? 0x30 + digit : 0x57 + digit
    }
    cursor += digits
  }

  /// Appends a duration, such as `1.21 s`.
  func append(duration nanoseconds: Int64) {
    durations.removeAll(keepingCapacity: true)
    durations.append(duration: nanoseconds)
    append(durations)
  }

  // MARK: Texts of the program

  /// Appends a text as a JSON string, with characters that could control a terminal or reorder a line as escapes.
  func append(quoted text: String) {
    var text = text
    let used = count
    text.withUTF8 { text in
      reserve(ExportedText.roomQuoted(text))
      cursor = ExportedText.put(quoted: text, at: cursor)
    }
    if isInPage { escapeMarkup(from: used) }
  }

  /// Escapes `<`, `>`, and `&` in the latest string.
  private func escapeMarkup(from index: Int) {
    let quoted = [UInt8](UnsafeBufferPointer(rebasing: all[index...]))
    cursor = start + index
    for byte in quoted {
      switch byte {
      case UInt8(ascii: "<"): append("\\u003c")
      case UInt8(ascii: ">"): append("\\u003e")
      case UInt8(ascii: "&"): append("\\u0026")
      default: append(byte)
      }
    }
  }

  /// Appends a text as a JSON string.
  ///
  /// - Returns: Whether the table has such a text; if not, nothing is appended.
  @discardableResult
  func append(quoted id: TextID) -> Bool {
    guard id != .none else { return false }
    reserve()
    let used = count
    guard
      let end = quotes.put(
        id, at: cursor,
        { count in
          reserve(count)
          return start + used
        })
    else { return false }
    cursor = end
    if isInPage { escapeMarkup(from: used) }
    return true
  }

  /// Appends a text on one line, with characters that could control a terminal or reorder a line as visible escapes.
  ///
  /// - Parameters:
  ///   - id: The text.
  ///   - limit: The maximum length, in Unicode scalars; a truncated line ends in `…`.
  /// - Returns: Whether the table has such a text; if not, nothing is appended.
  @discardableResult
  func append(line id: TextID, limit: Int = .max) -> Bool {
    guard id != .none else { return false }
    var isFound = false
    texts.withBytes(id) { text in
      isFound = true
      append(line: text, limit: limit)
    }
    return isFound
  }

  /// Appends a text on one line.
  func append(line text: String, limit: Int = .max) {
    var text = text
    text.withUTF8 { append(line: $0, limit: limit) }
  }

  /// Appends valid UTF-8 on one line.
  func append(line text: UnsafeBufferPointer<UInt8>, limit: Int = .max) {
    if text.count <= limit, Escaping.isPlain(text) { return append(text) }
    append(text: Escaping.line(String(decoding: text, as: UTF8.self), limit: limit))
  }

  /// Appends a call site, such as `Loader:12`: the file's name without its folder and `.swift`, and the line.
  func append(site: Site, limit: Int) {
    var isFound = false
    texts.withBytes(site.file) { file in
      isFound = true
      append(siteIn: NodeSite.shortName(file), line: site.line, limit: limit)
    }
    if !isFound { append(siteIn: UnsafeBufferPointer(start: nil, count: 0), line: site.line, limit: limit) }
  }

  private func append(siteIn name: UnsafeBufferPointer<UInt8>, line: UInt32, limit: Int) {
    // A line has at most ten digits.
    guard name.count + 11 <= limit, Escaping.isPlain(name) else {
      return append(line: String(decoding: name, as: UTF8.self) + ":\(line)", limit: limit)
    }
    append(name)
    append(0x3A)
    append(decimal: line)
  }

  // MARK: Messages with a length in front

  /// Appends what `body` appends, with its length in front, as a varint.
  @inline(__always)
  func appendCounted(_ body: () -> Void) {
    // Most lengths take one byte. For a longer one, what was written moves.
    append(0)
    let first = count
    body()
    let length = count - first
    guard length >= 0x80 else {
      start[first - 1] = UInt8(truncatingIfNeeded: length)
      return
    }
    move(first, length)
  }

  @inline(never)
  private func move(_ first: Int, _ length: Int) {
    let extra = (63 - length.leadingZeroBitCount) / 7
    reserve(extra)
    (start + first + extra).update(from: start + first, count: length)
    var rest = length
    for index in 0..<extra {
      start[first - 1 + index] = UInt8(truncatingIfNeeded: rest) | 0x80
      rest >>= 7
    }
    start[first - 1 + extra] = UInt8(truncatingIfNeeded: rest)
    cursor += extra
  }
}
