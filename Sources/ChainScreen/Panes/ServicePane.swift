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
    case .history: width >= 120 ? 32 : 12
    }
  }

  private var columns: [Column] {
    var columns = Column.allCases
    for dropped in Column.dropped where columns.reduce(5 + 24, { $0 + columnWidth($1) }) > width {
      columns.removeAll { $0 == dropped }
    }
    return columns
  }

  private var nameWidth: Int { max(8, width - 5 - columns.reduce(0) { $0 + columnWidth($1) }) }

  private var title: [Span] {
    fitted([Span(language.siteColumn, .title)], to: nameWidth)
      + columns.map { column in
        let text =
          switch column {
          case .count: language.countColumn
          case .now: language("open", "待定")
          case .rate: language("rate", "速率")
          case .p50: "p50"
          case .p99: "p99"
          case .longest: language.maximumColumn
          case .failed: language.failedColumn
          case .history: language("60 s", "60 秒")
          }
        return cell(text, .faint, columnWidth(column))
      }
  }

  private func line(_ group: CallSiteGroup) -> PaneLine {
    func time(_ quantile: Double) -> Span {
      cell(group.total.quantile(quantile).map { screen.duration($0) } ?? "", .time, 9)
    }
    // The name gives way to the line of its call site.
    let site = group.site.map { "  \($0.short)" } ?? ""
    let room = max(4, nameWidth - DisplayWidth.of(site))
    let name = service.names[group.first] ?? group.operation
    let short = fitted([Span(name, .label)], to: min(room, DisplayWidth.of(name)))
    var spans = [Span("\(screen.glyphs.folded) ", .faint)] + fitted(short + [Span(site, .location)], to: nameWidth)
    for column in columns {
      let width = columnWidth(column)
      switch column {
      case .count: spans.append(cell(NumberText.grouped(group.count), .text, width))
      case .now: spans.append(cell(NumberText.grouped(group.pending), group.pending > 0 ? .pending : .faint, width))
      case .rate: spans.append(cell(service.rates[group.first].map(Self.rate) ?? "", .text, width))
      case .p50: spans.append(time(0.5))
      case .p99: spans.append(time(0.99))
      case .longest:
        spans.append(cell(group.total.count > 0 ? screen.duration(group.total.longest) : "", .time, width))
      case .failed:
        spans.append(cell(NumberText.grouped(group.rejected), group.rejected > 0 ? .failure : .faint, width))
      case .history: spans.append(cell(screen.history(group.settled, cells: width - 2), .barDone, width))
      }
    }
    var line = PaneLine(spans)
    line.group = group.first
    return line
  }

  // MARK: Promises in flight

  private func heading(_ text: String) -> PaneLine {
    let rule = String(repeating: screen.glyphs.rule, count: max(0, width - 6 - DisplayWidth.of(text)))
    return PaneLine([Span(screen.glyphs.rule, .rule), Span(" \(text) ", .title), Span(rule, .rule)])
  }

  private func inFlight(_ id: PromiseID) -> PaneLine? {
    guard let facts = screen.store.facts(id) else { return nil }
    let passed = max(0, screen.shownTime - facts.created)
    let age = facts.isUnknownStart ? passed > 0 ? screen.duration(atLeast: passed) : "" : screen.duration(passed)
    var spans = fitted(
      [Span(screen.store.name(of: id) ?? "?", .label), Span(" #\(id)", .link)], to: max(10, min(30, width / 3)))
    spans.append(cell(age, .time, 10))
    if let other = facts.waitsOn { spans += [Span("   \(language("after", "等待")) ", .faint)] + screen.reference(other) }
    var line = PaneLine(spans, indent: 3, target: id)
    line.put(screen.glyphs.state(facts.state), facts.state.role)
    if let site = screen.store.nodeSite(facts.site), width >= 60 { line.trailing = [Span(site.short, .location)] }
    return line
  }

  // MARK: Cells

  private func cell(_ text: String, _ role: StyleRole, _ width: Int) -> Span {
    Span(String(repeating: " ", count: max(1, width - DisplayWidth.of(text))) + text, role)
  }

  private func fitted(_ spans: [Span], to width: Int) -> [Span] { spans.fitted(to: width, screen.glyphs.ellipsis) }
}

extension [Span] {
  /// The same spans, cut or padded to exactly that width.
  func fitted(to width: Int, _ ellipsis: String) -> [Span] {
    var (left, fitted) = (width, [Span]())
    for span in self where left > 0 {
      var text: [UInt8] = []
      left -= text.append(visible: span.text(within: left, ellipsis), within: left, ellipsis: ellipsis)
      fitted.append(Span(String(decoding: text, as: UTF8.self), span.role))
    }
    return fitted + [Span(String(repeating: " ", count: Swift.max(0, left)))]
  }
}
