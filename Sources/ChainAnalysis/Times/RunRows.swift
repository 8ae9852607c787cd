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

  /// Which time decided about a row.
  public enum Measure: Int, Sendable {
    case ownMedian, ownLongest, totalMedian, totalLongest
  }

  /// What became of it.
  public let kind: Kind
  /// The time that decided about ``kind``: that of the whole promise if the promise merely waited for another, not for its own work.
  public let measure: Measure
  /// The group in the first run; nil if it has none.
  public let before: CallSiteGroup?
  /// The group in the second run; nil if it has none.
  public let after: CallSiteGroup?
  /// The change of the time that decided about ``kind``, in nanoseconds.
  public let change: Int64

  /// - Parameter isOver: Whether the second run is over. Until then, a promise that takes longest may yet come.
  fileprivate init(_ before: CallSiteGroup?, _ after: CallSiteGroup?, _ settings: DiffSettings, isOver: Bool) {
    (self.before, self.after) = (before, after)
    guard let before, let after else {
      (kind, change, measure) = (after == nil ? .vanished : .appeared, (after ?? before)?.own.sum ?? 0, .ownMedian)
      return
    }
    func gain(_ new: Histogram, _ old: Histogram) -> Growth? {
      Self.growth(new, old, settings).flatMap { isOver || $0.isMedian ? $0 : nil }
    }
    if let growth = Self.growth(before.own, after.own, settings) {
      (kind, change, measure) = (.slower, growth.change, growth.isMedian ? .ownMedian : .ownLongest)
    } else if let growth = Self.growth(before.total, after.total, settings) {
      (kind, change, measure) = (.waitsLonger, growth.change, growth.isLongest ? .totalLongest : .totalMedian)
    } else if let gain = gain(after.own, before.own) {
      (kind, change, measure) = (.faster, gain.change, gain.isMedian ? .ownMedian : .ownLongest)
    } else if let gain = gain(after.total, before.total) {
      (kind, change, measure) = (.faster, gain.change, gain.isLongest ? .totalLongest : .totalMedian)
    } else {
      (kind, change, measure) = (.same, after.own.sum, .ownMedian)
    }
  }

  /// By how much a time grew, and whether its median did, or its maximum.
  private typealias Growth = (change: Int64, isMedian: Bool, isLongest: Bool)

  /// By how much a time grew beyond noise; nil if neither its median nor its maximum did.
  ///
  /// The maximum of many promises varies more than that of few.
  private static func growth(_ old: Histogram, _ new: Histogram, _ settings: DiffSettings) -> Growth? {
    guard old.count > 0, new.count > 0 else { return nil }
    let isFew = min(old.count, new.count) < settings.minimumCount
    let (ratio, difference) =
      isFew ? (settings.ratio, settings.difference) : (settings.maximumRatio, settings.maximumDifference)
    let longest = new.longest - old.longest
    let isLonger = Double(new.longest) > Double(old.longest) * ratio && longest > difference
    let (before, after) = (old.quantile(0.5) ?? 0, new.quantile(0.5) ?? 0)
    let isMedianLonger =
      isFew
      ? Double(after) > Double(before) * ratio && after - before > difference
      : RunDiff.isLonger(new, than: old, settings)
    guard isLonger || isMedianLonger && !isFew else { return nil }
    return (max(isLonger ? longest : 0, isMedianLonger ? after - before : 0), isMedianLonger, isLonger)
  }
}

extension RunDiff {
  /// Every call site of both runs: within each kind, causes first, and those that changed most.
  public var rows: [RunRow] {
    let both =
      pairs.map { ($0.before, $0.after) } + appeared.map { (nil, $0) } + vanished.map { ($0, nil) }
      as [(CallSiteGroup?, CallSiteGroup?)]
    return both.map { RunRow($0, $1, settings, isOver: isOver) }.sorted {
      ($0.kind, $0.measure.rawValue, $1.change) < ($1.kind, $1.measure.rawValue, $0.change)
    }
  }
}
