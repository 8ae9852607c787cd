// The details of the selected row: named facts, then its events.

import Canvas
import ChainModel
import PlainText
import PromiseTrace

struct DetailPane {
  private let screen: Screen
  private let width: Int
  private static let nameWidth = 8

  init(_ screen: Screen, width: Int) { (self.screen, self.width) = (screen, width) }

  var content: PaneContent {
    guard screen.outline.count > 0 else { return PaneContent([Span(screen.words.detailsTitle, .title)], []) }
    let row = screen.outline[min(screen.state.row, screen.outline.count - 1)]
    guard let id = row.id, let promise = screen.store.facts(id) else {
      return PaneContent([Span(screen.words.detailsTitle, .title)], note(row))
    }
    var title = [Span("#\(id)", .faint), Span(" \(screen.store.name(of: id) ?? "?")", .title)]
    if promise.released != nil { title.append(Span(" \(screen.words.freed)", .faint)) }
    let facts = DetailFacts(screen, promise).all
    // Two facts share a line of a wide pane if both fit.
    var lines: [PaneLine] = []
    var index = 0
    while index < facts.count {
      let half = width / 2
      let isPair =
        index + 1 < facts.count && width >= 70 && facts[index].width <= half - 2
        && facts[index + 1].width <= width - half - 2
      if isPair {
        var line = self.lines(facts[index])[0]
        line.spans.append(Span(String(repeating: " ", count: max(1, half - 1 - line.spans.width))))
        line.spans += self.lines(facts[index + 1])[0].spans
        lines.append(line)
        index += 2
      } else {
        lines += self.lines(facts[index])
        index += 1
      }
    }
    return PaneContent(title, lines + timeline(of: id))
  }

  /// The lines of a fact: its name, right-aligned, and its text, wrapped.
  private func lines(_ fact: Fact) -> [PaneLine] {
    let room = max(8, width - Self.nameWidth - 3)
    let texts = fact.isOneLine ? [fact.spans] : fact.spans.wrapped(to: room, lines: 6)
    let name = String(repeating: " ", count: max(0, Self.nameWidth - DisplayWidth.of(fact.name))) + fact.name
    return texts.enumerated().map { index, spans in
      let head = index == 0 ? name : String(repeating: " ", count: Self.nameWidth)
      return PaneLine([Span("\(head) ", .faint)] + spans, target: fact.target)
    }
  }

  private func timeline(of id: PromiseID) -> [PaneLine] {
    let timeline = screen.store.timeline(of: id, limit: 1_000)
    let sentence = EventSentence(store: screen.store, words: screen.words)
    let heading = screen.words.eventsFact
    return timeline.events.enumerated().map { index, event in
      let name = index == 0 ? (timeline.isComplete ? heading : "\(screen.glyphs.ellipsis) \(heading)") : ""
      let spans = [Span("\(DurationText.clock(event.time))  ", .time)] + sentence.spans(event)
      return lines(Fact(name: name, spans: spans, isOneLine: true, target: event.peer == 0 ? nil : event.peer))[0]
    }
  }

  private func note(_ row: OutlineRow) -> [PaneLine] {
    let words = screen.words
    let lines: [String] =
      switch row.content {
      case .lost(let count, let isDamage): [words.lostNote(count, isDamage: isDamage), words.unknownNote]
      case .evicted(let count): [words.evictedNote(count)]
      case .node, .reference: [words.notKeptNote]
      }
    return lines.map { PaneLine([Span($0)], indent: 2) }
  }
}

extension Fact {
  /// The width of its name and its text.
  var width: Int { 9 + spans.width }
}
