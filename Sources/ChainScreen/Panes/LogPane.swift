// The events of the run up to the playhead, in words.

import Canvas
import ChainModel
import PlainText
import PromiseLog
import PromiseTrace

struct LogPane {
  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  var content: PaneContent {
    let positions = screen.archive.positions
    var title = [Span(screen.language("log", "日志"), .title)]
    if !screen.state.logFilter.isEmpty {
      title.append(Span("   \(screen.language.filterActive(screen.state.logFilter))", .notice))
      return content(title, screen.logMatches.positions)
    }
    guard !positions.isEmpty else { return PaneContent(title, [], empty: screen.language("No event yet.", "还没有事件。")) }
    let first = positions.lowerBound
    let page = LogPageCache(archive: screen.archive)
    let rows = LogRows(first: first, quiet: screen.history.quiet)
    let playhead = rows.row(of: min(screen.playhead.position, positions.upperBound))
    let count = rows.row(of: positions.upperBound)
    var content = PaneContent(title, count: count, start: max(0, playhead - 1)) { line(rows.position(of: $0), page) }
    content.staysAtEnd = true
    return content
  }

  /// The events at some positions.
  private func content(_ title: [Span], _ positions: [UInt64]) -> PaneContent {
    let page = LogPageCache(archive: screen.archive)
    let passed = positions.count { $0 < screen.playhead.position }
    var content = PaneContent(
      title, count: positions.count, start: max(0, passed - 1),
      empty: screen.language("No event matches; Esc shows all.", "没有符合的事件；按 Esc 显示全部。")
    ) { line(positions[$0], page) }
    content.staysAtEnd = true
    return content
  }

  private func line(_ position: UInt64, _ page: LogPageCache) -> PaneLine {
    page.event(at: position).map { lines.line($0, at: position) } ?? PaneLine()
  }

  private var lines: LogPaneLines {
    LogPaneLines(store: screen.store, language: screen.language, playhead: screen.playhead)
  }
}

/// The events that have rows: all but those that say only that time has passed.
private struct LogRows {
  /// The first position of the archive.
  let first: UInt64
  /// The positions of events without a row, in order.
  let quiet: [UInt64]

  /// The number of rows before a position.
  func row(of position: UInt64) -> Int { Int(position - first) - quiet.count { first <= $0 && $0 < position } }

  /// The position of the event of a row.
  func position(of row: Int) -> UInt64 {
    quiet.reduce(first + UInt64(row)) { first <= $1 && $1 <= $0 ? $0 + 1 : $0 }
  }
}

struct LogPaneLines {
  let store: ChainStore
  let language: Language
  let playhead: Playhead

  /// The line of the event at a position.
  func line(_ event: Event, at position: UInt64) -> PaneLine {
    var spans = [Span("\(DurationText.clock(event.time))  ", .time)]
    if event.promise != 0 {
      let name = store.name(of: event.promise) ?? ""
      spans += [Span("#\(event.promise)", .link), Span(" \(name.prefix(24)) ", .faint)]
    }
    spans += EventSentence(store: store, language: language).spans(event)
    // The events that are still to come.
    if position >= playhead.position { spans = spans.map { Span($0.text, .dimmed) } }
    var line = PaneLine(spans, target: event.promise == 0 ? nil : event.promise)
    line.position = position + 1
    return line
  }
}

/// The events around the last one that was read, so that a page of lines costs one read.
private final class LogPageCache {
  private let archive: any EventArchive
  private var start: UInt64 = 0
  private var events: [Event] = []

  init(archive: any EventArchive) { self.archive = archive }

  func event(at position: UInt64) -> Event? {
    if position < start || position >= start + UInt64(events.count) {
      events.removeAll(keepingCapacity: true)
      start = position
      try? archive.read(from: position, into: &events, limit: 64)
    }
    return position - start < UInt64(events.count) ? events[Int(position - start)] : nil
  }
}
