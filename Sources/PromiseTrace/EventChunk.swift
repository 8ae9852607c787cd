// The memory that one thread records into: slots of eight words, and bytes for text.
//
// Owns the only unsafe memory of this module and the proof that a reader never believes a torn slot. In overwrite mode a
// thread has one chunk and goes round in it; in lossless mode a chunk is filled once and the next one is linked behind it.
//
// Proof, overwrite mode. Event `i` lies in slot `i % capacity`. The producer stores `head = i` (release), then a release
// fence, then the words of event `i`, then `head = i + 1` (release). A reader loads `head` (acquire), copies slot `j < head`,
// passes an acquire fence and loads `head` again: if that says `h`, the producer may be writing event `h`, whose slot is that
// of `h - capacity`, and every event before that may be gone; so the copy is good if and only if `h - j < capacity`.
// All words are relaxed atomics, so a torn copy is never undefined behaviour, only rejected. Text works the same way with
// `textHead`, except that it is moved *before* the bytes are written: bytes at `p` are good while `textHead - p <= capacity`.

import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

package final class EventChunk: @unchecked Sendable {
  package let capacity: UInt64
  package let textCapacity: UInt64
  /// The number of the first event that may lie here; 0 but in lossless mode.
  package let base: UInt64
  /// Lossless mode: filled once, never overwritten.
  package let isLinear: Bool
  /// One more than the number of the last event published.
  package let head: Atomic<UInt64>
  package let textHead = Atomic<UInt64>(0)
  /// Lossless mode: the chunk that follows, retained; 0 while this is the last.
  private let following = Atomic<UInt>(0)

  private let slots: UnsafeMutablePointer<Atomic<UInt64>>
  private let text: UnsafeMutablePointer<Atomic<UInt64>>

  /// Reserves memory for `capacity` events and `textCapacity` bytes; both are powers of two.
  ///
  /// Pages fault in as they are used.
  package init(capacity: UInt64, textCapacity: UInt64, base: UInt64 = 0, isLinear: Bool = false) {
    self.capacity = capacity
    self.textCapacity = textCapacity
    self.base = base
    self.isLinear = isLinear
    head = Atomic(base)
    slots = EventChunk.zeroed(words: Int(capacity) * 8)
    text = EventChunk.zeroed(words: Int(textCapacity) / 8)
  }

  deinit {
    munmap(slots, Int(capacity) * 64)
    munmap(text, Int(textCapacity))
    // A long list of chunks must not be freed by recursion.
    var next = following.load(ordering: .acquiring)
    while next != 0, let pointer = UnsafeRawPointer(bitPattern: next) {
      var chunk = Unmanaged<EventChunk>.fromOpaque(pointer).takeRetainedValue()
      next = isKnownUniquelyReferenced(&chunk) ? chunk.following.exchange(0, ordering: .acquiring) : 0
    }
  }

  /// Maps zeroed pages, which take no memory until touched.
  ///
  /// `Atomic<UInt64>` has the layout of `UInt64`, and 0 is a value of it.
  private static func zeroed(words: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    let memory = mmap(nil, words * 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else {
      fatalError("PromiseTrace: no memory for \(words * 8) bytes of events")
    }
    return memory.bindMemory(to: Atomic<UInt64>.self, capacity: words)
  }

  /// The chunk behind this one, if the producer has moved on.
  package var next: EventChunk? {
    UnsafeRawPointer(bitPattern: following.load(ordering: .acquiring)).map {
      Unmanaged<EventChunk>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Links the chunk that follows.
  ///
  /// Producer only, once.
  package func link(_ chunk: EventChunk) {
    following.store(UInt(bitPattern: Unmanaged.passRetained(chunk).toOpaque()), ordering: .releasing)
  }

  // MARK: Producer

  /// Publishes one event.
  ///
  /// Producer only.
  @inline(__always)
  package func write(_ event: RawEvent) {
    let index = head.load(ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    let slot = slots + Int(truncatingIfNeeded: (index & (capacity &- 1)) &* 8)
    slot[0].store(event.words.0, ordering: .relaxed)
    slot[1].store(event.words.1, ordering: .relaxed)
    slot[2].store(event.words.2, ordering: .relaxed)
    slot[3].store(event.words.3, ordering: .relaxed)
    slot[4].store(event.words.4, ordering: .relaxed)
    slot[5].store(event.words.5, ordering: .relaxed)
    slot[6].store(event.words.6, ordering: .relaxed)
    slot[7].store(event.words.7, ordering: .relaxed)
    head.store(index &+ 1, ordering: .releasing)
  }

  /// Copies bytes into the text ring, in whole words.
  ///
  /// Producer only.
  package func append(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let start = textHead.load(ordering: .relaxed)
    textHead.store(start &+ UInt64((bytes.count + 7) & ~7), ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    var word = 0
    while word * 8 < bytes.count {
      var value: UInt64 = 0
      for byte in 0..<min(8, bytes.count - word * 8) { value |= UInt64(bytes[word * 8 + byte]) << UInt64(byte * 8) }
      text[textSlot(start &+ UInt64(word * 8))].store(value, ordering: .relaxed)
      word += 1
    }
    return start
  }

  // MARK: Readers

  /// Copies event `index`; nil where it was overwritten meanwhile.
  package func read(_ index: UInt64) -> RawEvent? {
    let slot = slots + Int(truncatingIfNeeded: (index & (capacity &- 1)) &* 8)
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
  private func isIntact(_ index: UInt64) -> Bool {
    isLinear || head.load(ordering: .relaxed) &- index < capacity
  }

  /// Copies `count` bytes at `position` (modulo 2⁴⁰); nil where they were overwritten meanwhile.
  package func readText(at position: UInt64, count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var offset = 0
    while offset < count {
      var value = text[textSlot(position &+ UInt64(offset))].load(ordering: .relaxed)
      for _ in 0..<min(8, count - offset) {
        bytes.append(UInt8(truncatingIfNeeded: value))
        value >>= 8
        offset += 1
      }
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
