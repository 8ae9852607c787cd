// The set of created and of settled promises, at two bits per promise, so that a reader notices a promise that settles twice.
//
// Example: promise 70 is bit 6 of the group of 32 promises that starts at 64. A hash table maps a group's number to its bits. A million
// consecutive promises take 1 MiB; a promise whose number is far from all others takes 21 to 43 bytes. Owns the bound, 16 MiB: for the
// 786,434th group, the table is cleared, so a fault may be missed, but none is reported falsely.

import PromiseTrace

/// A set of created and a set of settled promises.
struct PromiseLives {
  /// A step that happens to a promise at most once.
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
  /// The slot of the last group, because promises that exist at the same time have neighboring numbers.
  private var last = 0

  /// Adds a step of a promise; returns whether it was already there.
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
    var slot = self.slot(of: key)
    while groups[slot].key != 0, groups[slot].key != key { slot = (slot + 1) & (groups.count - 1) }
    if groups[slot].key == 0 {
      if count * 4 > groups.count * 3 {
        grow()
        return find(key, bit)
      }
      groups[slot].key = key
      count += 1
    }
    last = slot
    defer { groups[slot].bits |= bit }
    return groups[slot].bits & bit != 0
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

  /// Hashes a group's key.
  ///
  /// The seed prevents a log from being crafted so that all its promises collide.
  private func slot(of key: UInt64) -> Int {
    var hash = (key ^ seed) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: hash >> 33) & (groups.count - 1)
  }
}
