// Turns trees of the display forest into rows. Owns the walk: an explicit stack with at most two entries per level of depth and none per
// link of a chain, so neither long chains nor deep trees can overflow the call stack.

import PromiseTrace

extension Outline {
  /// What remains to be drawn.
  private struct Step {
    enum Kind {
      /// A promise with everything below it.
      case node
      /// A promise and each sibling after it, with everything below them.
      case siblings
      /// A promise's reference rows, and what derives from it.
      case rest
    }

    var kind: Kind
    var row: Row
    var depth: Int32
    var isContinuation = false
  }

  /// The rows of a promise and everything below it; marks what a fold hides.
  ///
  /// - Parameters:
  ///   - row: The promise.
  ///   - depth: Its depth.
  ///   - isContinuation: Whether it continues the chain of the row before it.
  ///   - store: The store.
  ///   - plan: The promises to show and their order; nil shows all in order of creation.
  ///   - lines: Receives the rows.
  mutating func draw(
    _ row: Row, depth: Int32, isContinuation: Bool, of store: ChainStore, _ plan: OutlinePlan?,
    into lines: inout [PackedRow]
  ) {
    let links = store.links.values
    var stack = [Step(kind: .node, row: row, depth: depth, isContinuation: isContinuation)]
    func push(_ row: Row, _ depth: Int32, onto stack: inout [Step]) {
      guard row != .none else { return }
      guard let plan else { return stack.append(Step(kind: .siblings, row: row, depth: depth)) }
      for child in plan.ordered(store.list(from: row)).reversed() {
        stack.append(Step(kind: .node, row: child, depth: depth))
      }
    }
    while let step = stack.popLast() {
      let own = links[Int(step.row)]
      switch step.kind {
      case .siblings:
        if own.next != .none { stack.append(Step(kind: .siblings, row: own.next, depth: step.depth)) }
        stack.append(Step(kind: .node, row: step.row, depth: step.depth))
      case .node:
        let isFolded = drawNode(step.row, step.depth, step.isContinuation, store, plan, into: &lines)
        if isFolded {
          // The fold of a later link does not hide the rest of its chain.
          if hidesAll(step.row, step.isContinuation, store) { continue }
          stack.append(Step(kind: .node, row: own.firstDerived, depth: step.depth, isContinuation: true))
          continue
        }
        if own.firstDerived != .none || own.adopts != .none || own.inputs != .max {
          stack.append(Step(kind: .rest, row: step.row, depth: step.depth))
        }
        push(own.firstNested, step.depth + 1, onto: &stack)
      case .rest:
        lines += references(of: step.row, depth: step.depth + 1, store)
        let derived = own.firstDerived
        guard derived != .none else { continue }
        if links[Int(derived)].next == .none {
          guard plan?.shows(derived) ?? true else { continue }
          stack.append(Step(kind: .node, row: derived, depth: step.depth, isContinuation: true))
        } else {
          push(derived, step.depth + 1, onto: &stack)
        }
      }
    }
  }

  /// Draws a promise's own row, and the row that counts evicted ones before it.
  ///
  /// - Returns: Whether it is folded.
  private mutating func drawNode(
    _ row: Row, _ depth: Int32, _ isContinuation: Bool, _ store: ChainStore, _ plan: OutlinePlan?,
    into lines: inout [PackedRow]
  ) -> Bool {
    if !store.sparse.evictedBefore.isEmpty, let count = store.sparse.evictedBefore[row] {
      var line = PackedRow(.evicted, UInt64(count), depth: Int(depth), relation: .root)
      line[.continuation] = isContinuation
      lines.append(line)
    }
    var line = PackedRow(
      .node, store.ids[Int(row)], slot: row, depth: Int(depth), relation: store.life[Int(row)].flags.relation)
    line[.continuation] = isContinuation
    line[.foldable] = isFoldable(row, isContinuation, store)
    line[.folded] = line[.foldable] && plan?.isFilter != true && isFolded(row, store)
    if let plan, !plan.isMatch(row) { line[.dimmed] = true }
    lines.append(line)
    drawn += 1
    if line[.folded] { hideChildren(of: row, isContinuation, store) }
    return line[.folded]
  }

  /// Whether anything is drawn below a row that a fold would hide.
  func isFoldable(_ row: Row, _ isContinuation: Bool, _ store: ChainStore) -> Bool {
    let own = store.links[Int(row)]
    if own.firstNested != .none { return true }
    if own.firstDerived != .none, !isContinuation || store.links[Int(own.firstDerived)].next != .none { return true }
    return (own.adopts != .none || own.inputs != .max) && !references(of: row, depth: 0, store).isEmpty
  }

  /// A reference row for each edge to a promise that does not hang directly below this one.
  func references(of row: Row, depth: Int32, _ store: ChainStore) -> [PackedRow] {
    let own = store.links[Int(row)]
    guard own.adopts != .none || own.inputs != .max else { return [] }
    let adopts = store.live(own.adopts)
    let awaited = store.awaited(row)
    var lines: [PackedRow] = []
    func add(_ target: Row, _ relation: OutlineRow.Relation) {
      guard !store.hangs(target, below: row) else { return }
      var line = PackedRow(.reference, store.ids[Int(target)], slot: target, depth: Int(depth), relation: relation)
      line[.cycle] = (relation == .adopted || target == awaited) && store.life[Int(row)].flags.contains(.cyclic)
      lines.append(line)
    }
    if own.inputs != .max {
      for input in store.inputRows(row) where input != adopts { add(input, .input) }
    }
    if store.life[Int(row)].flags.contains(.awaits) {
      for source in store.awaitedRows(row) where source != adopts { add(source, .awaited) }
    }
    if adopts != .none { add(adopts, .adopted) }
    return lines
  }
}

extension ChainStore {
  /// Whether the chain of a row hangs directly below another row.
  func hangs(_ row: Row, below other: Row) -> Bool {
    var head = head(of: row)
    // A chain whose first promise was attached later than its other links has several parts.
    while life[Int(head)].flags.relation == .derived { head = self.head(of: links[Int(head)].parent) }
    return links[Int(head)].parent == other
  }

  /// A row and its siblings after it.
  func list(from row: Row) -> [Row] {
    var rows: [Row] = []
    var next = row
    while next != .none {
      rows.append(next)
      next = links[Int(next)].next
    }
    return rows
  }
}
