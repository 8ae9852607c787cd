// Distinct texts, stored as bytes and identified by numbers. A text of 11 bytes takes 38, where strings in an array and a dictionary
// took 99.
//
// Owns the layout: pages of 1,024 texts with contiguous bytes, and a hash table of their numbers. Numbers are never reused. `TextTable` decides
// which texts are needed, and locks.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Texts by number and numbers by text.
package struct TextPool {
  private static let pageSize = 1_024
  /// A page that holds more bytes takes no further text.
  ///
  /// A single text may be 16 MiB long, or somewhat longer.
  private static let pageBytes = 1 << 24

  private struct Page {
    /// The texts' bytes, and the offset at which each text ends.
    var bytes: [UInt8] = []
    var ends: [UInt32] = []
    /// The round in which each text was last used; ``gone`` for a forgotten one.
    var rounds: [UInt32] = []

    func range(_ index: Int) -> Range<Int> {
      Range(uncheckedBounds: (index == 0 ? 0 : Int(ends[index &- 1]), Int(ends[index])))
    }
  }

  /// The number from which on no text is stored, because a page must not exceed the range of numbers.
  private static let lastNumber = UInt32.max &- 2_048

  /// The round of a forgotten text.
  private static let gone: UInt32 = 0

  private var pages: [Page] = [Page(ends: [0], rounds: [gone])]
  private var next: UInt32 = 1
  private let seed = UInt64.random(in: 0 ... .max)
  /// An open-addressing hash table; 0 marks a free slot.
  ///
  /// The lower half of a slot is the number of a text, the upper half its hash. A search therefore hardly ever reads other texts, and a
  /// larger table needs none of them. The size is a power of two, and at most four fifths of the slots are used. Those of forgotten texts
  /// stay until there is no room.
  private var slots = [UInt64](repeating: 0, count: 256)
  private var used = 0
  /// The number of texts stored.
  private(set) var count = 0
  // The approximate bytes of all texts that were ever added, and of those that were forgotten, with 27 bytes each for the tables.
  private(set) var bytesAdded = 0
  private var bytesForgotten = 0

  /// The approximate bytes of the texts stored.
  var bytes: Int { bytesAdded &- bytesForgotten }

  /// The end of the page that the next text will be in: a number that is greater than those of all texts so far.
  var pageEnd: UInt32 { (next / UInt32(Self.pageSize) &+ 1) &* UInt32(Self.pageSize) }

  /// Whether half of all numbers have been given to texts.
  var isHalfUsed: Bool { next > .max / 2 }

  /// Returns the number of a text, and whether it is new; marks it as used in `round`, which is at least 1.
  ///
  /// The number is 0 if there is none left.
  mutating func number(of text: UnsafeBufferPointer<UInt8>, round: UInt32) -> (number: UInt32, isNew: Bool) {
    number(of: text, hash: hash(text), round: round)
  }

  /// Calls `body` with the number of each text, and whether it is new; marks them as used in `round`.
  mutating func numbers(
    of texts: [UnsafeBufferPointer<UInt8>], round: UInt32,
    _ body: (_ index: Int, _ number: UInt32, _ isNew: Bool) -> Void
  ) {
    // In a large table, each search waits for the memory of a slot. Nothing in this loop depends on the former slot, so the processor
    // waits for several at the same time.
    var first: [(hash: UInt32, slot: UInt64)] = []
    first.reserveCapacity(texts.count)
    for text in texts {
      let hash = hash(text)
      first.append((hash, slots[Int(hash) & (slots.count &- 1)]))
    }
    for (index, (hash, slot)) in first.enumerated() {
      if slot != 0, Self.hash(slot) == hash, equals(Self.number(slot), texts[index]) {
        touch(Self.number(slot), round)
        body(index, Self.number(slot), false)
      } else {
        let (number, isNew) = number(of: texts[index], hash: hash, round: round)
        body(index, number, isNew)
      }
    }
  }

  private mutating func number(
    of text: UnsafeBufferPointer<UInt8>, hash: UInt32, round: UInt32
  ) -> (number: UInt32, isNew: Bool) {
    let mask = slots.count &- 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      let number = Self.number(slots[slot])
      if Self.hash(slots[slot]) == hash, equals(number, text) {
        touch(number, round)
        return (number, false)
      }
      slot = (slot &+ 1) & mask
    }
    guard next < Self.lastNumber else { return (0, false) }
    add(text, round)
    let number = next &- 1
    slots[slot] = UInt64(hash) << 32 | UInt64(number)
    used &+= 1
    if used &* 5 > slots.count &* 4 { rebuild() }
    return (number, true)
  }

  private static func number(_ slot: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: slot) }
  private static func hash(_ slot: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: slot >> 32) }

  /// The text with this number; nil if it was forgotten.
  subscript(number: UInt32) -> String? {
    guard let (page, index) = find(number) else { return nil }
    return String(decoding: pages[page].bytes[pages[page].range(index)], as: UTF8.self)
  }

  /// Whether there is a text with this number.
  func contains(_ number: UInt32) -> Bool { find(number) != nil }

  package init() {}

  /// Calls `body` with the bytes of a text, unless it was forgotten.
  package func withBytes(_ number: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard let (page, index) = find(number) else { return }
    let range = pages[page].range(index)
    pages[page].bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Marks a text as used in `round`.
  mutating func touch(_ number: UInt32, _ round: UInt32) {
    guard let (page, index) = find(number), pages[page].rounds[index] < round else { return }
    pages[page].rounds[index] = round
  }

  /// Forgets the texts that were last used before a round, and that nothing keeps.
  ///
  /// - Parameters:
  ///   - latest: The round.
  ///   - spans: What is kept: texts that were used in the round in the lower half, or later, with numbers below the one in the upper half,
  ///     which is the end of a page or the greatest number.
  mutating func forget(before latest: UInt32, besides spans: [UInt64]) {
    // From the last page to the first, each span begins to count at its last page.
    let spans = spans.sorted(by: >)
    var (round, counted) = (latest, 0)
    var page = pages.count
    while page > 0 {
      page &-= 1
      while counted < spans.count, Int(truncatingIfNeeded: spans[counted] &>> 32) > page &* Self.pageSize {
        round = min(round, UInt32(truncatingIfNeeded: spans[counted]))
        counted &+= 1
      }
      guard pages[page].rounds.contains(where: { $0 != Self.gone && $0 < round }) else { continue }
      let old = pages[page]
      let kept = old.ends.indices.reduce(0) { $0 &+ (old.rounds[$1] >= round ? old.range($1).count : 0) }
      pages[page].bytes = []
      pages[page].bytes.reserveCapacity(kept)
      for index in old.ends.indices {
        if old.rounds[index] >= round {
          pages[page].bytes += old.bytes[old.range(index)]
        } else if old.rounds[index] != Self.gone {
          pages[page].rounds[index] = Self.gone
          count &-= 1
          bytesForgotten &+= old.range(index).count &+ 27
        }
        pages[page].ends[index] = UInt32(truncatingIfNeeded: pages[page].bytes.count)
      }
      // A full page without texts takes no memory.
      if page < pages.count &- 1, pages[page].bytes.isEmpty, !pages[page].rounds.contains(where: { $0 != Self.gone }) {
        pages[page] = Page()
      }
    }
  }

  private mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ round: UInt32) {
    // Offsets have 32 bits, so texts of megabytes fill a page early; its remaining numbers are then never used.
    while Int(next) % Self.pageSize != 0, pages[pages.count &- 1].bytes.count > Self.pageBytes {
      pages[pages.count &- 1].ends.append(UInt32(truncatingIfNeeded: pages[pages.count &- 1].bytes.count))
      pages[pages.count &- 1].rounds.append(Self.gone)
      next &+= 1
    }
    if Int(next) % Self.pageSize == 0 {
      // A full page does not grow anymore, so its spare capacity is released.
      pages[pages.count &- 1].bytes = Array(pages[pages.count &- 1].bytes[...])
      pages.append(Page())
      pages[pages.count &- 1].ends.reserveCapacity(Self.pageSize)
      pages[pages.count &- 1].rounds.reserveCapacity(Self.pageSize)
    }
    pages[pages.count &- 1].bytes.append(contentsOf: text)
    pages[pages.count &- 1].ends.append(UInt32(truncatingIfNeeded: pages[pages.count &- 1].bytes.count))
    pages[pages.count &- 1].rounds.append(round)
    next &+= 1
    count &+= 1
    bytesAdded &+= text.count &+ 27
  }

  private func find(_ number: UInt32) -> (page: Int, index: Int)? {
    let (page, index) = (Int(number) / Self.pageSize, Int(number) % Self.pageSize)
    guard page < pages.count, index < pages[page].rounds.count, pages[page].rounds[index] != Self.gone else {
      return nil
    }
    return (page, index)
  }

  private func equals(_ number: UInt32, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let (page, index) = find(number) else { return false }
    let range = pages[page].range(index)
    guard range.count == text.count else { return false }
    guard let base = text.baseAddress, text.count > 0 else { return true }
    return pages[page].bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp($0 + range.lowerBound, base, text.count) == 0 } ?? false
    }
  }

  /// Moves the texts that were not forgotten to a table that suits their number.
  private mutating func rebuild() {
    var size = 256
    while size < count &* 2 { size &*= 2 }
    used = count
    var moved = [UInt64](repeating: 0, count: size)
    for slot in slots where slot != 0 && contains(Self.number(slot)) {
      var index = Int(Self.hash(slot)) & (size &- 1)
      while moved[index] != 0 { index = (index &+ 1) & (size &- 1) }
      moved[index] = slot
    }
    slots = moved
  }

  /// Hashes eight bytes at a time.
  ///
  /// The seed prevents a log from being crafted so that all its texts collide.
  private func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = (seed ^ UInt64(truncatingIfNeeded: text.count)) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while let start = UnsafeRawPointer(text.baseAddress), offset &+ 8 <= text.count {
      hash = (hash ^ start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      offset &+= 8
    }
    var rest: UInt64 = 0
    while offset < text.count {
      rest = rest << 8 | UInt64(text[offset])
      offset &+= 1
    }
    hash = (hash ^ rest) &* 0x9E37_79B9_7F4A_7C15
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
