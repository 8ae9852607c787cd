// The strings of a heap: in one piece, or made of parts, of other strings, or of memory outside of the heap.

import ProcessMemory

extension Heap {
  /// The UTF-16 code units of a string, at most `limit`; nil for what is no string, or is not whole in memory.
  func units(_ string: UInt64, limit: Int) -> [UInt16]? {
    var units: [UInt16] = []
    // The parts that are still to be read, last first; what a slice leaves out of its string counts as a part, too.
    var parts: [(string: UInt64, from: Int, count: Int)] = [(string, 0, limit)]
    var steps = 0
    while let (string, from, wanted) = parts.popLast() {
      steps += 1
      guard steps < 100_000 else { return nil }
      let type = type(string)
      guard (0..<128).contains(type) else { return nil }
      let length = int32(string &+ 12)
      guard from >= 0, length >= from else { return nil }
      let count = min(wanted, length - from, limit - units.count)
      guard count > 0 else { continue }
      let isOneByte = type & 8 != 0
      switch type & 7 {
      case 0: guard append(string &+ 16, isOneByte, from, count, &units) else { return nil }
      case 1:
        let first = pointer(string &+ 16)
        let firstLength = int32(first &+ 12)
        guard firstLength >= 0 else { return nil }
        if from + count > firstLength {
          let skipped = max(0, from - firstLength)
          parts.append((pointer(string &+ 24), skipped, from + count - firstLength - skipped))
        }
        if from < firstLength { parts.append((first, from, min(count, firstLength - from))) }
      case 2: guard append(word(string &+ 24), isOneByte, from, count, &units) else { return nil }
      case 3:
        guard let offset = integer(string &+ 24), offset >= 0 else { return nil }
        parts.append((pointer(string &+ 16), offset + from, count))
      case 5: parts.append((pointer(string &+ 16), from, count))
      default: return nil
      }
    }
    return units
  }

  private func append(_ start: UInt64, _ isOneByte: Bool, _ from: Int, _ count: Int, _ units: inout [UInt16]) -> Bool {
    let size = isOneByte ? 1 : 2
    guard let bytes = image.bytes(at: start &+ UInt64(from * size), count: count * size) else { return false }
    if isOneByte {
      units.append(contentsOf: bytes.lazy.map(UInt16.init))
    } else {
      units.reserveCapacity(units.count + count)
      for index in 0..<count { units.append(UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8) }
    }
    return true
  }

  /// The text of a string, at most `limit` code units; nil for what is no string.
  func text(_ string: UInt64, limit: Int = 200) -> String? {
    units(string, limit: limit).map { String(decoding: $0, as: UTF16.self) }
  }

  /// The name of a property; of a private field, or of another symbol, its description.
  func name(ofKey key: UInt64) -> String? { text(type(key) == layout.symbol ? pointer(key &+ 16) : key, limit: 60) }
}
