// Two runs side by side, a row per call site: what became slower first, the cause before what waits for it. `RunDiff` matches the call sites.

import ChainModel

/// A call site in two runs, for a table with both.
public struct RunRow: Sendable {
  /// What became of a call site, in the order of the table.
  public enum Kind: Int, Sendable, Comparable, CaseIterable {
    /// Its own work takes longer.
    case slower
    /// Its own work does not take longer, but it waits longer for others, or for a queue.
    case waitsLonger
    case faster
    /// It is only in the second run.
    case appeared
    /// It is only in the first run.
    case vanished
    /// It takes about the same time.
    case same

    /// Compares positions in the table.
    public static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// What became of it.
  public let kind: Kind
  /// The group in the first run; nil if it has none.
  public let before: CallSiteGroup?
  /// The group in the second run; nil if it has none.
  public let after: CallSiteGroup?
  /// The change of the time that decided about ``kind``, in nanoseconds.
  public let change: Int64
  /// Whether that is its own time: the cause, unless it only waits for another.
  public let isOwn: Bool

  fileprivate init(_ before: CallSiteGroup?, _ after: CallSiteGroup?, _ settings: DiffSettings) {
    (self.before, self.after) = (before, after)
    guard let before, let after else {
      (kind, change, isOwn) = (after == nil ? .vanished : .appeared, (after ?? before)?.own.sum ?? 0, true)
      return
    }
    if let growth = Self.growth(before.own, after.own, settings) {
      (kind, change, isOwn) = (.slower, growth, true)
    } else if let growth = Self.growth(before.total, after.total, settings) {
      (kind, change, isOwn) = (.waitsLonger, growth, false)
    } else if let gain = Self.growth(after.own, before.own, settings) {
      (kind, change, isOwn) = (.faster, gain, true)
    } else if let gain = Self.growth(after.total, before.total, settings) {
      (kind, change, isOwn) = (.faster, gain, false)
    } else {
      (kind, change, isOwn) = (.same, after.own.sum, true)
    }
  }

  /// By how much a time grew beyond noise, in its median or its maximum; nil if it did not.
  ///
  /// The maximum of many promises varies more than that of few.
  private static func growth(_ old: Histogram, _ new: Histogram, _ settings: DiffSettings) -> Int64? {
    guard old.count > 0, new.count > 0 else { return nil }
    let isFew = min(old.count, new.count) < settings.minimumCount
    let (ratio, difference) =
      isFew ? (settings.ratio, settings.difference) : (settings.maximumRatio, settings.maximumDifference)
    let longest = new.longest - old.longest
    let isLonger = Double(new.longest) > Double(old.longest) * ratio && longest > difference
    let median =
      !isFew && RunDiff.isLonger(new, than: old, settings)
      ? (new.quantile(0.5) ?? 0) - (old.quantile(0.5) ?? 0) : nil
    return isLonger ? max(longest, median ?? 0) : median
  }
}

extension RunDiff {
  /// Every call site of both runs: within each kind, causes first, and those that changed most.
  public var rows: [RunRow] {
    let rows =
      pairs.map { RunRow($0.before, $0.after, settings) } + appeared.map { RunRow(nil, $0, settings) }
      + vanished.map { RunRow($0, nil, settings) }
    return rows.sorted { ($0.kind, $0.isOwn ? 0 : 1, $1.change) < ($1.kind, $1.isOwn ? 0 : 1, $0.change) }
  }
}
