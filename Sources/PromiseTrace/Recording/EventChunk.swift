// A ring with an owner: who keeps the memory alive, and which one follows.
//
// In overwrite mode a thread has one chunk and goes round in it; in lossless mode a chunk is filled once and the next one is
// linked behind it. Refuses the memory's layout and what may be believed of it: that is `Ring`.

import Synchronization

package final class EventChunk: @unchecked Sendable {
  /// The number of the first slot; 0 for the first chunk.
  package let base: UInt64
  /// How many events the thread recorded before this chunk's first, those that were dropped for want of room included.
  package let eventsBefore: UInt64
  /// How many events were dropped since this chunk's last one.
  private let dropped = Atomic<UInt64>(0)
  /// What this chunk's memory was taken from; gets it back when the chunk is freed.
  private var budget: EventBudget?
  /// Where the events lie; valid for as long as this chunk.
  let ring: UnsafeMutablePointer<Ring>
  /// Lossless mode: the chunk that follows, retained; 0 while this is the last.
  private let following = Atomic<UInt>(0)

  /// Reserves memory for `capacity` events and `textCapacity` bytes, both powers of two; fails where the system has none.
  ///
  /// - Parameters:
  ///   - capacity: How many events fit.
  ///   - textCapacity: How many bytes of text.
  ///   - base: The number of the first slot.
  ///   - eventsBefore: How many events were recorded before, those dropped included.
  ///   - isLinear: Filled once, never overwritten.
  package init?(
    capacity: UInt64, textCapacity: UInt64, base: UInt64 = 0, eventsBefore: UInt64 = 0, isLinear: Bool = false
  ) {
    guard let ring = Ring.make(capacity: capacity, textCapacity: textCapacity, base: base, isLinear: isLinear) else {
      return nil
    }
    (self.base, self.eventsBefore, self.ring) = (base, eventsBefore, ring)
  }

  deinit {
    budget?.give(bytes)
    Ring.free(ring)
    // A long list of chunks must not be freed by recursion.
    var next = following.load(ordering: .acquiring)
    while next != 0, let pointer = UnsafeRawPointer(bitPattern: next) {
      var chunk = Unmanaged<EventChunk>.fromOpaque(pointer).takeRetainedValue()
      next = isKnownUniquelyReferenced(&chunk) ? chunk.following.exchange(0, ordering: .acquiring) : 0
    }
  }

  /// What its memory takes.
  package var bytes: Int { Int(capacity * 64 + textCapacity) }

  /// Says what this chunk's memory was taken from; producer only, before another one is linked.
  package func charge(to budget: EventBudget?) { self.budget = budget }

  package var capacity: UInt64 { ring.pointee.capacity }
  package var textCapacity: UInt64 { ring.pointee.textCapacity }
  /// One more than the number of the last event published.
  package var head: UInt64 { ring.pointee.head.load(ordering: .acquiring) }

  /// The chunk behind this one, if the producer has moved on.
  package var next: EventChunk? {
    UnsafeRawPointer(bitPattern: following.load(ordering: .acquiring)).map {
      Unmanaged<EventChunk>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Links the chunk that follows.
  ///
  /// Producer only, once.
  package func link(_ chunk: EventChunk) {
    following.store(UInt(bitPattern: Unmanaged.passRetained(chunk).toOpaque()), ordering: .releasing)
  }

  /// How many events were recorded before those in slot `index`, of which this is a copy.
  func eventsBefore(_ index: UInt64, _ event: RawEvent) -> UInt64 {
    // Read after the slot was: as large as the number that the stamp is the rest of, and larger by a ring's length at most.
    let pairs = ring.pointee.pairs.load(ordering: .relaxed)
    return eventsBefore + (index - base) + pairs - ((pairs &- event.stamp) & RawEvent.stampMask)
  }

  /// How many events were recorded before slot `head`, the first that is not written; nil where its neighbor was overwritten meanwhile.
  func eventsBefore(head: UInt64) -> UInt64? {
    guard head > base else { return eventsBefore }
    return read(head - 1).map { eventsBefore(head - 1, $0) + ($0.isPair ? 2 : 1) }
  }

  /// How many events the producer has recorded so far, those dropped included; producer only.
  var eventsSoFar: UInt64 { eventsBefore + (head - base) + ring.pointee.pairs.load(ordering: .relaxed) + droppedCount }

  // MARK: Dropped events

  /// How many events were dropped since this chunk's last one, as far as is known by now.
  package var droppedCount: UInt64 { dropped.load(ordering: .acquiring) }

  /// Counts one event that has no room; producer only, and only once this chunk is full.
  package func drop() { dropped.store(dropped.load(ordering: .relaxed) &+ 1, ordering: .releasing) }

  // MARK: Writing and reading

  /// Publishes one event, or two in one slot; producer only.
  package func write(_ event: RawEvent) { ring.pointee.write(event, isPair: event.isPair) }

  /// Copies bytes into the text ring and returns their position; producer only.
  package func append(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let position = ring.pointee.reserveText(bytes.count)
    ring.pointee.append(bytes, at: position)
    return position
  }

  /// Copies event `index`; nil where it was overwritten meanwhile.
  package func read(_ index: UInt64) -> RawEvent? { ring.pointee.read(index) }

  /// Copies `count` bytes at `position` (modulo 2⁴⁰); nil where they were overwritten meanwhile.
  package func readText(at position: UInt64, count: Int) -> [UInt8]? {
    ring.pointee.readText(at: position, count: count)
  }
}
