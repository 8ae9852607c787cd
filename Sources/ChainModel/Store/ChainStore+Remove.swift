// Removing rows from the store: closes the gaps in the columns and renumbers every reference to a row.
//
// `ChainStore+Evict.swift` has an example. Owns the new row numbers; does not know why a row is removed.

import PromiseTrace

/// The new number of each row, once the removed rows are gone.
private struct Renumbering {
  /// By old row, the new one; `.none` for a removed row.
  let newRow: [Row]
  /// The number of remaining rows.
  let count: Int

  init(removing removed: [Bool]) {
    var newRow = [Row](repeating: .none, count: removed.count)
    var next: Row = 0
    for row in removed.indices where !removed[row] {
      newRow[row] = next
      next += 1
    }
    (self.newRow, count) = (newRow, Int(next))
  }

  /// The new number of a row, which may be `.none`.
  subscript(row: Row) -> Row { row == .none ? .none : newRow[Int(row)] }
}

extension ChainStore {
  /// Removes the marked rows and renumbers every reference to the others.
  ///
  /// - Parameters:
  ///   - removed: By row, whether it is removed.
  ///   - order: All rows in outline order, parents before children.
  /// - Complexity: O(*n*) in the number of rows.
  mutating func remove(_ removed: [Bool], _ order: [Row]) {
    let moved = Renumbering(removing: removed)
    let parents = adoptOrphans(removed, order)
    let newSparse = countRemoved(removed, order, moved)
    var newLinks = relinked(removed, order, parents, moved)
    edges.replace(with: keptEdges(moved, &newLinks))
    keep(removed)
    links.replace(with: newLinks)
    sparse = newSparse
    rows.rebuild(ids)
    moveLosses(moved.newRow)
  }

  /// Finds each row's nearest remaining ancestor, and flags the rows whose parent is removed.
  ///
  /// - Returns: By old row, the old row of that ancestor.
  private mutating func adoptOrphans(_ removed: [Bool], _ order: [Row]) -> [Row] {
    var parents = links.values.map(\.parent)
    // Parents come first in `order`, so a removed parent already points to an ancestor that remains.
    for row in order where parents[Int(row)] != .none && removed[Int(parents[Int(row)])] {
      parents[Int(row)] = parents[Int(parents[Int(row)])]
      life[Int(row)].flags.insert(.orphan)
    }
    return parents
  }

  /// Counts the removed rows in front of the next remaining row of the outline.
  ///
  /// - Returns: The sparse columns with those counts, by new row.
  private mutating func countRemoved(_ removed: [Bool], _ order: [Row], _ moved: Renumbering) -> Sparse {
    var newSparse = sparse.moved(moved.newRow)
    var pending = 0
    for row in order {
      pending += sparse.evictedBefore[row] ?? 0
      if removed[Int(row)] {
        pending += 1
        counts.evicted += 1
        forget(row)
      } else if pending > 0 {
        newSparse.evictedBefore[moved[row]] = pending
        pending = 0
      }
    }
    evictedAtEnd += pending
    return newSparse
  }

  /// Adjusts the counts for a removed row: only `unknown` excludes evicted promises, the others include them.
  private mutating func forget(_ row: Row) {
    if life[Int(row)].isOpen { evictedOpen += 1 }
    if state(row) == .unknown { counts.unknown -= 1 }
  }

  /// Rebuilds the links of the remaining rows: chain heads, parents, and lists of children, but no edges.
  private mutating func relinked(
    _ removed: [Bool], _ order: [Row], _ parents: [Row], _ moved: Renumbering
  ) -> [Links] {
    var newLinks = links.values
    var heads = [Row](repeating: .none, count: ids.count)
    for row in order where !removed[Int(row)] {
      let old = links[Int(row)]
      let parent = parents[Int(row)]
      if parent == .none { life[Int(row)].flags.relation = .root }
      heads[Int(row)] = life[Int(row)].flags.relation == .derived ? heads[Int(parent)] : moved[row]
      var new = Links(head: heads[Int(row)])
      new.adopts = moved[old.adopts]
      new.inside = moved[old.inside]
      new.via = moved[old.via]
      new.lastEvent = old.lastEvent
      newLinks[Int(moved[row])] = new
    }
    newLinks.removeLast(ids.count - moved.count)
    for row in order where !removed[Int(row)] && parents[Int(row)] != .none {
      Self.appendChild(moved[row], to: moved[parents[Int(row)]], in: &newLinks)
    }
    return newLinks
  }

  private static func appendChild(_ row: Row, to parent: Row, in links: inout [Links]) {
    let last = links[Int(parent)].lastChild
    links[Int(row)].parent = parent
    links[Int(row)].previous = last
    if last == .none { links[Int(parent)].firstChild = row } else { links[Int(last)].next = row }
    links[Int(parent)].lastChild = row
  }

  /// The edges whose two ends remain, in the lists of the new links.
  private func keptEdges(_ moved: Renumbering, _ newLinks: inout [Links]) -> [Edge] {
    var newEdges: [Edge] = []
    for edge in edges.values where moved[edge.promise] != .none && (edge.by == .none || moved[edge.by] != .none) {
      let (promise, by) = (moved[edge.promise], moved[edge.by])
      let index = UInt32(newEdges.count)
      newEdges.append(
        Edge(
          promise: promise, by: by, previousOnPromise: newLinks[Int(promise)].reactions,
          previousOfBy: by == .none ? .max : newLinks[Int(by)].inputs, count: edge.count, sides: edge.sides))
      newLinks[Int(promise)].reactions = index
      if by != .none { newLinks[Int(by)].inputs = index }
    }
    return newEdges
  }

  /// Compacts the columns that contain no row numbers.
  private mutating func keep(_ removed: [Bool]) {
    func kept<Element>(_ values: [Element]) -> [Element] {
      var remaining: [Element] = []
      // The old capacity leaves room for the rows that arrive before the next sweep.
      remaining.reserveCapacity(values.capacity)
      for row in values.indices where !removed[row] { remaining.append(values[row]) }
      return remaining
    }
    ids = kept(ids)
    life.replace(with: kept(life.values))
    words.replace(with: kept(words.values))
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
        moved[moved.count - 1].add(loss.count, isDamage: loss.isDamage)
      } else {
        moved.append(Loss(beforeRow: row, count: loss.count, isDamage: loss.isDamage))
      }
    }
    losses.replace(with: moved)
  }
}
