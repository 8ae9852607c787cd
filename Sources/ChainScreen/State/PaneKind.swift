// The panes beside the tree, and what a pane consists of: lines. Owns the vocabulary. `PaneView` draws, one file per pane finds its lines.

import Canvas
import PromiseTrace

/// A pane beside or below the tree.
public enum PaneKind: String, Sendable, CaseIterable {
  /// The facts about the selected promise, and its events.
  case details
  /// Why the selected promise is as it is.
  case why
  /// Where its time went.
  case criticalPath
  /// The source around its call site.
  case source
  /// The events of the run around the playhead.
  case log
  /// Queues and threads, and what each of them ran.
  case lanes
  /// The promises by call site.
  case groups
  /// All findings.
  case problems
  /// What changed since a bookmark.
  case changes
  /// What the program wrote.
  case output
  /// In a lesson: a question, or what has just happened.
  case question
  /// In a lesson: the story so far.
  case story

  /// The panes that a person can choose.
  public static let choosable = allCases.filter { $0 != .question && $0 != .story }
}

/// The content of a pane.
struct PaneContent {
  /// The heading.
  var title: [Span]
  /// The number of lines.
  var count: Int
  /// A line, by its index.
  var line: (Int) -> PaneLine
  /// The line to show first and to put the cursor on; nil for the first.
  var start: Int?
  /// Whether the pane keeps the last line in view until the user scrolls.
  var staysAtEnd = false
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
}

/// One line of a pane.
struct PaneLine {
  /// Its text.
  var spans: [Span]
  /// Text at the right edge, which is never cut.
  var trailing: [Span] = []
  /// The column at which it starts.
  var indent = 1
  /// The promise that Enter goes to; nil if there is none.
  var target: PromiseID?
  /// The answer of a lesson's question that a click chooses; nil if there is none.
  var answer: Int?
  /// The position of the playhead that Enter goes to; nil if there is none.
  var position: UInt64?
  /// Whether it is emphasized as the subject of the pane.
  var isMarked = false

  /// Creates a line; without a target, Enter goes to the first promise that it names.
  init(_ spans: [Span] = [], indent: Int = 1, target: PromiseID? = nil) {
    (self.spans, self.indent) = (spans, indent)
    self.target = target ?? spans.first { $0.role == .link }.flatMap { PromiseID($0.text.drop { $0 == "#" }) }
  }

  /// Puts a glyph before a line that was indented for it.
  mutating func put(_ glyph: String, _ role: StyleRole) {
    // The blank has a role of its own, because a badge may have a background.
    spans = [Span(glyph, role), Span(" ")] + spans
    indent = max(0, indent - 2)
  }
}
