// What changed since a bookmark. Owns the list; `Changes` compares.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct ChangesPane {
  private let context: ScreenContext
  private let width: Int

  init(_ context: ScreenContext, width: Int) { (self.context, self.width) = (context, width) }

  var content: PaneContent {
    let words = context.words
    guard let (since, changes) = context.changes else {
      return PaneContent([Span(words(.changesTitle, "0"), .title)], [], empty: words(.noBookmark))
    }
    let position = context.playhead.position
    let heading =
      position < since
      ? words(.changesBetween, NumberText.grouped(position), NumberText.grouped(since))
      : words(.changesTitle, NumberText.grouped(since))
    let title = [Span(heading, .title)]
    var lines: [PaneLine] = []
    for finding in changes.appeared { lines += self.lines(finding, .appearedProblem) }
    for finding in changes.disappeared { lines += self.lines(finding, .disappearedProblem) }
    let lists: [(Phrase, Changes.List, StyleRole)] = [
      (.rejectedCount, changes.rejected, .rejected), (.canceledCount, changes.canceled, .cancelled),
      (.leakedCount, changes.leaked, .leaked), (.fulfilledCount, changes.fulfilled, .fulfilled),
      (.pendingCount, changes.newlyPending, .pending), (.createdCount, changes.created, .text),
    ]
    for (phrase, list, role) in lists where list.count > 0 {
      lines.append(PaneLine([Span(words(phrase, NumberText.grouped(list.count)), role)], target: list.first.first))
      for id in list.first.prefix(8) { lines.append(PaneLine(context.reference(id), indent: 4, target: id)) }
      if list.count > 8 { lines.append(PaneLine([Span(context.glyphs.ellipsis, .faint)], indent: 4)) }
    }
    return PaneContent(title, lines, empty: words(.noChanges))
  }

  private func lines(_ finding: Finding, _ phrase: Phrase) -> [PaneLine] {
    let kind = ProblemKind(finding.rule)
    let spans = [Span(context.words(phrase, finding.sentence), phrase == .appearedProblem ? .text : .faint)]
    var lines = spans.wrapped(to: max(10, width - 5), lines: 3).map { PaneLine($0, indent: 3, target: finding.promise) }
    guard !lines.isEmpty else { return [] }
    lines[0].put(context.glyphs.problem(kind), kind.role)
    return lines
  }
}
