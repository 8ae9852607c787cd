// The rows at which the structure changed recently, so that an outline redraws only their trees.
//
// Owns a bounded list of changes. Does not find the trees that contain them: an outline does that once per frame rather than
// once per event.

/// The rows at which the structure changed, by revision.
struct StructureChanges: Sendable {
  /// The maximum number of changes, 4 bytes each.
  ///
  /// It exceeds what the fastest log produces in a frame.
  private static let limit = 1 << 18

  /// The row of every revision after ``forgotten``.
  private var rows: [Row] = []
  /// Changes up to this revision are forgotten.
  private var forgotten: UInt64 = 0

  /// Records that the structure changed at `row`, which led to `revision`.
  mutating func note(_ revision: UInt64, _ row: Row) {
    if revision != forgotten &+ UInt64(rows.count) &+ 1 { noteAll(revision &- 1) }
    if rows.count == Self.limit {
      forgotten &+= UInt64(Self.limit / 2)
      rows.removeFirst(Self.limit / 2)
    }
    rows.append(row)
  }

  /// Records that any row may have changed.
  mutating func noteAll(_ revision: UInt64) {
    rows.removeAll(keepingCapacity: true)
    forgotten = revision
  }

  /// The rows that changed after `revision`, in order and with repetitions; nil if they are no longer known.
  func rows(after revision: UInt64) -> ArraySlice<Row>? {
    guard revision >= forgotten, revision - forgotten <= UInt64(rows.count) else { return nil }
    return rows[Int(revision - forgotten)...]
  }
}
