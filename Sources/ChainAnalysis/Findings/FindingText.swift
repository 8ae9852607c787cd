// What a finding says, as data. A view turns it into text in its language.

import PlainText

/// A sentence, or a part of one: a template in each language, with its arguments in place.
///
/// ```swift
/// FindingText("\(name) has \(count) handlers", "\(name) 有 \(count) 个处理函数")
/// ```
///
/// An argument is a string, a number, or another such text. The two languages may have different arguments, in any order.
public struct FindingText: Sendable, Hashable {
  /// The text in one language.
  public struct Template: ExpressibleByStringInterpolation, Sendable, Hashable {
    fileprivate enum Piece: Sendable, Hashable {
      case string(String)
      case text(FindingText)
    }

    /// Collects the pieces of a template.
    public struct StringInterpolation: StringInterpolationProtocol {
      fileprivate var pieces: [Piece] = []

      /// Creates an empty template.
      public init(literalCapacity: Int, interpolationCount: Int) {}

      /// Appends text.
      public mutating func appendLiteral(_ text: String) { if !text.isEmpty { pieces.append(.string(text)) } }

      /// Appends a text that has its own form in each language.
      public mutating func appendInterpolation(_ text: FindingText) { pieces.append(.text(text)) }

      /// Appends what is the same in all languages.
      public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
        pieces.append(.string(value.description))
      }
    }

    fileprivate var pieces: [Piece]

    /// Creates a template without arguments.
    public init(stringLiteral text: String) { pieces = text.isEmpty ? [] : [.string(text)] }

    /// Creates a template with arguments.
    public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    /// One template after another, for a long line.
    public static func + (left: Self, right: Self) -> Self {
      var sum = left
      sum.pieces += right.pieces
      return sum
    }
  }

  /// A text without words.
  static let empty = FindingText("", "")

  private var english: Template
  private var chinese: Template

  /// Creates a text.
  public init(_ english: Template, _ chinese: Template) { (self.english, self.chinese) = (english, chinese) }

  /// A text that is the same in all languages.
  public init(_ text: String) { self.init("\(text)", "\(text)") }

  /// A text without arguments.
  init(_ text: Text) { self.init("\(text.english)", "\(text.chinese)") }

  /// Texts with something between them.
  init(_ parts: [FindingText], separator: FindingText) {
    self = parts.first ?? .empty
    for part in parts.dropFirst() { self = self + separator + part }
  }

  /// The text in a language.
  public func text(in language: Language) -> String {
    language(english, chinese).pieces.reduce(into: "") { result, piece in
      switch piece {
      case .string(let text): result += text
      case .text(let text): result += text.text(in: language)
      }
    }
  }

  /// One text after another.
  static func + (left: FindingText, right: FindingText) -> FindingText {
    var sum = left
    sum.english.pieces += right.english.pieces
    sum.chinese.pieces += right.chinese.pieces
    return sum
  }
}
