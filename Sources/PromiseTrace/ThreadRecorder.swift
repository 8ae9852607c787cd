// One thread's pen: the chunk it writes into, its block of ids.
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
  private static let idBlock: UInt64 = 64

  package let prefix: UInt64
  package let number: Int
  let clock: TickConverter
  let policy: ValuePolicy
  private let isLossless: Bool
  var chunk: EventChunk
  var threadSymbol: UInt32 = 0
  private var nextID: UInt64 = 0
  private var endID: UInt64 = 0

  init(tracer: Tracer, number: Int) {
    let configuration = tracer.configuration
    prefix = tracer.prefix
    self.number = number
    clock = tracer.converter
    policy = configuration.values
    isLossless = configuration.mode == .lossless
    chunk = EventChunk(
      capacity: powerOfTwo(atLeast: configuration.eventsPerThread, minimum: 16),
      textCapacity: powerOfTwo(atLeast: configuration.textBytesPerThread, minimum: 2 * (TextRange.maximumLength + 1)),
      isLinear: isLossless)
  }

  /// The recorder of the calling thread for the tracer with this prefix; nil if that tracer is gone.
  @inline(__always)
  static func current(_ prefix: UInt64) -> ThreadRecorder? {
    if let pointer = psCurrentThread().pointee.recorder {
      let recorder = Unmanaged<ThreadRecorder>.fromOpaque(pointer).takeUnretainedValue()
      if recorder.prefix == prefix { return recorder }
    }
    return switchTo(prefix)
  }

  @inline(never)
  private static func switchTo(_ prefix: UInt64) -> ThreadRecorder? {
    guard let tracer = TracerTable.tracer(prefix: prefix) else { return nil }
    let thread = psCurrentThread()
    if thread.pointee.serial == 0 { thread.pointee.serial = ThreadExit.adopt() }
    let recorder = tracer.recorder(forThread: thread.pointee.serial)
    if let old = thread.pointee.recorder { Unmanaged<ThreadRecorder>.fromOpaque(old).release() }
    thread.pointee.recorder = Unmanaged.passRetained(recorder).toOpaque()
    return recorder
  }

  /// The next id of this thread's block, with the tracer's prefix; 0 if the tracer is gone.
  @inline(__always)
  func makeID() -> PromiseID {
    if nextID == endID {
      guard let tracer = TracerTable.tracer(prefix: prefix) else { return 0 }
      nextID = tracer.reserveIDs(ThreadRecorder.idBlock)
      endID = nextID + ThreadRecorder.idBlock
    }
    defer { nextID += 1 }
    return nextID | prefix
  }

  @inline(__always)
  func write(_ event: RawEvent) {
    if isLossless, chunk.head.load(ordering: .relaxed) &- chunk.base == chunk.capacity { grow() }
    chunk.write(event)
  }

  /// Stores up to two texts one behind the other and returns word 7.
  func store(_ text: String?, _ second: String? = nil) -> UInt64 {
    guard text != nil || second != nil else { return 0 }
    var bytes = text.map { Array($0.utf8.prefix(TextRange.maximumLength - 1)) } ?? []
    let length = bytes.count
    if let second { bytes += second.utf8.prefix(TextRange.maximumLength) }
    let room = chunk.textCapacity &- chunk.textHead.load(ordering: .relaxed)
    if isLossless, room < UInt64(bytes.count + 8) { grow() }
    let position = bytes.withUnsafeBufferPointer { chunk.append($0) }
    return TextRange(position: position, length: text == nil ? -1 : length, secondLength: bytes.count - length).encoded
  }

  /// Links a new chunk.
  ///
  /// Readers let go of the old one when they have passed it. An event's text lies in the event's own chunk or, where
  /// the chunk filled up between the two, in none: so ``write(_:)`` is asked for room first.
  @inline(never)
  private func grow() {
    let next = EventChunk(
      capacity: chunk.capacity, textCapacity: chunk.textCapacity, base: chunk.head.load(ordering: .relaxed),
      isLinear: true)
    if let tracer = TracerTable.tracer(prefix: prefix) {
      tracer.replaceChunk(of: self, with: next)
    } else {
      chunk = next
    }
  }

  /// Makes sure that one event and its text go into the same chunk.
  func reserveSlot() {
    if isLossless, chunk.head.load(ordering: .relaxed) &- chunk.base == chunk.capacity { grow() }
  }
}

/// Numbers threads, and tells the tracers when one ends.
private enum ThreadExit {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { _ in
      let thread = psCurrentThread()
      if let recorder = thread.pointee.recorder {
        thread.pointee.recorder = nil
        Unmanaged<ThreadRecorder>.fromOpaque(recorder).release()
      }
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
