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
    guard screen.outline.count > 0 else { return PaneContent([Span(screen.language.detailsTitle, .title)], []) }
    let row = screen.outline[min(screen.state.row, screen.outline.count - 1)]
    guard let id = row.id, let promise = screen.store.facts(id) else {
      return PaneContent([Span(screen.language.detailsTitle, .title)], note(row))
    }
    var title = [Span("#\(id)", .faint), Span(" \(screen.store.name(of: id) ?? "?")", .title)]
    if promise.released != nil { title.append(Span(" \(screen.language.freed)", .faint)) }
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
    let sentence = EventSentence(store: screen.store, language: screen.language)
    let heading = screen.language("events", "事件")
    return timeline.events.enumerated().map { index, event in
      let name = index == 0 ? (timeline.isComplete ? heading : "\(screen.glyphs.ellipsis) \(heading)") : ""
      let spans = [Span("\(DurationText.clock(event.time))  ", .time)] + sentence.spans(event)
      return lines(Fact(name: name, spans: spans, isOneLine: true, target: event.peer == 0 ? nil : event.peer))[0]
    }
  }

  private func note(_ row: OutlineRow) -> [PaneLine] {
    let language = screen.language
    func lost(_ count: UInt64, _ isDamage: Bool) -> String {
      let number = NumberText.grouped(count)
      return isDamage
        ? language(
          NumberText.plural(count, "event is", "events are") + " missing: the log is damaged here.",
          "缺失 \(number) 个事件：日志在此损坏。")
        : language(
          NumberText.plural(count, "event was", "events were") + " overwritten here before being read.",
          "此处有 \(number) 个事件在读取之前被覆盖。")
    }
    let lines: [String] =
      switch row.content {
      case .lost(let count, let isDamage):
        [
          lost(count, isDamage),
          language(
            "Promises that were pending then stay unknown until a later event about them arrives.",
            "当时待定的 Promise 状态未知，直到出现与其有关的后续事件。"),
        ]
      case .evicted(let count):
        [
          language(
            NumberText.plural(count, "promise", "promises") + " evicted here to bound memory.",
            "为控制内存，此处移出了 \(NumberText.grouped(count)) 个 Promise。")
        ]
      case .node, .reference: [language("This promise is no longer kept.", "此 Promise 已不再保留。")]
      }
    return lines.map { PaneLine([Span($0)], indent: 2) }
  }
}

extension Fact {
  /// The width of its name and its text.
  var width: Int { 9 + spans.width }
}
