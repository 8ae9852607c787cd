// The sources of a run and of its other version, with the lines marked in which they differ. The difference: comments are left out, because
// the versions say different things about themselves.

import Canvas
import ChainModel
import PlainText
import PromiseTrace

/// The program of one of two versions.
struct VersionSource {
  fileprivate struct Line {
    let number: Int
    let text: String
  }

  private let screen: Screen
  private let name: String
  private let lines: [Line]
  private let changed: Set<Int>

  /// Creates the source of a run beside that of another one.
  init(_ screen: Screen, beside other: Screen) {
    self.screen = screen
    let (own, others) = (Self.code(of: screen), Self.code(of: other))
    (name, lines) = own
    // What is in both, in order, is not changed.
    let change = own.lines.map(\.trimmed).difference(from: others.lines.map(\.trimmed))
    changed = Set(
      change.insertions.compactMap { if case .insert(let offset, _, _) = $0 { offset } else { nil } })
  }

  /// The lines of the file in which the first promise was created, without comments.
  private static func code(of screen: Screen) -> (name: String, lines: [Line]) {
    guard let first = (0..<screen.outline.count).lazy.compactMap({ screen.outline[$0].node }).first,
      let site = screen.store.callSite(of: first),
      let file = screen.options.sources?.file(site.file)
    else { return ("", []) }
    let lines = file.lines.enumerated().map { Line(number: $0.offset + 1, text: $0.element) }
    return (
      site.fileName,
      lines.filter { !$0.text.drop { $0 == " " }.hasPrefix("//") && !$0.trimmed.isEmpty }
    )
  }

  /// What a pane shows: the code, from a little before the first difference.
  var content: PaneContent {
    let first = changed.min().map { max(0, $0 - 2) } ?? 0
    let width = String(lines.last?.number ?? 1).count
    let shown = lines[first...].enumerated().map { offset, line in
      let isChanged = changed.contains(first + offset)
      let digits = String(line.number)
      var pane = PaneLine([
        Span(isChanged ? "\(screen.glyphs.folded) " : "  ", .path),
        Span(String(repeating: " ", count: width - digits.count) + digits + "  ", isChanged ? .path : .codeLine),
        Span(line.text, isChanged ? .label : .code),
      ])
      pane.isMarked = isChanged
      return pane
    }
    return PaneContent([Span(name, .title)], shown, empty: Text.sourceMissing(name).text(in: screen.language))
  }
}

extension VersionSource.Line {
  fileprivate var trimmed: String { String(text.drop { $0 == " " || $0 == "\t" }) }
}
