// The ordered lists that form the display forest: the roots, and two lists of children per promise.
//
// A promise's *derived* children continue its chain or branch off it; its *nested* ones (inputs, an adopted promise, promises created
// in its body) are drawn before them, indented. Two lists answer in O(1) whether a promise has one derived child or several, and
// which child of a kind is the last. Each list is linked in both directions; `previous` of its first row is its last row.
//
// Owns the links between neighbors, and what the root list carries besides roots: losses and counts of evicted promises. Does not
// choose parents (`+Attach` does).

import PromiseTrace

extension ChainStore {
  /// Whether `row` is in its parent's list of derived children.
  @inline(__always)
  func isInDerivedList(_ row: Row) -> Bool { life[Int(row)].flags.relation == .derived }

  /// The first row of the list that `row` is in, or will be in.
  ///
  /// Inlined, because a call from a function that changes the store copies the whole value, without the columns' elements.
  @inline(__always)
  func firstOfList(_ row: Row) -> Row {
    let parent = links[Int(row)].parent
    if parent == .none { return firstRoot }
    return isInDerivedList(row) ? links[Int(parent)].firstDerived : links[Int(parent)].firstNested
  }

  @inline(__always)
  private mutating func setFirstOfList(_ row: Row, _ first: Row) {
    let parent = links[Int(row)].parent
    if parent == .none {
      firstRoot = first
    } else if isInDerivedList(row) {
      links[Int(parent)].firstDerived = first
    } else {
      links[Int(parent)].firstNested = first
    }
  }

  /// The row before `row` in its list, or `.none`.
  func sibling(before row: Row) -> Row { firstOfList(row) == row ? .none : links[Int(row)].previous }

  /// The last root, or `.none`.
  var lastRoot: Row { firstRoot == .none ? .none : links[Int(firstRoot)].previous }

  /// Adds a row that is in no list at the end of the list that its parent and its relation determine.
  mutating func enlist(_ row: Row) {
    let first = firstOfList(row)
    links[Int(row)].next = .none
    if first == .none {
      links[Int(row)].previous = row
      setFirstOfList(row, row)
    } else {
      let last = links[Int(first)].previous
      links[Int(row)].previous = last
      links[Int(last)].next = row
      links[Int(first)].previous = row
    }
    guard evictedAtEnd > 0, links[Int(row)].parent == .none else { return }
    sparse.evictedBefore[row, default: 0] += evictedAtEnd
    evictedAtEnd = 0
  }

  /// Removes a row from its list; its own links to neighbors become meaningless.
  mutating func unlist(_ row: Row) {
    let (next, previous) = (links[Int(row)].next, links[Int(row)].previous)
    let first = firstOfList(row)
    if links[Int(row)].parent == .none { leaveRoots(row, next, first == row ? .none : previous) }
    if first == row { setFirstOfList(row, next) } else { links[Int(previous)].next = next }
    if next != .none {
      links[Int(next)].previous = previous
    } else if first != row {
      links[Int(first)].previous = previous
    }
  }

  /// Puts rows that are in no list in the place of one that leaves its list.
  mutating func replace(_ row: Row, with children: [Row]) {
    guard let firstChild = children.first, let lastChild = children.last else { return unlist(row) }
    let (next, previous) = (links[Int(row)].next, links[Int(row)].previous)
    let first = firstOfList(row)
    for (index, child) in children.enumerated() {
      links[Int(child)].previous = index > 0 ? children[index - 1] : previous
      links[Int(child)].next = index + 1 < children.count ? children[index + 1] : next
    }
    if first == row { setFirstOfList(row, firstChild) } else { links[Int(previous)].next = firstChild }
    if next != .none {
      links[Int(next)].previous = lastChild
    } else {
      links[Int(first == row ? firstChild : first)].previous = lastChild
    }
    guard links[Int(row)].parent == .none, !sparse.losses.isEmpty, let loss = sparse.losses[row] else { return }
    sparse.losses[row] = nil
    addLoss(loss, after: lastChild)
  }

  /// Hands what is drawn beside a root that leaves the root list to its neighbors there.
  private mutating func leaveRoots(_ row: Row, _ next: Row, _ previous: Row) {
    if !sparse.evictedBefore.isEmpty, let count = sparse.evictedBefore[row] {
      sparse.evictedBefore[row] = nil
      countEvicted(count, beforeRoot: next)
    }
    if !sparse.losses.isEmpty, let loss = sparse.losses[row] {
      sparse.losses[row] = nil
      addLoss(loss, after: previous)
    }
  }

  /// Counts evicted promises before a root, or at the end if that is `.none`.
  mutating func countEvicted(_ count: Int, beforeRoot root: Row) {
    if root == .none {
      evictedAtEnd += count
      structureRevision &+= 1
      changes.note(structureRevision, .none)
    } else {
      sparse.evictedBefore[root, default: 0] += count
      noteChange(at: root)
    }
  }

  /// Adds a loss after a root's tree, or before all trees if that is `.none`.
  mutating func addLoss(_ loss: Loss, after root: Row) {
    sparse.losses[root, default: Loss(count: 0, isDamage: false)].add(loss.count, isDamage: loss.isDamage)
    noteChange(at: root)
  }
}
