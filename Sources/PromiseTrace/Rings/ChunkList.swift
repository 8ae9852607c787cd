// The memory that one thread writes events into, for one tracer: a growing list of chunks, and the writer of its last one.
//
// Owns the current chunk, its replacement when it is full, and the loss when there is no memory. Readers retain the earlier chunks until
// they have read them.

import CPromiseRuntime
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a thread does whose chunk is full.
enum ChunkOverflow { case overwrite, grow, wait }

/// What chunk lists ask of their tracer when a chunk is full.
protocol ChunkListOwner: AnyObject, Sendable {
  var isFinished: Bool { get }
  func replaceChunk(of chunkList: ChunkList, with chunk: EventChunk)
}

/// The chunks that one thread fills for one tracer, and the ``RingWriter`` that fills them.
///
/// The ``Tracer`` makes one for each thread at its first event, and passes it on to another thread when that one has ended. Only the owning
/// thread writes. It replaces the chunk under the tracer's lock, because a reader may be starting there.
package final class ChunkList: @unchecked Sendable {
  package let prefix: UInt64
  package let number: Int
  let clock: TickConverter
  let ids: IDCounter
  private let overflow: ChunkOverflow
  private weak var owner: (any ChunkListOwner)?
  private let budget: EventBudget?
  /// Whether the thread may use the fast path.
  private let isQuick: Bool
  private let firstEvents: FirstEvents?
  private(set) var chunk: EventChunk
  private(set) var writer: UnsafeMutablePointer<RingWriter>

  /// Reserves the first chunk; fails if the system has no memory for it.
  init?(
    owner: any ChunkListOwner, number: Int, prefix: UInt64, clock: TickConverter, ids: IDCounter, budget: EventBudget?,
    overflow: ChunkOverflow, eventCount: Int, textBytes: Int, values: ValuePolicy, isQuick: Bool,
    firstEvents: FirstEvents?
  ) {
    (self.owner, self.number, self.prefix, self.clock, self.ids) = (owner, number, prefix, clock, ids)
    (self.budget, self.overflow, self.isQuick, self.firstEvents) = (budget, overflow, isQuick, firstEvents)
    let capacity = powerOfTwo(atLeast: eventCount, minimum: 16)
    let textCapacity = powerOfTwo(atLeast: textBytes, minimum: 2 &* (TextRange.maximumLength &+ 1))
    guard
      let chunk = EventChunk(capacity: capacity, textCapacity: textCapacity, isLinear: overflow != .overwrite)
    else { return nil }
    self.chunk = chunk
    // Aligned to two cache lines that are shared with nothing else.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(128, MemoryLayout<RingWriter>.size), alignment: 128)
    writer = memory.bindMemory(to: RingWriter.self, capacity: 1)
    let isFirst = firstEvents != nil
    writer.initialize(
      to: RingWriter(
        quickPrefix: isQuick && !isFirst ? prefix : .max, ring: chunk.ring, lastID: ids.last, isFirst: isFirst,
        policy: values, prefix: prefix, owner: Unmanaged.passUnretained(self).toOpaque()))
  }

  deinit {
    writer.deinitialize(count: 1)
    UnsafeMutableRawPointer(writer).deallocate()
  }

  /// Sets the name of the thread that writes from now on, as a symbol; under the tracer's lock, before that thread writes.
  func setThread(_ symbol: UInt32) { writer.pointee.threadSymbol = symbol }

  /// Writes the log if its first events have just been recorded, and otherwise starts to use the fast path.
  @inline(never)
  func writeFirstEvents() {
    if let firstEvents, firstEvents.write() { return }
    writer.pointee.isFirst = false
    if isQuick { writer.pointee.quickPrefix = prefix }
  }

  /// Ensures that one event and its text fit into the same chunk.
  ///
  /// - Returns: Whether they do; if not, the event is counted as dropped.
  func makeRoom(forText bytes: Int) -> Bool {
    guard overflow != .overwrite else { return true }
    let ring = chunk.ring
    let text = ring.pointee.textCapacity &- ring.pointee.textHead.load(ordering: .relaxed)
    if ring.pointee.hasRoom, text >= UInt64(truncatingIfNeeded: bytes &+ 8) { return true }
    return grow()
  }

  /// Links a new chunk; without memory, waits for some or drops the event, depending on the mode.
  ///
  /// Readers release the old chunk when they have read it.
  @inline(never)
  private func grow() -> Bool {
    let owner = owner
    while true {
      if let next = makeChunk() {
        if let owner { owner.replaceChunk(of: self, with: next) } else { move(to: next) }
        return true
      }
      // Stops waiting when the tracer has finished, because nothing will be read anymore.
      guard overflow == .wait, let owner, !owner.isFinished else { break }
      usleep(200)
    }
    // Otherwise an event without text could still fit, and would hide the position of the loss.
    chunk.ring.pointee.close()
    chunk.drop()
    return false
  }

  /// Reserves the next chunk; nil if the budget or the system's memory is exhausted.
  private func makeChunk() -> EventChunk? {
    guard budget?.take(chunk.bytes) ?? true else { return nil }
    if let next = EventChunk(
      capacity: chunk.capacity, textCapacity: chunk.textCapacity, base: chunk.head, eventsBefore: chunk.eventsSoFar,
      isLinear: true)
    {
      chunk.charge(to: budget)
      return next
    }
    budget?.give(chunk.bytes)
    budget?.noteRefusal()
    return nil
  }

  /// Links the next chunk and makes it the current one; owning thread only, under the tracer's lock while the tracer exists.
  func move(to next: EventChunk) {
    chunk.link(next)
    chunk = next
    writer.pointee.ring = next.ring
  }
}

/// The smallest power of two that is at least both numbers, or 2³⁰ if they are greater.
private func powerOfTwo(atLeast count: Int, minimum: Int) -> UInt64 {
  let count = min(max(count, minimum), 1 << 30)
  var power = 1
  while power < count { power &<<= 1 }
  return UInt64(truncatingIfNeeded: power)
}
