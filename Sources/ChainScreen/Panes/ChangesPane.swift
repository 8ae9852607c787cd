// What changed since a bookmark.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct ChangesPane {
  private let screen: Screen
  private let width: Int

  init(_ screen: Screen, width: Int) { (self.screen, self.width) = (screen, width) }

  var content: PaneContent {
    let words = screen.words
    guard let (since, changes) = screen.changes else {
      return PaneContent([Span(words.changesTitle("0"), .title)], [], empty: words.noBookmark)
    }
    let position = screen.playhead.position
    let heading =
      position < since
      ? words.changesBetween(NumberText.grouped(position), NumberText.grouped(since))
      : words.changesTitle(NumberText.grouped(since))
    let title = [Span(heading, .title)]
    var lines: [PaneLine] = []
    for finding in changes.appeared {
      lines += self.lines(finding, words.appearedProblem(finding.sentence(words.language)), .text)
    }
    for finding in changes.disappeared {
      lines += self.lines(finding, words.disappearedProblem(finding.sentence(words.language)), .faint)
    }
    let lists: [((String) -> String, Changes.List, StyleRole)] = [
      (words.rejectedCount, changes.rejected, .failure), (words.canceledCount, changes.canceled, .cancelled),
      (words.leakedCount, changes.leaked, .abandoned), (words.fulfilledCount, changes.fulfilled, .success),
      (words.pendingCount, changes.newlyPending, .pending), (words.createdCount, changes.created, .text),
    ]
    for (text, list, role) in lists where list.count > 0 {
      lines.append(PaneLine([Span(text(NumberText.grouped(list.count)), role)], target: list.first.first))
      for id in list.first.prefix(8) { lines.append(PaneLine(screen.reference(id), indent: 4, target: id)) }
      if list.count > 8 { lines.append(PaneLine([Span(screen.glyphs.ellipsis, .faint)], indent: 4)) }
    }
    return PaneContent(title, lines, empty: words.noChanges)
  }

  private func lines(_ finding: Finding, _ text: String, _ role: StyleRole) -> [PaneLine] {
    let kind = finding.kind
    var lines = [Span(text, role)].wrapped(to: max(10, width - 5), lines: 3).map {
      PaneLine($0, indent: 3, target: finding.promise)
    }
    guard !lines.isEmpty else { return [] }
    lines[0].put(screen.glyphs.problem(kind), kind.role)
    return lines
  }
}
