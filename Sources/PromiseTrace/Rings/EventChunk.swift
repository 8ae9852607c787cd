// A ring as a reference-counted node of a linked list. `Ring` owns the memory's layout and its synchronization.

import Synchronization

/// A ring, and the chunk that follows it.
///
/// In overwriting mode a thread has one chunk and reuses its slots. In the other modes it fills a chunk once, then links the next one.
/// One thread writes, any number of threads read.
package final class EventChunk: @unchecked Sendable {
  /// The number of the first slot; 0 for the first chunk.
  package let base: UInt64
  /// The number of events that the thread emitted before this chunk's first one, including dropped ones.
  package let eventsBefore: UInt64
  /// The number of events dropped after this chunk's last one.
  private let dropped = Atomic<UInt64>(0)
  /// The budget that this chunk is charged to, and that gets its bytes back when the chunk is freed.
  private var budget: EventBudget?
  /// The events; valid for the lifetime of this chunk.
  let ring: UnsafeMutablePointer<Ring>
  /// The next chunk, retained; 0 while this is the last one.
  private let following = Atomic<UInt>(0)

  /// Reserves memory for a chunk; fails if the system has none.
  ///
  /// - Parameters:
  ///   - capacity: The number of slots, a power of two.
  ///   - textCapacity: The size of the text buffer in bytes, a power of two.
  ///   - base: The number of the first slot.
  ///   - eventsBefore: The number of events emitted before, including dropped ones.
  ///   - isLinear: Whether it is filled once, instead of overwritten in a circle.
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
    // Frees a long list iteratively, because recursion could overflow the stack.
    var next = following.load(ordering: .acquiring)
    while next != 0, let pointer = UnsafeRawPointer(bitPattern: next) {
      var chunk = Unmanaged<EventChunk>.fromOpaque(pointer).takeRetainedValue()
      next = isKnownUniquelyReferenced(&chunk) ? chunk.following.exchange(0, ordering: .acquiring) : 0
    }
  }

  /// The size of its memory.
  package var bytes: Int { Int(truncatingIfNeeded: capacity &* 64 &+ textCapacity) }

  /// Sets the budget to return this chunk's bytes to; producer only, before the next chunk is linked.
  package func charge(to budget: EventBudget?) { self.budget = budget }

  package var capacity: UInt64 { ring.pointee.capacity }
  package var textCapacity: UInt64 { ring.pointee.textCapacity }
  /// One more than the number of the last event published.
  package var head: UInt64 { ring.pointee.head.load(ordering: .acquiring) }

  /// Waits for an event whose effects may be visible already; to be called before ``next`` and ``head``.
  func awaitSettling() { ring.pointee.awaitSettling() }

  /// The next chunk; nil while this is the last one.
  package var next: EventChunk? {
    UnsafeRawPointer(bitPattern: following.load(ordering: .acquiring)).map {
      Unmanaged<EventChunk>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Links the next chunk; producer only, once.
  package func link(_ chunk: EventChunk) {
    following.store(UInt(bitPattern: Unmanaged.passRetained(chunk).toOpaque()), ordering: .releasing)
  }

  /// The number of events emitted before slot `index`, of which `event` is a copy.
  func eventsBefore(_ index: UInt64, _ event: RawEvent) -> UInt64 {
    // `pairs` is read after the slot, so it is at least the number whose low bits are the stamp, and exceeds it by at most the capacity.
    let pairs = ring.pointee.pairs.load(ordering: .relaxed)
    return eventsBefore &+ (index &- base) &+ pairs &- ((pairs &- event.stamp) & RawEvent.stampMask)
  }

  /// The number of events emitted before slot `head`, the first one not written; nil if the slot before it was overwritten meanwhile.
  func eventsBefore(head: UInt64) -> UInt64? {
    guard head > base else { return eventsBefore }
    return read(head &- 1).map { eventsBefore(head &- 1, $0) &+ ($0.isPair ? 2 : 1) }
  }

  /// The number of events emitted so far, including dropped ones; producer only.
  var eventsSoFar: UInt64 {
    eventsBefore &+ (head &- base) &+ ring.pointee.pairs.load(ordering: .relaxed) &+ droppedCount
  }

  // MARK: Dropped events

  /// The number of events dropped after this chunk's last one, so far.
  package var droppedCount: UInt64 { dropped.load(ordering: .acquiring) }

  /// Counts one dropped event; producer only, and only once this chunk is full.
  package func drop() { dropped.store(dropped.load(ordering: .relaxed) &+ 1, ordering: .releasing) }

  // MARK: Writing and reading

  /// Publishes one slot with one event or two; producer only.
  package func write(_ event: RawEvent) { ring.pointee.write(event, isPair: event.isPair) }

  /// Copies bytes into the text buffer and returns their position; producer only.
  package func append(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let position = ring.pointee.reserveText(bytes.count)
    ring.pointee.append(bytes, at: position)
    return position
  }

  /// Copies slot `index`; nil if it was overwritten meanwhile.
  package func read(_ index: UInt64) -> RawEvent? { ring.pointee.read(index) }

  /// Copies `count` bytes at `position` (modulo 2⁴⁰); nil if they were overwritten meanwhile.
  package func readText(at position: UInt64, count: Int) -> [UInt8]? {
    ring.pointee.readText(at: position, count: count)
  }
}
