// How many promises one body starts at one call site before they settle. Owns the counts, which take constant time and memory. Does not judge;
// the rule does.

import ChainModel
import PromiseTrace

/// The promises in flight by the body and the call site that created them.
struct Bursts: Sendable {
  /// The promises of one call site in one body; other pairs with the same index take its place.
  private struct Burst: Sendable {
    var context: PromiseID = 0
    var origin: UInt32 = .max
    var first: PromiseID = 0
    var open = 0
  }

  private let limit: Int
  private var slots = [Burst](repeating: Burst(), count: 256)
  /// The first promise of each burst that reached the limit.
  private(set) var found = Candidates<PromiseID>()
  /// The largest number in flight, by the first promise.
  private(set) var largest: [PromiseID: Int] = [:]

  init(limit: Int) { self.limit = limit }

  private static func index(_ origin: UInt32) -> Int { Int(truncatingIfNeeded: (origin &* 0x9E37_79B1) >> 24) }

  mutating func created(_ event: Event, _ store: ChainStore) {
    guard event.context != 0, event.peer == 0, event.site.line > 0 else { return }
    let origin = store.origin(of: event.promise)
    let index = Self.index(origin)
    guard slots[index].origin == origin, slots[index].context == event.context else {
      // A burst in progress must not be hidden by a single promise.
      if slots[index].open < 16 || !store.isOpen(slots[index].context) {
        slots[index] = Burst(context: event.context, origin: origin, first: event.promise, open: 1)
      }
      return
    }
    slots[index].open += 1
    guard slots[index].open >= limit else { return }
    found.insert(slots[index].first)
    if found.omitted == 0 {
      largest[slots[index].first] = max(largest[slots[index].first] ?? 0, slots[index].open)
    }
  }

  /// Counts a promise that has settled.
  mutating func settled(_ event: Event, _ store: ChainStore) {
    let origin = store.origin(of: event.promise)
    let index = Self.index(origin)
    guard slots[index].origin == origin, slots[index].open > 0,
      store.facts(event.promise)?.inside == slots[index].context
    else { return }
    slots[index].open -= 1
  }

  /// Events are missing, so nothing is known about what is in flight.
  mutating func lost() {
    for index in slots.indices { slots[index] = Burst() }
  }
}
