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
      lines += self.lines(finding)
    }
    let count = context.problems.findings.count
    var title = [Span(context.words(.problemsTitle), .title)]
    if count > 0 { title.append(Span(" \(NumberText.grouped(count))", .faint)) }
    return PaneContent(title, lines, start: start, empty: context.words(.noProblems))
  }

  private func lines(_ finding: Finding) -> [PaneLine] {
    let kind = ProblemKind(finding.rule)
    let site = finding.site.map { "  \($0.short)" } ?? ""
    let spans = [Span(finding.sentence, .text), Span("\(site)  [\(finding.rule.rawValue)]", .faint)]
    var lines = spans.wrapped(to: max(10, width - 5), lines: 4).map { PaneLine($0, indent: 3, target: finding.promise) }
    guard !lines.isEmpty else { return [] }
    lines[0].spans.insert(Span(context.glyphs.problem(kind) + " ", kind.role), at: 0)
    lines[0].indent = 1
    return lines
  }
}
