// The events of an excerpt. Owns the choice of events: every promise that one of them refers to must be in the excerpt, too.
//
// Only at the end of the source is it known what belongs to an excerpt, so all events are kept until then, packed to 9 bytes each.

import PromiseLog
import PromiseTrace

/// All events of a source, until some of them are chosen.
struct ExcerptTape {
  /// The maximum size of the events in memory, in bytes: about 100 million events.
  private static let limit = 1 << 30

  private let texts: TextTable
  private var tape: EventTape

  init(texts: TextTable) { (self.texts, tape) = (texts, EventTape(texts: texts, limit: Self.limit)) }

  mutating func append(_ event: Event) { tape.append(event) }

  /// Calls `body` with the events about some promises, numbered from 1, and with all losses, the end, and the proofs that the program still ran.
  ///
  /// - Returns: The number of events about the promises that were left out. These are of kinds that this version does not know: they are
  ///   preserved as text, with the sequence that they had, and may refer to any promise.
  func forEachBatch(of whole: Set<PromiseID>, _ body: ([Event]) throws -> Void) throws -> Int {
    var mentioned: Set<PromiseID> = []
    forEachBatch { events in
      for event in events where whole.contains(event.promise) {
        for id in [event.peer, event.context] where id != 0 && !whole.contains(id) { mentioned.insert(id) }
      }
    }
    func known(_ id: PromiseID) -> PromiseID { whole.contains(id) || mentioned.contains(id) ? id : 0 }
    var sequence: UInt64 = 0
    var chosen: [Event] = []
    var unknown = 0
    try forEachBatch { events in
      chosen.removeAll(keepingCapacity: true)
      for original in events {
        var event = original
        switch event.kind {
        case .lost, .ended, .alive: break
        case .unknown:
          if whole.contains(event.promise) { unknown += 1 }
          continue
        case _ where whole.contains(event.promise): break
        // A promise that is only mentioned keeps its creation, its outcome, and the fact that a handler took it. Otherwise a check of
        // the excerpt would report an unhandled rejection. That a fulfilled one was freed is left out: without the uses of its value, it
        // would look like a lost result.
        case .released where event.state == .fulfilled && mentioned.contains(event.promise): continue
        case .created, .named, .registered, .fulfilled, .rejected, .handled, .released:
          guard mentioned.contains(event.promise) else { continue }
        default: continue
        }
        (event.peer, event.context) = (known(event.peer), known(event.context))
        sequence += 1
        event.sequence = sequence
        chosen.append(event)
      }
      if !chosen.isEmpty { try body(chosen) }
    }
    return unknown
  }

  private func forEachBatch(_ body: ([Event]) throws -> Void) rethrows {
    var pump = EventPump(ArchiveSource(tape, texts, reportsEvicted: true))
    while let events = pump.next() { try body(events) }
  }
}
