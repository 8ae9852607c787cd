// The writing end of the calling thread's ring for one tracer: ring, IDs and value policy, at a fixed address.
//
// Owns the path from a thread to its ring without reference counting: two retains and releases take 45 ns, five times as long as
// recording an event.

import CPromiseRuntime
import Synchronization

/// What one thread uses to write events into its current ring for one tracer.
///
/// A thread keeps a pointer to the writer that it used last, and retains the ``ChunkList`` that owns it. ``EventEmitter`` decides what to
/// write, and ``ChunkList`` provides the memory. Only the owning thread uses it.
struct RingWriter: ~Copyable {
  /// The tracer's prefix; `.max` if ``quick(_:_:)`` must not succeed: the clock is not the cycle counter, or the event is one of the first.
  var quickPrefix: UInt64
  /// The current ring; the chunk list retains its chunk.
  var ring: UnsafeMutablePointer<Ring>
  /// The tracer's last ID, which the chunk list retains.
  let lastID: UnsafeMutablePointer<Atomic<UInt64>>
  var threadSymbol: UInt32 = 0
  /// Whether the log may have to be written after an event; see ``FirstEvents``.
  var isFirst: Bool
  let policy: ValuePolicy
  let prefix: UInt64
  /// The address of the ``ChunkList`` that owns this writer.
  let owner: UnsafeMutableRawPointer

  /// The calling thread's writer for a promise's tracer, if it is the thread's last one and has room for an event without text.
  @inline(__always)
  static func quick(_ thread: UnsafeMutablePointer<PSThread>, _ promise: PromiseID) -> UnsafeMutablePointer<RingWriter>?
  {
    guard let pointer = thread.pointee.writer else { return nil }
    let writer = pointer.assumingMemoryBound(to: RingWriter.self)
    return writer.pointee.quickPrefix == promise & ~TracedID.mask && writer.pointee.ring.pointee.hasRoom ? writer : nil
  }

  /// The tracer's next ID, with its prefix.
  @inline(__always)
  func takeID() -> PromiseID { lastID.pointee.wrappingAdd(1, ordering: .relaxed).newValue | prefix }

  /// Publishes one slot; only after ``quick(_:_:)`` or ``makeRoom(_:forText:)``, which ensure that there is room.
  @inline(__always)
  func write(_ event: RawEvent, isShort: Bool = false, isPair: Bool = false) {
    ring.pointee.write(event, isShort: isShort, isPair: isPair)
  }
}

/// The source of a tracer's promise IDs, which start at 1.
///
/// People read these numbers, so they are dense: all threads take one at a time from the same counter. Blocks of numbers for each thread would
/// save nothing on one thread, and 35 ns of 200 on two that do nothing but create promises.
final class IDCounter: Sendable {
  /// The last ID, alone in its cache lines.
  nonisolated(unsafe) let last: UnsafeMutablePointer<Atomic<UInt64>>

  init() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
    last = memory.bindMemory(to: Atomic<UInt64>.self, capacity: 1)
    last.initialize(to: Atomic(0))
  }

  deinit { last.deallocate() }
}
