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

  /// The columns behind the call site, with their widths.
  private static let columns: [(order: GroupOrder, width: Int)] = [
    (.count, 8), (.open, 6), (.failed, 7), (.p50, 8), (.p99, 8), (.longest, 8), (.own, 8),
  ]
  /// The columns that a narrow pane drops, in this order, except the one that sorts it.
  private static let dropped: [GroupOrder] = [.p50, .own, .open, .p99, .failed, .longest]
  /// The width of the histogram, and the least width of the call site.
  private static let (spread, site) = (9, 24)

  private var columns: [(order: GroupOrder, width: Int)] {
    var columns = Self.columns
    for order in Self.dropped where order != screen.state.groupOrder {
      guard columns.reduce(2 + Self.site, { $0 + $1.width }) > width else { break }
      columns.removeAll { $0.order == order }
    }
    return columns
  }

  private var hasSpread: Bool { columns.reduce(2 + Self.site + Self.spread, { $0 + $1.width }) <= width }

  private var nameWidth: Int {
    let numbers = columns.reduce(2 + (hasSpread ? Self.spread : 0)) { $0 + $1.width }
    return max(8, min(TableRow.widestName, width - numbers))
  }

  /// The column at a position in the heading; nil beside them.
  func order(at column: Int) -> GroupOrder? {
    var end = 1 + nameWidth
    guard column >= end else { return nil }
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
    var heading = TableRow([Span(language.siteColumn, .faint)])
    for column in columns {
      let isSorted = column.order == order
      heading.add(
        (isSorted ? screen.glyphs.sorted : "") + name(column.order), isSorted ? .key : .faint, column.width)
    }
    if hasSpread { heading.add(language("spread", "分布"), .faint, Self.spread) }
    let first = PaneLine(heading.spans(name: nameWidth, screen.glyphs.ellipsis))
    return PaneContent(title, count: sorted.count + 1, start: 1) { index in
      index == 0 ? first : line(sorted[index - 1].1)
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
    case .open: language.openColumn
    case .failed: language.failedColumn
    }
  }

  private func line(_ group: CallSiteGroup) -> PaneLine {
    let (glyphs, leaked) = (screen.glyphs, group.leaked)
    // The number of promises freed while pending follows the name, because few call sites have any.
    let freed = leaked > 0 ? [Span("  \(glyphs.state(.leaked)) \(leaked)", .abandoned)] : []
    let room = nameWidth - freed.width
    let name = [Span].name(
      [Span(group.label ?? group.operation, .label)], at: group.site?.short, within: room, glyphs.ellipsis)
    var row = TableRow(name.fitted(to: min(room, name.width), glyphs.ellipsis) + freed)
    for column in columns {
      let value = column.order.value(group)
      switch column.order {
      case .count: row.add(NumberText.grouped(group.count), .text, column.width)
      case .open: row.add(value > 0 ? NumberText.grouped(group.pending) : "", .pending, column.width)
      case .failed: row.add(value > 0 ? NumberText.grouped(group.rejected) : "", .failure, column.width)
      default: row.add(group.total.count > 0 ? screen.duration(value) : "", .time, column.width)
      }
    }
    if hasSpread { row.add(histogram(group.total), .barDone, Self.spread) }
    let target = group.slowest != 0 ? group.slowest : group.first
    return PaneLine(row.spans(name: nameWidth, glyphs.ellipsis), target: target == 0 ? nil : target)
  }

  /// The durations from the shortest to the longest, the most frequent ones highest.
  private func histogram(_ durations: Histogram) -> String {
    guard durations.count > 1 else { return "" }
    let (spark, classes) = (screen.glyphs.spark, durations.classes(Self.spread - 2))
    let highest = max(1, classes.max() ?? 1)
    return classes.map { $0 == 0 ? " " : spark[min(spark.count - 1, $0 * (spark.count - 1) / highest)] }.joined()
  }
}
