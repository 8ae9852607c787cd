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
public struct StoryLine: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The pieces, in order.
  public private(set) var pieces: [StoryPiece]

  /// Creates a line from its pieces.
  ///
  /// - Parameter pieces: The pieces; words next to each other become one piece.
  public init(_ pieces: [StoryPiece] = []) {
    self.pieces = pieces.reduce(into: []) { merged, piece in
      if case .text(let words) = piece, case .text(let former)? = merged.last {
        merged[merged.count - 1] = .text(former + words)
      } else {
        merged.append(piece)
      }
    }
  }

  /// Creates a line of words.
  public init(stringLiteral text: String) { self.init(text.isEmpty ? [] : [.text(text)]) }

  /// Creates a line from words with pieces between them.
  public init(stringInterpolation: StringInterpolation) { self.init(stringInterpolation.pieces) }

  /// The line as plain text.
  public var text: String { pieces.map(\.text).joined() }

  /// Whether it has no pieces.
  public var isEmpty: Bool { pieces.isEmpty }

  /// Appends a line.
  static func + (left: StoryLine, right: StoryLine) -> StoryLine { StoryLine(left.pieces + right.pieces) }

  /// Collects the pieces of a string literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [StoryPiece] = []

    /// Creates an empty collection.
    public init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(interpolationCount * 2 + 1)
    }

    /// Appends words.
    public mutating func appendLiteral(_ text: String) { if !text.isEmpty { pieces.append(.text(text)) } }
    /// Appends words.
    public mutating func appendInterpolation(_ text: String) { appendLiteral(text) }
    /// Appends a piece.
    public mutating func appendInterpolation(_ piece: StoryPiece) { pieces.append(piece) }
    /// Appends the pieces of a line.
    public mutating func appendInterpolation(_ line: StoryLine) { pieces += line.pieces }
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
