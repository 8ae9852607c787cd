// The display forest: each promise has at most one display parent, and each list of children keeps its order.
//
// Owns the choice between several possible parents and keeps the forest free of cycles. `Outline` owns everything else
// about drawing.

extension OutlineRow.Relation {
  /// The priority of a reason to hang below a parent; the highest wins.
  ///
  /// A derived promise stays in its chain and an input belongs to its combinator. The body that created a promise counts
  /// only if nothing consumes that promise.
  fileprivate var strength: Int {
    switch self {
    case .derived: 4
    case .input: 3
    case .adopted: 2
    case .inside: 1
    case .root: 0
    }
  }
}

extension ChainStore {
  /// The number of steps after which a search through ancestors or waits gives up; real programs need far fewer.
  private static var patience: Int { 4096 }

  /// Hangs `row` below `parent`, unless it already has a parent of higher priority or the link would close a cycle.
  mutating func attach(_ row: Row, under parent: Row, as relation: OutlineRow.Relation, isNew: Bool) {
    let index = Int(row)
    guard row != parent, relation.strength > life[index].flags.relation.strength else { return }
    if links[index].parent == parent {
      life[index].flags.relation = relation
      noteChange(at: row)
      return
    }
    // A new row has nothing below it, so it can't close a cycle.
    guard isNew || !isAbove(row, parent) else { return }
    // The tree that the row leaves: its own, or its former parent's.
    noteChange(at: links[index].parent == .none ? row : links[index].parent)
    detach(row)
    life[index].flags.relation = relation
    links[index].parent = parent
    let last = links[Int(parent)].lastChild
    links[index].previous = last
    if last == .none {
      links[Int(parent)].firstChild = row
    } else {
      links[Int(last)].next = row
    }
    links[Int(parent)].lastChild = row
    if relation == .derived { links[index].head = links[Int(parent)].head }
    noteChange(at: parent)
  }

  private mutating func detach(_ row: Row) {
    let (parent, previous, next) = (links[Int(row)].parent, links[Int(row)].previous, links[Int(row)].next)
    guard parent != .none else { return }
    if previous == .none { links[Int(parent)].firstChild = next } else { links[Int(previous)].next = next }
    if next == .none { links[Int(parent)].lastChild = previous } else { links[Int(next)].previous = previous }
    links[Int(row)].parent = .none
    links[Int(row)].previous = .none
    links[Int(row)].next = .none
  }

  /// Whether `row`, the first of its chain, is an ancestor of `other`; also true if the search gives up.
  private func isAbove(_ row: Row, _ other: Row) -> Bool {
    // The usual case: both were created in the same body, and a combinator takes its sibling as an input.
    let otherHead = links[Int(other)].head
    if otherHead != row, links[Int(row)].parent != .none, links[Int(otherHead)].parent == links[Int(row)].parent {
      return false
    }
    var current = other
    for _ in 0..<Self.patience {
      current = links[Int(current)].head
      if current == row { return true }
      current = links[Int(current)].parent
      if current == .none { return false }
      if current == row { return true }
    }
    return true
  }

  /// Records that the tree that contains `row` changed.
  @inline(__always)
  mutating func noteChange(at row: Row) {
    structureRevision &+= 1
    changes.note(structureRevision, row)
  }

  /// Whether `start` waits for `target` through adoptions, inputs and parents; false if the bounded search gives up.
  func waits(_ start: Row, for target: Row) -> Bool {
    // Most promises wait for at most one other, so a plain loop suffices.
    var row = start
    for _ in 0..<Self.patience {
      if row == target { return true }
      let (life, links) = (life[Int(row)], links[Int(row)])
      guard life.isOpen else { return false }
      if life.phase == .waiting {
        row = links.adopts
      } else if links.inputs != .max {
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
    while let row = stack.popLast(), seen.count < Self.patience {
      if row == target { return true }
      guard life[Int(row)].isOpen, seen.insert(row).inserted else { continue }
      if life[Int(row)].phase == .waiting {
        if links[Int(row)].adopts != .none { stack.append(links[Int(row)].adopts) }
        continue
      }
      var edge = links[Int(row)].inputs
      while edge != .max, stack.count < Self.patience {
        stack.append(edges[Int(edge)].promise)
        edge = edges[Int(edge)].previousOfBy
      }
      if life[Int(row)].flags.relation == .derived { stack.append(links[Int(row)].parent) }
    }
    return false
  }
}
