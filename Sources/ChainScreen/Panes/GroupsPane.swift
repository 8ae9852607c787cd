// The promises by call site: how many, how many were rejected, how long they took. Owns the table. `Groups` counts.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct GroupsPane {
  private let context: ScreenContext
  private let width: Int

  init(_ context: ScreenContext, width: Int) { (self.context, self.width) = (context, width) }

  var content: PaneContent {
    let words = context.words
    var title = [Span(words.groupsTitle, .title)]
    guard let groups = context.groups, !groups.all.isEmpty else {
      return PaneContent(title, [], empty: words.noGroups)
    }
    title.append(Span(" \(NumberText.grouped(groups.all.count))", .faint))
    // Those that took the most time in total first.
    let sorted = groups.all.sorted { ($1.own.sum, $0.first) < ($0.own.sum, $1.first) }
    let names = [
      (words.countColumn, Self.count), (words.state(.rejected), Self.number), ("p50", Self.number),
      ("p99", Self.number),
    ]
    let heading = names.map { column($0, $1, .faint) } + [Span("  \(words.siteColumn)", .faint)]
    return PaneContent(title, [PaneLine(heading)] + sorted.map(line))
  }

  /// The widths of the columns.
  private static let (count, number) = (5, 10)

  private func column(_ text: String, _ width: Int, _ role: StyleRole) -> Span {
    Span(String(repeating: " ", count: max(0, width - DisplayWidth.of(text))) + text, role)
  }

  private func line(_ group: CallSiteGroup) -> PaneLine {
    func time(_ quantile: Double) -> String { group.total.quantile(quantile).map { context.duration($0) } ?? "" }
    var spans = [
      column(NumberText.grouped(group.count), Self.count, .text),
      column(NumberText.grouped(group.rejected), Self.number, group.rejected > 0 ? .failure : .faint),
      column(time(0.5), Self.number, .time), column(time(0.99), Self.number, .time),
    ]
    if group.pending > 0 { spans.append(Span("  \(context.glyphs.state(.pending)) \(group.pending)", .pending)) }
    if group.leaked > 0 { spans.append(Span("  \(context.glyphs.state(.leaked)) \(group.leaked)", .abandoned)) }
    spans.append(Span("  \(group.operation)", .label))
    if let site = group.site { spans.append(Span("  \(site.short)", .location)) }
    return PaneLine(spans, target: group.first == 0 ? nil : group.first)
  }
}
