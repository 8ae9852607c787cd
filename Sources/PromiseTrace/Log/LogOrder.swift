// Do a log's events come in an order that can have happened? For example: `seq` 7 must follow 6, a promise settles once, and
// nothing comes behind `ended`.
//
// Owns what has to be remembered for that: the event before, and two bits a promise. Refuses to reject anything: events are
// delivered as they are, and `LogReader` reports what was noticed, once each.

/// Compares each event of a log with those before it.
struct LogOrder {
  /// What is wrong with an event's place in the log.
  struct Faults: OptionSet {
    let rawValue: UInt8
    /// Numbers are missing before it, or go back.
    static let sequence = Faults(rawValue: 1)
    /// Its time is before that of the event before it.
    static let time = Faults(rawValue: 2)
    /// Its promise was created before.
    static let created = Faults(rawValue: 4)
    /// Its promise was settled before.
    static let settled = Faults(rawValue: 8)
    /// It is the first behind `ended`.
    static let behindEnd = Faults(rawValue: 16)
  }

  /// What is remembered of the event before.
  struct Last {
    /// Its number; nil for an event of a later version that has none.
    var sequence: UInt64? = 0
    /// Its time, in nanoseconds.
    var time: Int64 = 0

    /// How many numbers are missing between it and this event.
    func missing(before event: Event) -> UInt64 {
      guard let sequence, event.sequence > sequence else { return 0 }
      return event.sequence - sequence - 1
    }
  }

  private(set) var last = Last()
  /// Whether `ended` came.
  private(set) var hasEnded = false
  private var hasContinued = false
  private var lives = PromiseLives()

  /// Begins behind an event; what came before that is not remembered.
  init(sequence: UInt64? = 0) { last.sequence = sequence }

  /// Compares an event with those before it, and remembers it.
  @inline(__always)
  mutating func take(_ event: Event) -> Faults {
    var faults: Faults = []
    if let sequence = last.sequence, event.sequence != sequence &+ 1 || sequence == .max { faults.insert(.sequence) }
    if event.time < last.time { faults.insert(.time) }
    last = Last(sequence: event.sequence, time: event.time)
    switch event.kind {
    case .created: if lives.set(.created, of: event.promise) { faults.insert(.created) }
    case .fulfilled, .rejected: if lives.set(.settled, of: event.promise) { faults.insert(.settled) }
    case .unknown where event.sequence == 0:
      // An event of a later version need not have a number and a time that this version finds.
      last.sequence = nil
      faults = []
    default: break
    }
    if hasEnded, !hasContinued {
      hasContinued = true
      faults.insert(.behindEnd)
    }
    if event.kind == .ended { hasEnded = true }
    return faults
  }
}
