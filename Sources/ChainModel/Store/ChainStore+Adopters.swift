// The lists of adopters: which promises were resolved with a promise, in order.
//
// A program may resolve millions of promises with one, so a list is linked: an adopter costs the same whatever the length, and leaves the list when
// it is evicted. A promise is in the list of the promise that its `adopts` refers to. Does not decide what adoption means.

import PromiseTrace

extension ChainStore {
  /// Adds a promise to the adopters of another one.
  mutating func joinAdopters(_ row: Row, of source: Row) {
    var list = sparse.adopters[source] ?? Sparse.Adopters()
    if list.first == .none {
      list.first = row
    } else {
      sparse.adopterNeighbors[list.last, default: Sparse.Neighbors()].next = row
      sparse.adopterNeighbors[row] = Sparse.Neighbors(previous: list.last)
    }
    list.last = row
    sparse.adopters[source] = list
  }

  /// Takes a promise out of the list of adopters that it is in, if it is in one.
  mutating func leaveAdopters(_ row: Row) {
    let source = live(links[Int(row)].adopts)
    guard source != .none, !sparse.adopters.isEmpty, var list = sparse.adopters[source] else { return }
    let own = sparse.adopterNeighbors[row] ?? Sparse.Neighbors()
    if own.previous == .none { list.first = own.next } else { link(own.previous) { $0.next = own.next } }
    if own.next == .none { list.last = own.previous } else { link(own.next) { $0.previous = own.previous } }
    sparse.adopterNeighbors[row] = nil
    sparse.adopters[source] = list
  }

  private mutating func link(_ row: Row, _ change: (inout Sparse.Neighbors) -> Void) {
    var neighbors = sparse.adopterNeighbors[row] ?? Sparse.Neighbors()
    change(&neighbors)
    // One that is alone in its list has no neighbors to store.
    let isAlone = neighbors.previous == .none && neighbors.next == .none
    sparse.adopterNeighbors[row] = isAlone ? nil : neighbors
  }

  /// Dissolves the list of a promise that is evicted.
  mutating func forgetAdopters(of source: Row) {
    guard !sparse.adopters.isEmpty, let list = sparse.adopters[source] else { return }
    var adopter = list.first
    while adopter != .none {
      let next = sparse.adopterNeighbors[adopter]?.next ?? .none
      sparse.adopterNeighbors[adopter] = nil
      // It no longer has a row that refers to the source.
      noteChange(at: adopter)
      adopter = next
    }
    sparse.adopters[source] = nil
  }

  /// Calls `body` with the promises that adopted a promise, in order, until it returns false.
  @inline(__always)
  func forEachAdopter(of source: Row, _ body: (PromiseID) -> Bool) {
    guard !sparse.adopters.isEmpty, let list = sparse.adopters[source] else { return }
    var adopter = list.first
    while adopter != .none {
      guard body(ids[Int(adopter)]) else { return }
      adopter = sparse.adopterNeighbors[adopter]?.next ?? .none
    }
  }
}
