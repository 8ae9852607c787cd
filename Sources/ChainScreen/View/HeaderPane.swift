// The two lines at the top: the source and whether it still runs; the number of promises in each state, and the problems.
//
// Owns what a narrow screen gives up first: the curve of events, then the words of the counts, then the counts themselves. The numbers of
// problems stay.

import Canvas
import ChainModel
import PlainText

struct HeaderPane {
  private let context: ScreenContext
  private var words: Words { context.words }
  private var glyphs: ScreenGlyphs { context.glyphs }

  init(_ context: ScreenContext) { self.context = context }

  func draw(_ size: Size) -> Grid {
    var grid = Grid(size, style: Style(.text, on: .status))
    drawName(into: &grid)
    drawCounts(into: &grid)
    return grid
  }

  // MARK: The first line

  private func drawName(into grid: inout Grid) {
    let columns = grid.size.columns
    let isNarrow = columns < 60
    let right = status(columns: columns)
    let start = max(1, columns - right.width - 1)
    grid.write(right, in: start..<columns - 1, row: 0, on: .status, ellipsis: glyphs.ellipsis)
    var left = isNarrow && !context.name.isEmpty ? [] : [Span("PromiseScope", .title)]
    let place = runPlace(isNarrow: isNarrow) + logPlace(isNarrow: isNarrow)
    let room = start - 3 - left.width - (isNarrow ? 0 : 2) - place.width
    // The end of a log's name says which process wrote it.
    let name = place.isEmpty ? context.name : LogListLines.shortened(context.name, to: max(8, room), glyphs.ellipsis)
    if !name.isEmpty { left += isNarrow ? [Span(name, .title)] : [Span("  "), Span(name)] }
    left += place
    if context.state.filter.onlyProblems { left.append(Span("   \(words.onlyProblemsActive)", .notice)) }
    if !context.state.filter.text.isEmpty {
      left.append(Span("   \(words.filterActive(context.state.filter.text))", .notice))
    }
    grid.write(left, in: 1..<max(1, start - 2), row: 0, on: .status, ellipsis: glyphs.ellipsis)
  }

  /// Which log of the folder is shown, and the key of the others; empty for a log that was not opened as one of a folder.
  private func logPlace(isNarrow: Bool) -> [Span] {
    guard let place = context.logPlace else { return [] }
    let key = context.options.keyMap.keys(for: .openLog).first.map { [Span($0.name, .key), Span(" ")] }
    let text = isNarrow ? "\(place.number)/\(place.count)" : words.logPlace(place.number, place.count)
    return [Span(isNarrow ? " " : "   ")] + (key ?? []) + [Span(text, .action)]
  }

  /// The number of the run, from the second one on, and what has happened to its log.
  private func runPlace(isNarrow: Bool) -> [Span] {
    let series = context.options.series
    let gap = Span(isNarrow ? " " : "   ")
    if series.isFormer { return [gap, Span(words.formerRunNumber(series.number), .notice)] }
    let run = series.number > 1 ? [gap, Span(words.runNumber(series.number), .title)] : []
    guard !isNarrow, let word = (context.logNews ?? series.news)?.word(words) else { return run }
    return run + [Span("  "), Span(word, context.logNews == nil ? .faint : .notice)]
  }

  private func status(columns: Int) -> [Span] {
    var spans: [Span] = []
    if context.badLines > 0 {
      spans += [Span("\(glyphs.loss) \(words.badLines(context.badLines))", .loss), Span("   ")]
    }
    let lost = context.store.counts.lost
    if lost > 0 {
      spans += [Span("\(glyphs.loss) \(words.lost(NumberText.grouped(lost)))", .loss), Span("   ")]
    } else if columns >= 100 {
      spans += [Span(words.lost("0"), .faint), Span("   ")]
    }
    spans += mode + [Span("   "), Span(DurationText.clock(context.now), .time)]
    if columns >= 100 {
      spans += [Span("   "), Span(words.events(context.playhead.count), .faint)]
    }
    return spans
  }

  /// Whether the screen shows the present, and if not, which moment.
  private var mode: [Span] {
    let playhead = context.playhead
    let position = words.past(NumberText.grouped(playhead.position), NumberText.grouped(playhead.count))
    if context.state.isPlaying {
      return [Span(" \(words.playing(context.state.speedText)) ", .mode), Span("  \(position)", .notice)]
    }
    // A pause at the end of a live run counts the events that it misses.
    if context.state.isPaused, context.isHeldAtPresent {
      return [Span(" \(glyphs.paused) \(words.paused(NumberText.grouped(playhead.behind))) ", .mode)]
    }
    if context.state.isPaused { return [Span(" \(glyphs.paused) \(position) ", .mode)] }
    if let reading = context.reading {
      return [Span(words.reading(NumberText.percent(min(1, reading), rounded: .down) ?? ""), .notice)]
    }
    let word = " \(context.stream.text(words))"
    switch context.stream {
    case .live: return [Span(glyphs.live, .success), Span(word)]
    case .ended: return [Span(glyphs.ended, .faint), Span(word, .faint)]
    case .growing: return [Span(glyphs.live, .notice), Span(word, .notice)]
    case .killed, .unresponsive, .cutOff: return [Span(glyphs.ended, .loss), Span(word, .loss)]
    }
  }

  // MARK: The second line

