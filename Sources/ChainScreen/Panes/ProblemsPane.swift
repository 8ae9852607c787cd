// All findings, most serious first. Owns the layout of the list.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct ProblemsPane {
  private let context: ScreenContext
  private let width: Int

  init(_ context: ScreenContext, width: Int) { (self.context, self.width) = (context, width) }

  var content: PaneContent {
    var lines: [PaneLine] = []
    var start: Int?
    for finding in context.problems.findings {
      if finding.promises.contains(context.selected ?? 0) { start = lines.count }
      lines.append(line(finding))
    }
    let count = context.problems.findings.count
    var title = [Span(context.words.problemsTitle, .title)]
    if count > 0 { title.append(Span(" \(NumberText.grouped(count))", .faint)) }
    return PaneContent(title, lines, start: start, empty: context.words.noProblems)
  }

  /// One line for each finding, so that as many as possible are visible; the why pane has the whole sentence.
  private func line(_ finding: Finding) -> PaneLine {
    let kind = ProblemKind(finding)
    var line = PaneLine([Span(finding.sentence)], indent: 3, target: finding.promise)
    line.put(context.glyphs.problem(kind), kind.role)
    if let site = finding.site, width >= 60 { line.trailing = [Span(site.short, .location)] }
    return line
  }
}
