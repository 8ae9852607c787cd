// The queues of jobs that V8 runs next. A queue keeps the addresses of jobs that have run, until others take their places; what only these refer to
// is garbage.

/// References from outside of the heaps to jobs, and the queues that they are in.
struct JobQueues {
  /// An array that is used as a ring.
  private struct Ring {
    let start, capacity, size, first: UInt64

    func contains(_ address: UInt64) -> Bool { address >= start && address - start < capacity * 8 }

    /// Whether a job of the ring has not run yet.
    func isWaiting(_ address: UInt64) -> Bool {
      ((address - start) / 8 &- first) & (capacity - 1) < size
    }
  }

  /// More than this are not in any memory that is whole.
  private static let most = 100_000

  /// Where they are, in the order of addresses, and the words there.
  var references: [(address: UInt64, word: UInt64)] = []
  private var rings: [Ring] = []

  /// Finds what can be a queue: the number of jobs, the capacity, the place of the first job, and the address of the ring.
  mutating func find(in words: UnsafeBufferPointer<UInt64>) {
    guard words.count > 3, rings.count < Self.most else { return }
    for index in 3..<words.count {
      let capacity = words[index &- 2]
      guard capacity >= 8, capacity <= 1 << 20, capacity & (capacity &- 1) == 0, words[index &- 3] <= capacity,
        words[index &- 1] < capacity, words[index] > 4_096, words[index] & 7 == 0, words[index] &>> 47 == 0
      else { continue }
      rings.append(
        Ring(start: words[index], capacity: capacity, size: words[index &- 3], first: words[index &- 1]))
    }
  }

  /// The references to jobs that have not run yet; all if no queue is found.
  ///
  /// Others are in memory that a queue has used before.
  var waiting: [UInt64] {
    let rings = rings.filter { ring in
      var (low, high) = (0, references.count)
      while low < high {
        let middle = (low + high) / 2
        if references[middle].address < ring.start { low = middle + 1 } else { high = middle }
      }
      return low < references.count && ring.contains(references[low].address)
    }.sorted { $0.capacity < $1.capacity }.prefix(100)
    guard !rings.isEmpty else { return references.map(\.word) }
    return references.filter { reference in
      rings.first { $0.contains(reference.address) }?.isWaiting(reference.address) ?? false
    }.map(\.word)
  }
}
