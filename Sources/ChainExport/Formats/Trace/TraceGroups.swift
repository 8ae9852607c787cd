// Numbers grouped by another number, such as the arrows by the slice where they start: two arrays, which are
// faster to fill and to read than a dictionary of arrays. Owns the layout.

/// Groups of numbers, which keep their order.
struct TraceGroups {
  /// The index in ``members`` at which each group ends.
  private var ends: [Int32]
  private var members: [Int32]

  /// Groups numbers.
  ///
  /// - Parameters:
  ///   - count: The number of groups.
  ///   - pairs: The group of each number, and the number. It is read twice.
  init(_ count: Int, _ pairs: some Sequence<(Int, Int)>) {
    // First the size of each group, then where it starts, and finally where it ends.
    ends = [Int32](repeating: 0, count: count + 1)
    var total: Int32 = 0
    for (group, _) in pairs {
      ends[group + 1] += 1
      total += 1
    }
    for group in 0..<count { ends[group + 1] += ends[group] }
    members = [Int32](repeating: 0, count: Int(total))
    for (group, number) in pairs {
      members[Int(ends[group])] = Int32(number)
      ends[group] += 1
    }
    ends.removeLast()
  }

  /// The numbers of a group.
  subscript(group: Int) -> some Sequence<Int> {
    members[Int(group == 0 ? 0 : ends[group - 1])..<Int(ends[group])].lazy.map(Int.init)
  }
}
