// The characters for states and for the tree, in Unicode and in ASCII. Owns the choice. Does not know colors.

/// The characters of a text tree, which the screen's theme can share.
public struct TextGlyphs: Sendable, Equatable {
  /// Whether only ASCII is used.
  public var isASCII: Bool

  /// Box-drawing characters and symbols, each one column wide.
  public static let unicode = TextGlyphs(isASCII: false)
  /// ASCII characters only.
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

  /// The two-column guide for one level of the tree.
  public subscript(guide: OutlineGuide) -> String {
    switch guide {
    case .blank: "  "
    case .line: isASCII ? "| " : "│ "
    case .branch: isASCII ? "|-" : "├ "
    case .corner: isASCII ? "`-" : "└ "
    }
  }

  /// The marker of a chain with something below it.
  public var open: String { isASCII ? "v " : "▾ " }
  /// The marker of a folded chain.
  public var folded: String { isASCII ? "> " : "▸ " }
  /// The marker of a single promise.
  public var single: String { isASCII ? "- " : "· " }
  /// The marker of a reference to a promise that is drawn elsewhere.
  public var reference: String { isASCII ? "-> " : "↪ " }
  /// The marker of lost events.
  public var lost: String { isASCII ? "!" : "▲" }
  /// The marker of evicted promises.
  public var evicted: String { isASCII ? ":" : "⋮" }
  /// The marker of truncated text.
  public var ellipsis: String { isASCII ? "..." : "…" }
  /// The prefix for one millionth.
  public var micro: String { isASCII ? "u" : "µ" }
}
