// The details of the selected row: named facts, then as many of its events as fit.

import Canvas
import ChainModel
import PlainText
import PromiseTrace

struct DetailPane {
  private let context: ScreenContext
  /// Beside the tree each fact has lines of its own; below it, two facts share a line if both fit.
  private let isBeside: Bool
  private var ellipsis: String { context.glyphs.ellipsis }
  private static let nameWidth = 8

  init(_ context: ScreenContext, isBeside: Bool) {
    self.context = context
    self.isBeside = isBeside
  }

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size)
    grid.fill(context.glyphs.rule, columns: 0..<size.columns, row: 0, style: Style(.rule))
    guard context.outline.count > 0 else { return grid }
    let row = context.outline[min(context.state.row, context.outline.count - 1)]
    guard let id = row.id, let node = context.store.node(id) else {
      drawNote(row, into: &grid)
      return grid
    }
    var title = [Span(" #\(id)", .faint), Span(" \(node.name) ", .title)]
    if node.isReleased { title.append(Span("freed ", .faint)) }
    let end = grid.write(title, in: 4..<max(4, size.columns - 1), row: 0, ellipsis: ellipsis)
    if let notice = context.notice, !isBeside, size.columns < FooterPane.noticeFrom, end + 16 < size.columns {
      let room = end + 4..<size.columns - 2
      grid.write(" \(notice) ", in: room, row: 0, style: Style(.notice), alignment: .trailing, ellipsis: ellipsis)
    }
    let next = drawFacts(DetailFacts(context, node).all, into: &grid)
    drawTimeline(of: id, from: next, into: &grid)
    return grid
  }

  /// Returns the row after the last fact.
  private func drawFacts(_ facts: [Fact], into grid: inout Grid) -> Int {
    let columns = grid.size.columns
    let half = columns / 2
    var row = 1
    var index = 0
    while index < facts.count, row < grid.size.rows {
      let fact = facts[index]
      let isPair =
        !isBeside && index + 1 < facts.count && fact.spans.width <= half - Self.nameWidth - 4
        && facts[index + 1].spans.width <= columns - half - Self.nameWidth - 3
      let lines = draw(fact, from: 1, to: isPair ? half : columns - 1, row: row, into: &grid)
      if isPair {
        draw(facts[index + 1], from: half + 1, to: columns - 1, row: row, into: &grid)
        row += 1
      } else {
        row += lines
      }
      index += isPair ? 2 : 1
    }
    return row
  }

  /// Wraps long values and errors; returns the number of lines used.
  @discardableResult
  private func draw(_ fact: Fact, from: Int, to: Int, row: Int, into grid: inout Grid) -> Int {
    let start = from + Self.nameWidth + 1
    let width = max(1, to - start)
    grid.write(
      fact.name, in: from..<min(to, start - 1), row: row, style: Style(.faint), alignment: .trailing, ellipsis: ellipsis
    )
    let lines = fact.spans.wrapped(to: width, lines: fact.isOneLine ? 1 : isBeside ? 4 : 2)
    for (offset, spans) in lines.enumerated() {
      grid.write(spans, in: start..<start + width, row: row + offset, ellipsis: ellipsis)
    }
    return max(1, lines.count)
  }

  private func drawTimeline(of id: PromiseID, from first: Int, into grid: inout Grid) {
    let gap = isBeside ? 1 : 0
    let room = grid.size.rows - first - gap
    guard room > 0 else { return }
    let timeline = context.store.timeline(of: id, limit: room)
    guard !timeline.events.isEmpty else { return }
    let sentence = EventSentence(texts: context.store.texts)
    for (offset, event) in timeline.events.enumerated() {
      let row = first + gap + offset
      let name = offset == 0 ? (timeline.isComplete ? "events" : "\(context.glyphs.ellipsis) events") : ""
      let spans = [Span("\(DurationText.clock(event.time))  ", .time)] + sentence.spans(event)
      draw(Fact(name: name, spans: spans, isOneLine: true), from: 1, to: grid.size.columns - 1, row: row, into: &grid)
    }
  }

  private func drawNote(_ row: OutlineRow, into grid: inout Grid) {
    let lines: [String] =
      switch row.content {
      case .lost(let count, let isDamage):
        [
          isDamage
            ? "\(NumberText.plural(count, "event is", "events are")) missing: the log is damaged here."
            : "\(NumberText.plural(count, "event was", "events were")) overwritten here before being read.",
          "Promises that were pending then stay unknown until a later event about them arrives.",
        ]
      case .evicted(let count):
        ["\(NumberText.plural(count, "promise", "promises")) evicted here to bound memory."]
      case .node, .reference: ["This promise is no longer kept."]
      }
    for (offset, line) in lines.enumerated() {
      let columns = 2..<max(2, grid.size.columns - 1)
      grid.write(line, in: columns, row: offset + 1, style: Style(.text), ellipsis: ellipsis)
    }
  }
}
