// A part of a sentence before it is written: our own words, or a reference to a text of the program. Owns how the parts of a sentence are
// collected and written; every text of a program in it is escaped.
//
// As strings or arrays of bytes, the parts of a sentence were allocated and copied several times, which took most of the time of an export.

import PlainText
import PromiseTrace

/// A part of a sentence, in 16 bytes: a literal, or a piece whose text is in a table.
package struct StoryPart: BitwiseCopyable, ExpressibleByStringLiteral {
  enum Kind: UInt8 {
    /// Our own words: a literal.
    case words
    /// Our own words: a string that was made for this sentence.
    case string
    /// A promise, and its label unless the sentence has named it before.
    case promise
    case value
    case error
    case output
    case site
    /// Words of the program that have no role of their own.
    case text
  }

  let kind: Kind
  /// The longest text, in Unicode scalars.
  fileprivate let limit: UInt16
  /// The handle of the text; of words, their length in bytes; of a string, its index.
  fileprivate let text: UInt32
  /// The number of a promise, the line of a site, or the address of words.
  fileprivate let number: UInt64

  /// Creates a piece.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - number: The number of a promise, the line of a site, otherwise 0.
  ///   - text: The label of a promise, the file of a site, or the value.
  ///   - limit: The longest text, in Unicode scalars.
  @inline(__always)
  init(_ kind: Kind, number: UInt64 = 0, _ text: TextID, limit: Int) {
    (self.kind, self.number, self.text, self.limit) = (kind, number, text.rawValue, UInt16(truncatingIfNeeded: limit))
  }

  /// Creates a part of words.
  @inline(__always)
  package init(stringLiteral words: StaticString) { self.init(words.utf8Start, words.utf8CodeUnitCount) }

  @inline(__always)
  fileprivate init(_ words: UnsafePointer<UInt8>, _ count: Int) {
    (kind, limit) = (.words, 0)
    (text, number) = (UInt32(truncatingIfNeeded: count), UInt64(UInt(bitPattern: words)))
  }

  fileprivate init(string index: Int) {
    (kind, limit, text, number) = (.string, 0, UInt32(index), 0)
  }

  static let none: StoryPart = ""

  @inline(__always)
  fileprivate var words: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafePointer(bitPattern: UInt(number)), count: Int(text))
  }

  /// What starts the piece in a ``StoryLine``.
  fileprivate var mark: StoryMark? {
    switch kind {
    case .promise: .promise
    case .value: .value
    case .error: .error
    case .output: .output
    case .site: .site
    case .words, .string, .text: nil
    }
  }
}

/// The parts of one sentence.
///
/// Not thread-safe. Its memory is reused for the next sentence.
package final class StoryParts {
  /// The table of the texts.
  private let texts: TextTable
  @exclusivity(unchecked) private var parts: UnsafeMutablePointer<StoryPart>
  @exclusivity(unchecked) private var capacity = 64
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var strings: [String] = []

  var language = Language.english

  package init(texts: TextTable) {
    self.texts = texts
    parts = .allocate(capacity: capacity)
  }

  deinit { parts.deallocate() }

  func clear(_ language: Language) {
    (self.language, count) = (language, 0)
    if !strings.isEmpty { strings = [] }
  }

  @inline(__always)
  func add(_ part: StoryPart) {
    if count == capacity { grow() }
    parts[count] = part
    count += 1
  }

  @inline(__always)
  func add(_ first: StoryPart, _ second: StoryPart, _ third: StoryPart? = nil, _ fourth: StoryPart? = nil) {
    add(first)
    add(second)
    if let third { add(third) }
    if let fourth { add(fourth) }
  }

  /// Appends a sentence, or a part of one, in its language: words in which `{0}` stands for the first piece, `{1}` for the second.
  func say(
    _ english: StaticString, _ chinese: StaticString, _ first: StoryPart? = nil, _ second: StoryPart? = nil,
    _ third: StoryPart? = nil, _ fourth: StoryPart? = nil
  ) {
    let template = language == .english ? english : chinese
    var (start, cursor) = (template.utf8Start, template.utf8Start)
    let end = start + template.utf8CodeUnitCount
    while cursor < end {
      guard cursor.pointee == UInt8(ascii: "{") else {
        cursor += 1
        continue
      }
      if cursor > start { add(StoryPart(start, cursor - start)) }
      let piece =
        switch cursor[1] {
        case UInt8(ascii: "0"): first
        case UInt8(ascii: "1"): second
        case UInt8(ascii: "2"): third
        default: fourth
        }
      if let piece { add(piece) }
      cursor += 3
      start = cursor
    }
    if end > start { add(StoryPart(start, end - start)) }
  }

  /// Words in the language of the sentence.
  func word(_ english: StaticString, _ chinese: StaticString) -> StoryPart {
    StoryPart(stringLiteral: language == .english ? english : chinese)
  }

  /// Words that are made for this sentence.
  func text(_ string: String) -> StoryPart {
    strings.append(string)
    return StoryPart(string: strings.count - 1)
  }

  @inline(never)
  private func grow() {
    let larger = UnsafeMutablePointer<StoryPart>.allocate(capacity: capacity * 2)
    larger.update(from: parts, count: count)
    parts.deallocate()
    (parts, capacity) = (larger, capacity * 2)
  }

  /// Writes the sentence.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8, to which it is appended.
  ///   - isMarked: Whether a ``StoryLine`` can take the bytes apart into pieces.
  package func write(to bytes: inout [UInt8], isMarked: Bool = false) {
    // Memory on the stack, because an array that grows part by part is slower.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: StoryPen.capacity) { memory in
      guard let start = memory.baseAddress else { return }
      var pen = StoryPen(start, isMarked: isMarked)
      // One lock for all texts of the sentence.
      texts.withPool { pool in
        for index in 0..<count {
          let part = parts[index]
          switch part.kind {
          case .words: pen.put(part.words, to: &bytes)
          case .string: pen.put(strings[Int(part.text)], to: &bytes)
          default: pen.write(part, pool, to: &bytes)
          }
        }
      }
      pen.flush(to: &bytes)
    }
  }
}

