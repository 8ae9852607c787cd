// The newest events, each linked to the previous one about the same promise: the source of a detail pane's timeline.
//
// Owns a ring buffer of bounded size. Does not index older events; a log file contains them all.

import PromiseTrace

/// A ring buffer of events with a backward list per promise.
struct EventHistory: Sendable {
  private struct Entry {
    var event: Event
    var previous: UInt32
  }

  let capacity: Int
  private var entries: [Entry] = []
  /// The number of events up to now; the entries are those from `start` to `reach`, which is later than now after a move back.
  private var written: UInt64 = 0
  private var start: UInt64 = 0
  private var reach: UInt64 = 0

  init(capacity: Int) { self.capacity = min(max(0, capacity), 1 << 30) }

  /// The number of events before now that are available.
  var depth: UInt64 { written - oldest }

  /// Whether all events before now are available.
  var isWhole: Bool { oldest == 0 }

  /// The oldest event that no later one has overwritten.
  private var oldest: UInt64 { max(start, reach - min(reach, UInt64(capacity))) }

  /// The number of events so far, for ``move(to:)``.
  var moment: UInt64 { written }

  /// Moves to the moment when `moment` events had been written.
  ///
  /// Events after that moment belong to the same run, so their entries stay valid. Events that were overwritten or never
  /// appended are missing.
  mutating func move(to moment: UInt64) {
    start = oldest
    if moment < start || moment > reach { (start, reach) = (moment, moment) }
    written = moment
  }

  /// Appends an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - previous: The number of the previous event about the same promise, or `.max`.
  /// - Returns: The event's own number, modulo 2³².
  mutating func append(_ event: Event, previous: UInt32) -> UInt32 {
    guard capacity > 0 else { return .max }
    let slot = Int(written % UInt64(capacity))
    let entry = Entry(event: event, previous: previous)
    if slot < entries.count {
      entries[slot] = entry
    } else {
      // After a start in the middle of a run, the slots before the first one written are empty.
      while entries.count < slot { entries.append(entry) }
      entries.append(entry)
    }
    defer {
      written += 1
      if written > reach { reach = written }
    }
    return UInt32(truncatingIfNeeded: written)
  }

  /// The memory, in bytes.
  var size: Int { entries.count * MemoryLayout<Entry>.stride }

  /// Every stored event, including those after now, in no particular order.
  var all: some Sequence<Event> { entries.lazy.map(\.event) }

  /// The newest `limit` events about `id`, oldest first; `newest` is the number of the latest one.
  func timeline(of id: PromiseID, newest: UInt32, limit: Int) -> NodeTimeline {
    var number = newest
    var events: [Event] = []
    while number != .max {
      let age = UInt64(UInt32(truncatingIfNeeded: written) &- number)
      guard age >= 1, age <= depth, events.count < limit else {
        return NodeTimeline(events: events.reversed(), isComplete: false)
      }
      let entry = entries[Int((written - age) % UInt64(capacity))]
      guard entry.event.promise == id else { return NodeTimeline(events: events.reversed(), isComplete: false) }
      events.append(entry.event)
      number = entry.previous
    }
    return NodeTimeline(events: events.reversed(), isComplete: capacity > 0)
  }
}

/// The events about one promise.
public struct NodeTimeline: Sendable, Equatable {
  /// The events, oldest first.
  public var events: [Event]
  /// Whether these are all events; false if older ones were overwritten or exceeded the limit.
  public var isComplete: Bool

  /// Creates a timeline.
  public init(events: [Event], isComplete: Bool) {
    self.events = events
    self.isComplete = isComplete
  }
}
