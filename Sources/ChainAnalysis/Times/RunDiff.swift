// What differs between two runs of a program, by call site. Owns the matching of call sites and the rule that tells a change from noise.

import ChainModel

/// When a difference between two runs counts as one.
public struct DiffSettings: Sendable, Equatable {
  /// The number of settled promises that both groups need for a comparison of their times.
  public var minimumCount = 5
  /// The factor by which the medians have to differ.
  public var ratio = 1.25
  /// The time by which the medians have to differ, in nanoseconds.
  public var difference: Int64 = 1_000_000
  /// The factor by which the longest times have to differ.
  public var maximumRatio = 2.0
  /// The time by which the longest times have to differ, in nanoseconds.
  public var maximumDifference: Int64 = 10_000_000

  /// Creates the default settings.
  public init() {}
}

/// What a comparison needs of a run.
public struct RunSummary: Sendable, Equatable {
  /// The call sites.
  public var groups: [CallSiteGroup] = []
  /// What is wrong.
  public var findings: [Finding] = []
  /// The number of findings with each fingerprint; that of ``findings``, unless they were read from a baseline.
  public var fingerprints: [String: Int] = [:]

  /// Whether the run is over, so that what it lacks will not come.
  package var isOver = true

  /// The number of promises at known call sites.
  package var promises: Int { groups.reduce(0) { $0 + $1.count } }

  /// Creates the facts of a run.
  public init(_ groups: [CallSiteGroup], findings: [Finding] = []) {
    (self.groups, self.findings) = (groups, findings)
    for finding in findings { fingerprints[finding.fingerprint, default: 0] += 1 }
  }
}

/// What differs between two runs, by call site and operator.
public struct RunDiff: Sendable {
  /// A call site that is in both runs.
  public struct Pair: Sendable, Equatable {
    /// The group in the first run.
    public var before: CallSiteGroup
    /// The group in the second run.
    public var after: CallSiteGroup
  }

  /// Which time of a call site changed.
  public enum Measure: String, Sendable, Codable {
    /// The time that its promises spent on work of their own, so the change is in the code at that call site.
    case own
    /// The time from creation to settlement, but not their own time: they waited longer or shorter for others, or for a queue.
    case total
  }

  /// A call site whose times changed.
  public struct TimeChange: Sendable, Equatable {
    /// The groups.
    public var groups: Pair
    /// Which time changed.
    public var measure: Measure
    /// The median in the first run, in nanoseconds.
    public var medianBefore: Int64
    /// The median in the second run, in nanoseconds.
    public var medianAfter: Int64
    fileprivate var growth: Int64 { medianAfter - medianBefore }
  }

  /// Call sites that are in both runs.
  public private(set) var pairs: [Pair] = []
  /// Call sites that are only in the second run.
  public private(set) var appeared: [CallSiteGroup] = []
  /// Call sites that are only in the first run.
  public private(set) var vanished: [CallSiteGroup] = []
  /// The number of promises in each run, of those at known call sites.
  public let promises: (before: Int, after: Int)
  /// Findings of the second run that the first does not have.
  public let newFindings: [Finding]
  /// Findings of the first run that the second does not have.
  public let goneFindings: [Finding]
  /// Call sites that became slower beyond noise, the largest difference first.
  public let slower: [TimeChange]
  /// Call sites that became faster beyond noise, the largest difference first.
  public let faster: [TimeChange]
  let settings: DiffSettings
  /// Whether the second run is over.
  let isOver: Bool

  /// Call sites at which no promise was rejected in the first run and some were in the second.
  public var beganToReject: [Pair] { pairs.filter { $0.before.rejected == 0 && $0.after.rejected > 0 } }
  /// Call sites at which promises were rejected in the first run and none in the second.
  public var stoppedRejecting: [Pair] {
    pairs.filter { $0.before.rejected > 0 && $0.after.rejected == 0 && $0.after.count > 0 }
  }
  /// Call sites at which every promise settled in the first run and some did not in the second.
  public var beganToHang: [Pair] { pairs.filter { $0.before.unsettled == 0 && $0.after.unsettled > 0 } }
  /// Call sites with more promises: by the settings' ratio, and at least their minimum count more.
  public var moreOften: [Pair] {
    pairs.filter {
      $0.after.count - $0.before.count >= settings.minimumCount
        && Double($0.after.count) > Double($0.before.count) * settings.ratio
    }
  }
  /// Call sites whose longest time grew beyond noise, while the median did not.
  public var longerAtWorst: [Pair] {
    pairs.filter { pair in
      let (new, old) = (pair.after.total.longest, pair.before.total.longest)
      return pair.before.total.count > 0 && Double(new) > Double(old) * settings.maximumRatio
        && new - old > settings.maximumDifference && Self.change(pair, settings) == nil
    }
  }

