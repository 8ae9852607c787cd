// The two lines at the top: the source and whether it still runs; the number of promises in each state, and the problems.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText

struct HeaderPane {
  private let screen: Screen
  private var language: Language { screen.language }
  private var glyphs: ScreenGlyphs { screen.glyphs }

  init(_ screen: Screen) { self.screen = screen }

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
    var left = isNarrow && !screen.name.isEmpty ? [] : [Span("PromiseScope", .title)]
    let place = runPlace(isNarrow: isNarrow) + logPlace(isNarrow: isNarrow)
    let room = start - 3 - left.width - (isNarrow ? 0 : 2) - place.width
    // The end of a log's name says which process wrote it.
    let name = place.isEmpty ? screen.name : LogListLines.shortened(screen.name, to: max(8, room), glyphs.ellipsis)
    if !name.isEmpty { left += isNarrow ? [Span(name, .title)] : [Span("  "), Span(name)] }
    left += place
    if screen.state.filter.onlyProblems { left.append(Span("   \(language("only problems", "仅看问题"))", .notice)) }
    if !screen.state.filter.text.isEmpty {
      left.append(Span("   \(language.filterActive(screen.state.filter.text))", .notice))
    }
    grid.write(left, in: 1..<max(1, start - 2), row: 0, on: .status, ellipsis: glyphs.ellipsis)
  }

  /// Which log of the folder is shown, and the key of the others; empty for a log that was not opened as one of a folder.
  private func logPlace(isNarrow: Bool) -> [Span] {
    guard let place = screen.logPlace else { return [] }
    let key = screen.keyMap.keys(for: .openLog).first.map { [Span($0.name, .key), Span(" ")] }
    let text =
      isNarrow
      ? "\(place.number)/\(place.count)"
      : language("log \(place.number) of \(place.count)", "第 \(place.number)/\(place.count) 个日志")
    return [Span(isNarrow ? " " : "   ")] + (key ?? []) + [Span(text, .action)]
  }

  /// The number of the run, from the second one on, and what has happened to its log.
  private func runPlace(isNarrow: Bool) -> [Span] {
    let series = screen.options.series
    let gap = Span(isNarrow ? " " : "   ")
    if series.isFormer {
      return [gap, Span(language("former run \(series.number)", "之前的第 \(series.number) 次运行"), .notice)]
    }
    let run = series.number > 1 ? [gap, Span(language.runNumber(series.number), .title)] : []
    guard !isNarrow, screen.logNews?.change != .emptied, let word = (screen.logNews ?? series.news)?.word(language)
    else { return run }
    return run + [Span("  "), Span(word, screen.logNews == nil ? .faint : .notice)]
  }

  private func status(columns: Int) -> [Span] {
    var spans: [Span] = []
    if screen.badLines > 0 {
      spans += [
        Span(
          "\(glyphs.loss) \(language(NumberText.plural(screen.badLines, "bad line", "bad lines"), "\(NumberText.grouped(screen.badLines)) 行损坏"))",
          .loss), Span("   "),
      ]
    }
    let lost = screen.store.counts.lost
    if lost > 0 {
      spans += [Span("\(glyphs.loss) \(language.lost(lost))", .loss), Span("   ")]
    } else if columns >= 100 {
      spans += [Span(language.lost(0), .faint), Span("   ")]
    }
    if !HeaderCounts(screen).unrecorded.isEmpty {
      spans += [Span("\(glyphs.loss) \(language("not all recorded", "记录不全"))", .loss), Span("   ")]
    }
    spans += mode + [Span("   "), Span(DurationText.clock(screen.shownTime), .time)]
    if columns >= 100 {
      spans += [Span("   "), Span(language.events(screen.playhead.count), .faint)]
    }
    return spans
  }

  /// Whether the screen shows the present, and if not, which moment.
  private var mode: [Span] {
    let playhead = screen.playhead
    let position = language(
      "event \(NumberText.grouped(playhead.position)) of \(NumberText.grouped(playhead.count))",
      "第 \(NumberText.grouped(playhead.position))/\(NumberText.grouped(playhead.count)) 个事件")
    if screen.state.isPlaying {
      return [
        Span(" \(language.playing(screen.state.speedText, screen.glyphs.times)) ", .mode),
        Span("  \(position)", .notice),
      ]
    }
    // A pause at the end of a live run counts the events that it misses.
    if screen.state.isPaused, screen.isHeldAtPresent {
      return [
        Span(
          " \(glyphs.paused) \(language("paused +\(NumberText.grouped(playhead.behind))", "暂停 +\(NumberText.grouped(playhead.behind))")) ",
          .mode)
      ]
    }
    if screen.state.isPaused { return [Span(" \(glyphs.paused) \(position) ", .mode)] }
    if let reading = screen.reading {
      let share = NumberText.percent(min(1, reading), rounded: .down) ?? ""
      return [Span(language("reading \(share)", "读取中 \(share)"), .notice)]
    }
    if let news = screen.logNews, news.change == .emptied, let word = news.word(language) {
      return [Span(glyphs.ended, .loss), Span(" \(word)", .loss)]
    }
    let word = " \(screen.stream.text(language))"
    switch screen.stream {
    case .live: return [Span(glyphs.live, .success), Span(word)]
    case .ended, .snapshot: return [Span(glyphs.ended, .faint), Span(word, .faint)]
    case .growing: return [Span(glyphs.live, .notice), Span(word, .notice)]
    case .killed, .unresponsive, .cutOff: return [Span(glyphs.ended, .loss), Span(word, .loss)]
    }
  }

  // MARK: The second line

  private func drawCounts(into grid: inout Grid) {
    let columns = grid.size.columns
    let end = columns - 1
    let header = HeaderCounts(screen)
    let (counts, problems) = header.forms(columns)
    var column = grid.write(counts, in: 1..<end, row: 1, on: .status, ellipsis: glyphs.ellipsis)
    if !counts.isEmpty { column += 2 }
    column = grid.write(
      problems.flatMap(\.spans), in: column..<max(column, end), row: 1, on: .status, ellipsis: glyphs.ellipsis)
    if let sentence = Unrecorded.sentence(header.unrecorded, in: language) {
      let text = Span("\(glyphs.loss) \(Glyph.visible(sentence))", .loss)
      grid.write([text], in: min(column + 2, end)..<end, row: 1, on: .status, ellipsis: glyphs.ellipsis)
      return
    }
    let forms = [activity(columns: columns), activity(columns: columns, isWordy: false)]
    guard let activity = forms.first(where: { column + 3 + $0.width <= end }) else { return }
    grid.write(activity, in: end - activity.width..<end, row: 1, on: .status, ellipsis: glyphs.ellipsis)
  }

  /// Events per second, as a curve of the last seconds; while a log is read, how much of it has been read, as a bar.
  private func activity(columns: Int, isWordy: Bool = true) -> [Span] {
    if let reading = screen.reading {
      let cells = columns >= 100 ? 24 : 8
      let done = Int(Double(cells) * max(0, min(1, reading)))
      return [
        Span(String(repeating: glyphs.barRunning, count: done), .barRunning),
        Span(String(repeating: glyphs.barWaiting, count: cells - done), .branch),
      ]
    }
    guard columns >= 56, screen.stream.isRunning, !screen.state.isPaused else { return [] }
    let values = screen.rate.last(columns >= 100 ? 24 : 8, now: screen.shownTime)
    let now = screen.rate.perSecond(now: screen.shownTime)
    let unit = isWordy ? language(" events/s", " 个事件/秒") : "/s"
    return [Span(glyphs.curve(values), .barDone), Span(" \(NumberText.grouped(now))", .time), Span(unit, .faint)]
  }
}
