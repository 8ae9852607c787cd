// The orders of the table of call sites.

import ChainAnalysis

/// A column by which the call sites are sorted, greatest first.
public enum GroupOrder: Sendable, CaseIterable {
  /// The time that all promises of a call site spent on work of their own.
  case own
  /// The longest time from creation to settlement, and its percentiles.
  case longest, p99, p50
  /// The number of promises, of those that are pending, and of those that were rejected.
  case count, open, failed

  func value(_ group: CallSiteGroup) -> Int64 {
    switch self {
    case .own: group.own.sum
    case .longest: group.total.longest
    case .p99: group.total.quantile(0.99) ?? 0
    case .p50: group.total.quantile(0.5) ?? 0
    case .count: Int64(group.count)
    case .open: Int64(group.pending)
    case .failed: Int64(group.rejected)
    }
  }
}
