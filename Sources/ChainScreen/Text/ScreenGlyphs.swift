// The characters that draw the screen, each one column wide, in Unicode and in ASCII.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText

struct ScreenGlyphs: Sendable {
  let tree: TextGlyphs
  let isASCII: Bool

  init(isASCII: Bool) {
    self.isASCII = isASCII
    tree = isASCII ? .ascii : .unicode
  }

  func state(_ state: NodeState) -> String { String(tree[state]) }

  /// The glyph of a problem.
  func problem(_ kind: ProblemKind) -> String { kind.glyph(isASCII: isASCII) }

  var mark: String { isASCII ? "]" : "▌" }
  var folded: String { isASCII ? "}" : "▸" }
  var unfolded: String { isASCII ? "v" : "▾" }
  /// The line along a chain: at its first promise, in between, and at its last.
  var chain: (first: String, between: String, last: String) { isASCII ? (",", "|", "`") : ("╭", "│", "╰") }
  var reference: String { isASCII ? "^" : "↪" }
  var cycle: String { isASCII ? "@" : "↻" }
  /// A row on the marked path.
  var path: String { isASCII ? "*" : "»" }
  /// Between a number and what there is that often.
  var times: String { isASCII ? "x" : "×" }
  /// Between a promise and the one that it waits for.
  var waitsFor: String { isASCII ? "->" : "→" }
  /// Between what waits and who should have settled it.
  var heldBy: String { isASCII ? "<-" : "←" }
  var rule: String { isASCII ? "-" : "─" }
  var divider: String { isASCII ? "|" : "│" }
  var ellipsis: String { isASCII ? "~" : "…" }
  var separator: String { isASCII ? ", " : " · " }
  var gap: String { isASCII ? ":" : "·" }
  var live: String { isASCII ? "*" : "●" }
  var paused: String { isASCII ? "=" : "‖" }
  var ended: String { isASCII ? "#" : "■" }
  var loss: String { isASCII ? "/" : "▲" }
  var more: (up: String, down: String) { isASCII ? ("^", "v") : ("▴", "▾") }
  /// The mark before the name of the column by which a table is sorted.
  var sorted: String { isASCII ? "v " : "▾" }
  /// Between a promise and what hangs below it, in a path.
  var into: String { isASCII ? ">" : "›" }
  /// The position at which typed text appears.
  var cursor: String { isASCII ? "_" : "▏" }
  /// The line of the playhead.
  var playhead: String { isASCII ? "!" : "┃" }
  var barWaiting: String { isASCII ? "-" : "─" }
  var barQueued: String { isASCII ? "." : "┄" }
  var barRunning: String { isASCII ? "=" : "━" }
  var barGoesOn: String { isASCII ? ">" : "╸" }
  var corners: (String, String, String, String) { isASCII ? ("+", "+", "+", "+") : ("╭", "╮", "╰", "╯") }
  /// From the lowest bar to the highest.
  var spark: [String] {
    isASCII ? [".", ":", "-", "=", "+", "*", "#", "@"] : ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  }
  /// A bar for each number, up to the highest of them.
  func curve(_ values: [Int]) -> String {
    let (highest, spark) = (max(1, values.max() ?? 1), spark)
    return values.map { spark[min(spark.count - 1, $0 * (spark.count - 1) / highest)] }.joined()
  }
}

extension NodeState {
  /// The role of this state.
  var role: StyleRole {
    switch self {
    case .pending: .pending
    case .running: .running
    case .waiting: .waiting
    case .fulfilled: .success
    case .rejected: .failure
    case .cancelled: .cancelled
    case .unhandled: .alarm
    case .leaked: .abandoned
    case .unknown: .unknown
    }
  }
}
