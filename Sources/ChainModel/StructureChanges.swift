// Which part of the outline a change may have touched: everything from one chain's first row on.
//
// Owns a short memory of changes. Refuses to be exact: what it forgot counts as a change at the very beginning.

/// The earliest root row that changed, per revision.
struct StructureChanges: Sendable {
  /// Ascending in both fields: a later change at an earlier row makes the entries behind it redundant.
  private var entries: [(revision: UInt64, root: Row)] = []
  /// Changes up to this revision are forgotten.
  private var forgotten: UInt64 = 0

  /// Notes that the chain tree of `root` changed.
  mutating func note(_ revision: UInt64, root: Row) {
    while let last = entries.last, last.root >= root { entries.removeLast() }
    entries.append((revision, root))
    if entries.count > 4096 {
      forgotten = entries[2047].revision
      entries.removeFirst(2048)
    }
  }

  /// Notes that rows moved.
  mutating func noteAll(_ revision: UInt64) {
    entries.removeAll(keepingCapacity: true)
    forgotten = revision
  }

  /// The first root row that changed after `revision`; nil where everything may have.
  func firstRoot(after revision: UInt64) -> Row? {
    guard revision >= forgotten else { return nil }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].revision > revision { high = middle } else { low = middle + 1 }
    }
    return low < entries.count ? entries[low].root : Row.none
  }
}
