// What a pane consists of: a heading and lines. `PaneView` draws them, and a file for each pane finds its lines.

import Canvas
import PlainText
import PromiseTrace

/// The content of a pane.
struct PaneContent {
  var title: [Span]
  var count: Int
  /// A line, by its index.
  var line: (Int) -> PaneLine
  /// The line to show first and to put the cursor on; nil for the first.
  var start: Int?
  /// Whether the pane keeps the last line in view until the user scrolls.
  var staysAtEnd = false
  /// The first lines of its entries, ascending, by which the cursor moves; empty if each line is one.
  var entries: [Int] = []
  /// A sentence instead of lines, if there are none.
  var empty = ""

  /// Creates a content of lines that are few enough to make all of them.
  init(_ title: [Span], _ lines: [PaneLine], start: Int? = nil, empty: String = "") {
    self.init(title, count: lines.count, start: start, empty: empty) { lines[$0] }
  }

  /// Creates a content of many lines, of which only the visible ones are made.
  init(_ title: [Span], count: Int, start: Int? = nil, empty: String = "", line: @escaping (Int) -> PaneLine) {
    (self.title, self.count, self.start, self.empty, self.line) = (title, count, start, empty, line)
  }

  /// The cursor and the first visible line in a pane that shows `rows` lines.
  ///
  /// - Parameters:
  ///   - cursor: The cursor that a user has moved; nil for none.
  ///   - rows: The number of visible lines.
  /// - Returns: The selected line and the first visible one.
  func cursor(_ cursor: PaneCursor?, rows: Int) -> PaneCursor {
    let last = max(0, count - 1)
    var view = PaneCursor()
    if let cursor {
      view = cursor
      view.line = max(0, min(cursor.line, last))
    } else if staysAtEnd {
      view.line = start ?? last
      view.top = max(0, view.line - rows + 1)
    } else if let start {
      view.line = min(start, last)
      view.top = view.line - rows / 2
    }
    let rows = max(1, rows)
    if view.line < view.top { view.top = view.line }
    if view.line >= view.top + rows { view.top = view.line - rows + 1 }
    view.top = max(0, min(view.top, count - rows))
    return view
  }
}

/// One line of a pane.
struct PaneLine {
  var spans: [Span]
  /// Text at the right edge, which is never cut.
  var trailing: [Span] = []
  /// The column at which it starts.
  var indent = 1
  /// The promise that Enter goes to; nil if there is none.
  var target: PromiseID?
  /// The first promise of the call site that Enter opens; nil if there is none.
  var group: PromiseID?
  /// The answer of a lesson's question that a click chooses; nil if there is none.
  var answer: Int?
  /// The position of the playhead that Enter goes to; nil if there is none.
  var position: UInt64?
  /// Whether it is emphasized as the subject of the pane.
  var isMarked = false

  /// Creates a line; without a target, Enter goes to the first promise that it names.
  init(_ spans: [Span] = [], indent: Int = 1, target: PromiseID? = nil) {
    (self.spans, self.indent) = (spans, indent)
    self.target = target ?? spans.first { $0.role == .link }?.target
  }

  /// The promises whose numbers it names, from left to right.
  var links: [PromiseID] { spans.compactMap { $0.role == .link ? $0.target : nil } }

  /// The same line with one of its links emphasized.
  func emphasizing(link: Int?) -> PaneLine {
    guard let link else { return self }
    var line = self
    let positions = spans.indices.filter { spans[$0].role == .link }
    if positions.indices.contains(link) { line.spans[positions[link]].role = .match }
    return line
  }

  /// Puts a glyph before a line that was indented for it.
  mutating func put(_ glyph: String, _ role: StyleRole) {
    // The blank has a role of its own, because the glyph may have a background.
    spans = [Span(glyph, role), Span(" ")] + spans
    indent = max(0, indent - 2)
  }
}
