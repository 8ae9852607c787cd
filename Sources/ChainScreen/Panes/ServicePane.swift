// The page of a service: what is wrong, a row per call site, then what has been in flight longest. `ServiceView` counts, and keeps the rows
// where they are.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct ServicePane {
  let screen: Screen
  let service: ServiceView
  let width: Int
  var language: Language { screen.language }

  init(_ screen: Screen, _ service: ServiceView, width: Int) {
    (self.screen, self.service, self.width) = (screen, service, width)
  }

  var content: PaneContent {
    var lines = verdict
    lines.append(PaneLine(title, indent: 3))
    let start = lines.count
    // Half of a page is for the call sites, so that what is in flight is in view.
    let room = max(3, (screen.layout.size.rows - 8) / 2 - 2)
    let shown = service.groups.prefix(service.groups.count <= room ? room : room - 1)
    lines += shown.map(line)
    if service.groups.count > shown.count {
      let more = NumberText.grouped(service.groups.count - shown.count)
      let text = language("\(more) more: C shows all call sites", "另有 \(more) 个：按 C 显示所有调用点")
      lines.append(PaneLine([Span(text, .faint)], indent: 3))
    }
    lines.append(heading(language("in flight, longest first", "进行中，最久的在前")))
    lines += service.oldest.compactMap(inFlight)
    return PaneContent(vitals, lines, start: service.groups.isEmpty ? nil : start)
  }

  // MARK: Call sites

  private enum Column: CaseIterable {
    case count, now, rate, p50, p99, longest, failed, history

    /// Those that a narrow page drops, first ones first.
    static let dropped: [Column] = [.longest, .count, .p50, .rate, .now, .history, .p99]
  }

  private func columnWidth(_ column: Column) -> Int {
    switch column {
    case .count, .p50, .p99, .longest: 9
    case .now: 6
    case .rate: 8
    case .failed: 7
    // A wide page has one cell for each second.
    case .history: width >= 180 ? 62 : width >= 120 ? 32 : 12
    }
  }

  private var columns: [Column] {
    var columns = Column.allCases
    for dropped in Column.dropped where columns.reduce(5 + 24, { $0 + columnWidth($1) }) > width {
      columns.removeAll { $0 == dropped }
    }
    return columns
  }

  private var nameWidth: Int {
    max(8, min(TableRow.widestName, width - 5 - columns.reduce(0) { $0 + columnWidth($1) }))
  }

  /// The columns of the table, without what is before a name.
  var tableWidth: Int { nameWidth + columns.reduce(0) { $0 + columnWidth($1) } }

  /// The columns of the curves; 0 on a page without them.
  var historyWidth: Int { columns.contains(.history) ? columnWidth(.history) : 0 }

  private var title: [Span] {
    var row = TableRow([Span(language.siteColumn, .title)])
    for column in columns {
      let text =
        switch column {
        case .count: language.countColumn
        case .now: language.openColumn
        case .rate: language("rate", "速率")
        case .p50: "p50"
        case .p99: "p99"
        case .longest: language.maximumColumn
        case .failed: language.failedColumn
        case .history: language("60 s", "60 秒")
        }
      row.add(text, .faint, columnWidth(column))
    }
    return row.spans(name: nameWidth, screen.glyphs.ellipsis)
  }

  private func line(_ group: CallSiteGroup) -> PaneLine {
    func time(_ quantile: Double) -> String { group.total.quantile(quantile).map { screen.duration($0) } ?? "" }
    let ellipsis = screen.glyphs.ellipsis
    var row = TableRow(
      .name(
        [Span(service.names[group.first] ?? group.operation, .label)], at: group.site?.short, within: nameWidth,
        ellipsis))
    for column in columns {
      let width = columnWidth(column)
      switch column {
      case .count: row.add(NumberText.grouped(group.count), .text, width)
      case .now: row.add(NumberText.grouped(group.pending), group.pending > 0 ? .pending : .faint, width)
      case .rate: row.add(service.rates[group.first].map(Self.rate) ?? "", .text, width)
      case .p50: row.add(time(0.5), .time, width)
      case .p99: row.add(time(0.99), .time, width)
      case .longest: row.add(group.total.count > 0 ? screen.duration(group.total.longest) : "", .time, width)
      case .failed: row.add(NumberText.grouped(group.rejected), group.rejected > 0 ? .failure : .faint, width)
      case .history: row.add(screen.history(group.settled, cells: width - 2), .barDone, width)
      }
    }
    var line = PaneLine([Span("\(screen.glyphs.folded) ", .faint)] + row.spans(name: nameWidth, ellipsis))
    line.group = group.first
    return line
  }

  // MARK: Promises in flight

  private func heading(_ text: String) -> PaneLine {
    let rule = String(repeating: screen.glyphs.rule, count: max(0, width - 6 - DisplayWidth.of(text)))
    return PaneLine([Span(screen.glyphs.rule, .rule), Span(" \(text) ", .title), Span(rule, .rule)])
  }

  private func inFlight(_ id: PromiseID) -> PaneLine? {
    // It may have settled since the numbers were counted.
    guard let facts = screen.store.facts(id), facts.isOpen else { return nil }
    let passed = max(0, screen.shownTime - facts.created)
    let age = facts.isUnknownStart ? passed > 0 ? screen.duration(atLeast: passed) : "" : screen.duration(passed)
    let name = [Span(screen.store.name(of: id) ?? "?", .label), Span(" #\(id)", .link)]
    var row = TableRow(name)
    row.add(age, .time, 12)
    var spans = row.spans(name: max(10, min(30, width / 3)), screen.glyphs.ellipsis)
    if let site = screen.store.nodeSite(facts.site), width >= 60 {
      spans.append(Span("   \(site.short)", .location))
      if !site.function.isEmpty { spans.append(Span("  \(site.function)", .faint)) }
    }
    if let other = facts.waitsOn { spans += [Span("   \(language("after", "等待")) ", .faint)] + screen.reference(other) }
    var line = PaneLine(spans, indent: 3, target: id)
    line.put(screen.glyphs.state(facts.state), facts.state.role)
    return line
  }
}
