// A sentence in pieces, so that the screen can give a promise's name, a value and a call site roles of their own. Owns how the pieces are
// put together as text; every text of a program in it is escaped.

import PlainText
import PromiseTrace

/// A piece of a sentence.
public enum StoryPiece: Sendable, Hashable {
  /// Words.
  case text(String)
  /// The name of a promise; the label is nil if it has none, or if the sentence has named it before.
  case promise(PromiseID, label: String?)
  /// A preview of a value.
  case value(String)
  /// What the program writes; the sentence has the quotation marks.
  case output(String)
  /// A preview of an error.
  case error(String)
  /// A call site, such as `ListLoader.swift:41`.
  case site(String)

  /// The piece as plain text: `#7 "load remote"`, `` `offline` ``.
  public var text: String {
    switch self {
    case .text(let text), .site(let text), .output(let text): text
    case .promise(let id, let label): label.map { "#\(id) \"\($0)\"" } ?? "#\(id)"
    case .value(let text), .error(let text): "`\(text)`"
    }
  }
}

/// A sentence, or a part of one.
///
/// It is stored as its plain text in UTF-8, with a byte in front of each piece that is not just words, and a byte after it. UTF-8 contains
/// no such bytes, and one array of bytes is cheaper than one of pieces.
public struct StoryLine: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// What starts or ends a piece.
  fileprivate enum Mark: UInt8 {
    case promise = 0xF8
    /// Comes before the label of a promise.
    case label
    case value
    case error
    case output
    case site
    case end = 0xFF
  }

  private var bytes: [UInt8]

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a line from its pieces.
  ///
  /// - Parameter pieces: The pieces; words next to each other become one piece.
  public init(_ pieces: [StoryPiece] = []) {
    bytes = []
    for piece in pieces { Self.append(piece, to: &bytes) }
  }

  /// Creates a line of words.
  public init(stringLiteral text: String) {
    bytes = []
    if !text.isEmpty { Self.append(text, to: &bytes) }
  }

  /// Creates a line from words with pieces between them.
  public init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

  /// The pieces, in order.
  public var pieces: [StoryPiece] {
    var pieces: [StoryPiece] = []
    var start = 0
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    while start < bytes.count {
      guard let mark = Mark(rawValue: bytes[start]) else {
        let end = bytes[start...].firstIndex { $0 >= Mark.promise.rawValue } ?? bytes.count
        pieces.append(.text(text(start..<end)))
        start = end
        continue
      }
      let end = bytes[start...].firstIndex(of: Mark.end.rawValue) ?? bytes.count
      let content = start + 1..<end
      switch mark {
      case .promise:
        let label = bytes[content].firstIndex(of: Mark.label.rawValue)
        // `#7`, and ` "load"`.
        let number = text(content.lowerBound + 1..<(label ?? end))
        pieces.append(.promise(PromiseID(number) ?? 0, label: label.map { text($0 + 3..<end - 1) }))
      // In backquotes.
      case .value: pieces.append(.value(text(start + 2..<end - 1)))
      case .error: pieces.append(.error(text(start + 2..<end - 1)))
      case .output: pieces.append(.output(text(content)))
      case .site: pieces.append(.site(text(content)))
      case .label, .end: break
      }
      start = end + 1
    }
    return pieces
  }

  /// The line as plain text.
  public var text: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the line as plain text, in UTF-8.
  package func append(to text: inout [UInt8]) {
    let start = text.count
    text.append(contentsOf: bytes)
    // The greatest byte, because a search for the first mark would not be vectorized.
    guard bytes.reduce(0, max) >= Mark.promise.rawValue else { return }
    // The text moves up over the marks. A loop without branches is faster than a copy of each piece.
    let end = text.withUnsafeMutableBufferPointer { text in
      var end = start
      for index in start..<text.count {
        let byte = text[index]
        text[end] = byte
        end += byte < Mark.promise.rawValue ? 1 : 0
      }
      return end
    }
    text.removeLast(text.count - end)
  }

  /// Whether it has no pieces.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The line without the first letter of its first word, which is ASCII, for a sentence that starts with it in upper case.
  var withoutFirstLetter: StoryLine {
    guard let first = bytes.first, first < 0x80 else { return self }
    return StoryLine(bytes: Array(bytes[1...]))
  }

  /// Appends a line.
  static func + (left: StoryLine, right: StoryLine) -> StoryLine { StoryLine(bytes: left.bytes + right.bytes) }

  private static func append(_ words: String, to bytes: inout [UInt8]) {
    var words = words
    words.withUTF8 { bytes.append(contentsOf: $0) }
  }

  private static func append(_ piece: StoryPiece, to bytes: inout [UInt8]) {
    switch piece {
    case .text(let text): return append(text, to: &bytes)
    case .promise(let id, let label):
      bytes.append(Mark.promise.rawValue)
      bytes.append(UInt8(ascii: "#"))
      bytes.append(number: id)
      if let label {
        bytes.append(Mark.label.rawValue)
        append(" \"", to: &bytes)
        append(label, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
      }
    case .value(let text), .error(let text):
      if case .value = piece { bytes.append(Mark.value.rawValue) } else { bytes.append(Mark.error.rawValue) }
      bytes.append(UInt8(ascii: "`"))
      append(text, to: &bytes)
      bytes.append(UInt8(ascii: "`"))
    case .site(let text):
      bytes.append(Mark.site.rawValue)
      append(text, to: &bytes)
    case .output(let text):
      bytes.append(Mark.output.rawValue)
      append(text, to: &bytes)
    }
    bytes.append(Mark.end.rawValue)
  }

  fileprivate static func append(_ word: StoryWord, to bytes: inout [UInt8]) {
    let start = word.mark
    if word.isMarked, let start { bytes.append(start.rawValue) }
    switch word.content {
    case .promise(let id):
      bytes.append(UInt8(ascii: "#"))
      bytes.append(number: id)
      guard word.text != .none else { break }
      word.texts.withBytes(word.text) { label in
        if word.isMarked { bytes.append(Mark.label.rawValue) }
        append(" \"", to: &bytes)
        append(line: label, limit: word.limit, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
      }
    case .value, .error:
      bytes.append(UInt8(ascii: "`"))
      word.texts.withBytes(word.text) { append(line: $0, limit: word.limit, to: &bytes) }
      bytes.append(UInt8(ascii: "`"))
    case .output, .words:
      word.texts.withBytes(word.text) { append(line: $0, limit: word.limit, to: &bytes) }
    case .site(let line):
      word.texts.withBytes(word.text) { append(line: StoryWord.fileName($0), limit: word.limit, to: &bytes) }
      bytes.append(UInt8(ascii: ":"))
      bytes.append(number: UInt64(line))
    }
    if word.isMarked, start != nil { bytes.append(Mark.end.rawValue) }
  }

  /// Appends a text of the program, escaped.
  private static func append(line text: UnsafeBufferPointer<UInt8>, limit: Int, to bytes: inout [UInt8]) {
    if text.count <= limit, Escaping.isPlain(text) { return bytes.append(contentsOf: text) }
    append(Escaping.line(String(decoding: text, as: UTF8.self), limit: limit), to: &bytes)
  }

  /// Collects the pieces of a string literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    /// Creates an empty collection.
    public init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 64)
    }

    /// Appends words.
    public mutating func appendLiteral(_ text: String) { StoryLine.append(text, to: &bytes) }
    /// Appends words.
    public mutating func appendInterpolation(_ text: String) { appendLiteral(text) }
    /// Appends a piece.
    public mutating func appendInterpolation(_ piece: StoryPiece) { StoryLine.append(piece, to: &bytes) }
    /// Appends a piece.
    mutating func appendInterpolation(_ word: StoryWord) { StoryLine.append(word, to: &bytes) }
    /// Appends words and the piece that follows them, or neither.
    mutating func appendInterpolation(_ words: String, _ word: StoryWord?) {
      guard let word else { return }
      appendLiteral(words)
      appendInterpolation(word)
    }
    /// Appends the pieces of a line.
    public mutating func appendInterpolation(_ line: StoryLine) { bytes.append(contentsOf: line.bytes) }
  }
}

