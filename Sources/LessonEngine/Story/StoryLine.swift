// A sentence in pieces, so that the screen can style names, values, and call sites separately. Owns how the pieces are
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
  private var bytes: [UInt8]

  /// Creates a line from its parts.
  init(_ parts: StoryParts) {
    bytes = []
    parts.write(to: &bytes, isMarked: true)
  }

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
      guard let mark = StoryMark(rawValue: bytes[start]) else {
        let end = bytes[start...].firstIndex { $0 >= StoryMark.promise.rawValue } ?? bytes.count
        pieces.append(.text(text(start..<end)))
        start = end
        continue
      }
      let end = bytes[start...].firstIndex(of: StoryMark.end.rawValue) ?? bytes.count
      let content = start + 1..<end
      switch mark {
      case .promise:
        let label = bytes[content].firstIndex(of: StoryMark.label.rawValue)
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
  public var text: String { String(decoding: bytes.filter { $0 < StoryMark.promise.rawValue }, as: UTF8.self) }

  /// Whether it has no pieces.
  public var isEmpty: Bool { bytes.isEmpty }

  private static func append(_ words: String, to bytes: inout [UInt8]) {
    var words = words
    words.withUTF8 { bytes.append(contentsOf: $0) }
  }

  private static func append(_ piece: StoryPiece, to bytes: inout [UInt8]) {
    switch piece {
    case .text(let text): return append(text, to: &bytes)
    case .promise(let id, let label):
      bytes.append(StoryMark.promise.rawValue)
      bytes.append(UInt8(ascii: "#"))
      bytes.append(number: id)
      if let label {
        bytes.append(StoryMark.label.rawValue)
        append(" \"", to: &bytes)
        append(label, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
      }
    case .value(let text), .error(let text):
      if case .value = piece { bytes.append(StoryMark.value.rawValue) } else { bytes.append(StoryMark.error.rawValue) }
      bytes.append(UInt8(ascii: "`"))
      append(text, to: &bytes)
      bytes.append(UInt8(ascii: "`"))
    case .site(let text):
      bytes.append(StoryMark.site.rawValue)
      append(text, to: &bytes)
    case .output(let text):
      bytes.append(StoryMark.output.rawValue)
      append(text, to: &bytes)
    }
    bytes.append(StoryMark.end.rawValue)
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
    /// Appends the pieces of a line.
    public mutating func appendInterpolation(_ line: StoryLine) { bytes.append(contentsOf: line.bytes) }
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
