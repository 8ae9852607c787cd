// Running sums over the row counts of positions, any of which may change: a Fenwick tree (P. Fenwick, "A new data structure
// for cumulative frequency tables", 1994).
//
// Owns the sums. Does not know what is counted.

/// The number of rows at each position, with their running sums.
///
/// Example: for the counts `[3, 0, 2]`, `sum(before: 2)` is 3, and row 4 is at position 2 with offset 1.
///
/// - Complexity: Four bytes per position; reading and changing a count are O(log *n*) in the number of positions.
struct RowSums: Sendable {
  /// At `index`, the sum of the last *k* positions up to it, where *k* is the lowest set bit of `index + 1`.
  private var partial: [UInt32] = []
  /// The number of all rows.
  private(set) var total = 0

  /// The number of positions.
  var count: Int { partial.count }

  /// Replaces all counts.
  mutating func assign(_ counts: some Sequence<UInt32>) {
    partial.removeAll(keepingCapacity: true)
    partial.append(contentsOf: counts)
    total = partial.reduce(0) { $0 + Int($1) }
    for index in partial.indices {
      let next = index | (index &+ 1)
      if next < partial.count { partial[next] &+= partial[index] }
    }
  }

  /// Adds positions without rows at the end.
  mutating func grow(to count: Int) {
    while partial.count < count {
      // The new entry covers `length` positions: it sums the entries below it that together cover all but the last.
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

  /// Removes positions at the end.
  mutating func shrink(to count: Int) {
    guard count < partial.count else { return }
    partial.removeLast(partial.count - count)
    total = sum(before: count)
  }

  /// Changes the number of rows at a position by `difference`.
  mutating func add(_ difference: Int, at position: Int) {
    guard difference != 0 else { return }
    total += difference
    let bits = UInt32(truncatingIfNeeded: difference)
    var index = position
    while index < partial.count {
      partial[index] &+= bits
      index |= index &+ 1
    }
  }

  /// The number of rows at all positions before this one.
  func sum(before position: Int) -> Int {
    var sum = 0
    var index = position - 1
    while index >= 0 {
      sum += Int(partial[index])
      index = (index & (index &+ 1)) &- 1
    }
    return sum
  }

  /// The position that a row belongs to.
  ///
  /// - Parameter row: A row from 0 up to, but not including, ``total``.
  /// - Returns: The position, and the number of its rows that come before `row`.
  func position(of row: Int) -> (position: Int, offset: Int) {
    var step = partial.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - partial.count.leadingZeroBitCount)
    var position = 0
    var left = row
    while step > 0 {
      let next = position &+ step
      if next <= partial.count, Int(partial[next &- 1]) <= left {
        left -= Int(partial[next &- 1])
        position = next
      }
      step >>= 1
    }
    return (position, left)
  }
}
