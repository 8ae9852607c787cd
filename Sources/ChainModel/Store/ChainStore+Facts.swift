// The facts about promises, and the graph around them: the interface for `ChainAnalysis`. Rows become promise IDs here, so that no analysis
// holds a row number across an eviction.

import PromiseTrace

extension ChainStore {
  /// The facts about a promise; nil if the store doesn't contain it.
  ///
  /// - Complexity: O(1).
  package func facts(_ id: PromiseID) -> NodeFacts? {
    guard id != 0 else { return nil }
    let row = rows.row(of: id, in: ids)
    return row == .none ? nil : facts(row: row)
  }

  /// Where a promise is in the store, for arrays with an element per promise; nil if the store doesn't contain it.
  ///
  /// It becomes invalid when an event is applied.
  @inline(__always)
  package func index(of id: PromiseID) -> Int? {
    let row = id == 0 ? .none : rows.row(of: id, in: ids)
    return row == .none ? nil : Int(row)
  }

  /// A number that is greater than every index of a promise.
  package var indexEnd: Int { ids.count }

  /// Calls `body` with the facts about every promise in the store, in the order in which the log first mentions them.
  package func forEachFacts(_ body: (NodeFacts) throws -> Void) rethrows {
    guard eviction.isActive else {
      for row in ids.indices { try body(facts(row: Row(row))) }
      return
    }
    // Rows were used again, so the moments of creation tell the order.
    let live = ids.indices.filter { ids[$0] != 0 }
    for row in live.sorted(by: { (life[$0].created, ids[$0]) < (life[$1].created, ids[$1]) }) {
      try body(facts(row: Row(row)))
    }
  }

  /// Calls `body` with the facts about the promises that the log mentioned last, oldest first.
  ///
  /// - Complexity: O(`count`); once promises were evicted, O(*n*), about 20 ms for a million promises.
  package func forEachFacts(newest count: Int, _ body: (NodeFacts) -> Void) {
    guard eviction.isActive else {
      for row in ids.indices.suffix(count) { body(facts(row: Row(row))) }
      return
    }
    // Rows were used again, so the moments of creation tell which are new.
    var live = ids.indices.filter { ids[$0] != 0 }
    live.moveLast(count) { (life[$0].created, ids[$0]) < (life[$1].created, ids[$1]) }
    for row in live.suffix(count).sorted(by: { (life[$0].created, ids[$0]) < (life[$1].created, ids[$1]) }) {
      body(facts(row: Row(row)))
    }
  }

  private func facts(row: Row) -> NodeFacts {
    let (life, links, words) = (life[Int(row)], links[Int(row)], words[Int(row)])
    let (origin, execution) = (origins[words.origin], executions[words.execution])
    func time(_ offset: TimeOffset) -> Int64? { offset.nanoseconds.map { life.created + $0 } }
    func id(_ row: Row) -> PromiseID { row == .none ? 0 : ids[Int(row)] }
    let isDerived = life.flags.relation == .derived && !life.flags.contains(.orphan)
    let wait = openWait(row)
    return NodeFacts(
      id: ids[Int(row)], state: state(row), cause: life.cause, created: life.created, enqueued: time(life.enqueued),
      started: time(life.started), finished: time(life.finished),
      settled: life.isSettled ? time(TimeOffset(raw: life.settledOrConfirmed)) : nil, released: time(life.released),
      timer: sparse.timers.isEmpty ? nil : sparse.timers[row], operation: origin?.operation ?? .none,
      site: origin?.site ?? Site(), settleSite: origins[words.resolver]?.site ?? Site(), origin: words.origin,
      label: words.label,
      text: words.text, type: words.type, queue: execution?.queue ?? .none, thread: execution?.thread ?? .none,
      from: isDerived ? id(links.parent) : 0, adopts: id(links.adopts),
      awaits: wait == .max ? 0 : id(live(edges[Int(wait)].promise)), isAwaiting: wait != .max,
      hasAwaited: life.flags.contains(.awaits), inside: id(links.inside), via: id(links.via),
      sides: life.flags.sides, hasReaction: life.flags.contains(.hasReaction),
      hasInputs: life.flags.contains(.combines),
      isHandledHere: life.flags.contains(.handled), isCancelRequested: life.flags.contains(.cancelRequested),
      isPaused: life.flags.contains(.paused), isCyclic: life.flags.contains(.cyclic),
      isPlaceholder: life.flags.contains(.placeholder),
      isUnknownStart: isUnknownStart(row), isOnlyInside: life.flags.relation == .inside)
  }

  /// How one promise depends on another.
  package enum Dependence: Sendable {
    case derived
    /// It is a combinator with that input.
    case input
    case adopted
    /// Its body waits for it, or waited for it.
    case awaited
    /// An observer or an `await`, which is no promise.
    case observer
  }

