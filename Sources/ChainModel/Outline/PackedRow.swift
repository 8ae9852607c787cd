// An outline's row in 16 bytes, without references. Owns the layout of those bytes. Does not know a store.

import PromiseTrace

/// A row in 16 bytes.
struct PackedRow: BitwiseCopyable {
  enum Kind: UInt32 {
    case node, reference, lost, evicted
  }

  enum Flag: UInt32 {
    /// A later link of its chain.
    case continuation = 4
    /// A sibling follows at this level; stored in a chain's first row for all its links.
    case more = 8
    case foldable = 16
    case folded = 32
    case cycle = 64
    /// A loss of events, at least in part because the log is damaged.
    case damaged = 128
  }

  /// The promise's ID or, for losses and evictions, their number.
  var value: UInt64
  /// For a chain's first row, the row that it hangs below; for a continuation, the chain's first row.
  ///
  /// Relative to the first row of its tree, so that trees can move.
  var link: UInt32
  /// Kind 2 bits, flags 6, relation 3, depth 21.
  private var bits: UInt32

  init(_ kind: Kind, _ value: UInt64, link: UInt32, depth: Int, relation: OutlineRow.Relation) {
    self.value = value
    self.link = link
    bits = kind.rawValue | UInt32(relation.rawValue) << 8 | UInt32(min(depth, 0x1F_FFFF)) << 11
  }

  var kind: Kind { Kind(rawValue: bits & 3) ?? .node }
  var relation: OutlineRow.Relation { OutlineRow.Relation(rawValue: UInt8(bits >> 8 & 7)) ?? .root }
  var depth: Int { Int(bits >> 11) }

  subscript(flag: Flag) -> Bool {
    get { bits & flag.rawValue != 0 }
    set { bits = newValue ? bits | flag.rawValue : bits & ~flag.rawValue }
  }
}
