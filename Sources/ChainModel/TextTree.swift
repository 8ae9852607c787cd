// The outline as lines of text: for tests, for a program without a terminal, for bug reports.
//
// Owns the layout of those lines. Same store, same bytes. Refuses to know a terminal: no colour, no control character.

import PromiseTrace

/// Draws an outline as text.
public struct TextTree: Sendable {
  /// Which characters draw the tree and the states.
  public var glyphs: TextGlyphs

  /// Creates a renderer.
  public init(glyphs: TextGlyphs = .unicode) { self.glyphs = glyphs }

  /// The summary and the rows, as one text that ends with a newline.
  public func render(_ outline: Outline, of store: ChainStore) -> String { "" }

  /// Hands the summary and the rows to `line`, one by one, without newlines; memory does not grow with the outline.
  ///
  /// - Parameters:
  ///   - outline: The rows; up to date with `store`.
  ///   - store: What they show.
  ///   - line: Receives each line. What it throws ends the drawing.
  public func render(_ outline: Outline, of store: ChainStore, line: (String) throws -> Void) rethrows {}
}

/// The characters of a text tree; the screen's theme may use the same.
public struct TextGlyphs: Sendable, Equatable {
  /// Whether only ASCII is used.
  public var isASCII: Bool

  /// Box-drawing and check marks, each one column wide.
  public static let unicode = TextGlyphs(isASCII: false)
  /// ASCII only.
  public static let ascii = TextGlyphs(isASCII: true)

  /// The one-column glyph of a state.
  public subscript(state: NodeState) -> Character {
    switch state {
    case .pending: isASCII ? "." : "○"
    case .running: isASCII ? ">" : "◐"
    case .waiting: isASCII ? "~" : "◍"
    case .fulfilled: isASCII ? "+" : "✔"
    case .rejected: isASCII ? "x" : "✘"
    case .cancelled: isASCII ? "-" : "⊘"
    case .unhandled: isASCII ? "!" : "‼"
    case .leaked: isASCII ? "%" : "◌"
    case .unknown: isASCII ? "?" : "?"
    }
  }

  /// The two-column piece of tree for one level.
  public subscript(guide: OutlineGuide) -> String {
    switch guide {
    case .blank: "  "
    case .line: isASCII ? "| " : "│ "
    case .branch: isASCII ? "|-" : "├ "
    case .corner: isASCII ? "`-" : "└ "
    }
  }
}
