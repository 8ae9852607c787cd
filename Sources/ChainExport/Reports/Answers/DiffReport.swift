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

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - diff: The comparison.
  ///   - before: The name of the first source.
  ///   - after: The name of the second source.
  ///   - budgets: What the second run may not exceed.
  public init(_ diff: RunDiff, before: String, after: String, budgets: [DiffBudget] = []) {
    (self.diff, names) = (diff, (before, after))
    excesses = diff.excesses(over: budgets)
  }

  /// Whether a budget is exceeded.
  public var fails: Bool { !excesses.isEmpty }

  /// The report for people, at most 80 columns wide.
  public var text: String {
    let title = "\(Escaping.line(names.before)) → \(Escaping.line(names.after))\n"
    if diff.isEmpty, excesses.isEmpty { return title + "no call site differs\n" }
    func counts(_ groups: [CallSiteGroup]) -> [String] {
      groups.map { "\(StatsReport.name($0)): \(NumberText.plural($0.count, "promise", "promises"))" }
    }
    func pairs(_ pairs: [RunDiff.Pair], _ number: (CallSiteGroup) -> Int, _ what: String) -> [String] {
      pairs.map { pair in
        let (old, new) = (NumberText.grouped(number(pair.before)), NumberText.grouped(number(pair.after)))
        let all = "of \(NumberText.grouped(pair.before.count)) → of \(NumberText.grouped(pair.after.count))"
        return "\(StatsReport.name(pair.after)): \(what) \(old) → \(new) (\(all))"
      }
    }
    return title
      + section("Over budget", excesses.map(sentence))
      + section("New findings", diff.newFindings.map { $0.line() })
      + section("Began to reject", pairs(diff.beganToReject, \.rejected, "rejected"))
      + section("Began to hang", pairs(diff.beganToHang, { $0.pending + $0.leaked }, "never settled"))
      + section("Slower", diff.slower.map(sentence))
      + section("Longer at worst", diff.longerAtWorst.map(worst))
      + section(
        "More promises", diff.moreOften.map { Self.numbers($0.after, "promises", $0.before.count, $0.after.count) })
      + section("Appeared", counts(diff.appeared))
      + section("Vanished", counts(diff.vanished)) + section("Faster", diff.faster.map(sentence))
      + section("Stopped rejecting", pairs(diff.stoppedRejecting, \.rejected, "rejected"))
  }

  private func section(_ title: String, _ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    let rest = lines.count - rows
    return "\n\(title)\n" + lines.prefix(rows).map { TextLines.wrap($0) }.joined()
      + (rest > 0 ? "  … \(NumberText.grouped(rest)) more\n" : "")
  }

  private func sentence(_ change: RunDiff.TimeChange) -> String {
    let times = "\(DurationText.of(change.medianBefore)) → \(DurationText.of(change.medianAfter))"
    let counts = "\(NumberText.grouped(change.groups.before.count)) → \(NumberText.grouped(change.groups.after.count))"
    let measure = change.measure == .own ? "own time" : "time, waiting included,"
    return "\(StatsReport.name(change.groups.after)): median \(measure) \(times) (\(counts) promises)"
  }

  private func worst(_ pair: RunDiff.Pair) -> String {
    let times = "\(DurationText.of(pair.before.total.longest)) → \(DurationText.of(pair.after.total.longest))"
    return "\(StatsReport.name(pair.after)): maximum \(times)"
  }

  private static func numbers(_ group: CallSiteGroup?, _ what: String, _ before: Int, _ after: Int) -> String {
    "\(group.map(StatsReport.name) ?? "the whole run"): \(what) \(NumberText.grouped(before)) → \(NumberText.grouped(after))"
  }

  private func sentence(_ excess: RunDiff.Excess) -> String {
    if let finding = excess.finding { return "\(excess.budget.word): \(finding.line())" }
    let what: String
    switch excess.budget {
    case .slower, .maximum:
      let times = "\(DurationText.of(excess.numbers.before)) → \(DurationText.of(excess.numbers.after))"
      what = "\(excess.group.map(StatsReport.name) ?? ""): \(times)"
    case .promises, .findings:
      what = Self.numbers(excess.group, "promises", Int(excess.numbers.before), Int(excess.numbers.after))
    case .rejections: what = Self.numbers(excess.group, "rejected", 0, Int(excess.numbers.after))
    case .hangs: what = Self.numbers(excess.group, "never settled", 0, Int(excess.numbers.after))
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
        "measure": .string(change.measure.rawValue), "medianBefore": .number(change.medianBefore),
        "medianAfter": .number(change.medianAfter), "before": StatsReport.json(change.groups.before),
        "after": StatsReport.json(change.groups.after),
      ]
    }
    func finding(_ finding: Finding) -> JSON {
      .object(
        PromiseJSON.site(finding.site) + [
          .init("rule", .string(finding.rule.rawValue)), .init("severity", .string(finding.severity.rawValue)),
          .init("sentence", .string(finding.sentence)), .init("fingerprint", .string(finding.fingerprint)),
        ])
    }
    let value: JSON = [
      "schema": "promisescope.diff", "version": 1, "before": .string(names.before), "after": .string(names.after),
      "appeared": .array(diff.appeared.map(StatsReport.json)), "vanished": .array(diff.vanished.map(StatsReport.json)),
      "slower": .array(diff.slower.map(change)), "faster": .array(diff.faster.map(change)),
      "beganToReject": .array(diff.beganToReject.map(pair)),
      "stoppedRejecting": .array(diff.stoppedRejecting.map(pair)),
      "beganToHang": .array(diff.beganToHang.map(pair)),
      "longerAtWorst": .array(diff.longerAtWorst.map(pair)), "moreOften": .array(diff.moreOften.map(pair)),
      "newFindings": .array(diff.newFindings.map(finding)),
      "overBudget": .array(
        excesses.map { excess in
          [
            "budget": .string(excess.budget.word), "site": excess.group.map(StatsReport.json) ?? .null,
            "finding": excess.finding.map(finding) ?? .null, "before": .number(excess.numbers.before),
            "after": .number(excess.numbers.after),
          ]
        }),
    ]
    return value.text
  }
}
