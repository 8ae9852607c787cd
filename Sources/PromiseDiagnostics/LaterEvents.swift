// Chooses, of the events in the rings, those that are later than the log. Owns counting the events that neither has. Reads nothing itself.

import PromiseTrace

/// The events in the rings that are later than those read from the log.
struct LaterEvents {
  /// The number of events read from the log, with those that it has dropped.
  let known: UInt64
  /// The time of the last event read from the log.
  let time: Int64
  /// The number of events that the rings have overwritten since the last event that was passed on.
  private var missing: UInt64 = 0

  /// Without known events, all events in the rings are later.
  init(known: UInt64, until time: Int64) { (self.known, self.time) = (known, time) }

  /// Passes an event of the rings on if it is later, after the number of events that are missing before it.
  mutating func add(_ event: Event, _ pass: (Event) -> Void) {
    if event.kind == .lost {
      missing += event.count
    } else if known == 0 || event.time > time {
      if missing > known {
        var lost = Event(.lost)
        (lost.count, lost.time) = (missing - known, event.time)
        pass(lost)
      }
      missing = 0
      pass(event)
    }
  }
}
