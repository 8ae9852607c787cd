// Sentences of a lesson as spans: names, values and call sites have roles of their own.

import Canvas
import LessonEngine
import PlainText

extension StoryLine {
  /// The pieces as spans.
  ///
  /// - Parameter role: The role of the words between the pieces.
  func spans(_ role: StyleRole = .text) -> [Span] {
    pieces.map { piece in
      switch piece {
      case .text(let text): Span(text, role)
      case .promise(let id, let label): Span(label.map { "#\(id) \($0)" } ?? "#\(id)", role == .text ? .label : role)
      case .value(let text), .output(let text): Span(text, role == .text ? .value : role)
      case .error(let text): Span(text, role == .text ? .error : role)
      case .site(let text): Span(text, role == .text ? .location : role)
      }
    }
  }
}

/// Lays out the lines of a pane of text.
struct LessonLines {
  let width: Int
  /// Whether paragraphs are set apart.
  let hasGaps: Bool
  private(set) var lines: [PaneLine] = []

  init(width: Int, hasGaps: Bool = true) { (self.width, self.hasGaps) = (width, hasGaps) }

  /// Adds an empty line, unless the text starts or has just had one.
  mutating func gap() { if hasGaps, let last = lines.last, !last.spans.isEmpty { lines.append(PaneLine()) } }

  /// Adds a paragraph.
  ///
  /// - Parameters:
  ///   - spans: Its text, wrapped to the width.
  ///   - indent: The column at which it starts.
  ///   - head: Text before its first line, for which the others leave room.
  ///   - answer: The answer that a click on it chooses.
  mutating func add(_ spans: [Span], indent: Int = 1, head: [Span] = [], answer: Int? = nil) {
    let start = indent + head.width
    let wrapped = spans.wrapped(to: max(8, width - start - 1), lines: 60)
    for (index, line) in wrapped.enumerated() {
      var shown = index == 0 ? PaneLine(head + line, indent: indent) : PaneLine(line, indent: start)
      shown.answer = answer
      lines.append(shown)
    }
  }
}
