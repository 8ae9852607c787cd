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
    lines += runs.diff.goneFindings.map { line($0, language("gone", "消失"), .success, target: nil) }
    var kind: RunRow.Kind?
    for row in runs.rows {
      if row.kind != kind { lines += (lines.count > 1 ? [PaneLine()] : []) + [heading(row.kind, runs)] }
      kind = row.kind
      lines.append(line(row, runs))
    }
    return PaneContent(title, lines, start: lines.firstIndex { $0.target != nil })
  }

  private func totals(_ runs: RunComparison) -> String {
    func pair(_ old: Int, _ new: Int) -> String { "\(NumberText.grouped(old)) \(arrow) \(NumberText.grouped(new))" }
    let promises = pair(runs.former.facts.promises, runs.shown.facts.promises)
    let problems = pair(runs.former.facts.problems, runs.shown.facts.problems)
    let time = "\(screen.duration(runs.former.end)) \(arrow) \(screen.duration(runs.shown.end))"
    return language(
      "promises \(promises)   problems \(problems)   \(time)", "Promise \(promises)   问题 \(problems)   \(time)")
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

  /// The columns of times: the own time of most promises, the longest own time on a wide page, and the longest time with waiting.
  private var measures: [(title: String, time: (CallSiteGroup) -> Int64?)] {
    func longest(_ times: Histogram) -> Int64? { times.count > 0 ? times.longest : nil }
    let own = "\(language.ownColumn) \(language.maximumColumn)"
    return [("\(language.ownColumn) p50", { $0.own.quantile(0.5) })]
      + (width >= 116 ? [(own, { longest($0.own) })] : [])
      + [(language.maximumColumn, { longest($0.total) })]
  }

  private static let column = 9
  /// The width of the times of a measure: in both runs, and their difference.
  private static let group = 3 * column + 1
  private var nameWidth: Int { max(12, width - 2 - measures.count * Self.group) }

  private func cell(_ text: String, _ role: StyleRole, width: Int = column) -> Span {
    Span(String(repeating: " ", count: max(1, width - DisplayWidth.of(text))) + text, role)
  }

  private func heading(_ kind: RunRow.Kind, _ runs: RunComparison) -> PaneLine {
    let (text, role): (String, StyleRole) =
      switch kind {
      case .slower: (language("slower: own work", "自身工作变慢"), .failure)
      case .waitsLonger: (language("slower: waiting", "因等待而变慢"), .notice)
      case .faster: (language("faster", "变快"), .success)
      case .appeared: (language.rowsOnly(runs.shown.number), .title)
      case .vanished: (language.rowsOnly(runs.former.number), .title)
      case .same: (language("about the same", "基本相同"), .faint)
      }
    var spans = fitted([Span(text, role)])
    for measure in measures {
      spans.append(cell("\(measure.title) \(runs.former.number)", .faint, width: Self.column + 1))
      spans.append(cell("\(runs.shown.number)", .faint))
      spans.append(cell("+/-", .faint))
    }
    return PaneLine(spans)
  }

  private func line(_ row: RunRow, _ runs: RunComparison) -> PaneLine {
    let group = row.after ?? row.before
    let names = row.after == nil ? runs.former.names : runs.shown.names
    var name = [Span(group.flatMap { names[$0.first] } ?? "", .label)]
    if let site = group?.site { name.append(Span("  \(site.short)", .location)) }
    var spans = fitted(name)
    for measure in measures {
      let (old, new) = (row.before.flatMap(measure.time), row.after.flatMap(measure.time))
      func text(_ time: Int64?) -> String { time.map { $0 == 0 ? dot : screen.duration($0) } ?? "" }
      spans.append(cell(text(old), .faint, width: Self.column + 1))
      spans.append(cell(text(new), new == 0 ? .faint : .time))
      guard let old, let new, old != new else {
        spans.append(cell(old == nil || new == nil ? "" : dot, .faint))
        continue
      }
      let change = new - old
      let isLarge = Double(max(old, new)) > Double(min(old, new)) * 1.25 && change.magnitude > 1_000_000
      let role: StyleRole = !isLarge ? .faint : change > 0 ? .failure : .success
      spans.append(cell(DurationText.change(change, micro: screen.glyphs.isASCII ? "u" : "µ"), role))
    }
    var line = PaneLine(spans, target: row.after?.first)
    if row.after == nil { line.target = nil }
    return line
  }

  private func fitted(_ spans: [Span]) -> [Span] { spans.fitted(to: nameWidth, screen.glyphs.ellipsis) }
}
