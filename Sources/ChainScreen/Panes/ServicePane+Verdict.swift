// The top of the page of a service: the numbers of the program, and what is wrong, each problem of a call site once, with how often it occurred
// and how that changes.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

extension ServicePane {
  // MARK: The program

  /// `113 in flight ▴ +12/min   49 settled/s   memory 133 MB ▴ +2 MB/min   CPU 12 %`; a narrow page shortens it.
  var vitals: [Span] {
    let forms = [(gap: "   ", isShort: false), (gap: "  ", isShort: false), (gap: "  ", isShort: true)]
    let all = forms.map { vitals($0.gap, isShort: $0.isShort) }
    return all.first { $0.width <= width - 9 } ?? all[2]
  }

  private func vitals(_ gap: String, isShort: Bool) -> [Span] {
    let vitals = service.vitals
    var spans = [Span(NumberText.grouped(vitals.inFlight), .pending), Span(" \(language.inFlight)", .title)]
    if let growth = vitals.growth { spans += change(growth, NumberText.grouped(abs(growth))) }
    spans.append(Span("\(gap)\(Self.number(vitals.perSecond))", .time))
    spans.append(Span(isShort ? "/s" : language(" settled/s", " 个敲定/秒"), .faint))
    if let memory = vitals.memory {
      spans += [
        Span("\(gap)\(isShort ? language("mem", "内存") : language("memory", "内存")) ", .faint),
        Span(Self.megabytes(memory.bytes), .time),
      ]
      if let growth = memory.growth, abs(growth) >= max(500_000, memory.bytes / 50) {
        spans += change(Int(growth), Self.megabytes(abs(growth)))
      }
    }
    if let processor = vitals.processor {
      spans += [Span("\(gap)CPU ", .faint), Span("\(Int((processor * 100).rounded())) %", .time)]
    }
    return spans
  }

  private func change(_ growth: Int, _ amount: String) -> [Span] {
    let (arrows, minute) = (screen.glyphs.more, language("min", "分钟"))
    return growth > 0
      ? [Span(" \(arrows.up) +\(amount)/\(minute)", .notice)] : [Span(" \(arrows.down) -\(amount)/\(minute)", .faint)]
  }

  private static func megabytes(_ bytes: Int64) -> String {
    let tenths = bytes / 100_000
    return bytes < 9_950_000
      ? "\(tenths / 10).\(tenths % 10) MB" : "\(NumberText.grouped((bytes + 500_000) / 1_000_000)) MB"
  }

  /// `52/s`, or `0.4/s`.
  static func rate(_ perSecond: Double) -> String { "\(number(perSecond))/s" }

  private static func number(_ perSecond: Double) -> String {
    if perSecond >= 9.95 || perSecond == 0 { return NumberText.grouped(Int(perSecond.rounded())) }
    let tenths = Int((perSecond * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  // MARK: What is wrong

  /// The number of problems that the page has room for.
  private var problemRoom: Int { screen.layout.size.rows >= 40 ? 6 : screen.layout.size.rows >= 24 ? 3 : 1 }

  /// The number of lines before the heading of the call sites.
  var verdictCount: Int {
    let shown = min(problemRoom, service.findings.count)
    return service.findings.isEmpty ? 1 : 2 * shown + (service.findings.count > shown ? 1 : 0)
  }

  /// Two lines for each problem: where and how often, and what is wrong.
  var verdict: [PaneLine] {
    guard !service.findings.isEmpty else {
      return [PaneLine(language.faint("Nothing is known to be wrong so far.", "目前没有发现问题。"), indent: 3)]
    }
    var lines = zip(service.findings, service.trends).prefix(problemRoom).flatMap { verdict($0, $1) }
    let more = service.findings.count - lines.count / 2
    if more > 0 {
      let text = language(
        "\(NumberText.grouped(more)) more: P shows all problems", "另有 \(NumberText.grouped(more)) 个：按 P 显示所有问题")
      lines.append(PaneLine([Span(text, .faint)], indent: 3))
    }
    return lines
  }

  private func verdict(_ finding: Finding, _ trend: Trend) -> [PaneLine] {
    let kind = finding.kind
    var name = [Span(kind.word(1, language), kind.role)]
    if let subject = finding.label ?? finding.site?.function, !subject.isEmpty {
      name.append(Span("  \(subject)", .label))
    }
    if let site = finding.site { name.append(Span("  \(site.short)", .location)) }
    var row = TableRow(name)
    let curve = width >= 120 ? 32 : 12
    if finding.occurrences > 1 {
      row.add("\(NumberText.grouped(finding.occurrences)) \(screen.glyphs.times)", .notice, 10)
      let minute = language("min", "分钟")
      row.add(trend.perMinute > 0 ? "+\(NumberText.grouped(trend.perMinute))/\(minute)" : "", .time, 12)
      row.add(screen.curve(trend.seconds, cells: curve - 2), kind == .unhandled ? .failure : kind.role, curve)
    }
    let room = min(TableRow.widestName, width - 4 - (finding.occurrences > 1 ? 22 + curve : 0))
    var first = PaneLine(row.spans(name: max(8, room), screen.glyphs.ellipsis), indent: 3, target: finding.promise)
    first.put(screen.glyphs.problem(kind), kind.role)
    return [first, PaneLine([Span(finding.sentence(language))], indent: 5, target: finding.promise)]
  }
}

extension Screen {
  /// A curve of the last minute, in seconds that are over.
  func history(_ counts: RecentCounts, cells: Int) -> String {
    curve(Array(counts.last(61, now: shownTime).dropLast()), cells: cells)
  }

  /// A curve of the seconds of a minute in a number of cells; blank before the run started.
  func curve(_ seconds: [Int], cells: Int) -> String {
    let width = max(1, 60 / cells)
    let values = (0..<cells).map { seconds[$0 * width..<min(60, ($0 + 1) * width)].reduce(0, +) }
    let blank = max(0, min(cells, cells - Int((shownTime / 1_000_000_000 + Int64(width) - 1) / Int64(width))))
    return String(repeating: " ", count: blank) + glyphs.curve(Array(values[blank...]))
  }
}
