// A bounded, ordered set of candidates. Owns the bound. Does not know what the candidates are for.

/// The candidates of one rule, in the order in which events named them.
struct Candidates<Key: Hashable & Sendable>: Sendable {
  /// The number of candidates to keep, so that a program that repeats a mistake a million times does not exhaust memory.
  static var limit: Int { 20_000 }

  private var keys: [Key] = []
  private var known: Set<Key> = []
  private var pruning = PruneSchedule()
  /// The number of candidates beyond the limit, which are not kept.
  private(set) var omitted = 0

  var isEmpty: Bool { known.isEmpty }

  var count: CandidateCount { CandidateCount(kept: known.count, omitted: omitted) }

  /// The candidates, in order.
  var all: [Key] { known.count == keys.count ? keys : keys.filter(known.contains) }

  /// Removes a candidate.
  ///
  /// Leaves its key in the list, because most candidates are never removed.
  mutating func remove(_ key: Key) { known.remove(key) }

  /// Counts a candidate that its rule does not keep.
  mutating func omit() { omitted += 1 }

  mutating func insert(_ key: Key) {
    guard !known.contains(key) else { return }
    guard keys.count < Self.limit else {
      omitted += 1
      return
    }
    known.insert(key)
    keys.append(key)
  }

  /// Removes the candidates for which `isOver` holds, once the limit is reached.
  ///
  /// Call it before each insertion. If most candidates stay, later ones are omitted until the next pruning is due.
  ///
  /// - Complexity: Amortized O(1) calls of `isOver`.
  mutating func prune(_ isOver: (Key) -> Bool) {
    guard pruning.isDue(keys.count, limit: Self.limit) else { return }
    keys.removeAll { key in
      guard known.contains(key) else { return true }
      guard isOver(key) else { return false }
      known.remove(key)
      return true
    }
  }
}

/// The number of candidates of a rule, and of those beyond the limit.
struct CandidateCount: Sendable {
  var kept = 0
  var omitted = 0

  static func + (left: Self, right: Self) -> Self {
    Self(kept: left.kept + right.kept, omitted: left.omitted + right.omitted)
  }
}

/// When to prune a full collection: so rarely that pruning costs each insertion constant time, even if it removes nothing.
struct PruneSchedule: Sendable {
  /// The number of insertions since the latest pruning.
  private var insertions = 0

  /// Counts an insertion that is about to happen.
  ///
  /// - Parameters:
  ///   - count: The number of elements.
  ///   - limit: The maximum number of elements.
  /// - Returns: Whether to prune now: the collection is full, and half of its limit was inserted, or refused, since the latest pruning.
  mutating func isDue(_ count: Int, limit: Int) -> Bool {
    insertions += 1
    guard count >= limit, insertions >= limit / 2 else { return false }
    insertions = 0
    return true
  }
}

/// The time of each loss of events, so that no rule claims anything across a gap.
struct Gaps: Sendable {
  private static let limit = 4_096

  private var times: [Int64] = []
  /// Everything before is taken as one gap, because older losses are not kept.
  private var horizon = Int64.min

  mutating func note(_ time: Int64) {
    if times.last == time { return }
    times.append(time)
    guard times.count > 2 * Self.limit else { return }
    times.removeFirst(Self.limit)
    horizon = times[0]
  }

  /// Whether all events between two moments are known, both included.
  func isWhole(from start: Int64, to end: Int64) -> Bool {
    guard !times.isEmpty else { return true }
    guard start > horizon else { return false }
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < start { low = middle + 1 } else { high = middle }
    }
    return low == times.count || times[low] > end
  }
}

/// The index of a call site in a table with 256 entries.
func callSiteIndex(_ origin: UInt32) -> Int { Int(truncatingIfNeeded: (origin &* 0x9E37_79B1) >> 24) }
