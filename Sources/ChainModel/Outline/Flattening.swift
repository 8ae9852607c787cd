// Turns one tree of the display forest into rows. Owns the walk: an explicit stack with one frame per level of indentation
// and none per link of a chain, so neither long chains nor deep trees can overflow the call stack.

import PromiseTrace

/// Draws a store's trees into rows, one tree at a time.
///
/// It is a class because a struct of this size was copied, references included, at every call of a nonmutating method. Its
/// properties are exempt from exclusivity checks because nothing else can reach them during the walk. Together, measured,
/// this makes it 3 times faster.
final class Flattening {
  /// A chain during the walk: its current link, and what remains to be drawn below that link.
  private struct Frame {
    enum Stage { case nested, references, derived }

    var row: Row
    // Indices of the current link's row and of the chain's first row.
    var index: UInt32
    var head: UInt32
    var depth: Int
    var stage = Stage.nested
    /// The next child to draw in the current stage.
    var child = Row.none
    // The number of promises that derive from this link (2 means two or more), and the first of them.
    var derived = 0
    var firstDerived = Row.none
    /// The index of the latest chain one level further in; whether a sibling follows it is known only later.
    var lastBelow = UInt32.max
  }

  private let store: ChainStore
  // The store's columns. Access through `store` would retain and release its references for every row.
  private let ids: [PromiseID]
  private let life: [Life]
  private let links: [Links]
  /// The rows drawn so far.
  @exclusivity(unchecked) var rows: [PackedRow]
  /// By the store's rows, the index in its tree at which each is drawn.
  @exclusivity(unchecked) var offsets: [UInt32]
  /// The number of promises that each folded promise hides.
  @exclusivity(unchecked) var hidden: [PromiseID: Int]
  /// The index at which the current tree's rows start; all other indices are relative to it.
  @exclusivity(unchecked) private var base = 0
  @exclusivity(unchecked) private var stack: [Frame] = []
  private let folded: [Bool]
  private let hasEvictions: Bool

  init(_ store: ChainStore, rows: [PackedRow], offsets: [UInt32], hidden: [PromiseID: Int], folded: [Bool]) {
    self.store = store
    (ids, life, links) = (store.ids, store.life.values, store.links.values)
    (self.rows, self.offsets, self.hidden, self.folded) = (rows, offsets, hidden, folded)
    hasEvictions = !store.sparse.evictedBefore.isEmpty
  }

  /// Appends the rows of the tree whose root is the store's row `root`.
  func draw(_ root: Row) {
    base = rows.count
    open(root, depth: 0, below: .max, hasMore: false)
    walk()
  }

  // MARK: The walk

  /// Draws a chain's first row and makes it the innermost frame.
  private func open(_ row: Row, depth: Int, below: UInt32, hasMore: Bool) {
    if hasEvictions, let count = store.sparse.evictedBefore[row] {
      var packed = PackedRow(.evicted, UInt64(count), link: below, depth: depth, relation: .root)
      packed[.more] = true
      rows.append(packed)
    }
    let index = UInt32(rows.count - base)
    var packed = PackedRow(
      .node, ids[Int(row)], link: below, depth: depth, relation: life[Int(row)].flags.relation)
    packed[.more] = hasMore
    rows.append(packed)
    offsets[Int(row)] = index
    stack.append(begin(row, index: index, head: index, depth: depth))
  }

  /// The frame for a link whose row was just drawn, with the children that hang below it.
  private func begin(_ row: Row, index: UInt32, head: UInt32, depth: Int) -> Frame {
    var frame = Frame(row: row, index: index, head: head, depth: depth)
    var child = links[Int(row)].firstChild
    while child != .none {
      if life[Int(child)].flags.relation == .derived {
        if frame.derived == 0 { frame.firstDerived = child }
        frame.derived += 1
      } else if frame.child == .none {
        frame.child = child
      }
      if frame.derived > 1 && frame.child != .none { break }
      child = links[Int(child)].next
    }
    let edges = links[Int(row)]
    if frame.child == .none { frame.stage = edges.adopts == .none && edges.inputs == .max ? .derived : .references }
    if frame.stage == .derived { frame.child = frame.firstDerived }
    let hasIndented = frame.stage == .nested || frame.derived > 1 || edges.adopts != .none || edges.inputs != .max
    if hasIndented || (index == head && frame.derived > 0) { rows[base + Int(index)][.foldable] = true }
    if !folded.isEmpty, folded[Int(row)], rows[base + Int(index)][.foldable] { fold(&frame) }
    return frame
  }

