// The numbers of `pscope stats`, for people and as JSON (docs/stats.schema.json): call sites, the slowest promises, the critical path of the run.

import ChainAnalysis
import ChainModel
import PlainText
import PromiseTrace

/// Where the time of a run went, as a report.
public struct StatsReport {
  /// The maximum number of call sites in the text.
  public var sites = 10
  /// The maximum number of slow promises, and of segments of the critical path, in the text.
  public var rows = 5
  private let store: ChainStore
  private let groups: Groups
  private let source: String
  private let path: CriticalPath?
  private let hangs: [Finding]
  private let language: Language

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - analyzed: The history.
  ///   - groups: Its promises by call site, to which every event was applied.
  ///   - source: The name of the source.
  ///   - language: The language of the text; the JSON is English.
  public init(_ analyzed: AnalyzedStore, _ groups: Groups, source: String, language: Language = .english) {
    (self.store, self.groups, self.source, self.language) = (analyzed.store, groups, source, language)
    path = store.criticalPathOfRun(bodies: analyzed.bodies)
    hangs = analyzed.findings().filter { $0.kind == .hang }
  }

  /// The groups, those with the most time of their own first.
  private var sorted: [CallSiteGroup] {
    let all = groups.all + (groups.others.count > 0 ? [groups.others] : [])
    return all.sorted { ($1.own.sum, $1.total.sum, $0.first) < ($0.own.sum, $0.total.sum, $1.first) }
  }

  // MARK: Text

  /// The report for people: at most 80 columns, and short enough for one screen.
  public var text: String {
    var text = TextTree(language: language).summary(store.counts, title: Escaping.line(source)) + "\n"
    if let first = hangs.first {
      let count = language(NumberText.plural(hangs.count, "hang", "hangs"), "\(NumberText.grouped(hangs.count)) 处卡住")
      text += TextLines.wrap("∞ " + count + language(": ", "：") + first.sentence(language), indent: 0, hanging: 2)
    }
    if store.counts.total > 0 { text += sitesText + slowestText }
    if let path, path.total > 0 { text += pathText(path) }
    return text
  }

  private var sitesText: String {
    func line(_ cells: [String], _ name: String) -> String {
      zip(cells, [7, 9, 8, 9, 9, 9]).map(TextLines.right).joined() + "  " + Escaping.line(name, limit: 27) + "\n"
    }
    let all = sorted
    var text = language(
      "\nCall sites, most time of their own first; p50 to p99: creation to settlement\n",
      "\n调用点，自身用时最多的在前；p50 到 p99：从创建到敲定\n")
    text += line(
      [language("count", "个数"), language("pending", "待定"), language("failed", "被拒绝"), "p50", "p90", "p99"],
      language("call site", "调用点"))
    for group in all.prefix(sites) {
      let times = [0.5, 0.9, 0.99].map { group.total.quantile($0).map { DurationText.of($0) } ?? "-" }
      let counts = [group.count, group.unsettled, group.rejected].map(NumberText.grouped)
      text += line(counts + times, Self.name(group, language))
    }
    if all.count > sites {
      let rest = all.count - sites
      text += language(
        "  … \(NumberText.plural(rest, "more call site", "more call sites"))\n",
        "  … 另有 \(NumberText.grouped(rest)) 个调用点\n")
    }
    return text
  }

  private var slowestText: String {
    guard !groups.slowest.byOwn.isEmpty else { return "" }
    var text = language("\nSlowest promises, by time of their own\n", "\n最慢的 Promise，按自身用时\n")
    for entry in groups.slowest.byOwn.prefix(rows) {
      let own = DurationText.of(entry.durations.own)
      var parts = language("\(own): ", "\(own)：") + store.nameInSentence(entry.promise) + site(entry.promise)
      let others = [
        (entry.durations.queued, language("queued", "排队")), (entry.durations.waiting, language("waiting", "等待")),
      ].filter { $0.0 > 0 }
      if !others.isEmpty {
        parts += language(
          " (and " + others.map { "\(DurationText.of($0.0)) \($0.1)" }.joined(separator: ", ") + ")",
          "（另有" + others.map { "\($0.1) \(DurationText.of($0.0))" }.joined(separator: "，") + "）")
      }
      text += TextLines.wrap(parts)
    }
    return text
  }

