// The characters that draw states and the tree, in Unicode and in ASCII. Owns the choice; refuses colour.

/// The characters of a text tree; the screen's theme may use the same.
public struct TextGlyphs: Sendable, Equatable {
  /// Whether only ASCII is used.
  public var isASCII: Bool

  /// Box-drawing and check marks, each one column wide.
  public static let unicode = TextGlyphs(isASCII: false)
  /// ASCII only.
  public static let ascii = TextGlyphs(isASCII: true)

  /// The one-column glyph of a state.
  public subscript(state: NodeState) -> String {
    switch state {
    case .pending: isASCII ? "." : "○"
    case .running: isASCII ? ">" : "◐"
    case .waiting: isASCII ? "~" : "◍"
    case .fulfilled: isASCII ? "+" : "✔"
    case .rejected: isASCII ? "x" : "✘"
    case .cancelled: isASCII ? "-" : "⊘"
    case .unhandled: "!"
    case .leaked: isASCII ? "%" : "◌"
    case .unknown: "?"
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

  /// Begins a chain with something below it.
  public var open: String { isASCII ? "v " : "▾ " }
  /// Begins a folded chain.
  public var folded: String { isASCII ? "> " : "▸ " }
  /// Begins a chain of one.
  public var single: String { isASCII ? "- " : "· " }
  /// Points to a promise that is drawn elsewhere.
  public var reference: String { isASCII ? "-> " : "↪ " }
  /// Events are missing here.
  public var lost: String { isASCII ? "!" : "▲" }
  /// Promises are missing here.
  public var evicted: String { isASCII ? ":" : "⋮" }
  /// What was cut off.
  public var ellipsis: String { isASCII ? "..." : "…" }
  /// A millionth.
  public var micro: String { isASCII ? "u" : "µ" }
}