/// A piece of a sentence that refers to a text of the program by its handle, so that no string is made of it.
struct StoryWord {
  /// What the piece is, except for its text.
  enum Content {
    case promise(PromiseID)
    case value
    case error
    case output
    /// A call site, by its line.
    case site(UInt32)
    /// Words of the program that have no role of their own.
    case words
  }

  let content: Content
  /// The label of a promise, the file of a site, or the value; the text may be absent only for a promise.
  let text: TextID
  let texts: TextTable
  /// The longest text, in Unicode scalars.
  let limit: Int
  /// Whether the line can be taken apart into pieces; false for text only.
  let isMarked: Bool

  fileprivate var mark: StoryLine.Mark? {
    switch content {
    case .promise: .promise
    case .value: .value
    case .error: .error
    case .output: .output
    case .site: .site
    case .words: nil
    }
  }

  /// The last component of a path.
  fileprivate static func fileName(_ path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let slash = UInt8(ascii: "/")
    guard let last = path.lastIndex(where: { $0 != slash }) else { return path }
    let start = path[...last].lastIndex(of: slash).map { $0 + 1 } ?? 0
    return UnsafeBufferPointer(rebasing: path[start...last])
  }
}

/// A sentence in every language.
public struct LocalizedLine: Sendable, Hashable {
  /// In English.
  public var english: StoryLine
  /// In Chinese.
  public var chinese: StoryLine

  /// Creates a sentence.
  ///
  /// - Parameters:
  ///   - english: In English.
  ///   - chinese: The same in Chinese.
  public init(_ english: StoryLine, _ chinese: StoryLine) { (self.english, self.chinese) = (english, chinese) }

  /// The sentence in a language.
  public func line(in language: Language) -> StoryLine {
    switch language {
    case .english: english
    case .chinese: chinese
    }
  }
}
