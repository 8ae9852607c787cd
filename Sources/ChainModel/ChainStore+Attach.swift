// The display forest: each promise hangs below at most one other, and the lists of children keep their order.
//
// Owns the choice between several possible parents, and that the forest has no circle. Everything else about drawing is
// the `Outline`'s.

extension OutlineRow.Relation {
  /// Which reason to hang somewhere wins: what derives stays with its chain, an input belongs to its combinator, and where a
  /// promise was created matters only where nothing consumes it.
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
  /// How far a search up the forest or along waits goes before it gives up; real programs stay far below.
  private static var patience: Int { 4096 }

  /// Hangs `row` below `parent`, unless it has a better place already or that would close a circle.
  mutating func attach(_ row: Row, under parent: Row, as relation: OutlineRow.Relation, isNew: Bool) {
    let index = Int(row)
    guard row != parent, relation.strength > life[index].flags.relation.strength else { return }
    if links[index].parent == parent {
      life[index].flags.relation = relation
      noteChange(at: row)
      return
    }
    // A new row has nothing below it, so it can't close a circle.
    guard isNew || !isAbove(row, parent) else { return }
    // The tree it leaves: its own, or the one of its parent so far.
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

  /// Whether `row`, the first of its chain, is above `other` in the forest; true also where that is too far to see.
  private func isAbove(_ row: Row, _ other: Row) -> Bool {
    // The usual case: both were created in the same body, and the combinator takes its sibling.
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

  /// Notes that the tree changed which `row` is in.
  @inline(__always)
  mutating func noteChange(at row: Row) {
    structureRevision &+= 1
    changes.note(structureRevision, row)
  }

  /// Whether `start` waits, through adoptions, inputs and parents, for `target`.
  ///
  /// Gives up after a bounded search.
  func waits(_ start: Row, for target: Row) -> Bool {
    // Most wait for one other at most, and nothing need be remembered.
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
