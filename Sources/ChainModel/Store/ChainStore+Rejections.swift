// Where a rejection comes from: the promise at which its error occurred first, and the one at which it started.
//
// A promise that settles because of another one refers to it by `via`. Following these references from every promise of a long chain takes
// time in proportion to the square of its length. So about one promise in sixteen also has two shortcuts, to the one before it that has
// shortcuts, and to one further back:
//
//     #1 ✘ ◀─ … ◀─ #19 ✘ ◀─ … ◀─ #34 ✘ ◀─ … ◀─ #52 ✘ ◀─ #53 ✘      #52's `passages` has #34 and #1
//
// The distances of the far ones grow like powers of two, so a walk takes a number of steps in proportion to the logarithm of the length,
// whichever promises of the chain were evicted since. At its end it continues along `via`, because the outcome of the promise before
// may have become known only later.
//
// Source: E. W. Myers, "An applicative random-access stack", 1983. Owns the walk and the shortcuts. A sweep removes those that lead to an
// evicted promise.

import PromiseTrace

extension ChainStore {
  /// The promise where the error of a rejection first occurred: the end of the path of rejected promises along `via`.
  func originRow(of row: Row) -> Row? {
    walkBack(from: row, isSame: false)
  }

  /// The promise where the rejection that `row` carries started.
  ///
  /// It can be downstream of the error's origin: a combinator or a retry starts a new rejection, which needs its own handler.
  func firstCarrier(of row: Row) -> Row? {
    walkBack(from: row, isSame: true)
  }

  /// The promise whose handler took the rejection that `row` carries first, possibly on another branch; nil if unknown.
  ///
  /// ``HandlerBranches`` finds the one on its own branch.
  func handler(of row: Row) -> PromiseID? {
    guard !sparse.agents.isEmpty, let carrier = firstCarrier(of: row) else { return nil }
    let id = sparse.agents[carrier]?.handler ?? sparse.agents[row]?.handler ?? 0
    return id == 0 ? nil : id
  }

  /// Gives a promise that was rejected shortcuts, if it may have them and the walk is not short anyway.
  mutating func notePassage(of row: Row) {
    guard Self.mayHaveShortcut(row), isRejected(row) else { return }
    var (current, steps, isSame) = (row, 0, true)
    var before: Sparse.Passage?
    while steps < Self.longWalk, before == nil, let next = step(back: current) {
      if startsRejection(current) { isSame = false }
      (current, steps) = (next, steps + 1)
      before = Self.mayHaveShortcut(current) ? sparse.passages[current] : nil
    }
    guard steps >= Self.shortWalk || before != nil else { return }
    var passage = Sparse.Passage(
      near: current, far: current, isSameNear: isSame, isSameFar: isSame, depth: (before?.depth ?? 0) + 1,
      farDepth: before?.depth ?? 0)
    // Two leaps of the same length become one of twice the length.
    if let before, let further = sparse.passages[before.far],
      before.depth - before.farDepth == before.farDepth - further.farDepth
    {
      (passage.far, passage.farDepth) = (further.far, further.farDepth)
      passage.isSameFar = isSame && before.isSameFar && further.isSameFar
    }
    sparse.passages[row] = passage
  }

  /// Removes the shortcuts of a promise that lead to an evicted one.
  mutating func clearPassage(of row: Row) {
    guard !sparse.passages.isEmpty, Self.mayHaveShortcut(row), var passage = sparse.passages[row] else { return }
    switch (isLive(passage.near), isLive(passage.far)) {
    case (true, true): return
    case (true, false):
      (passage.far, passage.isSameFar) = (passage.near, passage.isSameNear)
      passage.farDepth = sparse.passages[passage.near]?.depth ?? 0
    case (false, true):
      (passage.near, passage.isSameNear) = (passage.far, passage.isSameFar)
    case (false, false):
      sparse.passages[row] = nil
      return
    }
    sparse.passages[row] = passage
  }

  /// The number of steps that the first shortcut of a chain must save.
  private static var shortWalk: Int { 8 }

  /// The maximum number of steps to the near end of a shortcut, which hardly any promise takes.
  private static var longWalk: Int { 512 }

  /// Whether a row may have a shortcut, which is so for one in sixteen, whatever the order in which chains take turns.
  private static func mayHaveShortcut(_ row: Row) -> Bool {
    var mixed = row
    mixed = (mixed ^ mixed >> 16) &* 0x85EB_CA6B
    mixed = (mixed ^ mixed >> 13) &* 0xC2B2_AE35
    return (mixed ^ mixed >> 16) & 15 == 0
  }

  func isRejected(_ row: Row) -> Bool {
    switch life[Int(row)].phase {
    case .rejected, .cancelled, .unhandled: true
    default: false
    }
  }

  /// The rejected promise that a rejected one settled because of.
  private func step(back row: Row) -> Row? {
    let via = links[Int(row)].via
    return via != .none && via != row && isRejected(via) ? via : nil
  }

  /// The rejected promise whose rejection a rejected one carries on.
  func stepSame(back row: Row) -> Row? { startsRejection(row) ? nil : step(back: row) }

  /// Whether the rejection of a promise is one of its own although another promise caused it.
  private func startsRejection(_ row: Row) -> Bool { life[Int(row)].cause == .combinator }

  /// The end of the path; of its part with the same rejection, if `isSame`.
  private func walkBack(from row: Row, isSame: Bool) -> Row? {
    guard isRejected(row) else { return nil }
    var current = row
    // Only a walk in a log that contradicts itself takes more steps: one whose promises reject each other in a circle.
    for _ in 0..<10_000 {
      if let passage = passage(of: current) {
        if passage.isSameFar || !isSame, passage.far != current, isRejected(passage.far) {
          current = passage.far
          continue
        }
        if passage.isSameNear || !isSame, passage.near != current, isRejected(passage.near) {
          current = passage.near
          continue
        }
      }
      guard let next = step(back: current), !isSame || !startsRejection(current) else { return current }
      current = next
    }
    return nil
  }

  private func passage(of row: Row) -> Sparse.Passage? {
    !sparse.passages.isEmpty && Self.mayHaveShortcut(row) ? sparse.passages[row] : nil
  }
}
