// The writing end of the calling thread's ring for one tracer: ring, IDs and value policy, at a fixed address.
//
// Owns the path from a thread to its ring without reference counting: two retains and releases take 45 ns, five times as long as
// recording an event.

import CPromiseRuntime
import PlainText
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
  /// The owner of this writer.
  let chunkList: Unmanaged<ChunkList>

  /// The calling thread's writer for a promise's tracer, if it is the thread's last one and has room for an event without text.
  @inline(__always)
  static func quick(_ thread: UnsafeMutablePointer<PSThread>, _ promise: PromiseID) -> UnsafeMutablePointer<RingWriter>?
  {
    guard let pointer = thread.pointee.writer else { return nil }
    let writer = pointer.assumingMemoryBound(to: RingWriter.self)
    return writer.pointee.quickPrefix == promise & ~Tracer.idMask && writer.pointee.ring.pointee.hasRoom ? writer : nil
  }

  /// The calling thread's writer for the tracer with this prefix; nil if that tracer no longer exists, or has no memory for the thread.
  @inline(__always)
  static func current(_ thread: UnsafeMutablePointer<PSThread>, _ prefix: UInt64) -> UnsafeMutablePointer<RingWriter>? {
    if let pointer = thread.pointee.writer {
      let writer = pointer.assumingMemoryBound(to: RingWriter.self)
      if writer.pointee.prefix == prefix { return writer }
    }
    return ChunkList.take(prefix)
  }

  /// The tracer's next ID, with its prefix.
  @inline(__always)
  func takeID() -> PromiseID { lastID.pointee.wrappingAdd(1, ordering: .relaxed).newValue | prefix }

  /// The current reading of the tracer's clock, in ticks.
  var now: UInt64 { chunkList._withUnsafeGuaranteedRef { $0.clock.now() } }

  /// Publishes one slot; only after ``quick(_:_:)`` or ``makeRoom(_:forText:)``, which ensure that there is room.
  @inline(__always)
  func write(_ event: RawEvent, isShort: Bool = false, isPair: Bool = false) {
    ring.pointee.write(event, isShort: isShort, isPair: isPair)
  }

  // Functions that may switch the writer to another ring are static and take its address, because a method could keep using the old ring.

  /// Ensures that one event and its text fit into the same chunk.
  ///
  /// - Returns: Whether they do; if not, the event is counted as dropped.
  static func makeRoom(_ writer: UnsafeMutablePointer<RingWriter>, forText bytes: Int = 0) -> Bool {
    writer.pointee.chunkList._withUnsafeGuaranteedRef { $0.makeRoom(forText: bytes) }
  }

  /// Must be called after each event that was not written on the fast path.
  @inline(__always)
  static func hasWritten(_ writer: UnsafeMutablePointer<RingWriter>) {
    if writer.pointee.isFirst { writer.pointee.chunkList._withUnsafeGuaranteedRef { $0.writeFirstEvents() } }
  }

  /// Stores bytes that are no text, at most ``TextRange/maximumLength``, and ensures that the event fits, too.
  ///
  /// - Returns: Word 7 of the event; nil if the event is dropped.
  static func store(_ writer: UnsafeMutablePointer<RingWriter>, _ bytes: UnsafeRawBufferPointer) -> UInt64? {
    guard makeRoom(writer, forText: bytes.count) else { return nil }
    let ring = writer.pointee.ring
    let position = ring.pointee.reserveText(bytes.count)
    ring.pointee.append(bytes, at: position)
    return TextRange(position: position, length: bytes.count, secondLength: 0).encoded
  }

  /// Stores up to two texts, truncated to ``TextRange/maximumLength``, and ensures that the event fits, too.
  ///
  /// - Returns: Word 7 of the event; nil if the event is dropped.
  static func store(_ writer: UnsafeMutablePointer<RingWriter>, _ text: String?, _ second: String? = nil) -> UInt64? {
    let length = text.map { min($0.utf8.count, TextRange.maximumLength &- 1) }
    let secondLength = second.map { min($0.utf8.count, TextRange.maximumLength) } ?? 0
    let count = (length ?? 0) &+ secondLength
    guard makeRoom(writer, forText: count) else { return nil }
    guard length != nil || second != nil else { return 0 }
    let ring = writer.pointee.ring
    let position = ring.pointee.reserveText(count)
    if let text, let length, secondLength == 0 {
      text.withBytes { ring.pointee.append(UnsafeRawBufferPointer(start: $0.baseAddress, count: length), at: position) }
    } else {
      let bytes = Array((text ?? "").utf8.prefix(length ?? 0)) + Array((second ?? "").utf8.prefix(secondLength))
      bytes.withUnsafeBytes { ring.pointee.append($0, at: position) }
    }
    return TextRange(position: position, length: length ?? -1, secondLength: secondLength).encoded
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
