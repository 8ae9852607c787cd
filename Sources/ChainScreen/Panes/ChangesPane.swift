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
    let language = screen.language
    guard let (since, changes) = screen.changes else {
      return PaneContent([Span(language.changesTitle("0"), .title)], [], empty: language.noBookmark)
    }
    let position = screen.playhead.position
    let heading =
      position < since
      ? language(
        "changes from event \(NumberText.grouped(position)) to \(NumberText.grouped(since))",
        "事件 \(NumberText.grouped(position)) 到 \(NumberText.grouped(since)) 的变化")
      : language.changesTitle(NumberText.grouped(since))
    let title = [Span(heading, .title)]
    var lines: [PaneLine] = []
    for finding in changes.appeared {
      lines += self.lines(
        finding, language("new: \(finding.sentence(language))", "新出现：\(finding.sentence(language))"), .text)
    }
    for finding in changes.disappeared {
      lines += self.lines(
        finding, language("gone: \(finding.sentence(language))", "已消失：\(finding.sentence(language))"), .faint)
    }
    func count(_ list: Changes.List) -> String { NumberText.grouped(list.count) }
    let lists: [(String, Changes.List, StyleRole)] = [
      (language("\(count(changes.rejected)) rejected", "拒绝 \(count(changes.rejected)) 个"), changes.rejected, .failure),
      (
        language("\(count(changes.canceled)) canceled", "取消 \(count(changes.canceled)) 个"), changes.canceled, .cancelled
      ),
      (
        language("\(count(changes.leaked)) freed while pending", "待定时被释放 \(count(changes.leaked)) 个"), changes.leaked,
        .abandoned
      ),
      (
        language("\(count(changes.fulfilled)) fulfilled", "兑现 \(count(changes.fulfilled)) 个"), changes.fulfilled,
        .success
      ),
      (
        language("\(count(changes.newlyPending)) newly pending", "新增待定 \(count(changes.newlyPending)) 个"),
        changes.newlyPending, .pending
      ),
      (language("\(count(changes.created)) created", "新建 \(count(changes.created)) 个"), changes.created, .text),
    ]
    for (text, list, role) in lists where list.count > 0 {
      lines.append(PaneLine([Span(text, role)], target: list.first.first))
      for id in list.first.prefix(8) { lines.append(PaneLine(screen.reference(id), indent: 4, target: id)) }
      if list.count > 8 { lines.append(PaneLine([Span(screen.glyphs.ellipsis, .faint)], indent: 4)) }
    }
    return PaneContent(title, lines, empty: language("Nothing changed.", "没有变化。"))
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
