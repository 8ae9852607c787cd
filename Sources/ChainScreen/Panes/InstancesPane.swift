// The promises of one call site, the slowest or the newest first.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct InstancesPane {
  private let screen: Screen
  private let instances: Instances
  private let width: Int

  init(_ screen: Screen, _ instances: Instances, width: Int) {
    (self.screen, self.instances, self.width) = (screen, instances, width)
  }

  var content: PaneContent {
    var title = [Span(instances.name, .title)]
    if let site = instances.group.site { title.append(Span("  \(site.short)", .location)) }
    let (count, all) = (NumberText.grouped(instances.promises.count), NumberText.grouped(instances.group.count))
    let order =
      instances.isNewestFirst
      ? screen.language("newest first", "最新的在前") : screen.language("slowest first", "最慢的在前")
    title.append(Span("  \(screen.language("\(count) of \(all), \(order)", "\(all) 个中的 \(count) 个，\(order)"))", .faint))
    title.append(Span("  \(screen.language("S sorts", "S 排序"))", .action))
    return PaneContent(
      title, count: instances.promises.count,
      empty: screen.language("None of its promises is kept anymore.", "它的 Promise 都已不再保留。")
    ) { line(instances.promises[$0]) }
  }

  private func line(_ id: PromiseID) -> PaneLine {
    guard let facts = screen.store.facts(id) else { return PaneLine([Span("#\(id)", .link)], indent: 3) }
    let took = max(0, (facts.settled ?? facts.released ?? screen.shownTime) - facts.created)
    let text = facts.isUnknownStart ? screen.duration(atLeast: took) : screen.duration(took)
    var spans = [Span("\(DurationText.clock(facts.created))  ", .time)]
    var row = TableRow([Span(screen.store.name(of: id) ?? "?", .label), Span(" #\(id)", .link)])
    row.add(text, .time, 12)
    spans += row.spans(name: max(12, min(TableRow.widestName, width / 3)), screen.glyphs.ellipsis)
    if let text = screen.store.texts[facts.text] { spans.append(Span("   \(Escaping.line(text))", facts.state.role)) }
    var line = PaneLine(spans, indent: 3, target: id)
    line.put(screen.glyphs.state(facts.state), facts.state.role)
    return line
  }
}
