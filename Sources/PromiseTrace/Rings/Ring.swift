// The memory that one thread writes events into: slots of eight words, and a buffer for text.
//
// Owns the mapped memory and the protocol by which a reader never accepts a torn slot. Does not know other rings or tracers.
//
// Why that holds, for a ring that is overwritten in a circle: Event `i` occupies slot `i % capacity`. The producer stores `head = i`
// (release), then a release fence, then the words of event `i`, then `head = i + 1` (release). A reader loads `head` (acquire), copies
// slot `j < head`, executes an acquire fence, and loads `head` again. If the result is `h`, the producer may be writing event `h` into the
// slot of event `h - capacity`, and every event before that one may be overwritten. So the copy is valid if and only if
// `h - j < capacity`. All words are relaxed atomics, so a torn copy is rejected and never undefined behavior. Text works the same way with
// `textHead`, except that it advances *before* the bytes are written: bytes at `p` are valid while `textHead - p <= capacity`.

import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A ring buffer with one producer and any number of readers.
///
/// It has a fixed address, so that using it needs no reference counting, and everything that the producer accesses for an event is in one
/// cache line.
struct Ring: ~Copyable {
  /// The index of the next slot to write: one more than that of the last slot published.
  let head: Atomic<UInt64>
  private let slots: UnsafeMutablePointer<Atomic<UInt64>>
  private let mask: UInt64
  /// The number of slots written so far that hold two events.
  let pairs = Atomic<UInt64>(0)
  /// Whether the producer is about to publish an event whose effects may be visible already; see ``PreparedEvent``.
  let isSettling = Atomic<Bool>(false)
  /// The `head` at which the ring is full; never reached if it is overwritten in a circle.
  ///
  /// Only the producer reads it.
  private var end: UInt64
  private let isLinear: Bool
  let textHead = Atomic<UInt64>(0)
  private let text: UnsafeMutablePointer<Atomic<UInt64>>
  let textCapacity: UInt64

  /// The distance at which the writes of two threads do not interfere: processors fetch cache lines in pairs.
  private static let alignment = 128

  var capacity: UInt64 { mask &+ 1 }

  private init(
    slots: UnsafeMutablePointer<Atomic<UInt64>>, text: UnsafeMutablePointer<Atomic<UInt64>>, capacity: UInt64,
    textCapacity: UInt64, base: UInt64, isLinear: Bool
  ) {
    head = Atomic(base)
    self.slots = slots
    mask = capacity &- 1
    end = isLinear ? base &+ capacity : .max
    self.isLinear = isLinear
    self.text = text
    self.textCapacity = textCapacity
  }

  deinit {
    munmap(slots, Int(truncatingIfNeeded: capacity) &* 64)
    munmap(text, Int(truncatingIfNeeded: textCapacity))
  }

