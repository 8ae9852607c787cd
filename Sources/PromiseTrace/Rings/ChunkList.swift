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

/// The chunks that one thread fills for one tracer, and the ``RingWriter`` that fills them.
///
/// The ``Tracer`` makes one for each thread at its first event, and passes it on to another thread when that one has ended. Only the owning
/// thread writes. It replaces the chunk under the tracer's lock, because a reader may be starting there.
package final class ChunkList: @unchecked Sendable {
  package let prefix: UInt64
  package let number: Int
  let clock: TickConverter
  let ids: IDCounter
  private let mode: Tracer.Configuration.Mode
  private let budget: EventBudget?
  /// Whether the thread may use the fast path.
  private let isQuick: Bool
  private let firstEvents: FirstEvents?
  private(set) var chunk: EventChunk
  private var writer: UnsafeMutablePointer<RingWriter>

  /// Reserves the first chunk; fails if the system has no memory for it.
  init?(tracer: Tracer, number: Int) {
    let configuration = tracer.configuration
    prefix = tracer.prefix
    self.number = number
    clock = tracer.converter
    ids = tracer.ids
    mode = configuration.mode
    budget = tracer.budget
    let capacity = powerOfTwo(atLeast: configuration.eventsPerThread, minimum: 16)
    let textCapacity = powerOfTwo(
      atLeast: configuration.textBytesPerThread, minimum: 2 &* (TextRange.maximumLength &+ 1))
    guard
      let chunk = EventChunk(capacity: capacity, textCapacity: textCapacity, isLinear: mode != .overwriteOldest)
    else { return nil }
    self.chunk = chunk
    // Aligned to two cache lines that are shared with nothing else.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(128, MemoryLayout<RingWriter>.size), alignment: 128)
    writer = memory.bindMemory(to: RingWriter.self, capacity: 1)
    isQuick = clock.countsCycles && prefix != 0 && !configuration.isBoundToTasks
    firstEvents = configuration.firstEvents
    let isFirst = firstEvents != nil
    writer.initialize(
      to: RingWriter(
        quickPrefix: isQuick && !isFirst ? prefix : .max, ring: chunk.ring, lastID: ids.last, isFirst: isFirst,
        policy: configuration.values, prefix: prefix, chunkList: Unmanaged.passUnretained(self)))
  }

  deinit {
    writer.deinitialize(count: 1)
    UnsafeMutableRawPointer(writer).deallocate()
  }

  /// Makes the writer for the tracer with this prefix the calling thread's current one; nil if that tracer no longer exists, or has no
  /// memory for the thread.
  @inline(never)
  static func take(_ prefix: UInt64) -> UnsafeMutablePointer<RingWriter>? {
    guard let tracer = TracerTable.tracer(prefix: prefix) else { return nil }
    let thread = psCurrentThread()
    if thread.pointee.serial == 0 { thread.pointee.serial = ThreadExit.adopt() }
    guard let chunkList = tracer.chunkList(forThread: thread.pointee.serial) else { return nil }
    releaseWriter(of: thread)
    _ = Unmanaged.passRetained(chunkList)
    thread.pointee.writer = UnsafeMutableRawPointer(chunkList.writer)
    return chunkList.writer
  }

  /// Clears the thread's current writer and releases the chunk list that owns it.
  fileprivate static func releaseWriter(of thread: UnsafeMutablePointer<PSThread>) {
    guard let writer = thread.pointee.writer else { return }
    thread.pointee.writer = nil
    writer.assumingMemoryBound(to: RingWriter.self).pointee.chunkList.release()
  }

  /// Clears the calling thread's writer in a forked child, if it belongs to the parent's tracer.
  static func forget(_ prefix: UInt64) {
    let thread = psCurrentThread()
    // Not released: the child never frees the parent's chunk list.
    if thread.pointee.writer?.assumingMemoryBound(to: RingWriter.self).pointee.prefix == prefix {
      thread.pointee.writer = nil
    }
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
    guard mode != .overwriteOldest else { return true }
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
    let tracer = TracerTable.tracer(prefix: prefix)
    while true {
      if let next = makeChunk() {
        if let tracer { tracer.replaceChunk(of: self, with: next) } else { move(to: next) }
        return true
      }
      // Stops waiting when the tracer has finished, because nothing will be read anymore.
      guard mode == .buffered(.wait), let tracer, !tracer.isFinished else { break }
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

/// Numbers threads, and notifies the tracers when a thread ends.
private enum ThreadExit {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { _ in
      let thread = psCurrentThread()
      ChunkList.releaseWriter(of: thread)
      TracerTable.threadEnded(thread.pointee.serial)
      thread.pointee.serial = 0
    }
    return key
  }()

  /// Numbers the calling thread and registers for its end.
  static func adopt() -> UInt64 {
    let serial = Serial.next()
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: serial)))
    return serial
  }
}

/// The smallest power of two that is at least both numbers, or 2³⁰ if they are greater.
private func powerOfTwo(atLeast count: Int, minimum: Int) -> UInt64 {
  let count = min(max(count, minimum), 1 << 30)
  var power = 1
  while power < count { power &<<= 1 }
  return UInt64(truncatingIfNeeded: power)
}

/// The number of threads of this process that have recorded an event.
private enum Serial {
  private static let last = Atomic<UInt64>(0)
  static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
