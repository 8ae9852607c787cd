// Whose handler took the rejection that a promise carries. A rejection is handled once, by the first handler that runs, but each branch that it
// reaches can have a handler of its own, and a reader takes a handler for one of the same branch:
//
//     #1 ✘ ┬─ #2 then ✘ ── #4 catch ✔     the log may say only that #4 handled the rejection; #3 carries it to #5
//          ├─ #3 then ✘ ── #5 catch ✔
//          └─ #6 then ✘                   nothing on its branch handles the rejection: #4 handled it on another one
//
// Owns the answer for every text that names a handler.

import PromiseTrace

/// Finds the handlers of rejections, branch by branch; remembers the branches that it has seen.
///
/// Not thread-safe. Belongs to one state of one store, such as a frame or an export.
package final class HandlerBranches {
  /// What is known of the rows that carry a rejection, by the handler that took it first.
  private var known: [PromiseID: [Row: Side]] = [:]
  private var knownRows = 0
  /// The handler at or above rows of other branches, or 0; and the one below them, or nil.
  private var above: [Row: PromiseID] = [:]
  private var below: [Row: PromiseID] = [:]

  private enum Side {
    /// The rejection passed the row on its way to the handler.
    case above
    /// The handler's own row, or one to which it passed the rejection on.
    case below
    case beside
    case unknown
  }

  package init() {}

  /// The promise whose handler took the rejection that a promise carries, and whether it is neither that promise, nor upstream or
  /// downstream of it.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - store: The store, which is the same at each call.
  /// - Returns: The first handler on the promise's branch, otherwise the first one on another branch; nil if its rejection was not handled, or by an
  ///   observer, which is no promise.
  /// - Complexity: At most some thousand steps; amortized O(1) for the promises of a tree in its order.
  package func handler(of id: PromiseID, in store: ChainStore) -> (promise: PromiseID, isElsewhere: Bool)? {
    let row = store.rows.row(of: id, in: store.ids)
    return row == .none ? nil : handler(of: row, in: store)
  }

  /// The same for a row.
  func handler(of row: Row, in store: ChainStore) -> (promise: PromiseID, isElsewhere: Bool)? {
    guard store.isRejected(row) else { return nil }
    let first = store.handler(of: row)
    guard let first else {
      guard store.isHandled(row), let own = ownHandler(of: row, beside: 0, in: store), own != 0 else { return nil }
      return (own, false)
    }
    guard isElsewhere(first, of: row, in: store) else { return (first, false) }
    guard let own = ownHandler(of: row, beside: first, in: store) else { return (first, true) }
    return own == 0 ? nil : (own, false)
  }

  /// The maximum number of rows on the way to a handler, and on that of another branch.
  private static let limit = 1_000
  /// The maximum number of rows to remember.
  private static let memory = 100_000

  // MARK: The first handler

  /// Whether `handler`, which took the rejection that `row` carries, is on another branch.
  private func isElsewhere(_ handler: PromiseID, of row: Row, in store: ChainStore) -> Bool {
    let own = store.rows.row(of: handler, in: store.ids)
    guard own != .none, own != row, store.links[Int(own)].parent != row else { return false }
    if known[handler] == nil { start(at: own, handler, in: store) }
    return side(of: row, from: handler, in: store) == .beside
  }

  /// Notes the rows that the rejection passed on its way to a handler.
  private func start(at own: Row, _ handler: PromiseID, in store: ChainStore) {
    if knownRows > Self.memory { (known, knownRows) = ([:], 0) }
    var sides: [Row: Side] = [own: .below]
    // Of a promise with more inputs, such as a retry without end, only the latest are looked at. What a handler returned is not upstream.
    let parent = store.life[Int(own)].flags.relation == .derived ? store.live(store.links[Int(own)].parent) : .none
    for above in [parent] + store.latestInputRows(own, limit: Self.limit)
      + store.latestAwaitedRows(own, limit: Self.limit)
    {
      var next: Row? = above
      while let row = next, row != .none, store.isRejected(row), sides[row] == nil, sides.count < Self.limit {
        sides[row] = .above
        next = store.stepSame(back: row)
      }
    }
    known[handler] = sides
    knownRows += sides.count
  }

  private func side(of row: Row, from handler: PromiseID, in store: ChainStore) -> Side {
    var branch: [Row] = []
    var side: Side?
    var next: Row? = row
    while let current = next, branch.count < Self.limit {
      side = known[handler]?[current]
      if side != nil { break }
      branch.append(current)
      next = store.stepSame(back: current)
    }
    guard !branch.isEmpty else { return side ?? .unknown }
    let found = side == .above ? .beside : side ?? .unknown
    for row in branch { known[handler]?[row] = found }
    knownRows += branch.count
    return found
  }

  // MARK: The handler of a branch

  /// The first handler on the branch of a row, which begins where the way to `first` leaves it; 0 for an observer, nil if there is none.
  private func ownHandler(of row: Row, beside first: PromiseID, in store: ChainStore) -> PromiseID? {
    if above.count + below.count > Self.memory { (above, below) = ([:], [:]) }
    var branch: [Row] = []
    var found: PromiseID = 0
    var next: Row? = row
    while let current = next, branch.count < Self.limit, known[first]?[current] != .above {
      if let handler = above[current] {
        found = handler
        break
      }
      branch.append(current)
      next = store.stepSame(back: current)
    }
    for row in branch.reversed() {
      if found == 0, store.hasReacted(row) { found = store.ids[Int(row)] }
      above[row] = found
    }
    return found != 0 ? found : handlerBelow(row, in: store)
  }

  /// The nearest handler downstream of a row; 0 for an observer.
  private func handlerBelow(_ row: Row, in store: ChainStore) -> PromiseID? {
    var carriers = [row]
    var index = 0
    while index < carriers.count, carriers.count < Self.limit {
      let carrier = carriers[index]
      index += 1
      var found = below[carrier] ?? store.sparse.agents[carrier]?.handler
      if found == 0 { found = nil }
      if found == nil {
        store.forEachDependent(of: store.ids[Int(carrier)], limit: Self.limit) { id, dependence, sides in
          let dependent = id == 0 ? .none : store.rows.row(of: id, in: store.ids)
          if store.takes(dependent, carrier, dependence, sides), found == nil || found == 0 { found = id }
          if dependent != .none, store.isRejected(dependent), store.stepSame(back: dependent) == carrier {
            carriers.append(dependent)
          }
          return found == nil || found == 0
        }
      }
      guard let found else { continue }
      var passed: Row? = carrier
      while let current = passed, below[current] == nil {
        below[current] = found
        passed = current == row ? nil : store.stepSame(back: current)
      }
      return found
    }
    return nil
  }
}

