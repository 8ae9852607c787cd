// Eviction: bounds the store's memory by choosing rows to remove.
//
// When the store exceeds its limit, one sweep evicts an eighth of it, so the cost per promise is constant. `choose` marks
// rows in the order of `Rank`: finished chains first, rejections last. `remove` closes the gaps and renumbers every
// reference to a row (`ChainStore+Remove.swift`). The children of an evicted promise move up to its nearest remaining ancestor, and
// the outline shows how many promises are missing there.
//
// Example: #1, #2 and #3 are a chain, #4 is separate. #2 is fulfilled and freed, so it is the first to go:
//
//     row  promise       parent                  row  promise       parent     outline
//      0   ✔ #1          none                     0   ✔ #1          none       ✔ #1
//      1   ✔ #2 (freed)  0         evict #2                                    ⋮ 1 promise no longer kept
//      2   ○ #3          1         ────────▶      1   ○ #3          0          ○ #3
//      3   ✘ #4          none                     2   ✘ #4          none       ✘ #4
//
// #3 now hangs below #1 and is flagged `orphan`, because #1 is not its real parent; `evictedBefore` of its row is 1.

import PromiseTrace

extension ChainStore {
  /// The order of eviction: chains in which every promise is finished go first, rejections last.
  private enum Rank: UInt8, CaseIterable {
    /// Part of a tree whose promises are all `finished`.
    case finishedChain
    /// Fulfilled and freed.
    case finished
    case fulfilled
    case leaked
    case cancelled
    case open
    case rejected
  }

  /// Evicts an eighth of the limit.
  ///
  /// - Complexity: O(*n*) in the number of promises kept, so amortized O(1) per promise created.
  mutating func evict() {
    let order = displayOrder()
    remove(choose(max(limit / 8, ids.count - limit), order), order)
    structureRevision &+= 1
    changes.noteAll(structureRevision)
    renewTexts()
    texts.forget()
  }

  /// Releases the texts that no row refers to anymore; free until there are many of them.
  mutating func renewTexts() {
    let store = self
    texts.renew(&hold) { keep in
      for words in store.words.values {
        keep(words.label)
        keep(words.text)
        keep(words.type)
      }
      for origin in store.origins.values {
        keep(origin.operation)
        keep(origin.site.file)
        keep(origin.site.function)
      }
      for execution in store.executions.values {
        keep(execution.queue)
        keep(execution.thread)
      }
      for progress in store.sparse.progress.values.values { keep(progress.stage) }
      for event in store.history.all {
        keep(event.text)
        keep(event.type)
        keep(event.extra)
      }
    }
  }

  /// All rows in the order of an unfolded outline, parents before children.
  private func displayOrder() -> [Row] {
    var order: [Row] = []
    order.reserveCapacity(ids.count)
    for root in links.indices where links[root].parent == .none {
      var row = Row(root)
      while row != .none {
        order.append(row)
        row = links[Int(row)].firstChild != .none ? links[Int(row)].firstChild : after(row)
      }
    }
    return order
  }

  /// The row that follows the subtree of `row`, within its root.
  private func after(_ row: Row) -> Row {
    var current = row
    while current != .none {
      if links[Int(current)].next != .none { return links[Int(current)].next }
      current = links[Int(current)].parent
    }
    return .none
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

  /// Marks `count` rows to evict, by rank and then in outline order.
  private func choose(_ count: Int, _ order: [Row]) -> [Bool] {
    var ranks = links.indices.map { rank(Row($0)) }
    // A tree whose promises are all finished goes before parts of other trees.
    var start = 0
    while start < order.count {
      var end = start + 1
      var isOver = ranks[Int(order[start])] == .finished
      while end < order.count, links[Int(order[end])].parent != .none {
        isOver = isOver && ranks[Int(order[end])] == .finished
        end += 1
      }
      if isOver { for index in start..<end { ranks[Int(order[index])] = .finishedChain } }
      start = end
    }
    var going = [Bool](repeating: false, count: ids.count)
    var left = count
    for rank in Rank.allCases where left > 0 {
      for row in order where left > 0 && ranks[Int(row)] == rank {
        going[Int(row)] = true
        left -= 1
      }
    }
    return going
  }
}