  /// ` at Loader:41`, or nothing if the log does not give it.
  private func site(_ id: PromiseID) -> String {
    guard let site = store.callSite(of: id).map({ Escaping.line($0.short) }) else { return "" }
    return language(" at \(site)", " @ \(site)")
  }

  private func pathText(_ path: CriticalPath) -> String {
    let total = DurationText.of(path.total)
    var text = language("\nCritical path of the run: \(total)\n", "\n整次运行的关键路径：\(total)\n")
    let shown = path.longest(rows)
    var rest = path.total
    for index in shown.sorted() {
      text += TextLines.wrap(sentence(path.segments[index], of: path.total))
      rest -= path.segments[index].duration
    }
    let count = path.segments.count - shown.count
    if count > 0 {
      let time = DurationText.of(rest)
      text += language(
        "  \(time): \(NumberText.plural(count, "shorter segment", "shorter segments"))\n",
        "  \(time)：\(NumberText.grouped(count)) 个较短的片段\n")
    }
    return text
  }

  private func sentence(_ segment: PathSegment, of total: Int64) -> String {
    let share = NumberText.percent(Double(segment.duration) / Double(total))
    let time = DurationText.of(segment.duration)
    let head = language(time + (share.map { " (\($0))" } ?? "") + ": ", time + (share.map { "（\($0)）：" } ?? "："))
    guard segment.promise != 0 else { return head + language("outside of promises", "在 Promise 之外") }
    let name = store.nameInSentence(segment.promise) + site(segment.promise)
    let kind = language(segment.kind.rawValue, segment.kind.chinese)
    guard segment.other != 0 else { return head + kind + language(": ", "：") + name }
    let (other, isQueued) = (store.nameInSentence(segment.other), segment.kind == .queued)
    if [.inFlight, .timer].contains(segment.kind) {
      return head
        + language("\(kind): \(name), while \(other) held the event loop", "\(kind)：\(name)，其间 \(other) 占用事件循环")
    }
    return head
      + language(
        "\(kind) \(isQueued ? "behind" : "for") \(other): \(name)",
        isQueued ? "\(name) 排在 \(other) 之后" : "\(name) 等待 \(other)")
  }

  static func name(_ group: CallSiteGroup, _ language: Language = .english) -> String {
    let site = group.site.map { Escaping.line($0.short) } ?? language("unknown call site", "未知调用点")
    return group.operation.isEmpty ? site : "\(site) \(Escaping.line(group.operation))"
  }

  // MARK: JSON

  /// The report as JSON, with all call sites.
  public var json: String {
    let counts = store.counts
    let slowest: JSON = ["byOwn": groups.slowest.byOwn.map(json), "byTotal": groups.slowest.byTotal.map(json)]
    let value: JSON = [
      "schema": "promisescope.stats", "version": 1, "source": source, "promises": PromiseJSON.json(counts),
      "events": counts.events, "lost": counts.lost, "sites": sorted.map(Self.json), "slowest": slowest,
      "path": path.map { PromiseJSON.json($0) },
    ]
    return value.text
  }

  private func json(_ entry: Slowest.Entry) -> JSON {
    let times = entry.durations
    return [
      "promise": PromiseJSON.json(entry.promise, in: store), "total": times.total, "waiting": times.waiting,
      "queued": times.queued, "own": times.own, "running": times.running,
    ]
  }

  static func json(_ group: CallSiteGroup) -> JSON {
    let counts = RunBaseline.counts.dropFirst().map { JSON.Member($0.name, group[keyPath: $0.path]) }
    let times = RunBaseline.times.map { JSON.Member($0.name, json(group[keyPath: $0.path])) }
    return .merged(
      PromiseJSON.site(group.site),
      [
        "operation": group.operation, "first": PromiseJSON.id(group.first), "count": group.count,
        "pending": group.pending,
      ], .object(counts + times))
  }

  private static func json(_ times: Histogram) -> JSON {
    [
      "count": times.count, "sum": times.sum, "p50": times.quantile(0.5), "p90": times.quantile(0.9),
      "p99": times.quantile(0.99), "max": times.quantile(1),
    ]
  }
}

extension PathSegment.Kind {
  fileprivate var chinese: String {
    switch self {
    case .waiting: "等待"
    case .queued: "排队"
    case .running: "运行"
    case .inFlight: "进行中"
    case .timer: "定时器"
    }
  }
}
