// Where a rejection comes from: the promise at which its error occurred first, and the one at which it started.
//
// A promise that settles because of another one refers to it by `via`. Following these references from every promise of a long chain takes
// time in proportion to the square of its length. So about one promise in sixteen also has a shortcut to where they lead:
//
//     #1 ✘ ◀─ #2 ✘ ◀─ … ◀─ #19 ✘ ◀─ #20 ✘ ◀─ #21 ✘       #19's `passages` has the origin #1
//
// A walk from #21 takes two steps along `via`, and then the shortcut to #1. From there it continues along `via`, because the outcome of the
// promise before #1 may have become known only after #19 settled.
//
// Owns the walk and the shortcuts. A sweep removes those that lead to an evicted promise.

import PromiseTrace

extension ChainStore {
  /// The promise where the error of a rejection first occurred: the end of the path of rejected promises along `via`.
  func originRow(of row: Row) -> Row? {
    walkBack(from: row, shortcut: { $0.origin }, while: { _ in true })
  }

  /// The promise where the rejection that `row` carries started.
  ///
  /// It can be downstream of the error's origin: a combinator or a retry starts a new rejection, which needs its own handler.
  func firstCarrier(of row: Row) -> Row? {
    walkBack(from: row, shortcut: { $0.carrier }, while: { life[Int($0)].cause != .combinator })
  }

  /// The promise whose handler took the rejection that `row` carries; nil if unknown.
  func handler(of row: Row) -> PromiseID? {
    guard !sparse.agents.isEmpty, let carrier = firstCarrier(of: row) else { return nil }
    let id = sparse.agents[carrier]?.handler ?? sparse.agents[row]?.handler ?? 0
    return id == 0 ? nil : id
  }

  /// Gives a promise that was rejected a shortcut, if it may have one and the walk is not short anyway.
  mutating func notePassage(of row: Row) {
    guard Self.mayHaveShortcut(row), isRejected(row) else { return }
    var (current, steps) = (row, 0)
    while steps < Self.shortWalk {
      guard let next = step(back: current) else { return }
      (current, steps) = (next, steps + 1)
    }
    guard let origin = originRow(of: row), let carrier = firstCarrier(of: row) else { return }
    sparse.passages[row] = Sparse.Passage(origin: origin, carrier: carrier)
  }

  /// Removes the shortcut of a promise if it leads to an evicted one.
  mutating func clearPassage(of row: Row) {
    guard !sparse.passages.isEmpty, Self.mayHaveShortcut(row), let passage = sparse.passages[row] else { return }
    if !isLive(passage.origin) || !isLive(passage.carrier) { sparse.passages[row] = nil }
  }

  /// The number of steps that a shortcut must save.
  private static var shortWalk: Int { 8 }

  /// Whether a row may have a shortcut, which is so for one in sixteen, whatever the order in which chains take turns.
  private static func mayHaveShortcut(_ row: Row) -> Bool {
    var mixed = row
    mixed = (mixed ^ mixed >> 16) &* 0x85EB_CA6B
    mixed = (mixed ^ mixed >> 13) &* 0xC2B2_AE35
    return (mixed ^ mixed >> 16) & 15 == 0
  }

  private func isRejected(_ row: Row) -> Bool {
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

  private func walkBack(
    from row: Row, shortcut: (Sparse.Passage) -> Row, while continues: (Row) -> Bool
  ) -> Row? {
    guard isRejected(row) else { return nil }
    var current = row
    // Only a walk in a log that contradicts itself takes more steps: one whose promises reject each other in a circle.
    for _ in 0..<10_000 {
      if !sparse.passages.isEmpty, Self.mayHaveShortcut(current), let far = sparse.passages[current].map(shortcut),
        far != current, isRejected(far)
      {
        current = far
      }
      guard let next = step(back: current), continues(current) else { return current }
      current = next
    }
    return nil
  }
}
