// The columns' elements: the data kept per promise, grouped by what changes together. 112 bytes, no object, no pointer.
//
// Owns the layout. Does not know events; `ChainStore+Apply` writes the values.

import PromiseTrace

/// A promise's state and times, which almost every event about it changes.
///
/// 32 bytes.
struct Life {
  /// Nanoseconds since the log's start.
  var created: Int64
  var enqueued = TimeOffset.none
  var started = TimeOffset.none
  var finished = TimeOffset.none
  /// Once settled, the time of the settlement as a `TimeOffset`; before, the store's `lossEpoch` at its latest event.
  ///
  /// An open promise whose value is below the store's current `lossEpoch` is in an unknown state.
  var settledOrConfirmed: UInt32
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

  /// Whether it is settled, as opposed to open or leaked.
  var isSettled: Bool { phase.isSettled }

  func offset(_ time: Int64) -> TimeOffset { TimeOffset(time - created) }

  // Each of these changes the element in one access, because each access to a column has to check that the column is not shared.

  mutating func enqueue(at time: Int64) { enqueued = offset(time) }

  mutating func start(at time: Int64) {
    started = offset(time)
    if phase == .pending { phase = .running }
  }

  mutating func finish(at time: Int64) {
    finished = offset(time)
    if phase == .running { phase = .pending }
  }

  mutating func settle(as phase: NodeState, because cause: SettlementCause?, at time: Int64) {
    settledOrConfirmed = offset(time).raw
    self.phase = phase
    self.cause = cause
  }
}

/// Boolean facts about a promise, and its relation to its display parent.
struct Flags: OptionSet {
  var rawValue: UInt16

  static let placeholder = Flags(rawValue: 1 << 0)
  static let handled = Flags(rawValue: 1 << 1)
  static let cancelRequested = Flags(rawValue: 1 << 2)
  static let paused = Flags(rawValue: 1 << 3)
  static let cyclic = Flags(rawValue: 1 << 4)
  /// At least one reaction was registered on it.
  static let hasReaction = Flags(rawValue: 1 << 5)
  /// Its own reaction on the promise it derives from was registered, for the sides in the next two flags.
  static let reacts = Flags(rawValue: 1 << 6)
  static let reactsToFulfilled = Flags(rawValue: 1 << 7)
  static let reactsToRejected = Flags(rawValue: 1 << 8)
  /// Its real parent was evicted, so its display parent is a more distant ancestor.
  static let orphan = Flags(rawValue: 1 << 9)

  /// It is a combinator: at least one reaction is on its behalf.
  static let combines = Flags(rawValue: 1 << 10)
  /// Its body stopped at least once, to wait for another promise.
  static let awaits = Flags(rawValue: 1 << 11)
  /// The log does not say for which sides its own reaction has a handler.
  static let reactsUnknown = Flags(rawValue: 1 << 12)

  /// The sides on which its own reaction has a handler.
  var sides: HandledSides {
    var sides = HandledSides()
    if contains(.reactsToFulfilled) { sides.insert(.fulfilled) }
    if contains(.reactsToRejected) { sides.insert(.rejected) }
    if contains(.reactsUnknown) { sides.insert(.unknown) }
    return sides
  }

  /// The reason it hangs below its display parent.
  var relation: NodeRelation {
    get { NodeRelation(rawValue: UInt8(rawValue >> 13)) ?? .root }
    set { rawValue = rawValue & 0x1FFF | UInt16(newValue.rawValue) << 13 }
  }
}

/// References to other rows.
///
/// 48 bytes.
struct Links {
  var parent = Row.none
  // The first rows of two lists of children: those that derive from it, and all others. `ChainStore+Lists` owns the lists.
  var firstDerived = Row.none
  var firstNested = Row.none
  // The neighbors in the list that the row is in; before the first row of a list comes its last one.
  var next = Row.none
  var previous = Row.none
  /// The first promise of its chain.
  var head: Row
  var adopts = Row.none
  var inside = Row.none
  var via = Row.none
  // The newest entries of this row's two lists in the store's `edges`.
  var reactions = UInt32.max
  var inputs = UInt32.max
  /// The number of its newest event in the history, modulo 2³².
  var lastEvent = UInt32.max
}

/// A promise's texts, as IDs.
///
/// 24 bytes.
struct TextHandles {
  /// Operation and site, as an index into the store's `origins`.
  var origin = UInt32.max
  var label = TextID.none
  var text = TextID.none
  var type = TextID.none
  /// Queue and thread, as an index into the store's `executions`.
  var execution = UInt32.max
  /// The call of a resolver that settled it, or with which it adopted another promise, as an index into the store's `origins`.
  var resolver = UInt32.max

  mutating func create(_ origin: UInt32, label: TextID) { (self.origin, self.label) = (origin, label) }

  mutating func settle(_ text: TextID, type: TextID, resolver: UInt32) {
    (self.text, self.type, self.resolver) = (text, type, resolver)
  }
}

/// An operation and a call site, which many promises share.
struct Origin: Hashable, Mixable {
  var operation = TextID.none
  var site = Site()

  var mixed: UInt32 {
    (site.line &* 0x9E37_79B1) ^ (site.file.rawValue &* 0x85EB_CA6B) ^ (operation.rawValue &* 0xC2B2_AE35)
  }
}

/// The queue and thread that a body ran on.
struct Execution: Hashable, Mixable {
  var queue = TextID.none
  var thread = TextID.none

  var mixed: UInt32 { (queue.rawValue &* 0x9E37_79B1) ^ (thread.rawValue &* 0x85EB_CA6B) }
}

/// A value with a very cheap hash.
protocol Mixable {
  var mixed: UInt32 { get }
}

/// A table that stores each distinct value once, up to a limit: a program may start a thread for each of its bodies.
struct Interner<Value: Hashable & Mixable & Sendable>: Sendable {
  private let limit: Int
  private(set) var values: [Value] = []
  private var indices: [Value: UInt32] = [:]
  /// Indices of recently requested values, by the upper bits of their hashes.
  ///
  /// Without it, hashing for the dictionary took a tenth of all work.
  private var recent = [UInt32](repeating: .max, count: 256)

  /// Creates a table for a store of `limit` promises.
  init(limit: Int) { self.limit = max(4_096, min(limit, 131_072)) }

  /// The number of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - rest: A part of it that more values have in common, to store instead once the limit is reached.
  /// - Returns: The number; `.max`, which stands for no value, once there are twice as many as the limit.
  mutating func index(of value: Value, else rest: @autoclosure () -> Value) -> UInt32 {
    let slot = Int(value.mixed >> 24)
    let known = Int(recent[slot])
    if known < values.count, values[known] == value { return UInt32(known) }
    let index = indices[value] ?? add(value, rest)
    recent[slot] = index
    return index
  }

  private mutating func add(_ value: Value, _ rest: () -> Value) -> UInt32 {
    let value = values.count < limit ? value : rest()
    if let known = indices[value] { return known }
    guard values.count < 2 * limit else { return .max }
    indices[value] = UInt32(values.count)
    values.append(value)
    return UInt32(values.count - 1)
  }

  subscript(index: UInt32) -> Value? { index < values.count ? values[Int(index)] : nil }
}
