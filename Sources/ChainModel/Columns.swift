// The columns: what is kept of a promise, grouped by what is touched together. 108 bytes a promise, no object, no pointer.
//
// Owns the layout. Refuses to know events; `ChainStore+Apply` writes here.

import PromiseTrace

/// When and how: what every event about a promise touches.
///
/// 32 bytes.
struct Life {
  /// Nanoseconds since the log's start.
  var created: Int64
  var enqueued = TimeOffset.none
  var started = TimeOffset.none
  var finished = TimeOffset.none
  /// Once settled: when.
  ///
  /// Before: how many losses there had been when this promise was last heard of (see `isUnknown`).
  var settledOrHeard: UInt32
  var released = TimeOffset.none
  var phase = NodeState.pending
  var cause: SettlementCause?
  var flags = Flags()

  var isOpen: Bool {
    switch phase {
    case .pending, .running, .waiting: true
    default: false
    }
  }

  /// Settled, as opposed to open or leaked.
  var isSettled: Bool { phase.isSettled }

  func offset(_ time: Int64) -> TimeOffset { TimeOffset(time - created) }
}

/// Yes-or-no facts about a promise, and why it hangs where it does.
struct Flags: OptionSet {
  var rawValue: UInt16

  static let placeholder = Flags(rawValue: 1 << 0)
  static let handled = Flags(rawValue: 1 << 1)
  static let cancelRequested = Flags(rawValue: 1 << 2)
  static let paused = Flags(rawValue: 1 << 3)
  static let cyclic = Flags(rawValue: 1 << 4)
  /// At least one reaction was registered on it.
  static let hasReaction = Flags(rawValue: 1 << 5)
  /// Its own reaction on the promise it derives from was registered, with these sides.
  static let reacts = Flags(rawValue: 1 << 6)
  static let reactsToFulfilled = Flags(rawValue: 1 << 7)
  static let reactsToRejected = Flags(rawValue: 1 << 8)
  /// Its real parent was evicted: the row above is a farther ancestor.
  static let orphan = Flags(rawValue: 1 << 9)

  /// Why it hangs below its display parent.
  var relation: OutlineRow.Relation {
    get { OutlineRow.Relation(rawValue: UInt8(rawValue >> 13)) ?? .root }
    set { rawValue = rawValue & 0x1FFF | UInt16(newValue.rawValue) << 13 }
  }
}

/// Edges to other rows.
///
/// 48 bytes.
struct Links {
  /// Display parent, and the list of its children in order.
  var parent = Row.none
  var firstChild = Row.none
  var lastChild = Row.none
  var next = Row.none
  var previous = Row.none
  /// The first promise of its chain.
  var head: Row
  var adopts = Row.none
  var inside = Row.none
  var via = Row.none
  /// Newest entries of the lists in ``Edges``.
  var reactions = UInt32.max
  var inputs = UInt32.max
  /// Newest event in the history, modulo 2³².
  var lastEvent = UInt32.max
}

/// What it is called and says.
///
/// 20 bytes.
struct Words {
  /// Operation and site, as an index into the store's `origins`.
  var origin = UInt32.max
  var label = TextID.none
  var text = TextID.none
  var type = TextID.none
  /// Queue and thread, as an index into the store's `places`.
  var place = UInt32.max
}

/// What few code sites share.
struct Origin: Hashable, Mixable {
  var operation = TextID.none
  var site = Site()

  var mixed: UInt32 {
    (site.line &* 0x9E37_79B1) ^ (site.file.rawValue &* 0x85EB_CA6B) ^ (operation.rawValue &* 0xC2B2_AE35)
  }
}

/// Where a body ran.
struct Place: Hashable, Mixable {
  var queue = TextID.none
  var thread = TextID.none

  var mixed: UInt32 { (queue.rawValue &* 0x9E37_79B1) ^ (thread.rawValue &* 0x85EB_CA6B) }
}

/// Has a number that equal values share, and that costs next to nothing.
protocol Mixable {
  var mixed: UInt32 { get }
}

/// Stores each distinct value once.
struct Interner<Value: Hashable & Mixable & Sendable>: Sendable {
  private(set) var values: [Value] = []
  private var indices: [Value: UInt32] = [:]
  /// Where the values asked for lately are, by their upper bits: a dictionary hashes each time, which was a tenth of
  /// all work.
  private var recent = [UInt32](repeating: .max, count: 256)

  mutating func index(of value: Value) -> UInt32 {
    let slot = Int(value.mixed >> 24)
    let known = Int(recent[slot])
    if known < values.count, values[known] == value { return UInt32(known) }
    let index = indices[value] ?? UInt32(values.count)
    if index == values.count {
      values.append(value)
      indices[value] = index
    }
    recent[slot] = index
    return index
  }

  subscript(index: UInt32) -> Value? { index < values.count ? values[Int(index)] : nil }
}
