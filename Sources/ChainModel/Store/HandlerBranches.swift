// Whether a rejection was handled on another branch than that of a promise that carries it. Owns the answer for every text that names a
// handler, because a reader takes a handler for one of the same branch:
//
//     #1 ✘ ┬─ #2 then ✘             the handler of #3 took the rejection of #1 that #2 carries, too, but follows #1 only
//          └─ #3 catch ✔

import PromiseTrace

/// Tells the branches of rejections from those of their handlers; remembers what it found out about one handler at a time.
///
/// Not thread-safe. Belongs to one state of one store, such as a frame or an export.
package final class HandlerBranches {
  private var handler: PromiseID = 0
  /// What is known of the rows that carry the rejection that ``handler`` took.
  private var known: [Row: Side] = [:]

  private enum Side {
    /// The rejection passed the row on its way to the handler.
    case above
    /// The handler's own row, or one to which it passed the rejection on.
    case below
    /// Another branch.
    case beside
    case unknown
  }

  package init() {}

  /// Whether the handler of a promise's rejection is neither the promise, nor upstream or downstream of it.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - store: The store, which is the same at each call.
  /// - Returns: False also if its rejection was not handled, or if the ways are too long to look.
  /// - Complexity: At most about a thousand steps; amortized O(1) for the promises of a tree in its order.
  package func isHandledElsewhere(_ id: PromiseID, in store: ChainStore) -> Bool {
    let row = store.rows.row(of: id, in: store.ids)
    guard row != .none, let handler = store.handler(of: row) else { return false }
    return isElsewhere(handler, of: row, in: store)
  }

  /// Whether `handler`, which took the rejection that `row` carries, is on another branch.
  func isElsewhere(_ handler: PromiseID, of row: Row, in store: ChainStore) -> Bool {
    let own = store.rows.row(of: handler, in: store.ids)
    guard own != .none, own != row, store.links[Int(own)].parent != row else { return false }
    if handler != self.handler { start(at: own, handler, in: store) }
    return side(of: row, in: store) == .beside
  }

  /// The maximum number of rows on the way to a handler, and on that of another branch.
  private static let limit = 1_000

  /// Notes the rows that the rejection passed on its way to a handler.
  private func start(at own: Row, _ handler: PromiseID, in store: ChainStore) {
    (self.handler, known) = (handler, [own: .below])
    // Of a promise with more inputs, such as a retry without end, only the latest are looked at.
    let inputs = store.latestInputRows(own, limit: Self.limit)
    let upstream = inputs.isEmpty ? store.upstream(of: handler).map { store.rows.row(of: $0, in: store.ids) } : inputs
    for above in upstream {
      var next: Row? = above
      while let row = next, row != .none, store.isRejected(row), known[row] == nil, known.count < Self.limit {
        known[row] = .above
        next = store.stepSame(back: row)
      }
    }
  }

  private func side(of row: Row, in store: ChainStore) -> Side {
    if let side = known[row] { return side }
    var branch: [Row] = []
    var side: Side?
    var next: Row? = row
    while let current = next, branch.count < Self.limit {
      side = known[current]
      if side != nil { break }
      branch.append(current)
      next = store.stepSame(back: current)
    }
    let found = side == .above ? .beside : side ?? .unknown
    for row in branch { known[row] = found }
    return found
  }
}
