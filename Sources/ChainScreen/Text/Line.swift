// A text with arguments that have roles of their own, such as a reference to a promise in a sentence.

import Canvas

/// A text between arguments: `"caught \(error) from \(promise)"`, where both are spans.
struct Line: ExpressibleByStringInterpolation, Sendable {
  /// Collects the text and the arguments.
  struct StringInterpolation: StringInterpolationProtocol {
    /// The pieces; those of the text have no role yet.
    fileprivate var pieces: [(text: String, role: StyleRole?)] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { pieces.append((text, nil)) }
    }

    mutating func appendInterpolation(_ argument: [Span]) {
      for span in argument { pieces.append((span.text, span.role)) }
    }
  }

  private let pieces: [(text: String, role: StyleRole?)]

  init(stringLiteral text: String) { pieces = [(text, nil)] }

  init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  /// The text and its arguments.
  ///
  /// - Parameter role: The role of the text.
  /// - Returns: The spans.
  func spans(_ role: StyleRole = .faint) -> [Span] { pieces.map { Span($0.text, $0.role ?? role) } }
}
