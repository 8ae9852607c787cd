// What a run may cost more than the one before it. Owns the budgets, their form as words, and which call sites exceed them.

import ChainModel
import PlainText

/// A limit on what differs between two runs; a run that exceeds it fails `pscope diff`.
public enum DiffBudget: Sendable, Equatable {
  /// The factor by which the median time of a call site may grow, if it grows by more than a millisecond.
  case slower(Double)
  /// The factor by which the longest time of a call site may grow, if it grows by more than a millisecond.
  case maximum(Double)
  /// The factor by which the number of promises may grow, of a call site that is in both runs and of all together.
  case promises(Double)
  /// No call site may have rejections that it did not have.
  case rejections
  /// No call site may have promises that do not settle, if all of them did before.
  case hangs
  /// No finding may be new.
  case findings

  /// What ``init(_:)`` accepts.
  public static let expected = "slower=FACTOR, maximum=FACTOR, promises=FACTOR, rejections, hangs, or findings"

  /// Parses a word: `slower=1.5`, `maximum=3x`, `promises=10%` (more), `rejections`, `hangs`, or `findings`.
  public init?(_ word: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts[0], parts.count) {
    case ("rejections", 1): self = .rejections
    case ("hangs", 1): self = .hangs
    case ("findings", 1): self = .findings
    case ("promises", 1): self = .promises(1)
    case (let name, 2):
      guard let factor = Self.factor(parts[1]) else { return nil }
      switch name {
      case "slower": self = .slower(factor)
      case "maximum": self = .maximum(factor)
      case "promises": self = .promises(factor)
      default: return nil
      }
    default: return nil
    }
  }

  /// `1.5`, `1.5x`, `1.5×` or `50%`, which is half as much again.
  private static func factor(_ text: Substring) -> Double? {
    let isShare = text.hasSuffix("%")
    let digits = isShare || text.hasSuffix("x") || text.hasSuffix("×") ? text.dropLast() : text
    guard let number = Double(digits), number.isFinite, number >= (isShare ? 0 : 1) else { return nil }
    return isShare ? 1 + number / 100 : number
  }

  /// The word for it.
  public var word: String {
    switch self {
    case .slower(let factor): "slower=\(factor)"
    case .maximum(let factor): "maximum=\(factor)"
    case .promises(let factor): "promises=\(factor)"
    case .rejections: "rejections"
    case .hangs: "hangs"
    case .findings: "findings"
    }
  }
}

extension RunDiff {
  /// A call site, all of them, or a finding, that exceeds a budget.
  public struct Excess: Sendable {
    /// The budget.
    public var budget: DiffBudget
    /// The call site; nil for the whole run.
    public var group: CallSiteGroup?
    /// The finding, for ``DiffBudget/findings``.
    public var finding: Finding?
    /// What was compared: the number before and after, in nanoseconds or promises.
    public var numbers: (before: Int64, after: Int64)
  }

  /// What exceeds some budgets, in their order.
  public func excesses(over budgets: [DiffBudget]) -> [Excess] { budgets.flatMap(excesses) }

  private func excesses(over budget: DiffBudget) -> [Excess] {
    func isMore(_ numbers: (before: Int64, after: Int64), _ factor: Double, _ least: Int64) -> Bool {
      Double(numbers.after) > Double(numbers.before) * factor && numbers.after - numbers.before > least
    }
    func times(_ factor: Double, _ quantile: Double) -> [Excess] {
      pairs.compactMap { pair in
        for (old, new) in [(pair.before.own, pair.after.own), (pair.before.total, pair.after.total)] {
          guard let before = old.quantile(quantile), let after = new.quantile(quantile) else { continue }
          if isMore((before, after), factor, 1_000_000) {
            return Excess(budget: budget, group: pair.after, numbers: (before, after))
          }
        }
        return nil
      }
    }
    switch budget {
    case .slower(let factor): return times(factor, 0.5)
    case .maximum(let factor): return times(factor, 1)
    case .promises(let factor):
      let sites = pairs.map {
        ($0.after as CallSiteGroup?, (before: Int64($0.before.count), after: Int64($0.after.count)))
      }
      return (sites + [(nil, (Int64(promises.before), Int64(promises.after)))]).filter { isMore($0.1, factor, 0) }
        .map { Excess(budget: budget, group: $0.0, numbers: $0.1) }
    case .rejections:
      return beganToReject.map { Excess(budget: budget, group: $0.after, numbers: (0, Int64($0.after.rejected))) }
        + appeared.filter { $0.rejected > 0 }.map {
          Excess(budget: budget, group: $0, numbers: (0, Int64($0.rejected)))
        }
    case .hangs:
      return (beganToHang.map(\.after) + appeared.filter { $0.unsettled > 0 }).map {
        Excess(budget: budget, group: $0, numbers: (0, Int64($0.unsettled)))
      }
    case .findings: return newFindings.map { Excess(budget: budget, finding: $0, numbers: (0, 1)) }
    }
  }
}
