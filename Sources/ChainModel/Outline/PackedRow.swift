// An outline's row in 20 bytes, without references. Owns the layout of those bytes. Does not know a store.

import PromiseTrace

/// A row in 20 bytes.
struct PackedRow: BitwiseCopyable, Equatable {
  enum Kind: UInt32 {
    case node, reference, lost, evicted
  }

  enum Flag: UInt32 {
    /// A later link of its chain.
    case continuation = 4
    case foldable = 8
    case folded = 16
    case cycle = 32
    /// A loss of events, at least in part because the log is damaged.
    case damaged = 64
    /// Shown only because a row below it is.
    case dimmed = 128
  }

  // The promise's ID or, for losses and evictions, their number; in two halves, which need no padding.
  private var low: UInt32
  private var high: UInt32
  /// The promise's row in the store; `.none` for losses and evictions.
  var slot: Row
  /// The level of indentation; in a block of a `RowRope`, less the block's shift.
  var depth: Int32
  /// Kind 2 bits, flags 6, relation 3.
  private var bits: UInt32

  init(_ kind: Kind, _ value: UInt64, slot: Row = .none, depth: Int, relation: NodeRelation) {
    (low, high) = (UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32))
    (self.slot, self.depth) = (slot, Int32(clamping: depth))
    bits = kind.rawValue | UInt32(relation.rawValue) << 8
  }

  var value: UInt64 {
    get { UInt64(high) << 32 | UInt64(low) }
    set { (low, high) = (UInt32(truncatingIfNeeded: newValue), UInt32(truncatingIfNeeded: newValue >> 32)) }
  }

  var kind: Kind { Kind(rawValue: bits & 3) ?? .node }

  var relation: NodeRelation {
    get { NodeRelation(rawValue: UInt8(bits >> 8 & 7)) ?? .root }
    set { bits = bits & ~0x700 | UInt32(newValue.rawValue) << 8 }
  }

  subscript(flag: Flag) -> Bool {
    get { bits & flag.rawValue != 0 }
    set { bits = newValue ? bits | flag.rawValue : bits & ~flag.rawValue }
  }

  /// Orders rows by level: a later link of a chain is between its chain's first row and what is indented below it.
  ///
  /// So the first row of a chain of depth *d* has the key 2 *d*, its other links 2 *d* + 1. A row's subtree ends before the next row
  /// whose key is at most 2 *d*, and a chain hangs below the nearest row before it whose key is at most 2 *d* − 1.
  @inline(__always)
  var key: Int32 { 2 * depth + (bits & Flag.continuation.rawValue != 0 ? 1 : 0) }
}
