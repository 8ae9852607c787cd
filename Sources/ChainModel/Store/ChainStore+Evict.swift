// Eviction: bounds the store's memory by choosing promises to remove, a few at a time.
//
// When the store exceeds its limit, it evicts at most 32 promises before the next event, so no event takes long. Finished trees go first,
// rejections last. Two queues hold the finished promises in the order in which they finished: `finishing` those whose tree has not been
// examined yet, `finished` those in a tree with other promises. If both are empty, `doomed` receives the promises that matter least.
// `remove` takes a promise out of the lists (`ChainStore+Remove.swift`), and a sweep makes its row usable again (`ChainStore+Sweep.swift`).
//
// Example: #1, #2 and #3 are a chain, #4 is separate. #2 is fulfilled and freed, so it is the first to go:
//
//     row  promise       parent                  row  promise       parent     outline
//      0   ✔ #1          none                     0   ✔ #1          none       ✔ #1
//      1   ✔ #2 (freed)  0         evict #2       1   –                        ⋮ 1 promise no longer kept
//      2   ○ #3          1         ────────▶      2   ○ #3          0          ○ #3
//      3   ✘ #4          none                     3   ✘ #4          none       ✘ #4
//
// #3 now hangs below #1 and is flagged `orphan`, because #1 is not its real parent; `evictedBefore` of its row is 1. No other row moves.

import PromiseTrace

extension ChainStore {
  /// The order of eviction, after trees whose promises are all finished.
  private enum Rank: UInt8, CaseIterable {
    case finished
    case fulfilled
    case leaked
    case cancelled
    case open
    case rejected
  }

  /// The largest number of promises of a tree that is evicted as a whole.
  private static var treeLimit: Int { 64 }

  /// Evicts an eighth of the limit but at most 32 promises, or what exceeds the limit, and sweeps 16 rows for each of them.
  ///
  /// - Complexity: Amortized O(1) per promise created. Every 1/64 of the limit, O(*n*) if no promise is finished.
  mutating func evict() {
    if !eviction.isActive { startEvicting() }
    let goal = count - max(min(32, max(1, limit / 8)), count - limit)
    let before = count
    while count > goal { evictNext() }
    sweep((before - count) * 16)
  }

  private mutating func startEvicting() {
    eviction.isActive = true
    for row in ids.indices where rank(Row(row)) == .finished { queues.finishing.append(Row(row)) }
  }

  /// Queues a promise that may just have become finished.
  @inline(__always)
  mutating func noteFinish(of row: Row) {
    if eviction.isActive, rank(row) == .finished { queues.finishing.append(row) }
  }

  private func rank(_ row: Row) -> Rank {
    switch life[Int(row)].phase {
    case .fulfilled: life[Int(row)].released == .none ? .fulfilled : .finished
    case .leaked: .leaked
    case .cancelled: .cancelled
    case .pending, .running, .waiting, .unknown: .open
    case .rejected, .unhandled: .rejected
    }
  }

  private func isFinished(_ row: Row) -> Bool { isLive(row) && rank(row) == .finished }

  /// Evicts a finished tree, or one promise.
  private mutating func evictNext() {
    // Each round takes 64 promises out of `finishing`, so the loop ends.
    repeat {
      if evictFinished() { return }
    } while !queues.finishing.isEmpty
    while true {
      while let row = queues.doomed.popFirst() {
        if isLive(row), rank(row).rawValue <= eviction.doomedRank { return remove(row) }
      }
      chooseDoomed(max(1, limit / 64))
    }
  }

  /// Evicts a finished tree, or one finished promise of another tree.
  ///
  /// - Returns: Whether there was one among those examined.
  private mutating func evictFinished() -> Bool {
    // A bounded number of promises is examined, so that a queue full of parts of unfinished trees costs no long pause.
    for _ in 0..<64 {
      guard let row = queues.finishing.popFirst() else { break }
      guard isFinished(row) else { continue }
      if let tree = finishedTree(of: row) {
        // Children first, so that none moves up before it is removed itself.
        for row in tree.reversed() { remove(row) }
        return true
      }
      queues.finished.append(row)
    }
    // Where trees are over soon after they were examined, rows of evicted promises stay behind in the queue.
    if queues.finished.count > ids.count + ids.count / 4 {
      let needed = ids.indices.map { isFinished(Row($0)) }
      queues.finished.keepFirst(needed)
    }
    while let row = queues.finished.popFirst() {
      guard isFinished(row) else { continue }
      remove(row)
      return true
    }
    return false
  }

  /// The promises of the tree that contains `row`, parents first; nil if one of them is not finished, or there are many.
  private func finishedTree(of row: Row) -> [Row]? {
    var tree = [top(of: row)]
    var next = 0
    while next < tree.count {
      let row = tree[next]
      guard isFinished(row) else { return nil }
      next += 1
      guard add(links[Int(row)].firstNested, to: &tree), add(links[Int(row)].firstDerived, to: &tree) else {
        return nil
      }
    }
    return tree
  }

  /// Adds a row and those after it in its list to a tree, unless that becomes too large.
  @inline(__always)
  private func add(_ first: Row, to tree: inout [Row]) -> Bool {
    var child = first
    while child != .none {
      guard tree.count < Self.treeLimit else { return false }
      tree.append(child)
      child = links[Int(child)].next
    }
    return true
  }

  /// Fills `doomed` with the promises of the lowest ranks, those of each rank in the order of their rows.
  private mutating func chooseDoomed(_ wanted: Int) {
    var numbers = [Int](repeating: 0, count: Rank.allCases.count)
    for row in ids.indices where isLive(Row(row)) { numbers[Int(rank(Row(row)).rawValue)] += 1 }
    var left = wanted
    for rank in Rank.allCases where left > 0 && numbers[Int(rank.rawValue)] > 0 {
      eviction.doomedRank = rank.rawValue
      for row in ids.indices where left > 0 && isLive(Row(row)) && self.rank(Row(row)) == rank {
        queues.doomed.append(Row(row))
        left -= 1
      }
    }
  }
}
