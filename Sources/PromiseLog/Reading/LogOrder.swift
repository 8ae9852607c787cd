// Checks that the events of a log are in a possible order. For example: `seq` 7 must follow 6, a promise settles only once, and no event
// follows `ended`.
//
// Owns the state that this takes: the previous event, and two bits per promise. It rejects nothing: `LogReader` delivers every event, and
// reports its faults.

import PromiseTrace

/// Compares each event of a log with those before it.
struct LogOrder {
  /// The faults of an event's position in the log.
  struct Faults: OptionSet {
    let rawValue: UInt8
    /// Sequence numbers are missing before it, or decrease.
    static let sequence = Faults(rawValue: 1)
    /// Its time is earlier than that of the previous event.
    static let time = Faults(rawValue: 2)
    /// Its promise was already created.
    static let created = Faults(rawValue: 4)
    /// Its promise was already settled.
    static let settled = Faults(rawValue: 8)
    /// It is the first event after `ended`.
    static let afterEnd = Faults(rawValue: 16)
  }

  struct Last {
    /// Its sequence; nil for an event of a later version that has none.
    var sequence: UInt64? = 0
    var time: Int64 = 0

    /// The number of sequence numbers missing between the previous event and this one.
    func missing(before event: Event) -> UInt64 {
      guard let sequence, event.sequence > sequence else { return 0 }
      return event.sequence - sequence - 1
    }
  }

  private(set) var last = Last()
  /// Whether the log has had an `ended`.
  private(set) var hasEnded = false
  private var hasContinued = false
  private var lives = PromiseLives()

  /// Starts after the event with this sequence; earlier events are unknown.
  init(sequence: UInt64? = 0) { last.sequence = sequence }

  /// Compares an event with the earlier ones, and adds it to them.
  @inline(__always)
  mutating func check(_ event: Event) -> Faults {
    var faults: Faults = []
    if let sequence = last.sequence, event.sequence != sequence &+ 1 || sequence == .max { faults.insert(.sequence) }
    if event.time < last.time { faults.insert(.time) }
    last = Last(sequence: event.sequence, time: event.time)
    switch event.kind {
    case .created: if lives.set(.created, of: event.promise) { faults.insert(.created) }
    case .fulfilled, .rejected: if lives.set(.settled, of: event.promise) { faults.insert(.settled) }
    case .unknown where event.sequence == 0:
      // An event of a later version may have no sequence and no time that this version can read.
      last.sequence = nil
      faults = []
    default: break
    }
    if hasEnded, !hasContinued {
      hasContinued = true
      faults.insert(.afterEnd)
    }
    if event.kind == .ended { hasEnded = true }
    return faults
  }
}
