// A text whose arguments have roles of their own, such as a reference to a promise in a sentence.

/// A piece of text with a role.
package struct Piece: Sendable {
  package var text: String
  package var role: StyleRole

  package init(_ text: String, _ role: StyleRole = .text) { (self.text, self.role) = (text, role) }
}

extension Language {
  /// A text between arguments, in this language.
  package func line(_ english: @autoclosure () -> Phrase, _ chinese: @autoclosure () -> Phrase) -> Phrase {
    self(english(), chinese())
  }
}

/// A text between arguments: `"caught \(error) from \(promise)"`, where both are pieces.
package struct Phrase: ExpressibleByStringInterpolation, Sendable {
  /// Collects the text and the arguments.
  package struct StringInterpolation: StringInterpolationProtocol {
    /// The pieces; those of the text have no role yet.
    fileprivate var pieces: [(text: String, role: StyleRole?)] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { pieces.append((text, nil)) }
    }

    package mutating func appendInterpolation(_ argument: [Piece]) {
      for piece in argument { pieces.append((piece.text, piece.role)) }
    }
  }

  private let pieces: [(text: String, role: StyleRole?)]

  package init(stringLiteral text: String) { pieces = [(text, nil)] }

  package init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  /// The text and its arguments.
  package func spans(_ role: StyleRole = .faint) -> [Piece] { pieces.map { Piece($0.text, $0.role ?? role) } }
}
