// How many rows come before a place, and which place a row belongs to, while any place's number of rows may change: a
// Fenwick tree (P. Fenwick, "A new data structure for cumulative frequency tables", 1994).
//
// Owns the sums. Refuses to know what is counted.

/// Numbers of rows by place, with their running sums.
///
/// Four bytes a place. Reading and changing one take a step per binary digit of the number of places.
struct RowSums: Sendable {
  /// At `index`, the sum of as many places up to it as the lowest set bit of `index + 1` says.
  private var partial: [UInt32] = []
  /// All rows.
  private(set) var total = 0

  /// How many places there are.
  var count: Int { partial.count }

  /// Forgets everything, and counts anew.
  mutating func assign(_ counts: some Sequence<UInt32>) {
    partial.removeAll(keepingCapacity: true)
    partial.append(contentsOf: counts)
    total = partial.reduce(0) { $0 + Int($1) }
    for index in partial.indices {
      let next = index | (index &+ 1)
      if next < partial.count { partial[next] &+= partial[index] }
    }
  }

  /// Adds places without rows at the end.
  mutating func grow(to places: Int) {
    while partial.count < places {
      // What the new entry sums up are the entries below it that no smaller one covers.
      let length = (partial.count &+ 1) & -(partial.count &+ 1)
      var sum: UInt32 = 0
      var step = 1
      while step < length {
        sum &+= partial[partial.count &- step]
        step &*= 2
      }
      partial.append(sum)
    }
  }

  /// Removes places at the end.
  mutating func shrink(to places: Int) {
    guard places < partial.count else { return }
    partial.removeLast(partial.count - places)
    total = sum(before: places)
  }

  /// Changes a place's number of rows by so many.
  mutating func add(_ difference: Int, at place: Int) {
    guard difference != 0 else { return }
    total += difference
    let bits = UInt32(truncatingIfNeeded: difference)
    var index = place
    while index < partial.count {
      partial[index] &+= bits
      index |= index &+ 1
    }
  }

  /// Rows of all places before this one.
  func sum(before place: Int) -> Int {
    var sum = 0
    var index = place - 1
    while index >= 0 {
      sum += Int(partial[index])
      index = (index & (index &+ 1)) &- 1
    }
    return sum
  }

  /// The place that a row belongs to, and the row's number within it.
  ///
  /// - Parameter row: 0 up to ``total``, exclusive.
  /// - Returns: The place, and how many of its rows come before.
  func place(of row: Int) -> (place: Int, offset: Int) {
    var step = partial.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - partial.count.leadingZeroBitCount)
    var place = 0
    var left = row
    while step > 0 {
      let next = place &+ step
      if next <= partial.count, Int(partial[next &- 1]) <= left {
        left -= Int(partial[next &- 1])
        place = next
      }
      step >>= 1
    }
    return (place, left)
  }
}
