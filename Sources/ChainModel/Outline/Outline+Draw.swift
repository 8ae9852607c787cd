// Turns trees of the display forest into rows. Owns the walk: an explicit stack with at most two entries per level of depth and none per
// link of a chain, so neither long chains nor deep trees can overflow the call stack, and the walk can be interrupted anywhere.

import PromiseTrace

extension Outline {
  /// What remains to be drawn.
  struct Rest: Sendable {
    fileprivate struct Step: Sendable {
      enum Kind {
        /// A promise with everything below it.
        case node
        /// A promise and each sibling after it, with everything below them.
        case siblings
        /// The rest of the last of the lists, with everything below them.
        case list
        /// A promise's reference rows, and what derives from it.
        case rest
        /// The events that are missing after a root's tree.
        case loss
      }

      var kind: Kind
      var row: Row = .none
      var depth: Int32
      var isContinuation = false
    }

    fileprivate var steps: [Step] = []
    /// Siblings in another order than that of the store.
    fileprivate var lists: [RowSort] = []
    fileprivate var showsLosses = false

    var isEmpty: Bool { steps.isEmpty }

    init(rootsOf store: ChainStore, _ plan: OutlinePlan?, showsLosses: Bool) {
      self.showsLosses = showsLosses && !store.sparse.losses.isEmpty
      push(store.firstRoot, depth: 0, store, plan)
    }

    /// One promise with everything below it.
    init(_ row: Row, depth: Int32, isContinuation: Bool) {
      steps = [Step(kind: .node, row: row, depth: depth, isContinuation: isContinuation)]
    }

    /// Adds a promise and each sibling after it.
    fileprivate mutating func push(_ row: Row, depth: Int32, _ store: ChainStore, _ plan: OutlinePlan?) {
      guard row != .none else { return }
      guard let plan else { return steps.append(Step(kind: .siblings, row: row, depth: depth)) }
      lists.append(RowSort(plan.shown(store.list(from: row))))
      steps.append(Step(kind: .list, depth: depth))
    }

    /// Adds one of several siblings.
    fileprivate mutating func pushOne(_ row: Row, depth: Int32) {
      if depth == 0, showsLosses { steps.append(Step(kind: .loss, row: row, depth: 0)) }
      steps.append(Step(kind: .node, row: row, depth: depth))
    }

    /// Adds the next promise of the last list.
    ///
    /// - Returns: Whether the list is sorted.
    fileprivate mutating func pushNext(depth: Int32, _ plan: OutlinePlan?, _ budget: inout Int) -> Bool {
      let last = lists.count - 1
      guard lists[last].advance(&budget, plan?.isBefore) else {
        steps.append(Step(kind: .list, depth: depth))
        return false
      }
      if let row = lists[last].next() {
        steps.append(Step(kind: .list, depth: depth))
        pushOne(row, depth: depth)
      } else {
        lists.removeLast()
      }
      return true
    }
  }

  /// The rows of a promise and everything below it, in order of creation; marks what a fold hides.
  ///
  /// - Parameters:
  ///   - row: The promise.
  ///   - depth: Its depth.
  ///   - isContinuation: Whether it continues the chain of the row before it.
  ///   - store: The store.
  ///   - lines: Receives the rows.
  mutating func draw(
    _ row: Row, depth: Int32, isContinuation: Bool, of store: ChainStore, into lines: inout [PackedRow]
  ) {
    var rest = Rest(row, depth: depth, isContinuation: isContinuation)
    var budget = Int.max
    draw(&rest, of: store, nil, into: &lines, budget: &budget)
  }

  /// Draws some of what remains.
  ///
  /// - Parameters:
  ///   - rest: What remains to be drawn.
  ///   - store: The store.
  ///   - plan: The promises to show and their order; nil shows all in order of creation.
  ///   - lines: Receives the rows.
  ///   - budget: The number of steps; what is used is subtracted.
  mutating func draw(
    _ rest: inout Rest, of store: ChainStore, _ plan: OutlinePlan?, into lines: inout [PackedRow], budget: inout Int
  ) {
    let links = store.links.values
    while budget > 0, let step = rest.steps.popLast() {
      budget -= 1
      switch step.kind {
      case .siblings:
        let next = links[Int(step.row)].next
        if next != .none { rest.steps.append(Rest.Step(kind: .siblings, row: next, depth: step.depth)) }
        rest.pushOne(step.row, depth: step.depth)
      case .list: guard rest.pushNext(depth: step.depth, plan, &budget) else { return }
      case .loss: lines += lossLines(after: step.row, store)
      case .node:
        let own = links[Int(step.row)]
        let isFolded = drawNode(step.row, step.depth, step.isContinuation, store, plan, into: &lines)
        if isFolded {
          budget -= (sums[step.row]?.promises ?? 0) / 4
          // The fold of a later link does not hide the rest of its chain.
          if hidesAll(step.row, step.isContinuation, store) { continue }
          rest.steps.append(Rest.Step(kind: .node, row: own.firstDerived, depth: step.depth, isContinuation: true))
          continue
        }
        if own.firstDerived != .none || own.adopts != .none || own.inputs != .max {
          rest.steps.append(Rest.Step(kind: .rest, row: step.row, depth: step.depth))
        }
        rest.push(own.firstNested, depth: step.depth + 1, store, plan)
      case .rest:
        lines += references(of: step.row, depth: step.depth + 1, store) { budget -= 1 }
        let derived = links[Int(step.row)].firstDerived
        guard derived != .none else { continue }
        if links[Int(derived)].next == .none {
          guard plan?.shows(derived) ?? true else { continue }
          rest.steps.append(Rest.Step(kind: .node, row: derived, depth: step.depth, isContinuation: true))
        } else {
          rest.push(derived, depth: step.depth + 1, store, plan)
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
  ///
  /// - Parameters:
  ///   - row: The promise.
  ///   - depth: The depth of the rows.
  ///   - store: The store.
  ///   - look: Called for each edge that is looked at.
  /// - Returns: The rows.
  func references(of row: Row, depth: Int32, _ store: ChainStore, look: () -> Void = {}) -> [PackedRow] {
    let own = store.links[Int(row)]
    guard own.adopts != .none || own.inputs != .max else { return [] }
    let adopts = store.live(own.adopts)
    let awaited = store.awaited(row)
    var lines: [PackedRow] = []
    func add(_ target: Row, _ relation: NodeRelation) {
      look()
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
  func hangs(_ row: Row, below other: Row) -> Bool { upper(ofChainOf: row) == other }

  /// The row that the chain of a row hangs directly below; `.none` if there is none.
  func upper(ofChainOf row: Row) -> Row {
    var head = head(of: row)
    // A chain whose first promise was attached later than its other links has several parts.
    while life[Int(head)].flags.relation == .derived { head = self.head(of: links[Int(head)].parent) }
    return links[Int(head)].parent
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
