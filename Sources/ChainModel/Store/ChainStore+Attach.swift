// The display forest: each promise has at most one display parent, and each list of children keeps its order.
//
// Owns the choice between several possible parents and keeps the forest free of cycles. `Outline` owns everything else
// about drawing.

extension NodeRelation {
  /// The priority of a reason to hang below a parent; the highest wins.
  ///
  /// A derived promise stays in its chain and an input belongs to its combinator. The body that created a promise counts
  /// only if nothing consumes that promise.
  fileprivate var strength: Int {
    switch self {
    case .derived: 4
    case .input: 3
    case .adopted, .awaited: 2
    case .inside: 1
    case .root: 0
    }
  }
}

extension ChainStore {
  /// The number of steps after which a search through ancestors or waits gives up; real programs need far fewer.
  private static var searchLimit: Int { 4096 }

  /// Hangs `row` below `parent`, unless it already has a parent of higher priority or the link would close a cycle.
  ///
  /// - Parameters:
  ///   - row: The first promise of its chain.
  ///   - parent: The row to hang it below.
  ///   - relation: Why.
  ///   - isNew: Whether the row is in no list and has nothing below it.
  mutating func attach(_ row: Row, under parent: Row, as relation: NodeRelation, isNew: Bool) {
    let index = Int(row)
    guard row != parent, relation.strength > life[index].flags.relation.strength else { return }
    let former = links[index].parent
    if former == parent, relation != .derived {
      life[index].flags.relation = relation
      noteChange(at: row)
      return
    }
    // A new row has nothing below it, so it can't close a cycle.
    guard isNew || former == parent || !isAbove(row, parent) else { return }
    if !isNew { unlist(row) }
    if former != .none { noteChange(at: former) }
    life[index].flags.relation = relation
    links[index].parent = parent
    enlist(row)
    if relation == .derived {
      // Only a call copies the store's value, so the usual case has none.
      let head = links[Int(parent)].head
      links[index].head = ids[Int(head)] != 0 ? head : headPastEvicted(parent)
    }
    // The change that added a new row is recorded already.
    if !isNew { noteChange(at: row) }
    noteChange(at: parent)
  }

  /// Whether `row`, the first of its chain, is an ancestor of `other`; also true if the search gives up.
  private func isAbove(_ row: Row, _ other: Row) -> Bool {
    // In a chain of adoptions, each promise is adopted before anything hangs below it.
    if links[Int(row)].firstDerived == .none, links[Int(row)].firstNested == .none { return false }
    // The usual case: both were created in the same body, and a combinator takes its sibling as an input.
    let otherHead = head(of: other)
    if otherHead != row, links[Int(row)].parent != .none, links[Int(otherHead)].parent == links[Int(row)].parent {
      return false
    }
    var current = other
    for _ in 0..<Self.searchLimit {
      current = head(of: current)
      if current == row { return true }
      current = links[Int(current)].parent
      if current == .none { return false }
      if current == row { return true }
    }
    return true
  }

  /// A row further up the chain of `row`, usually its first one; `row` itself if it is the first.
  ///
  /// - Complexity: O(1), except while the evictions of several heads of the chain await a sweep.
  @inline(__always)
  func head(of row: Row) -> Row {
    let head = links[Int(row)].head
    return ids[Int(head)] != 0 ? head : headPastEvicted(row)
  }

  @inline(never)
  private func headPastEvicted(_ row: Row) -> Row {
    var head = links[Int(row)].head
    while !isLive(head) {
      let next = links[Int(head)].head
      guard next != head else { return climb(from: row) }
      head = next
    }
    return head
  }

  /// The first row of a chain whose former head was evicted and left several chains.
  private func climb(from row: Row) -> Row {
    var current = row
    while life[Int(current)].flags.relation == .derived {
      current = links[Int(current)].parent
      let head = links[Int(current)].head
      if isLive(head) { return head }
    }
    return current
  }

  /// Stores a live head for `row` and for the evicted heads on the way to it, so that each is passed only a few times.
  mutating func renewHead(of row: Row) {
    let live = head(of: row)
    var current = links[Int(row)].head
    links[Int(row)].head = live
    while !isLive(current) {
      let next = links[Int(current)].head
      guard next != current, next != live else { return }
      links[Int(current)].head = live
      current = next
    }
  }

  /// Records that `row` was added, removed or moved, or that what is drawn right beside it changed.
  @inline(__always)
  mutating func noteChange(at row: Row) {
    structureRevision &+= 1
    changes.note(structureRevision, row)
  }

  /// Whether `start` waits for `target` through adoptions, inputs and parents; false if the bounded search gives up.
  ///
  /// What nothing waits for is no target. So each `await` of a chain that its innermost call started takes constant time.
  func waits(_ start: Row, for target: Row) -> Bool {
    let end = links[Int(target)]
    guard start == target || end.firstDerived != .none || end.reactions != .max || sparse.adopters[target] != nil
    else { return false }
    // Most promises wait for at most one other, so a plain loop suffices.
    var row = start
    for _ in 0..<Self.searchLimit {
      if row == target { return true }
      let (life, links) = (life[Int(row)], links[Int(row)])
      guard life.isOpen else { return false }
      if life.phase == .waiting {
        row = links.adopts != .none ? links.adopts : awaited(row)
      } else if life.flags.contains(.combines) {
        return waitsForOneOfSeveral(row, for: target)
      } else {
        row = life.flags.relation == .derived ? links.parent : .none
      }
      if row == .none { return false }
    }
    return false
  }

  private func waitsForOneOfSeveral(_ start: Row, for target: Row) -> Bool {
    var stack = [start]
    var seen: Set<Row> = []
    while let row = stack.popLast(), seen.count < Self.searchLimit {
      if row == target { return true }
      guard life[Int(row)].isOpen, seen.insert(row).inserted else { continue }
      if life[Int(row)].phase == .waiting {
        let source = links[Int(row)].adopts != .none ? links[Int(row)].adopts : awaited(row)
        if source != .none { stack.append(source) }
        continue
      }
      var edge = links[Int(row)].inputs
      while edge != .max, stack.count < Self.searchLimit {
        if !edges[Int(edge)].isAwait { stack.append(edges[Int(edge)].promise) }
        edge = edges[Int(edge)].previousOfBy
      }
      if life[Int(row)].flags.relation == .derived { stack.append(links[Int(row)].parent) }
    }
    return false
  }
}
