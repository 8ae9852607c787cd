// Forgetting, so that memory stays bounded: which promises go, and how the columns close up behind them.
//
// Owns the order of going. What goes leaves a count at its place in the outline. One sweep frees an eighth of the limit, so
// a promise's share of all sweeps is constant.

import PromiseTrace

extension ChainStore {
  /// The order of going: whole chains that are over first, rejections last.
  private enum Rank: UInt8, CaseIterable {
    case finishedChain
    case finished
    case fulfilled
    case leaked
    case cancelled
    case open
    case rejected
  }

  /// Makes room for an eighth of the limit.
  mutating func evict() {
    let order = displayOrder()
    var going = choose(max(limit / 8, ids.count - limit), order)
    close(&going, order)
    structureRevision &+= 1
    changes.noteAll(structureRevision)
    renewTexts()
    texts.forget()
  }

  /// Lets go of the texts that rows no longer point to; costs nothing before there are many.
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
      for place in store.places.values {
        keep(place.queue)
        keep(place.thread)
      }
      for progress in store.sparse.progress.values.values { keep(progress.stage) }
      store.history.forEach { event in
        keep(event.text)
        keep(event.type)
        keep(event.extra)
      }
    }
  }

  /// All rows, parents before children, as an unfolded outline would draw them.
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

  /// Marks `count` rows, in the order of going and the oldest first.
  private func choose(_ count: Int, _ order: [Row]) -> [Bool] {
    var ranks = links.indices.map { rank(Row($0)) }
    // A tree of which everything is over goes before parts of others.
    var start = 0
    while start < order.count {
      var end = start + 1
      var isOver = ranks[Int(order[start])] == .finished
      while end < order.count, links[Int(order[end])].parent != .none {
        isOver = isOver && ranks[Int(order[end])] == .finished
        end += 1
      }
      if isOver { for place in start..<end { ranks[Int(order[place])] = .finishedChain } }
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

  /// Removes the marked rows and renumbers what refers to the others.
  private mutating func close(_ going: inout [Bool], _ order: [Row]) {
    var newRow = [Row](repeating: .none, count: ids.count)
    var kept: Row = 0
    for row in ids.indices where !going[row] {
      newRow[row] = kept
      kept += 1
    }
    func moved(_ row: Row) -> Row { row == .none ? .none : newRow[Int(row)] }

    // Where a parent goes, its children move up to the nearest ancestor that stays.
    var parents = links.values.map(\.parent)
    for row in order where parents[Int(row)] != .none && going[Int(parents[Int(row)])] {
      parents[Int(row)] = parents[Int(parents[Int(row)])]
      life[Int(row)].flags.insert(.orphan)
    }

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

    var newEdges: [Edge] = []
    for edge in edges.values where moved(edge.promise) != .none && (edge.by == .none || moved(edge.by) != .none) {
      let (promise, by) = (moved(edge.promise), moved(edge.by))
      let place = UInt32(newEdges.count)
      newEdges.append(
        Edge(
          promise: promise, by: by, previousOnPromise: newLinks[Int(promise)].reactions,
          previousOfBy: by == .none ? .max : newLinks[Int(by)].inputs, count: edge.count, sides: edge.sides))
      newLinks[Int(promise)].reactions = place
      if by != .none { newLinks[Int(by)].inputs = place }
    }
    edges.replace(with: newEdges)

    keep(going)
    links.replace(with: newLinks)
    sparse = newSparse
    rows.rebuild(ids)
    moveLosses(newRow)
  }

  /// Moves the rows that stay to the front of the columns that name no rows.
  private mutating func keep(_ going: [Bool]) {
    func closed<Element>(_ values: [Element]) -> [Element] {
      var kept: [Element] = []
      // As many as before: room for what comes until the next time.
      kept.reserveCapacity(values.capacity)
      for row in values.indices where !going[row] { kept.append(values[row]) }
      return kept
    }
    ids = closed(ids)
    life.replace(with: closed(life.values))
    words.replace(with: closed(words.values))
  }

  /// An open promise that goes is no longer among the unknown ones; the other counts are of all promises ever seen.
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

  /// Losses stay before the first promise kept that was created after them; those that meet are one.
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
