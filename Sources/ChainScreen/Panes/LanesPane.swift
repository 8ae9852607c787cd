// What each queue and each thread ran, and when, on the scale of the timeline; below a queue, how many bodies waited for it. The log names
// queues and threads, so two with one name share a lane.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct LanesPane {
  private let screen: Screen
  private let width: Int
  /// The newest promises whose bodies are drawn; more would take longer than a frame.
  static let limit = 50_000
  private static let nameWidth = 16

  init(_ screen: Screen, width: Int) { (self.screen, self.width) = (screen, width) }

  /// A queue or a thread.
  private struct Lane {
    var name: String
    var isQueue: Bool
    /// How many bodies ran, and how many waited, in each cell.
    var (ran, waiting): (Coverage, Coverage)
    /// The cells in which the selected body ran.
    var selected = 0..<0
    var latest: PromiseID = 0
    var bodies = 0
  }

  /// How many intervals cover each cell.
  ///
  /// Adding an interval costs the same, however long it is.
  private struct Coverage {
    /// By how much each cell differs from the one before.
    private var changes: [Int]

    init(columns: Int) { changes = Array(repeating: 0, count: columns + 1) }

    mutating func add(_ cells: Range<Int>) {
      changes[cells.lowerBound] += 1
      changes[cells.upperBound] -= 1
    }

    var counts: [Int] {
      var count = 0
      return changes.dropLast().map { change in
        count += change
        return count
      }
    }
  }

  var content: PaneContent {
    let language = screen.language
    let columns = max(8, width - Self.nameWidth - 4)
    var lanes: [Lane] = []
    var queues: [TextID: Int] = [:]
    var threads: [TextID: Int] = [:]
    func lane(_ text: TextID, isQueue: Bool) -> Int? {
      guard text != .none else { return nil }
      if let known = isQueue ? queues[text] : threads[text] { return known }
      guard lanes.count < 1_000 else { return nil }
      lanes.append(
        Lane(
          name: screen.store.texts[text] ?? "?", isQueue: isQueue, ran: Coverage(columns: columns),
          waiting: Coverage(columns: columns)))
      if isQueue { queues[text] = lanes.count - 1 } else { threads[text] = lanes.count - 1 }
      return lanes.count - 1
    }
    let selected = screen.selected
    var hasRun = false
    screen.store.forEachFacts(newest: Self.limit) { facts in
      let started = facts.started
      if let enqueued = facts.enqueued, let index = lane(facts.queue, isQueue: true) {
        lanes[index].waiting.add(cells(enqueued, started ?? facts.released ?? screen.shownTime, columns))
      }
      guard let started else { return }
      hasRun = true
      let ran = cells(started, facts.finished ?? facts.settled ?? facts.released ?? screen.shownTime, columns)
      for index in [lane(facts.queue, isQueue: true), lane(facts.thread, isQueue: false)] {
        guard let index else { continue }
        lanes[index].bodies += 1
        lanes[index].latest = facts.id
        lanes[index].ran.add(ran)
        if facts.id == selected { lanes[index].selected = ran }
      }
    }
    lanes.sort { ($1.isQueue ? 1 : 0, $0.name) < ($0.isQueue ? 1 : 0, $1.name) }
    let lines = (lanes.isEmpty ? [] : [ruler(columns)]) + lanes.flatMap { self.lines($0, columns) }
    let glyphs = screen.glyphs
    let legend = [
      Span("  \(glyphs.barRunning)", .barRunning), Span(" \(language("runs", "运行"))", .faint),
      Span("  \(glyphs.barRunning)", .path),
      Span(" \(language("the selected one", "选中的"))", .faint), Span("  \(glyphs.barQueued)", .barQueued),
      Span(" \(language.legendQueued)", .faint),
    ]
    return PaneContent(
      [Span(language("queues and threads", "队列与线程"), .title)] + (lanes.isEmpty ? [] : legend), lines,
      empty: hasRun
        ? language("The log does not say on which queue or thread the bodies ran.", "日志没有记录函数体在哪个队列或线程上运行。")
        : language("No body or handler has run yet.", "还没有函数体或处理函数运行过。"))
  }

  /// The ruler of the timeline, above the lanes.
  private func ruler(_ columns: Int) -> PaneLine {
    var text = ""
    for tick in TimeAxis(window: screen.window, width: columns).ticks() {
      guard tick.cell >= text.count, tick.cell + tick.label.count <= columns else { continue }
      text += String(repeating: " ", count: tick.cell - text.count) + tick.label
    }
    return PaneLine([Span(String(repeating: " ", count: Self.nameWidth + 1) + text, .ruler)])
  }

  private func lines(_ lane: Lane, _ columns: Int) -> [PaneLine] {
    let glyphs = screen.glyphs
    var name = lane.isQueue ? lane.name : "  \(lane.name)"
    while DisplayWidth.of(name) > Self.nameWidth { name.removeLast() }
    let head = Span(name + String(repeating: " ", count: Self.nameWidth - DisplayWidth.of(name) + 1), .label)
    var spans = [head]
    let waiting = lane.waiting.counts
    for (cell, ran) in lane.ran.counts.enumerated() {
      if lane.selected.contains(cell) {
        spans.append(Span(glyphs.barRunning, .path))
      } else if ran > 0 {
        spans.append(Span(glyphs.barRunning, lane.isQueue ? .barRunning : .barDone))
      } else {
        spans.append(Span(waiting[cell] > 0 ? glyphs.barQueued : " ", .barQueued))
      }
    }
    var lines = [PaneLine(spans, target: lane.latest == 0 ? nil : lane.latest)]
    let most = waiting.max() ?? 0
    // Bodies that wait for a cell or less are a matter of rounding, so a depth of one says nothing.
    if lane.isQueue, most > 1 {
      let label = "  \(RowWords(screen.language).queued) \(most)"
      var depth = [
        Span(label + String(repeating: " ", count: max(1, Self.nameWidth + 1 - DisplayWidth.of(label))), .faint)
      ]
      for count in waiting {
        let level =
          count == 0 ? " " : glyphs.spark[min(glyphs.spark.count - 1, count * glyphs.spark.count / (most + 1))]
        depth.append(Span(level, .barQueued))
      }
      lines.append(PaneLine(depth))
    }
    return lines
  }

  private func cells(_ start: Int64, _ end: Int64, _ columns: Int) -> Range<Int> {
    let window = screen.window
    guard end >= window.start, start <= window.end else { return 0..<0 }
    let length = Double(max(1, window.length))
    func cell(_ time: Int64) -> Int {
      max(0, min(columns - 1, Int((Double(time) - Double(window.start)) / length * Double(columns))))
    }
    return cell(start)..<cell(max(start, end)) + 1
  }
}
