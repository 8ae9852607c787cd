// Eviction: bounds the store's memory by removing rows and closing the gaps they leave in the columns.
//
// When the store exceeds its limit, one sweep evicts an eighth of it, so the cost per promise is constant. `choose` marks
// rows in the order of `Rank`: finished chains first, rejections last. `close` moves the remaining rows together and
// renumbers every reference to a row. The children of an evicted promise move up to its nearest remaining ancestor, and
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
    var going = choose(max(limit / 8, ids.count - limit), order)
    close(&going, order)
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

  /// Removes the marked rows and renumbers every reference to the others.
  ///
  /// 1. Numbers the remaining rows in their old order: `newRow` maps old to new row numbers, and `moved` applies the map.
  /// 2. Finds each row's nearest remaining ancestor.
  /// 3. Counts the evicted rows in front of the next remaining row of the outline.
  /// 4. Rebuilds the links: chain heads, parents and lists of children.
  /// 5. Rebuilds the edges whose two ends remain.
  /// 6. Compacts the other columns and moves the losses.
  ///
  /// - Parameters:
  ///   - going: By row, whether it is evicted.
  ///   - order: All rows in outline order, parents before children.
  private mutating func close(_ going: inout [Bool], _ order: [Row]) {
    // 1. New row numbers.
    var newRow = [Row](repeating: .none, count: ids.count)
    var kept: Row = 0
    for row in ids.indices where !going[row] {
      newRow[row] = kept
      kept += 1
    }
    func moved(_ row: Row) -> Row { row == .none ? .none : newRow[Int(row)] }

    // 2. Ancestors. Parents come first in `order`, so an evicted parent already points to an ancestor that remains.
    var parents = links.values.map(\.parent)
    for row in order where parents[Int(row)] != .none && going[Int(parents[Int(row)])] {
      parents[Int(row)] = parents[Int(parents[Int(row)])]
      life[Int(row)].flags.insert(.orphan)
    }

    // 3. Counts of evicted rows.
    var newSparse = sparse.moved(newRow)
    var pending = 0
    for row in order {
      pending += sparse.evictedBefore[row] ?? 0
      if going[Int(row)] {
        pending += 1
        counts.evicted += 1
        forget(row)
      } else if pending > 0 {
        newSparse.evictedBefore[newRow[Int(row)]] = pending
        pending = 0
      }
    }
    evictedAtEnd += pending

    // 4. Links.
    var newLinks = links.values
    var heads = [Row](repeating: .none, count: ids.count)
    for row in order where !going[Int(row)] {
      let old = links[Int(row)]
      let parent = parents[Int(row)]
      if parent == .none { life[Int(row)].flags.relation = .root }
      heads[Int(row)] = life[Int(row)].flags.relation == .derived ? heads[Int(parent)] : newRow[Int(row)]
      var new = Links(head: heads[Int(row)])
      new.adopts = moved(old.adopts)
      new.inside = moved(old.inside)
      new.via = moved(old.via)
      new.lastEvent = old.lastEvent
      newLinks[Int(newRow[Int(row)])] = new
    }
    newLinks.removeLast(ids.count - Int(kept))
    for row in order where !going[Int(row)] && parents[Int(row)] != .none {
      Self.appendChild(newRow[Int(row)], to: newRow[Int(parents[Int(row)])], in: &newLinks)
    }

    // 5. Edges.
    var newEdges: [Edge] = []
    for edge in edges.values where moved(edge.promise) != .none && (edge.by == .none || moved(edge.by) != .none) {
      let (promise, by) = (moved(edge.promise), moved(edge.by))
      let first = UInt32(newEdges.count)
      newEdges.append(
        Edge(
          promise: promise, by: by, previousOnPromise: newLinks[Int(promise)].reactions,
          previousOfBy: by == .none ? .max : newLinks[Int(by)].inputs, count: edge.count, sides: edge.sides))
      newLinks[Int(promise)].reactions = first
      if by != .none { newLinks[Int(by)].inputs = first }
    }
    edges.replace(with: newEdges)

    // 6. The other columns, and the losses.
    keep(going)
    links.replace(with: newLinks)
    sparse = newSparse
    rows.rebuild(ids)
    moveLosses(newRow)
  }

  /// Compacts the columns that contain no row numbers.
  private mutating func keep(_ going: [Bool]) {
    func closed<Element>(_ values: [Element]) -> [Element] {
      var kept: [Element] = []
      // The old capacity leaves room for the rows that arrive before the next sweep.
      kept.reserveCapacity(values.capacity)
      for row in values.indices where !going[row] { kept.append(values[row]) }
      return kept
    }
    ids = closed(ids)
    life.replace(with: closed(life.values))
    words.replace(with: closed(words.values))
  }

  /// Adjusts the counts for an evicted row: only `unknown` excludes evicted promises, the others include them.
  private mutating func forget(_ row: Row) {
    if life[Int(row)].isOpen { evictedOpen += 1 }
    if state(row) == .unknown { counts.unknown -= 1 }
  }

  private static func appendChild(_ row: Row, to parent: Row, in links: inout [Links]) {
    let last = links[Int(parent)].lastChild
    links[Int(row)].parent = parent
    links[Int(row)].previous = last
    if last == .none { links[Int(parent)].firstChild = row } else { links[Int(last)].next = row }
    links[Int(parent)].lastChild = row
  }

  /// Moves each loss to the first remaining row after it, and merges losses that meet there.
  private mutating func moveLosses(_ newRow: [Row]) {
    var following = [Row](repeating: Row(ids.count), count: newRow.count + 1)
    for row in newRow.indices.reversed() {
      following[row] = newRow[row] == .none ? following[row + 1] : newRow[row]
    }
    var moved: [Loss] = []
    for loss in losses.values {
      let row = following[Int(loss.beforeRow)]
      if let last = moved.last, last.beforeRow == row {
        moved[moved.count - 1].count &+= loss.count
      } else {
        moved.append(Loss(beforeRow: row, count: loss.count))
      }
    }
    losses.replace(with: moved)
  }
}
