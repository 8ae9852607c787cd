// A run beside a former one: the problems that are new or gone, then a row per call site with both times, what became slower first. `RunDiff`
// compares.

import Canvas
import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

struct RunsPane {
  private let screen: Screen
  private let width: Int
  private var language: Language { screen.language }

  init(_ screen: Screen, width: Int) { (self.screen, self.width) = (screen, width) }

  var content: PaneContent {
    guard let runs = screen.comparedRuns else { return PaneContent([], [], empty: language.noFormerRun) }
    let isNamed = runs.former.name != runs.shown.name
    func name(_ run: NumberedRun) -> String {
      language.runNumber(run.number) + (isNamed ? " \(run.name.split(separator: "/").last ?? "")" : "")
    }
    let title = [
      Span(
        language("\(name(runs.former)) beside \(name(runs.shown))", "\(name(runs.former)) 与 \(name(runs.shown))"),
        .title)
    ]
    var lines = [PaneLine([Span(totals(runs), .action)])]
    lines += runs.diff.newFindings.map { line($0, language("new", "新增"), .failure, target: $0.promise) }
    let isOver = runs.shown.facts.isOver
    lines += runs.diff.goneFindings.map {
      line($0, isOver ? language("gone", "消失") : language("not yet", "尚未出现"), isOver ? .success : .faint, target: nil)
    }
    var former: RunRow?
    for row in runs.rows {
      if former.map({ $0.kind != row.kind || measures(row) != measures($0) }) ?? true {
        lines += (lines.count > 1 ? [PaneLine()] : []) + [heading(row, runs)]
      }
      former = row
      lines.append(line(row, runs))
    }
    return PaneContent(title, lines, start: lines.firstIndex { $0.target != nil })
  }

  private func totals(_ runs: RunComparison) -> String {
    func pair(_ old: Int, _ new: Int) -> String { "\(NumberText.grouped(old)) \(arrow) \(NumberText.grouped(new))" }
    let promises = pair(runs.former.facts.promises, runs.shown.facts.promises)
    let problems = pair(runs.former.facts.findings.count, runs.shown.facts.findings.count)
    let time = "\(screen.duration(runs.former.end)) \(arrow) \(screen.duration(runs.shown.end))"
    let soFar = runs.shown.facts.isOver ? "" : language(" so far", "（到目前为止）")
    return language(
      "promises \(promises)   problems \(problems)   \(time)\(soFar)",
      "Promise \(promises)   问题 \(problems)   \(time)\(soFar)")
  }

  private var dot: String { screen.glyphs.isASCII ? "." : "·" }
  private var arrow: String { screen.glyphs.isASCII ? "->" : "→" }

  private func line(_ finding: Finding, _ word: String, _ role: StyleRole, target: PromiseID?) -> PaneLine {
    let kind = finding.kind
    var line = PaneLine([Span("\(word)  ", role), Span(finding.sentence(language))], indent: 3, target: target)
    line.put(screen.glyphs.problem(kind), kind.role)
    if target == nil { line.target = nil }
    if let site = finding.site, width >= 60 { line.trailing = [Span(site.short, .location)] }
    return line
  }

  // MARK: The table

  /// The columns of times, that which decided about the row among them: the own time of most promises, the longest own time on a wide page, and the
  /// longest time with waiting.
  private func measures(_ row: RunRow) -> [RunRow.Measure] {
    if width >= 116 { return [.ownMedian, row.measure == .totalMedian ? .totalMedian : .ownLongest, .totalLongest] }
    return [row.measure == .totalLongest ? .ownMedian : row.measure, .totalLongest]
  }

  private func title(_ measure: RunRow.Measure) -> String {
    switch measure {
    case .ownMedian: "\(language.ownColumn) p50"
    case .ownLongest: "\(language.ownColumn) \(language.maximumColumn)"
    case .totalMedian: "p50"
    case .totalLongest: language.maximumColumn
    }
  }

  private func time(_ measure: RunRow.Measure, _ group: CallSiteGroup) -> Int64? {
    switch measure {
    case .ownMedian: group.own.quantile(0.5)
    case .ownLongest: group.own.count > 0 ? group.own.longest : nil
    case .totalMedian: group.total.quantile(0.5)
    case .totalLongest: group.total.count > 0 ? group.total.longest : nil
    }
  }

  private static let column = 9
  /// The width of the times of a measure: in both runs, and their difference.
  private static let group = 3 * column + 1
  private var nameWidth: Int {
    max(12, min(TableRow.widestName, width - 2 - (width >= 116 ? 3 : 2) * Self.group))
  }

  private func heading(_ row: RunRow, _ runs: RunComparison) -> PaneLine {
    let (text, role): (String, StyleRole) =
      switch row.kind {
      case .slower: (language("slower: own work", "自身工作变慢"), .failure)
      case .waitsLonger: (language("slower: waiting", "因等待而变慢"), .notice)
      case .faster: (language("faster", "变快"), .success)
      case .appeared: (language.rowsOnly(runs.shown.number), .title)
      case .vanished where !runs.shown.facts.isOver:
        (language("not yet in run \(runs.shown.number)", "第 \(runs.shown.number) 次运行中尚未出现"), .faint)
      case .vanished: (language.rowsOnly(runs.former.number), .title)
      case .same: (language("about the same", "基本相同"), .faint)
      }
    var heading = TableRow([Span(text, role)])
    for measure in measures(row) {
      heading.add("\(title(measure)) \(runs.former.number)", .faint, Self.column + 1)
      heading.add("\(runs.shown.number)", .faint, Self.column)
      heading.add("+/-", .faint, Self.column)
    }
    return PaneLine(heading.spans(name: nameWidth, screen.glyphs.ellipsis))
  }

  private func line(_ row: RunRow, _ runs: RunComparison) -> PaneLine {
    let group = row.after ?? row.before
    let names = row.after == nil ? runs.former.names : runs.shown.names
    let ellipsis = screen.glyphs.ellipsis
    var cells = TableRow(
      .name(
        [Span(group.flatMap { names[$0.first] } ?? "", .label)], at: group?.site?.short, within: nameWidth, ellipsis))
    for measure in measures(row) {
      let (old, new) = (row.before.flatMap { time(measure, $0) }, row.after.flatMap { time(measure, $0) })
      func text(_ time: Int64?) -> String { time.map { $0 == 0 ? dot : screen.duration($0) } ?? "" }
      cells.add(text(old), .faint, Self.column + 1)
      cells.add(text(new), new == 0 ? .faint : .time, Self.column)
      guard let old, let new, old != new else {
        cells.add(old == nil || new == nil ? "" : dot, .faint, Self.column)
        continue
      }
      let change = new - old
      let isLarge = Double(max(old, new)) > Double(min(old, new)) * 1.25 && change.magnitude > 1_000_000
      let role: StyleRole = !isLarge ? .faint : change > 0 ? .failure : .success
      cells.add(DurationText.change(change, micro: screen.glyphs.isASCII ? "u" : "µ"), role, Self.column)
    }
    var line = PaneLine(cells.spans(name: nameWidth, ellipsis), target: row.after?.first)
    if row.after == nil { line.target = nil }
    return line
  }
}