  /// Reserves memory for `capacity` slots and `textCapacity` bytes, both powers of two; pages are committed on first use.
  ///
  /// - Returns: The ring, to be freed by ``free(_:)``; nil if the system has no memory for it.
  static func make(
    capacity: UInt64, textCapacity: UInt64, base: UInt64, isLinear: Bool
  ) -> UnsafeMutablePointer<Ring>? {
    guard let slots = Ring.zeroed(words: Int(truncatingIfNeeded: capacity) &* 8) else { return nil }
    guard let text = Ring.zeroed(words: Int(truncatingIfNeeded: textCapacity) / 8) else {
      munmap(slots, Int(truncatingIfNeeded: capacity) &* 64)
      return nil
    }
    let ring = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<Ring>.size, alignment: alignment)
      .bindMemory(to: Ring.self, capacity: 1)
    ring.initialize(
      to: Ring(
        slots: slots, text: text, capacity: capacity, textCapacity: textCapacity, base: base, isLinear: isLinear))
    return ring
  }

  static func free(_ ring: UnsafeMutablePointer<Ring>) {
    ring.deinitialize(count: 1)
    UnsafeMutableRawPointer(ring).deallocate()
  }

  /// Maps zeroed pages, which take no memory until they are used.
  ///
  /// `Atomic<UInt64>` has the layout of `UInt64`, so zeroed memory is a valid value.
  private static func zeroed(words: Int) -> UnsafeMutablePointer<Atomic<UInt64>>? {
    let memory = mmap(nil, words &* 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    return memory.bindMemory(to: Atomic<UInt64>.self, capacity: words)
  }

  // MARK: Producer

  /// Whether there is a slot for the next event.
  @inline(__always)
  var hasRoom: Bool { head.load(ordering: .relaxed) != end }

  /// Makes the ring full; producer only.
  mutating func close() { end = head.load(ordering: .relaxed) }

  /// Publishes one slot; producer only, after ``hasRoom``.
  ///
  /// - Parameters:
  ///   - event: The slot's words.
  ///   - isShort: Whether to skip words 5 and 6, for kinds that do not use them. Each store costs a tenth of a nanosecond or two.
  ///   - isPair: Whether the slot holds two events. The caller knows it at no cost.
  @inline(__always)
  func write(_ event: RawEvent, isShort: Bool = false, isPair: Bool = false) {
    fill(event, isShort: isShort)
    publish(isPair: isPair)
  }

  /// Writes the next slot, but does not publish it; producer only, after ``hasRoom``.
  @inline(__always)
  func fill(_ event: RawEvent, isShort: Bool) {
    let index = head.load(ordering: .relaxed)
    let stamp = pairs.load(ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    let slot = slots + Int(truncatingIfNeeded: (index & mask) &* 8)
    slot[0].store(event.words.0, ordering: .relaxed)
    slot[1].store(RawEvent.stamped(head: event.words.1, stamp), ordering: .relaxed)
    slot[2].store(event.words.2, ordering: .relaxed)
    slot[3].store(event.words.3, ordering: .relaxed)
    slot[4].store(RawEvent.stamped(context: event.words.4, stamp), ordering: .relaxed)
    if !isShort {
      slot[5].store(event.words.5, ordering: .relaxed)
      slot[6].store(event.words.6, ordering: .relaxed)
    }
    slot[7].store(event.words.7, ordering: .relaxed)
  }

  /// Publishes the slot that ``fill(_:isShort:)`` wrote; producer only.
  @inline(__always)
  func publish(isPair: Bool) {
    // Before `head`, so that a reader that sees the slot reads a number that is no smaller than the slot's stamp.
    if isPair { pairs.store(pairs.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
    head.store(head.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }

  /// Copies bytes into the text buffer, in whole words; producer only.
  func append(_ bytes: UnsafeRawBufferPointer, at position: UInt64) {
    guard let start = bytes.baseAddress else { return }
    var word = 0
    while (word &+ 1) &* 8 <= bytes.count {
      let offset = word &* 8
      store(
        start.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
        at: position &+ UInt64(truncatingIfNeeded: offset))
      word &+= 1
    }
    guard word &* 8 < bytes.count else { return }
    var rest: UInt64 = 0
    var byte = word &* 8
    while byte < bytes.count {
      rest |= UInt64(bytes[byte]) &<< UInt64(truncatingIfNeeded: byte &* 8)
      byte &+= 1
    }
    store(UInt64(littleEndian: rest), at: position &+ UInt64(truncatingIfNeeded: word &* 8))
  }

  /// Reserves `count` bytes of the text buffer, invalidating what they hold, and returns their position.
  ///
  /// Producer only, before ``append(_:at:)``.
  @inline(__always)
  func reserveText(_ count: Int) -> UInt64 {
    let start = textHead.load(ordering: .relaxed)
    textHead.store(start &+ UInt64(truncatingIfNeeded: (count &+ 7) & ~7), ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    return start
  }

  @inline(__always)
  private func store(_ word: UInt64, at position: UInt64) {
    text[textSlot(position)].store(word, ordering: .relaxed)
  }

  // MARK: Readers

  /// Waits until the producer has published an event whose effects may be visible already.
  ///
  /// That takes a few instructions, unless the system preempts the producer. Gives up after about a tenth of a second, because a reader must
  /// not depend on a thread that a debugger has stopped.
  func awaitSettling() {
    var attempts = 0
    while isSettling.load(ordering: .acquiring), attempts < 300 {
      if attempts < 100 { sched_yield() } else { usleep(500) }
      attempts &+= 1
    }
  }

  /// Copies slot `index`; nil if it was overwritten meanwhile.
  @inline(__always)
  func read(_ index: UInt64) -> RawEvent? {
    let slot = slots + Int(truncatingIfNeeded: (index & mask) &* 8)
    var event = RawEvent()
    event.words.0 = slot[0].load(ordering: .relaxed)
    event.words.1 = slot[1].load(ordering: .relaxed)
    event.words.2 = slot[2].load(ordering: .relaxed)
    event.words.3 = slot[3].load(ordering: .relaxed)
    event.words.4 = slot[4].load(ordering: .relaxed)
    event.words.5 = slot[5].load(ordering: .relaxed)
    event.words.6 = slot[6].load(ordering: .relaxed)
    event.words.7 = slot[7].load(ordering: .relaxed)
    atomicMemoryFence(ordering: .acquiring)
    return isIntact(index) ? event : nil
  }

  /// Whether slot `index` has not been overwritten so far.
  @inline(__always)
  private func isIntact(_ index: UInt64) -> Bool {
    isLinear || head.load(ordering: .relaxed) &- index <= mask
  }

  /// Copies `count` bytes at `position` (modulo 2⁴⁰); nil if they were overwritten meanwhile.
  func readText(at position: UInt64, count: Int) -> [UInt8]? {
    // An array of capacity 0 would write its count into the empty array that all threads share.
    guard count > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: (count &+ 7) & ~7) { buffer, initialized in
      guard let raw = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      for offset in stride(from: 0, to: count, by: 8) {
        let word = text[textSlot(position &+ UInt64(truncatingIfNeeded: offset))].load(ordering: .relaxed)
        raw.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
      }
      initialized = count
    }
    atomicMemoryFence(ordering: .acquiring)
    let written = (textHead.load(ordering: .relaxed) &- position) & TextRange.positionMask
    return written <= textCapacity ? bytes : nil
  }

  @inline(__always)
  private func textSlot(_ position: UInt64) -> Int {
    Int(truncatingIfNeeded: (position & (textCapacity &- 1)) >> 3)
  }
}
