// The comparison of `pscope diff`, for people and as JSON (docs/diff.schema.json). Owns the layout; `RunDiff` compares.

import ChainAnalysis
import ChainModel
import PlainText

/// What differs between two runs, as a report.
public struct DiffReport {
  /// The maximum number of call sites of each kind in the text.
  public var rows = 8
  private let diff: RunDiff
  private let excesses: [RunDiff.Excess]
  private let names: (before: String, after: String)
  private let language: Language

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - diff: The comparison.
  ///   - before: The name of the first source.
  ///   - after: The name of the second source.
  ///   - budgets: What the second run may not exceed.
  ///   - language: The language of the text; the JSON is English.
  public init(
    _ diff: RunDiff, before: String, after: String, budgets: [DiffBudget] = [], language: Language = .english
  ) {
    (self.diff, names, self.language) = (diff, (before, after), language)
    excesses = diff.excesses(over: budgets)
  }

  /// Whether a budget is exceeded.
  public var fails: Bool { !excesses.isEmpty }

  /// The report for people, at most 80 columns wide.
  public var text: String {
    let title = "\(Escaping.line(names.before)) → \(Escaping.line(names.after))\n"
    if diff.isEmpty, excesses.isEmpty { return title + language("no call site differs\n", "各调用点没有差异\n") }
    func counts(_ groups: [CallSiteGroup]) -> [String] {
      groups.map { sentence($0, RowWords(language).promises($0.count)) }
    }
    func pairs(_ pairs: [RunDiff.Pair], _ number: (CallSiteGroup) -> Int, _ what: String) -> [String] {
      pairs.map { pair in
        let (old, new) = (NumberText.grouped(number(pair.before)), NumberText.grouped(number(pair.after)))
        let (all, now) = (NumberText.grouped(pair.before.count), NumberText.grouped(pair.after.count))
        return sentence(
          pair.after,
          language("\(what) \(old) → \(new) (of \(all) → of \(now))", "\(what) \(old) → \(new)（总数 \(all) → \(now)）"))
      }
    }
    return title
      + section(language("Over budget", "超出预算"), excesses.map(sentence))
      + section(language("New findings", "新的问题"), diff.newFindings.map { $0.line(in: language) })
      + section(language("Began to reject", "开始被拒绝"), pairs(diff.beganToReject, \.rejected, rejected))
      + section(language("Began to hang", "开始卡住"), pairs(diff.beganToHang, \.unsettled, neverSettled))
      + section(language("Slower", "变慢"), diff.slower.map(sentence))
      + section(language("Longer at worst", "最长时间变长"), diff.longerAtWorst.map(worst))
      + section(
        language("More promises", "Promise 变多"),
        diff.moreOften.map { numbers($0.after, promises, $0.before.count, $0.after.count) })
      + section(language("Appeared", "新出现"), counts(diff.appeared))
      + section(language("Vanished", "已消失"), counts(diff.vanished))
      + section(language("Findings gone", "不再出现的问题"), diff.goneFindings.map { $0.line(in: language) })
      + section(language("Faster", "变快"), diff.faster.map(sentence))
      + section(language("Stopped rejecting", "不再被拒绝"), pairs(diff.stoppedRejecting, \.rejected, rejected))
  }

  private var rejected: String { language("rejected", "被拒绝") }
  private var neverSettled: String { language("never settled", "从未敲定") }
  private var promises: String { language("promises", "Promise") }

  private func sentence(_ group: CallSiteGroup?, _ what: String) -> String {
    let name = group.map { StatsReport.name($0, language) } ?? language("the whole run", "整次运行")
    return language("\(name): \(what)", "\(name)：\(what)")
  }

  private func section(_ title: String, _ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    let rest = lines.count - rows
    return "\n\(title)\n" + lines.prefix(rows).map { TextLines.wrap($0) }.joined()
      + (rest > 0
        ? language("  … \(NumberText.grouped(rest)) more\n", "  … 另有 \(NumberText.grouped(rest)) 项\n") : "")
  }

  private func sentence(_ change: RunDiff.TimeChange) -> String {
    let times = "\(DurationText.of(change.medianBefore)) → \(DurationText.of(change.medianAfter))"
    let counts = "\(NumberText.grouped(change.groups.before.count)) → \(NumberText.grouped(change.groups.after.count))"
    let isOwn = change.measure == .own
    return sentence(
      change.groups.after,
      language(
        "median \(isOwn ? "own time" : "time, waiting included,") \(times) (\(counts) promises)",
        "\(isOwn ? "自身用时" : "含等待的用时")中位数 \(times)（\(counts) 个 Promise）"))
  }

  private func worst(_ pair: RunDiff.Pair) -> String {
    let times = "\(DurationText.of(pair.before.total.longest)) → \(DurationText.of(pair.after.total.longest))"
    return sentence(pair.after, language("maximum \(times)", "最长 \(times)"))
  }

  private func numbers(_ group: CallSiteGroup?, _ what: String, _ before: Int, _ after: Int) -> String {
    sentence(group, "\(what) \(NumberText.grouped(before)) → \(NumberText.grouped(after))")
  }

  private func sentence(_ excess: RunDiff.Excess) -> String {
    if let finding = excess.finding { return "\(excess.budget.word): \(finding.line(in: language))" }
    let what: String
    switch excess.budget {
    case .slower, .maximum:
      let times = "\(DurationText.of(excess.numbers.before)) → \(DurationText.of(excess.numbers.after))"
      what = sentence(excess.group, times)
    case .promises, .findings:
      what = numbers(excess.group, promises, Int(excess.numbers.before), Int(excess.numbers.after))
    case .rejections: what = numbers(excess.group, rejected, 0, Int(excess.numbers.after))
    case .hangs: what = numbers(excess.group, neverSettled, 0, Int(excess.numbers.after))
    }
    return "\(excess.budget.word): \(what)"
  }

  /// The report as JSON.
  public var json: String {
    func pair(_ pair: RunDiff.Pair) -> JSON {
      ["before": StatsReport.json(pair.before), "after": StatsReport.json(pair.after)]
    }
    func change(_ change: RunDiff.TimeChange) -> JSON {
      [
        "measure": change.measure.rawValue, "medianBefore": change.medianBefore,
        "medianAfter": change.medianAfter, "before": StatsReport.json(change.groups.before),
        "after": StatsReport.json(change.groups.after),
      ]
    }
    func finding(_ finding: Finding) -> JSON {
      .merged(
        PromiseJSON.site(finding.site), PromiseJSON.json(finding), ["fingerprint": finding.fingerprint])
    }
    let excesses = excesses.map { excess -> JSON in
      [
        "budget": excess.budget.word, "site": excess.group.map(StatsReport.json),
        "finding": excess.finding.map(finding), "before": excess.numbers.before, "after": excess.numbers.after,
      ]
    }
    let value: JSON = [
      "schema": "promisescope.diff", "version": 1, "before": names.before, "after": names.after,
      "appeared": diff.appeared.map(StatsReport.json), "vanished": diff.vanished.map(StatsReport.json),
      "slower": diff.slower.map(change), "faster": diff.faster.map(change),
      "beganToReject": diff.beganToReject.map(pair), "stoppedRejecting": diff.stoppedRejecting.map(pair),
      "beganToHang": diff.beganToHang.map(pair), "longerAtWorst": diff.longerAtWorst.map(pair),
      "moreOften": diff.moreOften.map(pair), "newFindings": diff.newFindings.map(finding),
      "goneFindings": diff.goneFindings.map(finding), "overBudget": excesses,
    ]
    return value.text
  }
}
