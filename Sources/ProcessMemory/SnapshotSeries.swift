// Readings of one process, one after the other, as one history: what the latest one shows, and since when that has been so.
//
// What only an earlier reading shows has settled, or was collected, and is counted, not described: a memory does not say which.

import PromiseTrace

/// The history of the promises that are pending now.
package struct SnapshotSeries {
  /// How the latest reading differs from the one before.
  package struct Changes: Equatable, Sendable {
    /// The promises that both have, and of these, those whose bodies have gone on to another `await`.
    package var (same, moved) = (0, 0)
    package var (new, gone) = (0, 0)
  }

  /// What the body of a promise waits for.
  private struct Wait: Equatable {
    /// The identity of the promise, or its number if it has none.
    var source: UInt64
    var line: UInt32
  }

  /// The times of the readings, in nanoseconds since the first.
  package private(set) var times: [Int64] = []
  /// The difference of the last two readings; nil after the first.
  package private(set) var changes: Changes?
  /// The latest reading.
  package private(set) var latest: HeapReading?
  private var firstSeen: [UInt64: Int64] = [:]
  private var waits: [UInt64: (wait: Wait, since: Int64)] = [:]

  package init() {}

  /// Adds a reading.
  ///
  /// - Parameters:
  ///   - reading: What was read.
  ///   - time: When, in nanoseconds since the first reading.
  package mutating func add(_ reading: HeapReading, at time: Int64) {
    var (seen, newWaits, changes) = ([UInt64: Int64](), [UInt64: (wait: Wait, since: Int64)](), Changes())
    for identity in reading.identities.values {
      seen[identity] = firstSeen[identity] ?? time
      if firstSeen[identity] == nil { changes.new += 1 } else { changes.same += 1 }
    }
    for event in reading.events where event.kind == .awaiting {
      guard let identity = reading.identities[event.promise] else { continue }
      let wait = Wait(source: reading.identities[event.peer] ?? event.peer, line: event.site.line)
      let former = waits[identity]
      if let former, former.wait != wait { changes.moved += 1 }
      newWaits[identity] = former.flatMap { $0.wait == wait ? $0 : nil } ?? (wait, time)
    }
    changes.gone = firstSeen.count - changes.same
    self.changes = times.isEmpty ? nil : changes
    (firstSeen, waits, latest) = (seen, newWaits, reading)
    times.append(time)
  }

  /// The events of a log: those of the latest reading, each at the time of the reading that showed it first, and the end.
  ///
  /// - Parameter notes: What a log says about the readings themselves, at its end.
  package func events(notes: [String]) -> [Event] {
    guard let latest, let now = times.last else { return [] }
    var created: [PromiseID: Int64] = [:]
    var events: [Event] = []
    for event in latest.events {
      var event = event
      let identity = latest.identities[event.promise]
      // Nothing happens to a promise before it, or another one that the event names, is there.
      let first = max(created[event.promise] ?? 0, created[event.peer] ?? 0, created[event.context] ?? 0)
      switch event.kind {
      case .created:
        event.time = max(first, identity.flatMap { firstSeen[$0] } ?? now)
        created[event.promise] = event.time
      case .awaiting: event.time = max(first, identity.flatMap { waits[$0]?.since } ?? now)
      case .released, .held, .noted: event.time = now
      default: event.time = first
      }
      events.append(event)
    }
    for text in notes {
      var note = Event(.noted)
      (note.time, note.text) = (now, latest.texts.intern(text))
      events.append(note)
    }
    var end = Event(.ended)
    (end.time, end.reason) = (now, .snapshot)
    events.append(end)
    // The events can take hundreds of megabytes. Mostly they are in order already, and then no copy is made.
    if zip(events, events.dropFirst()).contains(where: { $0.time > $1.time }) {
      let order = events.indices.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
      events = order.map { events[$0] }
    }
    for index in events.indices { events[index].sequence = UInt64(index + 1) }
    return events
  }
}
