// The page of a service: a row per call site, then what needs a look, then what has been in flight longest. `ServiceView` counts, and keeps
// the rows where they are.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct ServicePane {
  private let screen: Screen
  private let service: ServiceView
  private let width: Int
  private var language: Language { screen.language }

  init(_ screen: Screen, _ service: ServiceView, width: Int) {
    (self.screen, self.service, self.width) = (screen, service, width)
  }

  var content: PaneContent {
    // Half of a page is for the call sites, so that the problems are in view.
    let room = max(3, (screen.layout.size.rows - 8) / 2)
    let shown = service.groups.prefix(service.groups.count <= room ? room : room - 1)
    var lines = shown.map(line)
    if service.groups.count > shown.count {
      let more = NumberText.grouped(service.groups.count - shown.count)
      let text = language("\(more) more: C shows all call sites", "另有 \(more) 个：按 C 显示所有调用点")
      lines.append(PaneLine([Span(text, .faint)], indent: 3))
    }
    lines.append(heading(language("needs a look", "需要关注")))
    lines += service.findings.prefix(6).map(line)
    if service.findings.isEmpty {
      lines.append(PaneLine(language.faint("No errors or warnings.", "没有错误或警告。"), indent: 3))
    }
    if service.findings.count > 6 {
      let more = NumberText.grouped(service.findings.count - 6)
      let text = language("\(more) more: P shows all problems", "另有 \(more) 个：按 P 显示所有问题")
      lines.append(PaneLine([Span(text, .faint)], indent: 3))
    }
    lines.append(heading(language("in flight, longest first", "进行中，最久的在前")))
    lines += service.oldest.compactMap(inFlight)
    return PaneContent(title, lines, start: service.groups.isEmpty ? nil : 0)
  }

  // MARK: Call sites

  /// The widths of the columns of numbers; a narrow page drops the last ones.
  private var columns: [(title: String, width: Int)] {
    let all = [
      (language.countColumn, 9), (language("now", "当前"), 6), (language("rate", "速率"), 8), ("p50", 9), ("p99", 9),
      (language.maximumColumn, 9), (language.failedColumn, 8),
    ]
    var left = width - 2 - 14
    let failed = all[6].1
    return all.dropLast().prefix { column in
      left -= column.1
      return left >= failed
    } + [all[6]]
  }

  private var nameWidth: Int { max(8, width - 5 - columns.reduce(0) { $0 + $1.width }) }

  private var title: [Span] {
    var spans = fitted([Span(language.siteColumn, .title)], to: nameWidth)
    for column in columns { spans.append(cell(column.title, .faint, column.width)) }
    return spans
  }

  private func line(_ group: CallSiteGroup) -> PaneLine {
    func time(_ quantile: Double) -> String { group.total.quantile(quantile).map { screen.duration($0) } ?? "" }
    var name = [Span(service.names[group.first] ?? group.operation, .label)]
    if let site = group.site { name.append(Span("  \(site.short)", .location)) }
    let rate = service.rates[group.first].map(Self.rate) ?? ""
    let values: [(String, StyleRole)] = [
      (NumberText.grouped(group.count), .text),
      (NumberText.grouped(group.pending), group.pending > 0 ? .pending : .faint), (rate, .text),
      (time(0.5), .time), (time(0.99), .time),
      (group.total.count > 0 ? screen.duration(group.total.longest) : "", .time),
      (NumberText.grouped(group.rejected), group.rejected > 0 ? .failure : .faint),
    ]
    var spans = [Span("\(screen.glyphs.folded) ", .faint)] + fitted(name, to: nameWidth)
    let columns = columns
    for (index, value) in values.enumerated() {
      let column = index == 6 ? columns.count - 1 : index
      guard index == 6 || index < columns.count - 1 else { continue }
      spans.append(cell(value.0, value.1, columns[column].width))
    }
    var line = PaneLine(spans)
    line.group = group.first
    return line
  }

  /// `52/s`, or `0.4/s`.
  private static func rate(_ perSecond: Double) -> String {
    if perSecond >= 9.95 || perSecond == 0 { return "\(NumberText.grouped(Int(perSecond.rounded())))/s" }
    let tenths = Int((perSecond * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)/s"
  }

  // MARK: Problems and promises in flight

  private func heading(_ text: String) -> PaneLine {
    let rule = String(repeating: screen.glyphs.rule, count: max(0, width - 6 - DisplayWidth.of(text)))
    return PaneLine([Span(screen.glyphs.rule, .rule), Span(" \(text) ", .title), Span(rule, .rule)])
  }

  private func line(_ finding: Finding) -> PaneLine {
    let kind = finding.kind
    let time = DurationText.clock(finding.time)
    let count = finding.occurrences > 1 ? "\(NumberText.grouped(finding.occurrences)) \(screen.glyphs.times) " : ""
    var line = PaneLine(
      [Span("\(time)  ", .time), Span(count, .notice), Span(finding.sentence(language))], indent: 3,
      target: finding.promise)
    line.put(screen.glyphs.problem(kind), kind.role)
    if let site = finding.site, width >= 60 { line.trailing = [Span(site.short, .location)] }
    return line
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
      left -= text.append(visible: span.text, within: left, ellipsis: ellipsis)
      fitted.append(Span(String(decoding: text, as: UTF8.self), span.role))
    }
    return fitted + [Span(String(repeating: " ", count: Swift.max(0, left)))]
  }
}
