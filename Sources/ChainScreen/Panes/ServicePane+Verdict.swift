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

  /// The maximum number of problems on the page, and the number of lines of each: a low page has no room for sentences.
  private var room: (entries: Int, lines: Int) {
    screen.layout.size.rows >= 40 ? (6, 2) : screen.layout.size.rows >= 24 ? (3, 2) : (3, 1)
  }

  /// What the page says is wrong, in the order of its lines.
  private enum Entry {
    case finding(Finding, Trend)
    case growth(Growth)
    case slow(SlowSite)
  }

  /// Problems come first, then what grows and what is slow, then notes.
  private var entries: [Entry] {
    let findings = zip(service.findings, service.trends)
    let notes = service.findings.count { $0.severity == .note }
    return findings.dropLast(notes).map { .finding($0, $1) } + service.growing.map { .growth($0) }
      + service.slow.map { .slow($0) } + findings.suffix(notes).map { .finding($0, $1) }
  }

  /// The number of lines before the heading of the call sites.
  var verdictCount: Int {
    let count = service.findings.count + service.growing.count + service.slow.count
    return count == 0 ? 1 : min(count, room.entries) * room.lines + (count > room.entries ? 1 : 0)
  }

  /// The lines of each problem: where it is and how often it occurred and, if there is room, a sentence that says what is wrong.
  var verdict: [PaneLine] {
    let entries = entries
    guard !entries.isEmpty else {
      return [PaneLine(language.faint("Nothing is known to be wrong so far.", "目前没有发现问题。"), indent: 3)]
    }
    let lines = entries.prefix(room.entries).flatMap { entry in
      let lines =
        switch entry {
        case .finding(let finding, let trend): self.lines(finding, trend)
        case .growth(let growth): self.lines(growth)
        case .slow(let slow): self.lines(slow)
        }
      return lines.prefix(room.lines)
    }
    let more = entries.count - room.entries
    guard more > 0 else { return lines }
    let number = NumberText.grouped(more)
    let text = language("\(number) more: P shows all problems", "另有 \(number) 个：按 P 显示所有问题")
    return lines + [PaneLine([Span(text, .faint)], indent: 3)]
  }

  private func lines(_ finding: Finding, _ trend: Trend) -> [PaneLine] {
    let kind = finding.kind
    var cells: [TableRow.Cell] = []
    if finding.occurrences > 1 {
      cells = [
        (Span("\(NumberText.grouped(finding.occurrences)) \(screen.glyphs.times)", .notice), 10),
        (Span(trend.perMinute > 0 ? perMinute(trend.perMinute) : "", .time), 12),
      ]
    }
    return lines(
      (screen.glyphs.problem(kind), kind.word(1, language), kind.role),
      (finding.label ?? finding.site?.function ?? "", finding.site), cells, cells.isEmpty ? nil : trend.seconds,
      [Span(finding.sentence(language))]
    ) { $0.target = finding.promise }
  }

  private func lines(_ growth: Growth) -> [PaneLine] {
    let group = growth.group
    let age = [Span(screen.duration(screen.shownTime - (screen.store.facts(growth.oldest)?.created ?? 0)), .time)]
    let others = group.total.quantile(0.5).map { [Span(screen.duration($0), .time)] }
    let sentence =
      others.map {
        language.line(
          "more and more stay open, the oldest for \(age); half of the others took at most \($0)",
          "待定的越来越多，最久的已 \(age)；其余的有一半用时不超过 \($0)")
      }
      ?? language.line(
        "more and more stay open, the oldest for \(age); none has ever settled", "待定的越来越多，最久的已 \(age)；从未有一个敲定")
    let least = growth.seconds.min() ?? 0
    return lines(
      (screen.glyphs.more.up, language("grows", "增长"), .warning), named(group),
      [
        (Span("\(NumberText.grouped(group.pending)) \(language.openColumn)", .notice), 12),
        (Span(growth.perMinute.map(perMinute) ?? "", .time), 10),
      ], growth.seconds.map { $0 - least }, sentence.spans(.text)
    ) { ($0.group, $0.target) = (group.first, growth.oldest) }
  }

  private func lines(_ slow: SlowSite) -> [PaneLine] {
    let group = slow.group
    func time(_ quantile: Double) -> String { screen.duration(group.total.quantile(quantile) ?? 0) }
    let longest = [Span(screen.duration(group.total.longest), .time)]
    var sentence = language.line(
      "the slowest, \([Span("#\(group.slowest)", .link)]), took \(longest)",
      "最慢的 \([Span("#\(group.slowest)", .link)]) 用时 \(longest)"
    ).spans(.text)
    if let part = slow.part, let percent = NumberText.percent(part.share), let facts = screen.store.facts(part.promise)
    {
      // A timer stands for the function that waited for it.
      let named = facts.inside != 0 && screen.store.isTimer(facts) ? facts.inside : facts.id
      let site = screen.store.callSite(of: named).map { [Span(" \($0.short)", .location)] } ?? []
      let what = [Span(screen.store.name(of: named) ?? "?", .label)] + site
      sentence += language.line(": \([Span(percent)]) in \(what)", "：\([Span(percent)]) 在 \(what)").spans(.text)
    }
    return lines(
      (screen.glyphs.problem(.slow), ProblemKind.slow.word(1, language), ProblemKind.slow.role), named(group),
      [(Span("p50 \(time(0.5))", .time), 11), (Span("p99 \(time(0.99))", .notice), 13)], nil, sentence
    ) { $0.target = group.slowest }
  }

  private func perMinute(_ count: Int) -> String {
    "\(count < 0 ? "-" : "+")\(NumberText.grouped(abs(count)))/\(language("min", "分钟"))"
  }

  private func named(_ group: CallSiteGroup) -> (String, NodeSite?) {
    (service.names[group.first] ?? group.operation, group.site)
  }

  /// The two lines of an entry; its curve is in the column of the curves of the call sites.
  private func lines(
    _ sign: (glyph: String, word: String, role: StyleRole), _ subject: (name: String, site: NodeSite?),
    _ cells: [TableRow.Cell], _ curve: [Int]?, _ sentence: [Span], to: (inout PaneLine) -> Void
  ) -> [PaneLine] {
    var name = [Span(sign.word, sign.role)]
    if !subject.name.isEmpty { name.append(Span("  \(subject.name)", .label)) }
    if let site = subject.site {
      name.append(Span("  \(site.short)", .location))
      if !site.function.isEmpty, site.function != subject.name { name.append(Span("  \(site.function)", .faint)) }
    }
    var row = TableRow(name)
    row.cells = cells
    let room = historyWidth
    if room > 0, !cells.isEmpty {
      row.add(curve.map { screen.curve($0, cells: room - 2) } ?? "", sign.role == .alarm ? .failure : sign.role, room)
    }
    let width = tableWidth - row.cells.reduce(0) { $0 + $1.width }
    var first = PaneLine(row.spans(name: max(8, width), screen.glyphs.ellipsis), indent: 3)
    var second = PaneLine(sentence, indent: 5)
    first.put(sign.glyph, sign.role)
    to(&first)
    to(&second)
    return [first, second]
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