/// Writes the parts of a sentence through a pointer.
private struct StoryPen {
  /// The memory that it needs, in bytes; it passes on longer sentences in between.
  static let capacity = 1_024
  /// The room that is left for the bytes around a text.
  private static let room = 32

  private let start: UnsafeMutablePointer<UInt8>
  private var cursor: UnsafeMutablePointer<UInt8>
  private let isMarked: Bool

  init(_ start: UnsafeMutablePointer<UInt8>, isMarked: Bool) {
    (self.start, cursor, self.isMarked) = (start, start, isMarked)
  }

  /// Passes on what was written.
  mutating func flush(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: cursor - start))
    cursor = start
  }

  mutating func write(_ part: StoryPart, _ pool: borrowing TextPool, to bytes: inout [UInt8]) {
    // Enough for everything but the text.
    reserve(0, to: &bytes)
    let limit = Int(part.limit)
    if isMarked, let mark = part.mark { put(mark.rawValue) }
    switch part.kind {
    case .promise:
      put(UInt8(ascii: "#"))
      put(decimal: part.number)
      guard part.text != TextID.none.rawValue else { break }
      pool.withBytes(part.text) { label in
        if isMarked { put(StoryMark.label.rawValue) }
        put(UInt8(ascii: " "))
        put(UInt8(ascii: "\""))
        put(line: label, limit: limit, to: &bytes)
        put(UInt8(ascii: "\""))
      }
    case .value, .error:
      put(UInt8(ascii: "`"))
      pool.withBytes(part.text) { put(line: $0, limit: limit, to: &bytes) }
      put(UInt8(ascii: "`"))
    case .site:
      pool.withBytes(part.text) { put(line: Self.fileName($0), limit: limit, to: &bytes) }
      put(UInt8(ascii: ":"))
      put(decimal: part.number)
    case .output, .text: pool.withBytes(part.text) { put(line: $0, limit: limit, to: &bytes) }
    case .words, .string: break
    }
    if isMarked, part.mark != nil { put(StoryMark.end.rawValue) }
  }

  /// Ensures that `count` bytes fit, and ``room`` more.
  @inline(__always)
  private mutating func reserve(_ count: Int, to bytes: inout [UInt8]) {
    if cursor - start + count > Self.capacity - 2 * Self.room { flush(to: &bytes) }
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    cursor.pointee = byte
    cursor += 1
  }

  @inline(__always)
  mutating func put(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    guard let base = text.baseAddress else { return }
    reserve(text.count, to: &bytes)
    guard text.count <= Self.capacity - 2 * Self.room else { return bytes.append(contentsOf: text) }
    cursor.update(from: base, count: text.count)
    cursor += text.count
  }

  mutating func put(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { put($0, to: &bytes) }
  }

  private mutating func put(decimal number: UInt64) { cursor = ExportedText.put(decimal: number, at: cursor) }

  /// Writes a text of the program, escaped.
  private mutating func put(line text: UnsafeBufferPointer<UInt8>, limit: Int, to bytes: inout [UInt8]) {
    if text.count <= limit, Escaping.isPlain(text) { return put(text, to: &bytes) }
    put(Escaping.line(String(decoding: text, as: UTF8.self), limit: limit), to: &bytes)
  }

  /// The last component of a path.
  private static func fileName(_ path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let slash = UInt8(ascii: "/")
    guard let last = path.lastIndex(where: { $0 != slash }) else { return path }
    let start = path[...last].lastIndex(of: slash).map { $0 + 1 } ?? 0
    return UnsafeBufferPointer(rebasing: path[start...last])
  }
}

/// What starts or ends a piece in a ``StoryLine``.
enum StoryMark: UInt8 {
  case promise = 0xF8
  /// Comes before the label of a promise.
  case label
  case value
  case error
  case output
  case site
  case end = 0xFF
}