  /// Compares two runs.
  ///
  /// Call sites match by file, function and operator, not by line, so that edits elsewhere in a file do not matter. Several of the same
  /// kind in one function match in the order of their lines if there are as many in both runs; otherwise those on equal lines match first.
  ///
  /// A call site became slower if both runs have enough promises, the median grew by the settings' ratio and difference, and the middle
  /// halves of the times (p25 to p75) do not overlap.
  ///
  /// - Parameters:
  ///   - before: The first run.
  ///   - after: The second run.
  ///   - settings: When a difference counts.
  public init(from before: RunSummary, to after: RunSummary, settings: DiffSettings = DiffSettings()) {
    promises = (before.promises, after.promises)
    newFindings = Self.findings(of: after, missingIn: before)
    goneFindings = Self.findings(of: before, missingIn: after)
    (self.settings, isOver) = (settings, after.isOver)
    for match in Self.match(before.groups, after.groups) {
      switch match {
      case (let old?, let new?): pairs.append(Pair(before: old, after: new))
      case (let old?, nil): vanished.append(old)
      case (nil, let new?): appeared.append(new)
      case (nil, nil): break
      }
    }
    let changes = pairs.compactMap { Self.change($0, settings) }
    slower = changes.filter { $0.growth > 0 }.sorted { $0.growth > $1.growth }
    faster = changes.filter { $0.growth < 0 }.sorted { $0.growth < $1.growth }
  }

  /// Whether nothing differs.
  public var isEmpty: Bool {
    appeared.isEmpty && vanished.isEmpty && slower.isEmpty && faster.isEmpty && beganToReject.isEmpty
      && stoppedRejecting.isEmpty && beganToHang.isEmpty && longerAtWorst.isEmpty && moreOften.isEmpty
      && newFindings.isEmpty && goneFindings.isEmpty
  }

  private static func findings(of run: RunSummary, missingIn other: RunSummary) -> [Finding] {
    // A hang has another rule while its program runs.
    func identity(_ fingerprint: String) -> String {
      let (running, over) = (Rule.stuck.rawValue, Rule.neverSettled.rawValue)
      return fingerprint.hasPrefix("\(running)|") ? over + fingerprint.dropFirst(running.count) : fingerprint
    }
    var known = Dictionary(other.fingerprints.map { (identity($0), $1) }, uniquingKeysWith: +)
    return run.findings.filter { finding in
      let identity = identity(finding.fingerprint)
      let left = known[identity, default: 0]
      known[identity] = left - 1
      return left <= 0
    }
  }

  // MARK: Comparing

  private static func change(_ pair: Pair, _ settings: DiffSettings) -> TimeChange? {
    for measure in [Measure.own, .total] {
      let (old, new) = measure == .own ? (pair.before.own, pair.after.own) : (pair.before.total, pair.after.total)
      guard old.count >= settings.minimumCount, new.count >= settings.minimumCount,
        let (low, high) = medians(old, new)
      else { return nil }
      if isLonger(new, than: old, settings) || isLonger(old, than: new, settings) {
        return TimeChange(groups: pair, measure: measure, medianBefore: low, medianAfter: high)
      }
    }
    return nil
  }

  private static func medians(_ old: Histogram, _ new: Histogram) -> (Int64, Int64)? {
    guard let old = old.quantile(0.5), let new = new.quantile(0.5) else { return nil }
    return (old, new)
  }

  static func isLonger(_ new: Histogram, than old: Histogram, _ settings: DiffSettings) -> Bool {
    guard let (before, after) = medians(old, new), let above = old.quantile(0.75), let below = new.quantile(0.25) else {
      return false
    }
    return Double(after) > Double(before) * settings.ratio && after - before > settings.difference && below > above
  }

  // MARK: Matching

  private struct Key: Hashable {
    var file: String
    var function: String
    var operation: String
  }

  private static func match(_ before: [CallSiteGroup], _ after: [CallSiteGroup]) -> [(CallSiteGroup?, CallSiteGroup?)] {
    func key(_ group: CallSiteGroup) -> Key {
      Key(file: group.site?.file ?? "", function: group.site?.function ?? "", operation: group.operation)
    }
    func line(_ group: CallSiteGroup) -> Int { group.site?.line ?? 0 }
    let (old, new) = (Dictionary(grouping: before, by: key), Dictionary(grouping: after, by: key))
    var seen: Set<Key> = []
    var pairs: [(CallSiteGroup?, CallSiteGroup?)] = []
    for key in before.map(key) + after.map(key) where seen.insert(key).inserted {
      var left = (old[key] ?? []).sorted { line($0) < line($1) }
      var right = (new[key] ?? []).sorted { line($0) < line($1) }
      if left.count != right.count {
        for group in left {
          guard let index = right.firstIndex(where: { line($0) == line(group) }) else { continue }
          pairs.append((group, right.remove(at: index)))
          left.removeAll { line($0) == line(group) }
        }
      }
      for index in 0..<max(left.count, right.count) {
        pairs.append((index < left.count ? left[index] : nil, index < right.count ? right[index] : nil))
      }
    }
    return pairs
  }
}
