// Who owns what a thread records with: the chunk, and the pen that writes into it.
//
// Only its own thread records with it. The chunk is swapped under the tracer's lock, because a reader may be starting there.

import CPromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

package final class ThreadRecorder: @unchecked Sendable {
  package let prefix: UInt64
  package let number: Int
  let clock: TickConverter
  let ids: IDCounter
  private let isLossless: Bool
  private(set) var chunk: EventChunk
  private var pen: UnsafeMutablePointer<Pen>

  init(tracer: Tracer, number: Int) {
    let configuration = tracer.configuration
    prefix = tracer.prefix
    self.number = number
    clock = tracer.converter
    ids = tracer.ids
    isLossless = configuration.mode == .lossless
    chunk = EventChunk(
      capacity: powerOfTwo(atLeast: configuration.eventsPerThread, minimum: 16),
      textCapacity: powerOfTwo(atLeast: configuration.textBytesPerThread, minimum: 2 * (TextRange.maximumLength + 1)),
      isLinear: isLossless)
    // Two cache lines of its own.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(128, MemoryLayout<Pen>.size), alignment: 128)
    pen = memory.bindMemory(to: Pen.self, capacity: 1)
    let isQuick = psCountsCycles() && !clock.isManual && prefix != 0
    pen.initialize(
      to: Pen(
        quickPrefix: isQuick ? prefix : .max, ring: chunk.ring, policy: configuration.values, prefix: prefix,
        recorder: Unmanaged.passUnretained(self)))
  }

  deinit {
    pen.deinitialize(count: 1)
    UnsafeMutableRawPointer(pen).deallocate()
  }

  /// The calling thread takes up its pen for the tracer with this prefix; nil if that tracer is gone.
  @inline(never)
  static func take(_ prefix: UInt64) -> UnsafeMutablePointer<Pen>? {
    guard let tracer = TracerTable.tracer(prefix: prefix) else { return nil }
    let thread = psCurrentThread()
    if thread.pointee.serial == 0 { thread.pointee.serial = ThreadExit.adopt() }
    let recorder = tracer.recorder(forThread: thread.pointee.serial)
    putDown(thread)
    _ = Unmanaged.passRetained(recorder)
    thread.pointee.pen = UnsafeMutableRawPointer(recorder.pen)
    return recorder.pen
  }

  /// The thread lets go of the pen it holds.
  fileprivate static func putDown(_ thread: UnsafeMutablePointer<PSThread>) {
    guard let pen = thread.pointee.pen else { return }
    thread.pointee.pen = nil
    pen.assumingMemoryBound(to: Pen.self).pointee.recorder.release()
  }

  /// Says which thread records from now on.
  ///
  /// Under the tracer's lock, before that thread records.
  func name(thread symbol: UInt32) { pen.pointee.threadSymbol = symbol }

  /// Makes sure that one event and its text go into the same chunk.
  func makeRoom(forText bytes: Int) {
    guard isLossless else { return }
    let ring = chunk.ring
    let text = ring.pointee.textCapacity &- ring.pointee.textHead.load(ordering: .relaxed)
    if !ring.pointee.hasRoom || text < UInt64(bytes + 8) { grow() }
  }

  /// Links a new chunk.
  ///
  /// Readers let go of the old one when they have passed it.
  @inline(never)
  private func grow() {
    let next = EventChunk(
      capacity: chunk.capacity, textCapacity: chunk.textCapacity, base: chunk.head, isLinear: true)
    if let tracer = TracerTable.tracer(prefix: prefix) {
      tracer.replaceChunk(of: self, with: next)
    } else {
      move(to: next)
    }
  }

  /// Goes on in another chunk.
  ///
  /// Own thread only, under the tracer's lock while that lives.
  func move(to next: EventChunk) {
    chunk.link(next)
    chunk = next
    pen.pointee.ring = next.ring
  }
}

/// Numbers threads, and tells the tracers when one ends.
private enum ThreadExit {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { _ in
      let thread = psCurrentThread()
      ThreadRecorder.putDown(thread)
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
