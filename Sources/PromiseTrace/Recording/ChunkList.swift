// Who owns what a thread records with: the chunk, and the writer that writes into it.
//
// Only its own thread records with it. The chunk is swapped under the tracer's lock, because a reader may be starting there.

import CPromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

package final class ChunkList: @unchecked Sendable {
  package let prefix: UInt64
  package let number: Int
  let clock: TickConverter
  let ids: IDCounter
  private let mode: Tracer.Configuration.Mode
  private let budget: EventBudget?
  private(set) var chunk: EventChunk
  private var writer: UnsafeMutablePointer<RingWriter>

  /// Reserves memory for a thread's first events; fails where the system has none.
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
      atLeast: configuration.textBytesPerThread, minimum: 2 * (TextRange.maximumLength + 1))
    guard
      let chunk = EventChunk(capacity: capacity, textCapacity: textCapacity, isLinear: mode != .overwriteOldest)
    else { return nil }
    self.chunk = chunk
    // Two cache lines of its own.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(128, MemoryLayout<RingWriter>.size), alignment: 128)
    writer = memory.bindMemory(to: RingWriter.self, capacity: 1)
    let isQuick = psCountsCycles() && !clock.isManual && prefix != 0
    writer.initialize(
      to: RingWriter(
        quickPrefix: isQuick ? prefix : .max, ring: chunk.ring, policy: configuration.values, prefix: prefix,
        chunkList: Unmanaged.passUnretained(self)))
  }

  deinit {
    writer.deinitialize(count: 1)
    UnsafeMutableRawPointer(writer).deallocate()
  }

  /// The calling thread takes up its writer for the tracer with this prefix; nil if that tracer is gone.
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

  /// The thread lets go of the writer it holds.
  fileprivate static func releaseWriter(of thread: UnsafeMutablePointer<PSThread>) {
    guard let writer = thread.pointee.writer else { return }
    thread.pointee.writer = nil
    writer.assumingMemoryBound(to: RingWriter.self).pointee.chunkList.release()
  }

  /// The calling thread, the only one of a forked child, lets go of the writer of a tracer that stays with the parent.
  static func forget(_ prefix: UInt64) {
    let thread = psCurrentThread()
    // Still retained: the parent's chunk list is never freed here.
    if thread.pointee.writer?.assumingMemoryBound(to: RingWriter.self).pointee.prefix == prefix {
      thread.pointee.writer = nil
    }
  }

  /// Says which thread records from now on.
  ///
  /// Under the tracer's lock, before that thread records.
  func setThread(_ symbol: UInt32) { writer.pointee.threadSymbol = symbol }

  /// Makes sure that one event and its text go into the same chunk.
  ///
  /// - Returns: Whether they do; the event is counted as dropped otherwise.
  func makeRoom(forText bytes: Int) -> Bool {
    guard mode != .overwriteOldest else { return true }
    let ring = chunk.ring
    let text = ring.pointee.textCapacity &- ring.pointee.textHead.load(ordering: .relaxed)
    if ring.pointee.hasRoom, text >= UInt64(bytes + 8) { return true }
    return grow()
  }

  /// Links a new chunk, or drops the event where the mode says so.
  ///
  /// Readers let go of the old one when they have passed it.
  @inline(never)
  private func grow() -> Bool {
    let tracer = TracerTable.tracer(prefix: prefix)
    while true {
      if let next = makeChunk() {
        if let tracer { tracer.replaceChunk(of: self, with: next) } else { move(to: next) }
        return true
      }
      // A thread that waits is released when nothing will be read any more.
      guard mode == .buffered(.wait), let tracer, !tracer.isFinished else { break }
      usleep(200)
    }
    // An event without text would still find room, and would hide where the loss is.
    chunk.ring.pointee.close()
    chunk.drop()
    return false
  }

  /// The chunk that follows; nil where the limit or the system's memory is reached.
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

  /// Goes on in another chunk.
  ///
  /// Own thread only, under the tracer's lock while that lives.
  func move(to next: EventChunk) {
    chunk.link(next)
    chunk = next
    writer.pointee.ring = next.ring
  }
}

/// Numbers threads, and tells the tracers when one ends.
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

  /// Gives the calling thread a number and watches for its end.
  static func adopt() -> UInt64 {
    let serial = Serial.next()
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: UInt(serial)))
    return serial
  }
}

/// The smallest power of two that is at least both numbers.
private func powerOfTwo(atLeast count: Int, minimum: Int) -> UInt64 {
  var power: UInt64 = 1
  while power < UInt64(max(count, minimum)) { power <<= 1 }
  return power
}

/// The process's count of threads that ever recorded.
private enum Serial {
  private static let last = Atomic<UInt64>(0)
  static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