  private func drawCounts(into grid: inout Grid) {
    let columns = grid.size.columns
    let end = columns - 1
    // Notes are dropped last, because a note need not be a mistake.
    let forms: [([Span], [Span])] = [
      (counts(.full), problems(.full, isWordy: true)), (counts(.short), problems(.full)),
      (counts(.short), problems(.short)),
      (counts(.glyphs), problems(.short)), ([], problems(.short)), ([], problems(.glyphs)),
      ([], problems(.glyphs, withNotes: false)),
    ]
    // The narrowest form is drawn even if it does not fit.
    let (counts, problems) = forms.first { $0.0.width + $0.1.width + 4 <= end - 1 } ?? forms[forms.count - 1]
    var column = grid.write(counts, in: 1..<end, row: 1, on: .status, ellipsis: glyphs.ellipsis)
    if !counts.isEmpty { column += 2 }
    column = grid.write(problems, in: column..<max(column, end), row: 1, on: .status, ellipsis: glyphs.ellipsis)
    let activity = self.activity(columns: columns)
    guard column + 3 + activity.width <= end else { return }
    grid.write(activity, in: end - activity.width..<end, row: 1, on: .status, ellipsis: glyphs.ellipsis)
  }

  /// How much room the counts and the problems take.
  private enum Form {
    case full, short, glyphs
  }

  /// The number of promises, and of those in each state.
  private func counts(_ form: Form) -> [Span] {
    let counts = context.store.counts
    var spans = [Span(NumberText.grouped(counts.total), .title)]
    if form == .full { spans = words.promises(spans, isOne: counts.total == 1).spans(.action) }
    var items: [(Int, NodeState)] = [
      (counts.pending, .pending), (counts.fulfilled, .fulfilled), (counts.rejected, .rejected),
    ]
    // The problems beside the counts say these already; unhandled promises are among the rejected ones.
    let found = context.problems.counts
    if counts.unhandled > 0, found[ProblemKind.unhandled.rawValue] == 0 {
      items.append((counts.unhandled, .unhandled))
    }
    if counts.leaked > 0, form == .full || found[ProblemKind.hang.rawValue] == 0 {
      items.append((counts.leaked, .leaked))
    }
    if counts.cancelled > 0 { items.append((counts.cancelled, .cancelled)) }
    if counts.unknown > 0 { items.append((counts.unknown, .unknown)) }
    for (number, state) in items {
      let role: StyleRole = number == 0 ? .faint : state == .unhandled ? .failure : state.role
      let number = NumberText.grouped(number)
      switch form {
      case .full:
        spans += [Span("  "), Span("\(glyphs.state(state)) \(number)", role)]
        spans.append(Span(" \(words.state(state))", role == .faint ? .faint : .action))
      case .short: spans += [Span("  "), Span("\(glyphs.state(state)) \(number)", role)]
      case .glyphs:
        // A point before a number would look like a fraction.
        let gap = glyphs.isASCII ? " " : ""
        spans += [Span(" "), Span("\(glyphs.state(state))\(gap)\(number)", role)]
      }
    }
    if counts.evicted > 0, form == .full {
      spans.append(Span("  \(words.evictedCount(NumberText.grouped(counts.evicted)))", .faint))
    }
    return spans
  }

  /// The number of problems of each kind.
  private func problems(_ form: Form, isWordy: Bool = false, withNotes: Bool = true) -> [Span] {
    var spans: [Span] = []
    for kind in ProblemKind.allCases {
      let count = context.problems.counts[kind.rawValue]
      guard count > 0, withNotes || kind != .note else { continue }
      if !spans.isEmpty { spans.append(Span(form == .glyphs ? " " : "  ")) }
      let number = "\(glyphs.problem(kind)) \(NumberText.grouped(count))"
      switch form {
      case .glyphs: spans.append(Span("\(glyphs.problem(kind))\(NumberText.grouped(count))", kind.role))
      case .short, .full:
        let word = isWordy && kind == .unhandled ? words.unhandledRejections(count) : kind.word(count, words)
        let text = "\(number) \(word)"
        spans.append(Span(kind == .unhandled ? " \(text) " : text, kind.role))
        if form == .full, kind == .hang, context.problems.victims > 0 {
          spans.append(Span(" (\(words.wait(context.problems.victims)))", .faint))
        }
      }
    }
    if !spans.isEmpty, form == .full {
      spans += [
        Span("   "), Span(context.options.keyMap.keys(for: .nextProblem).first?.name ?? "", .key),
        Span(" \(words.nextProblemHint)", .action),
      ]
    }
    return spans
  }

  /// Events per second, as a curve of the last seconds.
  private func activity(columns: Int) -> [Span] {
    guard columns >= 56, context.reading == nil, context.stream.isRunning, !context.state.isPaused else { return [] }
    let values = context.rate.last(columns >= 100 ? 24 : 8, now: context.now)
    let highest = max(1, values.max() ?? 1)
    let spark = glyphs.spark
    let curve = values.map { value in
      value == 0 ? spark[0] : spark[min(spark.count - 1, Int(value * UInt64(spark.count - 1) / highest))]
    }
    let now = context.rate.perSecond(now: context.now)
    return [Span(curve.joined(), .barDone), Span(" \(NumberText.grouped(now))/s", .time)]
  }
}
