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
  private var written: UInt64 = 0

  init(capacity: Int) { self.capacity = min(max(0, capacity), 1 << 30) }

  /// Keeps `event`, whose promise's newest event so far is `previous`; returns its own place.
  mutating func append(_ event: Event, previous: UInt32) -> UInt32 {
    guard capacity > 0 else { return .max }
    let entry = Entry(event: event, previous: previous)
    if entries.count < capacity {
      entries.append(entry)
    } else {
      entries[Int(written % UInt64(capacity))] = entry
    }
    defer { written += 1 }
    return UInt32(truncatingIfNeeded: written)
  }

  /// The newest `limit` events about `id`, in order, from its newest place on.
  func timeline(of id: PromiseID, newest: UInt32, limit: Int) -> NodeTimeline {
    var place = newest
    var events: [Event] = []
    while place != .max {
      let age = UInt32(truncatingIfNeeded: written) &- place
      guard age >= 1, UInt64(age) <= UInt64(entries.count), events.count < limit else {
        return NodeTimeline(events: events.reversed(), isComplete: false)
      }
      let entry = entries[Int((written - UInt64(age)) % UInt64(capacity))]
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
