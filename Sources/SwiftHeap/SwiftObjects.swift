// The Swift objects in a memory, by class. An object's first word is the address of its class, whose second word is the address of the superclass.

import ProcessMemory

struct SwiftObjects {
  let image: MemoryImage

  /// A class, and all classes that inherit from it.
  func classes(from root: UInt64) -> Set<UInt64> {
    var (found, new): (Set<UInt64>, Set<UInt64>) = ([root], [root])
    while !new.isEmpty {
      let filter = WordFilter(new)
      var next: Set<UInt64> = []
      for region in image.regions where region.kind == .heap || region.kind == .file {
        for index in region.words.indices.dropFirst()
        // The first word of a class is its kind, 0.
        where filter.contains(region.words[index]) && region.words[index - 1] == 0 {
          let candidate = region.start + UInt64(index - 1) * 8
          // The size of an instance follows later.
          if (16...4_096).contains(instanceSize(candidate)), !found.contains(candidate) { next.insert(candidate) }
        }
      }
      found.formUnion(next)
      new = found.count < 100_000 ? next : []
    }
    return found
  }

  /// The objects that are not being freed, in the order of their addresses.
  func objects(of classes: Set<UInt64>) -> [UInt64] {
    let filter = WordFilter(classes)
    var found: [UInt64] = []
    for region in image.regions where region.kind == .heap {
      for index in stride(from: Int(region.start / 8 % 2), to: region.words.count - 1, by: 2)
      where filter.contains(region.words[index]) {
        if Self.isLiving(counts: region.words[index + 1]) { found.append(region.start + UInt64(index) * 8) }
      }
    }
    return found
  }

  /// Whether a word can be the reference counts of an object, unlike the words of freed memory and of old stack frames.
  ///
  /// Bit 0 is set for every Swift object, bit 32 while it is being freed, and the upper two bits if a side table has the counts, because of weak
  /// references.
  private static func isLiving(counts: UInt64) -> Bool {
    counts >> 62 == 3 || counts & 1 == 1 && counts & 0xFFFF_FFFE != 0 && counts >> 32 & 1 == 0 && counts >> 56 == 0
  }

  func instanceSize(_ type: UInt64) -> UInt64 { word(type &+ 24) & 0xFFFF_FFFF }

  func word(_ address: UInt64) -> UInt64 { image.word(at: address) ?? 0 }

  /// The first result for one of the words, or for a field of the objects that they refer to, down to a depth.
  func search<Result>(_ words: [UInt64], depth: Int, _ result: (UInt64) -> Result?) -> Result? {
    var level = words
    for round in 0...depth {
      for word in level { if let found = result(word) { return found } }
      if round < depth { level = Array(level.lazy.flatMap(fields).prefix(128)) }
    }
    return nil
  }

  /// The fields of a small object; none for any other word.
  private func fields(_ address: UInt64) -> [UInt64] {
    guard address % 16 == 0, let index = image.region(at: address), image.regions[index].kind == .heap else {
      return []
    }
    // The word before it is the size of its memory, as malloc stores it.
    let size = min(word(address &- 8) & ~7, 136)
    return size < 32 ? [] : stride(from: 16, to: size - 8, by: 8).map { word(address &+ $0) }
  }
}

/// A set of words, for searches in which few words match.
private struct WordFilter {
  private let words: Set<UInt64>
  private var bits = [UInt64](repeating: 0, count: 64)

  init(_ words: Set<UInt64>) {
    self.words = words
    for word in words { bits[Int(word >> 10 & 63)] |= 1 << (word >> 4 & 63) }
  }

  @inline(__always)
  func contains(_ word: UInt64) -> Bool {
    bits[Int(word >> 10 & 63)] >> (word >> 4 & 63) & 1 != 0 && words.contains(word)
  }
}
