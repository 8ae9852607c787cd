// Where the structure changed lately, so that an outline redoes those trees and no others.
//
// Owns a short memory of changes. Refuses to find out whose tree a promise is in: an outline does that once a frame, not once
// an event.

/// The rows at which the structure changed, by revision.
struct StructureChanges: Sendable {
  /// 4 bytes each.
  ///
  /// A quarter of a million are more than a frame of the fastest log brings.
  private static let limit = 1 << 18

  /// The row of every revision after ``forgotten``.
  private var rows: [Row] = []
  /// Changes up to this revision are forgotten.
  private var forgotten: UInt64 = 0

  /// Notes that the structure changed at `row`, which made it this revision.
  mutating func note(_ revision: UInt64, _ row: Row) {
    if revision != forgotten &+ UInt64(rows.count) &+ 1 { noteAll(revision &- 1) }
    if rows.count == Self.limit {
      forgotten &+= UInt64(Self.limit / 2)
      rows.removeFirst(Self.limit / 2)
    }
    rows.append(row)
  }

  /// Notes that rows moved.
  mutating func noteAll(_ revision: UInt64) {
    rows.removeAll(keepingCapacity: true)
    forgotten = revision
  }

  /// Where it changed after `revision`, in order and with repetitions; nil where that is forgotten.
  func rows(after revision: UInt64) -> ArraySlice<Row>? {
    guard revision >= forgotten, revision - forgotten <= UInt64(rows.count) else { return nil }
    return rows[Int(revision - forgotten)...]
  }
}
