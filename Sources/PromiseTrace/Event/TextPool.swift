// Distinct texts as bytes behind numbers: a text of eleven bytes takes 38, where strings in an array and a dictionary took 99.
//
// Owns the layout: pages of 1,024 texts, their bytes one behind the other, and a hash table of numbers. Numbers are never given
// twice. Refuses to know who needs a text, and to lock: `TextTable` does.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Texts by number and numbers by text.
struct TextPool {
  private static let pageSize = 1_024
  /// Bytes beyond which a page takes no further text; a text may be as long as 16 MiB, or somewhat longer.
  private static let pageBytes = 1 << 24

  private struct Page {
    /// The texts' bytes, and where each ends.
    var bytes: [UInt8] = []
    var ends: [UInt32] = []
    /// The round in which each was last asked for; ``gone`` for a forgotten one.
    var rounds: [UInt32] = []

    func range(_ place: Int) -> Range<Int> { (place == 0 ? 0 : Int(ends[place - 1]))..<Int(ends[place]) }
  }

  /// Stands for the round of a text that was forgotten.
  private static let gone: UInt32 = 0

  private var pages: [Page] = [Page(ends: [0], rounds: [gone])]
  private var next: UInt32 = 1
  private let seed = UInt64.random(in: 0 ... .max)
  /// Numbers at the places that their texts' hashes say, or at the next free one.
  ///
  /// 0 is free. A power of two, half full at most.
  private var slots = [UInt32](repeating: 0, count: 256)
  /// Texts kept.
  private(set) var count = 0

  /// The number of a text, and whether it is new; notes that it was asked for in this round, a later one than 0.
  mutating func number(of text: UnsafeBufferPointer<UInt8>, round: UInt32) -> (number: UInt32, isNew: Bool) {
    var slot = hash(text) & (slots.count - 1)
    while slots[slot] != 0 {
      if equals(slots[slot], text) {
        touch(slots[slot], round)
        return (slots[slot], false)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    add(text, round)
    let number = next - 1
    slots[slot] = number
    if count * 2 > slots.count { rebuild(slots.count * 2) }
    return (number, true)
  }

  /// The text of a number, where it is kept.
  subscript(number: UInt32) -> String? {
    guard let (page, place) = find(number) else { return nil }
    return String(decoding: pages[page].bytes[pages[page].range(place)], as: UTF8.self)
  }

  /// Calls `body` with the bytes of a number's text, where it is kept.
  func withBytes(_ number: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard let (page, place) = find(number) else { return }
    let range = pages[page].range(place)
    pages[page].bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Notes that a text was asked for.
  mutating func touch(_ number: UInt32, _ round: UInt32) {
    guard let (page, place) = find(number), pages[page].rounds[place] < round else { return }
    pages[page].rounds[place] = round
  }

  /// Forgets the texts last asked for before this round.
  mutating func forget(before round: UInt32) {
    for page in pages.indices where pages[page].rounds.contains(where: { $0 != Self.gone && $0 < round }) {
      let old = pages[page]
      pages[page].bytes.removeAll()
      for place in old.ends.indices {
        if old.rounds[place] >= round {
          pages[page].bytes += old.bytes[old.range(place)]
        } else if old.rounds[place] != Self.gone {
          pages[page].rounds[place] = Self.gone
          count -= 1
        }
        pages[page].ends[place] = UInt32(pages[page].bytes.count)
      }
      // A full page of which nothing is left takes no memory.
      if page < pages.count - 1, pages[page].bytes.isEmpty, !pages[page].rounds.contains(where: { $0 != Self.gone }) {
        pages[page] = Page()
      }
    }
    var size = 256
    while size < count * 3 { size *= 2 }
    rebuild(size)
  }

  private mutating func add(_ text: UnsafeBufferPointer<UInt8>, _ round: UInt32) {
    // Texts of megabytes fill a page early, because 32 bits say where each ends; the page's other numbers are then never given.
    while Int(next) % Self.pageSize != 0, pages[pages.count - 1].bytes.count > Self.pageBytes {
      pages[pages.count - 1].ends.append(UInt32(pages[pages.count - 1].bytes.count))
      pages[pages.count - 1].rounds.append(Self.gone)
      next += 1
    }
    if Int(next) % Self.pageSize == 0 {
      // Nothing comes after the last text of a page: the room kept for more goes.
      pages[pages.count - 1].bytes = Array(pages[pages.count - 1].bytes[...])
      pages.append(Page())
      pages[pages.count - 1].ends.reserveCapacity(Self.pageSize)
      pages[pages.count - 1].rounds.reserveCapacity(Self.pageSize)
    }
    pages[pages.count - 1].bytes.append(contentsOf: text)
    pages[pages.count - 1].ends.append(UInt32(pages[pages.count - 1].bytes.count))
    pages[pages.count - 1].rounds.append(round)
    next += 1
    count += 1
  }

  private func find(_ number: UInt32) -> (page: Int, place: Int)? {
    let (page, place) = (Int(number) / Self.pageSize, Int(number) % Self.pageSize)
    guard page < pages.count, place < pages[page].rounds.count, pages[page].rounds[place] != Self.gone else {
      return nil
    }
    return (page, place)
  }

  private func equals(_ number: UInt32, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let (page, place) = find(number) else { return false }
    let range = pages[page].range(place)
    guard range.count == text.count else { return false }
    guard let base = text.baseAddress, text.count > 0 else { return true }
    return pages[page].bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp($0 + range.lowerBound, base, text.count) == 0 } ?? false
    }
  }

  private mutating func rebuild(_ size: Int) {
    slots = [UInt32](repeating: 0, count: size)
    for page in pages.indices {
      pages[page].bytes.withUnsafeBufferPointer { bytes in
        for place in pages[page].rounds.indices where pages[page].rounds[place] != Self.gone {
          var slot = hash(UnsafeBufferPointer(rebasing: bytes[pages[page].range(place)])) & (size - 1)
          while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
          slots[slot] = UInt32(page * Self.pageSize + place)
        }
      }
    }
  }

  /// Eight bytes at a time; seeded, so that no log can be made whose texts all meet at one place.
  private func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let raw = UnsafeRawBufferPointer(text)
    var hash = (seed ^ UInt64(text.count)) &* 0x9E37_79B9_7F4A_7C15
    var place = 0
    while place + 8 <= raw.count {
      hash = (hash ^ raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      place += 8
    }
    var rest: UInt64 = 0
    while place < raw.count {
      rest = rest << 8 | UInt64(raw[place])
      place += 1
    }
    hash = (hash ^ rest) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (hash ^ hash >> 32) & 0x7FFF_FFFF_FFFF_FFFF)
  }
}
