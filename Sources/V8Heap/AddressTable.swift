// A number for each of a set of addresses: a hash table in two arrays, without a box for each entry.

/// Addresses, which are not 0, and their numbers, by linear probing.
struct AddressTable {
  private var keys: [UInt64]
  private var values: [UInt32]
  private var mask: Int
  private(set) var count = 0

  init(capacity: Int = 64) {
    var size = 128
    while size < capacity * 2 { size *= 2 }
    keys = Array(repeating: 0, count: size)
    values = Array(repeating: 0, count: size)
    mask = size - 1
  }

  @inline(__always)
  private static func hash(_ address: UInt64) -> Int {
    Int(truncatingIfNeeded: ((address &>> 3) &* 0x9E37_79B9_7F4A_7C15) &>> 32)
  }

  subscript(address: UInt64) -> UInt32? {
    @inline(__always)
    get {
      var slot = Self.hash(address) & mask
      while keys[slot] != 0 {
        if keys[slot] == address { return values[slot] }
        slot = (slot &+ 1) & mask
      }
      return nil
    }
  }

  /// Sets the number of an address that has none.
  mutating func add(_ address: UInt64, _ value: UInt32) {
    guard address != 0 else { return }
    if (count + 1) * 2 > keys.count { grow() }
    place(address, value)
    count += 1
  }

  private mutating func place(_ address: UInt64, _ value: UInt32) {
    var slot = Self.hash(address) & mask
    while keys[slot] != 0 { slot = (slot &+ 1) & mask }
    keys[slot] = address
    values[slot] = value
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    keys = Array(repeating: 0, count: oldKeys.count * 2)
    values = Array(repeating: 0, count: oldKeys.count * 2)
    mask = keys.count - 1
    for index in oldKeys.indices where oldKeys[index] != 0 { place(oldKeys[index], oldValues[index]) }
  }
}
