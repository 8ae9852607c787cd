// The newest events, and for each the one before it about the same promise: the timeline of a detail pane.
//
// Owns a ring of bounded size. Refuses to index older events; a log file has them all.

import PromiseTrace

/// A bounded history with a backward list per promise.
struct EventHistory: Sendable {
  private struct Entry {
    var event: Event
    var previous: UInt32
  }

  let capacity: Int
  private var entries: [Entry] = []
  /// Events up to now; the entries are those from `start` up to `reach`, which is later than now after going back.
  private var written: UInt64 = 0
  private var start: UInt64 = 0
  private var reach: UInt64 = 0

  init(capacity: Int) { self.capacity = min(max(0, capacity), 1 << 30) }

  /// How many events before now are here.
  var depth: UInt64 { written - oldest }

  /// Whether that is all of them.
  var isWhole: Bool { oldest == 0 }

  /// The oldest event that no later one has overwritten.
  private var oldest: UInt64 { max(start, reach - min(reach, UInt64(capacity))) }

  /// How many events there have been: what ``move(to:)`` understands.
  var moment: UInt64 { written }

  /// Goes to where another number of events had been written.
  ///
  /// What lies ahead is the same run, and so keeps its place; what was overwritten, or never came by here, is missing.
  mutating func move(to moment: UInt64) {
    start = oldest
    if moment < start || moment > reach { (start, reach) = (moment, moment) }
    written = moment
  }

  /// Keeps `event`, whose promise's newest event so far is `previous`; returns its own place.
  mutating func append(_ event: Event, previous: UInt32) -> UInt32 {
    guard capacity > 0 else { return .max }
    let slot = Int(written % UInt64(capacity))
    let entry = Entry(event: event, previous: previous)
    if slot < entries.count {
      entries[slot] = entry
    } else {
      // Beginning in the middle of a run, the ring has empty slots before the first one written.
      while entries.count < slot { entries.append(entry) }
      entries.append(entry)
    }
    defer {
      written += 1
      if written > reach { reach = written }
    }
    return UInt32(truncatingIfNeeded: written)
  }

  /// All events here, those that were overwritten in the future included, in no order.
  func forEach(_ body: (Event) -> Void) { for entry in entries { body(entry.event) } }

  /// The newest `limit` events about `id`, in order, from its newest place on.
  func timeline(of id: PromiseID, newest: UInt32, limit: Int) -> NodeTimeline {
    var place = newest
    var events: [Event] = []
    while place != .max {
      let age = UInt64(UInt32(truncatingIfNeeded: written) &- place)
      guard age >= 1, age <= depth, events.count < limit else {
        return NodeTimeline(events: events.reversed(), isComplete: false)
      }
      let entry = entries[Int((written - age) % UInt64(capacity))]
      guard entry.event.promise == id else { return NodeTimeline(events: events.reversed(), isComplete: false) }
      events.append(entry.event)
      place = entry.previous
    }
    return NodeTimeline(events: events.reversed(), isComplete: capacity > 0)
  }
}

/// The events about one promise.
public struct NodeTimeline: Sendable, Equatable {
  /// In order.
  public var events: [Event]
  /// Whether these are all; false where older ones are no longer kept or were beyond the limit.
  public var isComplete: Bool

  /// Creates a timeline.
  public init(events: [Event], isComplete: Bool) {
    self.events = events
    self.isComplete = isComplete
  }
}
