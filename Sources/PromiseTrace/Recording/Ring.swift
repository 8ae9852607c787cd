// The memory that one thread records into: slots of eight words, and bytes for text.
//
// Owns the mapped memory and the proof that a reader never believes a torn slot. Knows no other ring and no tracer.
//
// Proof, where a thread goes round. Event `i` lies in slot `i % capacity`. The producer stores `head = i` (release), then a
// release fence, then the words of event `i`, then `head = i + 1` (release). A reader loads `head` (acquire), copies slot
// `j < head`, passes an acquire fence and loads `head` again: if that says `h`, the producer may be writing event `h`, whose slot
// is that of `h - capacity`, and every event before that may be gone; so the copy is good if and only if `h - j < capacity`.
// All words are relaxed atomics, so a torn copy is never undefined behaviour, only rejected. Text works the same way with
// `textHead`, except that it is moved *before* the bytes are written: bytes at `p` are good while `textHead - p <= capacity`.

import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a producer touches at every event, in one cache line and at an address of its own, so that nobody counts references.
struct Ring: ~Copyable {
  /// One more than the number of the last event published.
  let head: Atomic<UInt64>
  private let slots: UnsafeMutablePointer<Atomic<UInt64>>
  private let mask: UInt64
  /// How many slots of this ring hold two events.
  let pairs = Atomic<UInt64>(0)
  /// The `head` at which the producer has to look for another ring; only the producer reads it.
  ///
  /// Never, where it goes round.
  private var end: UInt64
  private let isLinear: Bool
  let textHead = Atomic<UInt64>(0)
  private let text: UnsafeMutablePointer<Atomic<UInt64>>
  let textCapacity: UInt64

  /// Lines are fetched in pairs: at least this far apart, what two threads write does not meet.
  private static let alignment = 128

  var capacity: UInt64 { mask + 1 }

  private init(
    slots: UnsafeMutablePointer<Atomic<UInt64>>, text: UnsafeMutablePointer<Atomic<UInt64>>, capacity: UInt64,
    textCapacity: UInt64, base: UInt64, isLinear: Bool
  ) {
    head = Atomic(base)
    self.slots = slots
    mask = capacity - 1
    end = isLinear ? base + capacity : .max
    self.isLinear = isLinear
    self.text = text
    self.textCapacity = textCapacity
  }

  deinit {
    munmap(slots, Int(capacity) * 64)
    munmap(text, Int(textCapacity))
  }

  /// Reserves memory for `capacity` events and `textCapacity` bytes; both are powers of two.
  ///
  /// Pages fault in as they are used.
  ///
  /// - Returns: The ring, to be freed by ``free(_:)``; nil where the system has no memory for it.
  static func make(
    capacity: UInt64, textCapacity: UInt64, base: UInt64, isLinear: Bool
  ) -> UnsafeMutablePointer<Ring>? {
    guard let slots = Ring.zeroed(words: Int(capacity) * 8) else { return nil }
    guard let text = Ring.zeroed(words: Int(textCapacity) / 8) else {
      munmap(slots, Int(capacity) * 64)
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

  /// Maps zeroed pages, which take no memory until touched.
  ///
  /// `Atomic<UInt64>` has the layout of `UInt64`, and 0 is a value of it.
  private static func zeroed(words: Int) -> UnsafeMutablePointer<Atomic<UInt64>>? {
    let memory = mmap(nil, words * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    return memory.bindMemory(to: Atomic<UInt64>.self, capacity: words)
  }

  // MARK: Producer

  /// Whether the next event has a slot.
  @inline(__always)
  var hasRoom: Bool { head.load(ordering: .relaxed) != end }

  /// Takes no more events.
  ///
  /// Producer only.
  mutating func close() { end = head.load(ordering: .relaxed) }

  /// Publishes one event, or two in one slot.
  ///
  /// Producer only, and only where there is room.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - isShort: Leaves words 5 and 6 as they are, for kinds that do not use them: each store is a tenth of a nanosecond or two.
  ///   - isPair: Whether the event has the flag of a pair; known to the caller, where it costs nothing.
  @inline(__always)
  func write(_ event: RawEvent, isShort: Bool = false, isPair: Bool = false) {
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
    // Before the head: a reader that sees the slot finds no smaller number here than the slot's stamp.
    if isPair { pairs.store(stamp &+ 1, ordering: .relaxed) }
    head.store(index &+ 1, ordering: .releasing)
  }

  /// Copies bytes into the text ring, in whole words.
  ///
  /// Producer only.
  func append(_ bytes: UnsafeRawBufferPointer, at position: UInt64) {
    var word = 0
    while (word + 1) * 8 <= bytes.count {
      store(bytes.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self), at: position &+ UInt64(word * 8))
      word += 1
    }
    guard word * 8 < bytes.count else { return }
    var rest: UInt64 = 0
    for byte in word * 8..<bytes.count { rest |= UInt64(bytes[byte]) << UInt64(byte % 8 * 8) }
    store(UInt64(littleEndian: rest), at: position &+ UInt64(word * 8))
  }

  /// Takes the place for `count` bytes; what lies there is given up.
  ///
  /// Producer only, before ``append(_:at:)``.
  @inline(__always)
  func reserveText(_ count: Int) -> UInt64 {
    let start = textHead.load(ordering: .relaxed)
    textHead.store(start &+ UInt64((count + 7) & ~7), ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    return start
  }

  @inline(__always)
  private func store(_ word: UInt64, at position: UInt64) {
    text[textSlot(position)].store(word, ordering: .relaxed)
  }

  // MARK: Readers

  /// Copies event `index`; nil where it was overwritten meanwhile.
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

  /// Whether event `index` had not been overwritten by now.
  @inline(__always)
  private func isIntact(_ index: UInt64) -> Bool {
    isLinear || head.load(ordering: .relaxed) &- index <= mask
  }

  /// Copies `count` bytes at `position` (modulo 2⁴⁰); nil where they were overwritten meanwhile.
  func readText(at position: UInt64, count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: (count + 7) & ~7) { buffer, initialized in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      for offset in stride(from: 0, to: count, by: 8) {
        let word = text[textSlot(position &+ UInt64(offset))].load(ordering: .relaxed)
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
