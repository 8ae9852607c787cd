// All findings, most serious first: when, what, and where.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct ProblemsPane {
  private let screen: Screen
  private let width: Int

  init(_ screen: Screen, width: Int) { (self.screen, self.width) = (screen, width) }

  /// The number of lines of a sentence: fewer if there are many; the why pane has the rest.
  private var most: Int { screen.problems.findings.count > 2 ? 3 : 8 }

  var content: PaneContent {
    var lines: [PaneLine] = []
    var start: Int?
    var entries: [Int] = []
    for finding in screen.problems.findings {
      if start == nil, let selected = screen.selected, finding.list.contains(where: { $0.promise == selected }) {
        start = lines.count
      }
      entries.append(lines.count)
      lines += self.lines(finding)
    }
    let count = screen.problems.findings.count
    var title = [Span(screen.language.problemsTitle, .title)]
    if count > 0 { title.append(Span(" \(NumberText.grouped(count))", .faint)) }
    var content = PaneContent(title, lines, start: start, empty: screen.language.noProblems(in: screen.store))
    content.entries = entries
    return content
  }

  private func lines(_ finding: Finding) -> [PaneLine] {
    let kind = finding.kind
    let site = width >= 60 ? finding.site.map { [Span($0.short, .location)] } ?? [] : []
    // Room for the moment, and for the call site at the end of the first line.
    let room = width - 4 - (site.isEmpty ? 0 : site.width + 1)
    let text =
      [Span(DurationText.clock(finding.list.first?.known ?? finding.time) + " ", .time)]
      + screen.linked(finding.sentence(screen.language))
    var lines = text.wrapped(to: max(16, room), lines: most).map { PaneLine($0, indent: 3, target: finding.promise) }
    lines[0].put(screen.glyphs.problem(kind), kind.role)
    lines[0].trailing = site
    return lines
  }
}
