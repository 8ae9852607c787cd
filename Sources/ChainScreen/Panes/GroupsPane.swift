// The promises by call site: how many, how many were rejected, how long they took. `Groups` counts.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct GroupsPane {
  private let screen: Screen
  private let width: Int

  init(_ screen: Screen, width: Int) { (self.screen, self.width) = (screen, width) }

  /// The columns, with their widths; a narrow pane drops those at the end.
  private static let columns: [(order: GroupOrder, width: Int)] = [
    (.count, 6), (.failed, 7), (.p50, 8), (.p99, 8), (.longest, 8), (.own, 8),
  ]
  /// The width of the histogram, and the least width of the call site.
  private static let (spread, site) = (9, 14)

  private var columns: [(order: GroupOrder, width: Int)] {
    var columns = Self.columns
    while columns.count > 4, columns.reduce(2 + Self.site, { $0 + $1.width }) > width { columns.removeLast() }
    return columns
  }

  private var hasSpread: Bool { columns.reduce(2 + Self.site + Self.spread, { $0 + $1.width }) <= width }

  /// The column at a position in the heading; nil beside them.
  func order(at column: Int) -> GroupOrder? {
    var end = 1
    return columns.first {
      end += $0.width
      return column < end
    }?.order
  }

  var content: PaneContent {
    let language = screen.language
    var title = [Span(language("call sites", "调用点"), .title)]
    let groups = screen.history.groups
    guard !groups.all.isEmpty else {
      return PaneContent(title, [], empty: language("No promise yet.", "还没有 Promise。"))
    }
    title += [
      Span(" \(NumberText.grouped(groups.all.count))", .faint),
      Span("  \(language("S sorts; Enter: the slowest one", "S 排序；Enter 转到最慢的一个"))", .action),
    ]
    let order = screen.state.groupOrder
    let sorted = groups.all.map { (order.value($0), $0) }.sorted { ($1.0, $0.1.first) < ($0.0, $1.1.first) }
    let mark = screen.glyphs.more.down
    var heading = columns.map { entry in
      let isSorted = entry.order == order
      return column((isSorted ? mark : "") + name(entry.order), entry.width, isSorted ? .key : .faint)
    }
    if hasSpread { heading.append(Span("  " + language("spread", "分布").padded(to: Self.spread - 2), .faint)) }
    heading.append(Span("  \(language.siteColumn)", .faint))
    return PaneContent(title, count: sorted.count + 1, start: 1) { index in
      index == 0 ? PaneLine(heading) : line(sorted[index - 1].1)
    }
  }

  private func name(_ order: GroupOrder) -> String {
    let language = screen.language
    return switch order {
    case .own: language.ownColumn
    case .longest: "max"
    case .p99: "p99"
    case .p50: "p50"
    case .count: language.countColumn
    case .failed: language.failedColumn
    }
  }

  private func column(_ text: String, _ width: Int, _ role: StyleRole) -> Span {
    Span(String(repeating: " ", count: max(0, width - DisplayWidth.of(text))) + text, role)
  }

  private func line(_ group: CallSiteGroup) -> PaneLine {
    var spans = columns.map { entry in
      let value = entry.order.value(group)
      switch entry.order {
      case .count: return column(NumberText.grouped(group.count), entry.width, .text)
      case .failed: return column(value > 0 ? NumberText.grouped(group.rejected) : "", entry.width, .failure)
      default: return column(group.total.count > 0 ? screen.duration(value) : "", entry.width, .time)
      }
    }
    if hasSpread { spans.append(Span("  " + histogram(group.total).padded(to: Self.spread - 2), .barDone)) }
    if group.pending > 0 { spans.append(Span("  \(screen.glyphs.state(.pending)) \(group.pending)", .pending)) }
    if group.leaked > 0 { spans.append(Span("  \(screen.glyphs.state(.leaked)) \(group.leaked)", .abandoned)) }
    spans.append(Span("  \(group.label ?? group.operation)", .label))
    if let site = group.site { spans.append(Span("  \(site.short)", .location)) }
    let target = group.slowest != 0 ? group.slowest : group.first
    return PaneLine(spans, target: target == 0 ? nil : target)
  }

  /// The durations from the shortest to the longest, the most frequent ones highest.
  private func histogram(_ durations: Histogram) -> String {
    guard durations.count > 1 else { return "" }
    let (spark, classes) = (screen.glyphs.spark, durations.classes(Self.spread - 2))
    let highest = max(1, classes.max() ?? 1)
    return classes.map { $0 == 0 ? " " : spark[min(spark.count - 1, $0 * (spark.count - 1) / highest)] }.joined()
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - DisplayWidth.of(self)))
  }
}
