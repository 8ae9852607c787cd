// Folds: which promises are folded, and what they hide.
//
// Each hidden promise has a mark that names the folded promise, so the numbers in a fold are adjusted by what changed inside and never
// counted again as a whole.
//
// Owns the marks of hidden promises and the sums. Does not draw.

import PromiseTrace

extension Outline {
  /// The largest chain that is folded automatically.
  private static var autoFoldLimit: Int { 10_000 }

  /// Whether a promise with something below it is folded.
  mutating func isFolded(_ row: Row, _ store: ChainStore) -> Bool {
    let id = store.ids[Int(row)]
    if !folds.isEmpty, folds.contains(id) { return true }
    if foldsRoots, store.links[Int(row)].parent == .none { return !unfolds.contains(id) }
    guard autoFoldsSettled, store.life[Int(row)].flags.relation != .derived, !unfolds.contains(id) else { return false }
    return isSettledWell(row, store)
  }

  /// Whether a promise and everything below it is settled without a problem, and there is not too much of it.
  ///
  /// A promise that hangs below others is asked about after them, so each answer covers all promises on the way to what decided it: in a nest of
  /// a million promises, looking below each of them would never end.
  private mutating func isSettledWell(_ row: Row, _ store: ChainStore) -> Bool {
    guard !unwell.contains(row) else { return false }
    var count = 0
    var (middle, end) = (Row.none, Row.none)
    store.walk(below: row) { row in
      count += 1
      if count == Self.autoFoldLimit { middle = row }
      if count == 2 * Self.autoFoldLimit || !store.isSettledWell(row) { end = row }
      return end == .none
    }
    guard end != .none else { return count < Self.autoFoldLimit }
    // What is above both the last one and the middle one has too much below it, whatever its state.
    let isTooMuch = count == 2 * Self.autoFoldLimit
    let upper = isTooMuch ? Set(store.way(from: middle, to: row)) : []
    for row in store.way(from: end, to: row) where !isTooMuch || upper.contains(row) { unwell.insert(row) }
    return false
  }

  /// Whether the fold of a row also hides what derives from it.
  func hidesAll(_ row: Row, _ isContinuation: Bool, _ store: ChainStore) -> Bool {
    let derived = store.links[Int(row)].firstDerived
    return !isContinuation || derived == .none || store.links[Int(derived)].next != .none
  }

  /// Marks and counts everything that the fold of a row hides.
  mutating func hideChildren(of row: Row, _ isContinuation: Bool, _ store: ChainStore) {
    var hidden = FoldSums()
    let own = store.links[Int(row)]
    for first in [own.firstNested, hidesAll(row, isContinuation, store) ? own.firstDerived : .none] {
      var child = first
      while child != .none {
        hide(child, in: row, store, &hidden)
        child = store.links[Int(child)].next
      }
    }
    sums[row] = hidden
  }

  /// Marks and counts a promise and everything below it as hidden by a fold.
  mutating func hide(_ row: Row, in fold: Row, _ store: ChainStore) {
    var hidden = sums[fold] ?? FoldSums()
    hide(row, in: fold, store, &hidden)
    sums[fold] = hidden
  }

  private mutating func hide(_ row: Row, in fold: Row, _ store: ChainStore, _ hidden: inout FoldSums) {
    if categories.count < rope.placeOfSlot.count {
      categories.append(contentsOf: repeatElement(.other, count: rope.placeOfSlot.count - categories.count))
    }
    store.walk(below: row) { row in
      let category = store.category(row)
      categories[Int(row)] = category
      hidden.add(category, 1)
      rope.placeOfSlot[Int(row)] = RowRope.hiddenBit | fold
      return true
    }
  }

  /// Removes the marks of everything hidden below a promise, which is about to be placed again.
  mutating func unhide(_ row: Row, _ store: ChainStore) {
    store.walk(below: row) { row in
      unmark(row)
      return true
    }
  }

  /// Removes the mark of one promise if it is hidden.
  mutating func unmark(_ row: Row) {
    let fold = rope.fold(of: row)
    guard fold != .none else { return }
    rope.placeOfSlot[Int(row)] = RowRope.none
    sums[fold]?.add(categories[Int(row)], -1)
  }

  /// Counts a hidden promise by its current state.
  mutating func recount(_ row: Row, _ store: ChainStore) {
    let fold = rope.fold(of: row)
    guard fold != .none else { return }
    let category = store.category(row)
    guard category != categories[Int(row)] else { return }
    sums[fold]?.add(categories[Int(row)], -1)
    sums[fold]?.add(category, 1)
    categories[Int(row)] = category
  }

  /// Counts the badges in each fold.
  mutating func countBadges(_ store: ChainStore) {
    badgesInFolds.removeAll(keepingCapacity: true)
    guard !sums.isEmpty else { return }
    for id in badges {
      let row = store.rows.row(of: id, in: store.ids)
      guard row != .none else { continue }
      let fold = rope.fold(of: row)
      if fold != .none { badgesInFolds[fold, default: 0] += 1 }
    }
  }
}

extension FoldSums {
  fileprivate mutating func add(_ category: Outline.Category, _ number: Int) {
    promises += number
    switch category {
    case .pending: pending += number
    case .rejected: rejected += number
    case .other: break
    }
  }
}

extension ChainStore {
  /// How a promise counts in a fold.
  fileprivate func category(_ row: Row) -> Outline.Category {
    switch life[Int(row)].phase {
    case .pending, .running, .waiting, .unknown: .pending
    case .rejected, .unhandled: .rejected
    case .fulfilled, .cancelled, .leaked: .other
    }
  }

  /// Whether a promise is settled without a problem.
  func isSettledWell(_ row: Row) -> Bool {
    let life = life[Int(row)]
    switch life.phase {
    case .fulfilled, .cancelled: return true
    case .rejected:
      return life.flags.contains(.handled)
        || firstCarrier(of: row).map { self.life[Int($0)].flags.contains(.handled) } ?? false
    case .pending, .running, .waiting, .unknown, .unhandled, .leaked: return false
    }
  }

  /// The last promise of a chain, each of which derives from the one before, as far as it has no branches; nil if nothing derives from the first.
  ///
  /// - Parameter id: The first promise.
  /// - Returns: The last one, after at most 4,096 links.
  package func endOfChain(_ id: PromiseID) -> PromiseID? {
    var row = rows.row(of: id, in: ids)
    guard row != .none else { return nil }
    let first = row
    for _ in 0..<4_096 {
      let next = links[Int(row)].firstDerived
      guard next != .none, links[Int(next)].next == .none else { break }
      row = next
    }
    return row == first ? nil : ids[Int(row)]
  }

  /// A promise and those that it hangs below, up to another one.
  fileprivate func way(from row: Row, to top: Row) -> [Row] {
    var way = [row]
    while let last = way.last, last != top, links[Int(last)].parent != .none { way.append(links[Int(last)].parent) }
    return way
  }

  /// Visits a promise and everything below it in display order, until `body` returns false.
  func walk(below row: Row, _ body: (Row) -> Bool) {
    var current = row
    while true {
      guard body(current) else { return }
      let own = links[Int(current)]
      if own.firstNested != .none {
        current = own.firstNested
      } else if own.firstDerived != .none {
        current = own.firstDerived
      } else {
        // Up to the nearest promise with something after it.
        while true {
          if current == row { return }
          let own = links[Int(current)]
          if own.next != .none {
            current = own.next
            break
          }
          if !isInDerivedList(current), links[Int(own.parent)].firstDerived != .none {
            current = links[Int(own.parent)].firstDerived
            break
          }
          current = own.parent
        }
      }
    }
  }
}