  /// The number of reactions registered on a promise.
  package func reactionCount(of id: PromiseID) -> Int {
    let row = rows.row(of: id, in: ids)
    guard row != .none, life[Int(row)].flags.contains(.hasReaction) else { return 0 }
    return sparse.reactions[row] ?? 1
  }

  /// The promise where the error of the rejection originated that a promise carries, or 0; and whether the rejection was handled.
  package func rejection(of id: PromiseID) -> (origin: PromiseID, isHandled: Bool) {
    let row = rows.row(of: id, in: ids)
    guard row != .none else { return (0, false) }
    return (originRow(of: row).map { ids[Int($0)] } ?? 0, isHandled(row))
  }

  /// The promises that wait directly for this one: those that derive from it, adopted it, have it as an input, or
  /// wait for it in their bodies.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - limit: The maximum number to visit.
  ///   - body: Receives a dependent promise, 0 for an observer, how it depends, and the sides that it handles. Returns whether to continue.
  package func forEachDependent(
    of id: PromiseID, limit: Int = 10_000, _ body: (PromiseID, Dependence, HandledSides) -> Bool
  ) {
    let row = rows.row(of: id, in: ids)
    guard row != .none else { return }
    var left = limit
    var child = links[Int(row)].firstDerived
    while child != .none, left > 0 {
      let flags = life[Int(child)].flags
      if !flags.contains(.orphan) {
        guard body(ids[Int(child)], .derived, flags.sides) else { return }
        left -= 1
      }
      child = links[Int(child)].next
    }
    var continues = true
    forEachAdopter(of: row) { adopter in
      guard left > 0 else { return false }
      left -= 1
      continues = body(adopter, .adopted, [])
      return continues
    }
    guard continues else { return }
    var edge = links[Int(row)].reactions
    while edge != .max, left > 0 {
      let entry = edges[Int(edge)]
      edge = entry.previousOnPromise
      // A body that gave a wait up, as one that was canceled, no longer depends on the promise.
      guard !entry.isDead, !(entry.isAwait && entry.end != .none && life[Int(row)].isOpen) else { continue }
      let dependence: Dependence = entry.by == .none ? .observer : entry.isAwait ? .awaited : .input
      guard body(entry.by == .none ? 0 : ids[Int(entry.by)], dependence, entry.sides) else { return }
      left -= 1
    }
  }

  /// Calls `body` with each promise that was created in a promise's body and that nothing else refers to, so far; with 64 at most.
  package func forEachOnlyInside(_ id: PromiseID, _ body: (PromiseID) -> Void) {
    let row = rows.row(of: id, in: ids)
    guard row != .none else { return }
    var (child, left) = (links[Int(row)].firstNested, 64)
    while child != .none, left > 0 {
      if life[Int(child)].flags.relation == .inside { body(ids[Int(child)]) }
      left -= 1
      child = links[Int(child)].next
    }
  }

  /// What a promise waits for, or waited for before it settled: the promise that it adopted, otherwise the one that its body waits for,
  /// otherwise its inputs, otherwise the promise that it derives from.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - limit: The maximum number of inputs to return.
  /// - Returns: The promises, in registration order; none if it waits for no promise.
  package func upstream(of id: PromiseID, limit: Int = 10_000) -> [PromiseID] {
    let row = rows.row(of: id, in: ids)
    guard row != .none else { return [] }
    let (life, links) = (life[Int(row)], links[Int(row)])
    if live(links.adopts) != .none { return [ids[Int(links.adopts)]] }
    let awaited = awaited(row)
    if awaited != .none { return [ids[Int(awaited)]] }
    if life.flags.contains(.combines) { return inputRows(row, limit: limit).map { ids[Int($0)] } }
    return life.flags.relation == .derived && !life.flags.contains(.orphan) && links.parent != .none
      ? [ids[Int(links.parent)]] : []
  }
}

extension Array where Element == Int {
  /// Moves the `count` greatest elements to the end, in no particular order.
  ///
  /// Source: C. A. R. Hoare, "Algorithm 65: Find", 1961.
  fileprivate mutating func moveLast(_ count: Int, _ isBefore: (Int, Int) -> Bool) {
    let wanted = self.count - count
    guard wanted > 0 else { return }
    var (low, high) = (0, self.count - 1)
    while low < high {
      let pivot = self[wanted]
      var (left, right) = (low, high)
      repeat {
        while isBefore(self[left], pivot) { left += 1 }
        while isBefore(pivot, self[right]) { right -= 1 }
        if left <= right {
          swapAt(left, right)
          (left, right) = (left + 1, right - 1)
        }
      } while left <= right
      if right < wanted { low = left }
      if wanted < left { high = right }
    }
  }
}