  /// Skips what a folded link hides.
  private func fold(_ frame: inout Frame) {
    let isWhole = frame.index == frame.head || frame.derived > 1
    var hidden = 0
    var child = links[Int(frame.row)].firstChild
    while child != .none {
      if isWhole || life[Int(child)].flags.relation != .derived { hidden += size(child) }
      child = links[Int(child)].next
    }
    rows[base + Int(frame.index)][.folded] = true
    self.hidden[ids[Int(frame.row)]] = hidden
    frame.child = .none
    frame.stage = .derived
    if isWhole { frame.derived = 0 }
  }

  /// The number of promises in the subtree of `row`.
  private func size(_ row: Row) -> Int {
    var count = 1
    var current = row
    while true {
      if links[Int(current)].firstChild != .none {
        current = links[Int(current)].firstChild
      } else {
        while current != row, links[Int(current)].next == .none { current = links[Int(current)].parent }
        if current == row { return count }
        current = links[Int(current)].next
      }
      count += 1
    }
  }

  private func walk() {
    while let top = stack.indices.last {
      switch stack[top].stage {
      case .nested:
        let child = stack[top].child
        guard child != .none else {
          stack[top].stage = .references
          continue
        }
        let next = sibling(after: child, derived: false)
        stack[top].child = next
        openBelow(top, child, hasMore: next != .none || stack[top].derived > 1)
      case .references:
        drawReferences(top)
        stack[top].stage = .derived
        stack[top].child = stack[top].firstDerived
      case .derived:
        advance(top)
      }
    }
  }

  /// Draws what derives from the current link: one promise continues the chain, several are indented.
  private func advance(_ top: Int) {
    if stack[top].derived == 0 {
      stack.removeLast()
    } else if stack[top].derived == 1 {
      continueChain(top, stack[top].firstDerived)
    } else {
      let child = stack[top].child
      guard child != .none else {
        stack.removeLast()
        return
      }
      let next = sibling(after: child, derived: true)
      stack[top].child = next
      openBelow(top, child, hasMore: next != .none)
    }
  }

  private func openBelow(_ top: Int, _ child: Row, hasMore: Bool) {
    let (depth, below) = (stack[top].depth + 1, stack[top].index)
    open(child, depth: depth, below: below, hasMore: hasMore)
    stack[top].lastBelow = stack[top + 1].head
  }

  private func continueChain(_ top: Int, _ row: Row) {
    let (head, depth) = (stack[top].head, stack[top].depth)
    if hasEvictions, let count = store.sparse.evictedBefore[row] {
      var packed = PackedRow(.evicted, UInt64(count), link: head, depth: depth, relation: .derived)
      packed[.continuation] = true
      rows.append(packed)
    }
    let index = UInt32(rows.count - base)
    var packed = PackedRow(.node, ids[Int(row)], link: head, depth: depth, relation: .derived)
    packed[.continuation] = true
    rows.append(packed)
    offsets[Int(row)] = index
    stack[top] = begin(row, index: index, head: head, depth: depth)
  }

  /// Draws a reference row for each edge to a promise that is not drawn below this link.
  private func drawReferences(_ top: Int) {
    let frame = stack[top]
    let edges = links[Int(frame.row)]
    guard edges.adopts != .none || edges.inputs != .max else { return }
    var targets: [(row: Row, relation: OutlineRow.Relation)] = []
    if edges.inputs != .max {
      for input in store.inputRows(frame.row) where input != edges.adopts { targets.append((input, .input)) }
    }
    if edges.adopts != .none { targets.append((edges.adopts, .adopted)) }
    targets.removeAll { target in
      let offset = Int(offsets[Int(target.row)])
      guard offset > Int(frame.index), offset < rows.count - base else { return false }
      // The index may belong to another tree, or to an earlier drawing of this one.
      return rows[base + offset].value == ids[Int(target.row)] && rows[base + offset].kind == .node
    }
    guard !targets.isEmpty else { return }
    if frame.lastBelow != .max { rows[base + Int(frame.lastBelow)][.more] = true }
    for (number, target) in targets.enumerated() {
      var packed = PackedRow(
        .reference, ids[Int(target.row)], link: frame.index, depth: frame.depth + 1, relation: target.relation)
      packed[.more] = number < targets.count - 1 || frame.derived > 1
      packed[.cycle] = target.relation == .adopted && life[Int(frame.row)].flags.contains(.cyclic)
      rows.append(packed)
    }
  }

  // MARK: Children

  private func sibling(after row: Row, derived: Bool) -> Row {
    var next = links[Int(row)].next
    while next != .none, (life[Int(next)].flags.relation == .derived) != derived {
      next = links[Int(next)].next
    }
    return next
  }
}
