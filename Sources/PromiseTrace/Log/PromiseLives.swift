// Which promises were created and which settled, at two bits a promise: what it takes to notice that one settles twice.
//
// Promise 70 is bit 6 of the group of 32 promises from 64 on; groups lie in a hash table by their number. A million promises in
// a row take half a megabyte. Owns the bound: numbers that are far apart take 16 bytes each, and beyond 1,048,576 groups all is
// forgotten, so that a fault may then be missed, but none is made up.

/// A set of created and a set of settled promises.
struct PromiseLives {
  /// What happened to a promise once.
  enum Step: UInt64 {
    case created = 0
    case settled = 32
  }

  private struct Group {
    /// The group's number, plus one; 0 is free.
    var key: UInt64 = 0
    var bits: UInt64 = 0
  }

  private static let largest = 1 << 20
  private let seed = UInt64.random(in: 0 ... .max)
  private var groups = [Group](repeating: Group(), count: 64)
  private var count = 0
  /// Where the last group was found: promises that are alive together have numbers near each other.
  private var last = 0

  /// Notes a step of a promise; returns whether it was noted before.
  @inline(__always)
  mutating func set(_ step: Step, of promise: PromiseID) -> Bool {
    let key = promise >> 5 + 1
    let bit: UInt64 = 1 &<< (step.rawValue | promise & 31)
    return groups.withUnsafeMutableBufferPointer { groups -> Bool? in
      guard groups[last].key == key else { return nil }
      defer { groups[last].bits |= bit }
      return groups[last].bits & bit != 0
    } ?? find(key, bit)
  }

  @inline(never)
  private mutating func find(_ key: UInt64, _ bit: UInt64) -> Bool {
    var place = self.place(of: key)
    while groups[place].key != 0, groups[place].key != key { place = (place + 1) & (groups.count - 1) }
    if groups[place].key == 0 {
      if count * 4 > groups.count * 3 {
        grow()
        return find(key, bit)
      }
      groups[place].key = key
      count += 1
    }
    last = place
    defer { groups[place].bits |= bit }
    return groups[place].bits & bit != 0
  }

  private mutating func grow() {
    let former = groups
    (count, last) = (0, 0)
    if former.count >= Self.largest {
      groups = [Group](repeating: Group(), count: 64)
      return
    }
    groups = [Group](repeating: Group(), count: former.count * 2)
    for group in former where group.key != 0 {
      _ = find(group.key, 0)
      groups[last].bits = group.bits
    }
  }

  /// Seeded, so that no log can be made whose promises all meet at one place.
  private func place(of key: UInt64) -> Int {
    var hash = (key ^ seed) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: hash >> 33) & (groups.count - 1)
  }
}