extension ChainStore {
  /// Whether the rejection that a row carries was handled, anywhere.
  func isHandled(_ row: Row) -> Bool {
    life[Int(row)].flags.contains(.handled)
      || firstCarrier(of: row).map { life[Int($0)].flags.contains(.handled) } ?? false
  }

  /// Whether a rejection handler ran that settles a row: it took the rejection of the promise that the row derives from, and passed it on.
  fileprivate func hasReacted(_ row: Row) -> Bool {
    let (life, links) = (life[Int(row)], links[Int(row)])
    return life.flags.relation == .derived && life.flags.contains(.reactsToRejected) && links.via == links.parent
      && (life.started != .none || life.isSettled && life.cause != .passthrough) && !runsAside(row)
  }

  /// Whether the handler that settles a row takes no rejection although it runs after one, as that of `finally`.
  fileprivate func runsAside(_ row: Row) -> Bool { OperatorTraits(texts[operation(row)] ?? "").contains(.aside) }

  /// Whether a dependent of a rejected row took its rejection; an observer has no row.
  fileprivate func takes(_ dependent: Row, _ row: Row, _ dependence: Dependence, _ sides: HandledSides) -> Bool {
    guard dependent != .none else { return sides.contains(.rejected) }
    let life = life[Int(dependent)]
    switch dependence {
    case .derived:
      return sides.contains(.rejected) && (life.started != .none || life.isSettled && life.cause != .passthrough)
        && !runsAside(dependent)
    case .awaited: return life.isSettled && !(isRejected(dependent) && links[Int(dependent)].via == row)
    case .input: return sides.contains(.rejected)
    case .adopted, .observer: return false
    }
  }
}
