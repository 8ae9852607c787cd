// The two lines at the top: what is looked at and whether it still runs; how many promises are in which state.

import Canvas
import ChainModel
import PlainText

struct HeaderPane {
  private let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size, style: Style(.text, on: .band))
    drawName(into: &grid)
    drawCounts(into: &grid)
    return grid
  }

  private func drawName(into grid: inout Grid) {
    let right = status(isNarrow: grid.size.columns < 60)
    let start = max(1, grid.size.columns - right.width - 1)
    grid.write(right, in: start..<grid.size.columns - 1, row: 0, on: .band, ellipsis: context.glyphs.ellipsis)
    let isNarrow = grid.size.columns < 60
    var left = isNarrow && !context.name.isEmpty ? [] : [Span("PromiseScope", .title)]
    if !context.name.isEmpty { left += isNarrow ? [Span(context.name, .title)] : [Span("  "), Span(context.name)] }
    grid.write(left, in: 1..<max(1, start - 2), row: 0, on: .band, ellipsis: context.glyphs.ellipsis)
  }

  private func status(isNarrow: Bool) -> [Span] {
    let glyphs = context.glyphs
    var spans: [Span] = []
    if context.badLines > 0 {
      let words = NumberText.plural(context.badLines, "bad line", "bad lines")
      spans += [Span("\(glyphs.loss) \(words)", .loss), Span("   ")]
    }
    let lost = context.store.counts.lost
    if lost > 0 {
      spans += [Span("\(glyphs.loss) \(NumberText.grouped(lost)) lost", .loss), Span("   ")]
    } else if !isNarrow {
      spans += [Span("lost 0", .faint), Span("   ")]
    }
    if context.state.isPaused {
      spans.append(Span(" \(glyphs.paused) paused +\(NumberText.grouped(context.behind)) ", .mode))
    } else if let reading = context.reading {
      spans.append(Span("reading \(NumberText.percent(min(1, reading), rounded: .down) ?? "")", .notice))
    } else {
      switch context.stream {
      case .live: spans += [Span(glyphs.live, .fulfilled), Span(" live")]
      case .ended: spans += [Span(glyphs.ended, .faint), Span(" ended", .faint)]
      case .growing: spans += [Span(glyphs.live, .notice), Span(" \(context.stream.words)", .notice)]
      case .killed, .unresponsive, .cutOff:
        spans += [Span(glyphs.ended, .loss), Span(" \(context.stream.words)", .loss)]
      }
    }
    spans += [Span("   "), Span(DurationText.clock(context.now), .time)]
    return spans
  }

  private func drawCounts(into grid: inout Grid) {
    let activity = self.activity(columns: grid.size.columns)
    let start = max(1, grid.size.columns - activity.width - 1)
    grid.write(activity, in: start..<grid.size.columns - 1, row: 1, on: .band, ellipsis: context.glyphs.ellipsis)
    let limit = activity.isEmpty ? grid.size.columns - 1 : start - 1
    var column = 1
    for spans in counts(isNarrow: grid.size.columns < 72) {
      guard column + spans.width <= limit else { break }
      column = grid.write(spans, in: column..<limit, row: 1, on: .band, ellipsis: context.glyphs.ellipsis) + 2
    }
  }

  /// Each count with its word, the bad news last and brightest; where there is no room for words, the states' glyphs.
  private func counts(isNarrow: Bool) -> [[Span]] {
    let counts = context.store.counts
    func item(_ number: Int, _ word: String, _ state: NodeState?) -> [Span] {
      let role: StyleRole = number == 0 ? .faint : state?.role ?? .title
      let text = NumberText.grouped(number)
      guard let state else { return [Span(text, .title), Span(isNarrow ? "" : " \(word)", .action)] }
      if isNarrow { return [Span("\(context.glyphs.state(state)) \(text)", role)] }
      // An alarm is one piece; elsewhere the number speaks and its word is quiet.
      if state == .unhandled, number > 0 { return [Span(" \(text) \(word) ", role)] }
      return [Span(text, role), Span(" \(word)", number == 0 ? .faint : .action)]
    }
    var items = [
      item(counts.total, counts.total == 1 ? "promise" : "promises", nil), item(counts.pending, "pending", .pending),
      item(counts.fulfilled, "fulfilled", .fulfilled), item(counts.rejected, "rejected", .rejected),
      item(counts.unhandled, "unhandled", .unhandled),
    ]
    if counts.unknown > 0 { items.append(item(counts.unknown, "unknown", .unknown)) }
    if counts.leaked > 0 { items.append(item(counts.leaked, "leaked", .leaked)) }
    if counts.cancelled > 0 { items.append(item(counts.cancelled, "cancelled", .cancelled)) }
    if counts.evicted > 0 { items.append([Span("\(NumberText.grouped(counts.evicted)) no longer kept", .faint)]) }
    return items
  }

  /// Events per second, as a curve of the last seconds; once all is over, their number.
  private func activity(columns: Int) -> [Span] {
    guard columns >= 56 else { return [] }
    let events = context.store.counts.events
    if context.reading != nil || (!context.stream.isRunning && !context.state.isPaused) {
      return [Span(NumberText.plural(events, "event", "events"), .faint)]
    }
    let values = context.rate.last(columns >= 100 ? 24 : 8, now: context.now)
    let highest = max(1, values.max() ?? 1)
    let spark = context.glyphs.spark
    let curve = values.map { value in
      value == 0 ? spark[0] : spark[min(spark.count - 1, Int(value * UInt64(spark.count - 1) / highest))]
    }
    let now = context.rate.perSecond(now: context.now)
    return [Span(curve.joined(), .barSettled), Span(" \(NumberText.grouped(now))/s", .time)]
  }
}
