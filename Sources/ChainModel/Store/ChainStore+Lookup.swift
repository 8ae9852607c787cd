// Queries about single promises, answered from the columns.

import PromiseTrace

extension ChainStore {
  /// Whether the store contains a promise.
  public func contains(_ id: PromiseID) -> Bool { rows.row(of: id, in: ids) != .none }

  /// The state of a promise; nil if the store doesn't contain the promise.
  public func state(of id: PromiseID) -> NodeState? {
    let row = rows.row(of: id, in: ids)
    return row == .none ? nil : state(row)
  }

  /// The reactions registered on a promise; while it is pending, they wait for its outcome.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - limit: The maximum number to return; ``reactionCount(of:)`` is the total.
  /// - Returns: The reactions of derived promises first, then of combinators and observers, each in registration order.
  /// - Complexity: O(`limit`), and a walk along the reactions of combinators and observers, which needs no memory.
  public func handlers(of id: PromiseID, limit: Int = 64) -> [NodeHandler] {
    let row = rows.row(of: id, in: ids)
    guard row != .none, life[Int(row)].flags.contains(.hasReaction) else { return [] }
    var handlers: [NodeHandler] = []
    let wanted = min(limit, sparse.reactions[row] ?? 1)
    var (child, looked) = (links[Int(row)].firstDerived, 0)
    // The log may lack the registrations of any number of derived promises.
    while child != .none, handlers.count < wanted, looked < wanted + Self.handlerSearchLimit {
      looked += 1
      let flags = life[Int(child)].flags
      if flags.contains(.reacts) {
        handlers.append(NodeHandler(by: ids[Int(child)], sides: flags.sides, count: 1))
      }
      child = links[Int(child)].next
    }
    let others = earliest(limit - handlers.count, from: links[Int(row)].reactions) { $0.previousOnPromise }
    return handlers + others.map { NodeHandler(by: self.id($0.by), sides: $0.sides, count: Int($0.count)) }
  }

  /// The number of derived promises without a reaction that a search for handlers passes.
  private static var handlerSearchLimit: Int { 4_096 }

  /// A combinator's inputs, in registration order.
  ///
  /// - Parameters:
  ///   - id: The combinator.
  ///   - limit: The maximum number to return; ``inputCount(of:)`` is the total.
  /// - Returns: The first `limit` inputs.
  /// - Complexity: O(`limit`), and a walk along all inputs, which needs no memory.
  public func inputs(of id: PromiseID, limit: Int = 64) -> [PromiseID] {
    let row = rows.row(of: id, in: ids)
    guard row != .none else { return [] }
    return inputRows(row, limit: limit).map { ids[Int($0)] }
  }

  /// The timeline of a promise: the events about it, oldest first.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - limit: The maximum number of events to return; the newest are kept.
  /// - Returns: The events, and whether they are all of them.
  public func timeline(of id: PromiseID, limit: Int = 256) -> NodeTimeline {
    let row = rows.row(of: id, in: ids)
    guard row != .none else { return NodeTimeline(events: [], isComplete: false) }
    return history.timeline(of: id, newest: links[Int(row)].lastEvent, limit: limit)
  }

  // MARK: By row

  func id(_ row: Row) -> PromiseID? { live(row) == .none ? nil : ids[Int(row)] }

  /// The first inputs of a combinator, in registration order.
  func inputRows(_ row: Row, limit: Int = .max) -> [Row] {
    guard life[Int(row)].flags.contains(.combines) else { return [] }
    return earliest(limit, from: links[Int(row)].inputs) {
      $0.previousOfBy
    } where: {
      !$0.isAwait
    }.map(\.promise)
  }

  /// Counts some promises, and the events that were lost.
  ///
  /// - Parameter ids: The promises, each once; those that the store does not have are not counted.
  /// - Returns: The counts.
  package func counts(of ids: some Sequence<PromiseID>) -> ChainCounts {
    var counts = ChainCounts()
    counts.lost = self.counts.lost
    for id in ids {
      guard let state = state(of: id) else { continue }
      counts.total += 1
      switch state {
      case .pending, .running, .waiting: counts.pending += 1
      case .unknown: (counts.pending, counts.unknown) = (counts.pending + 1, counts.unknown + 1)
      case .fulfilled: counts.fulfilled += 1
      case .rejected: counts.rejected += 1
      case .unhandled: (counts.rejected, counts.unhandled) = (counts.rejected + 1, counts.unhandled + 1)
      case .cancelled: counts.cancelled += 1
      case .leaked: counts.leaked += 1
      }
    }
    return counts
  }

  /// The latest inputs of a promise, latest first, among its latest `limit` registrations.
  func latestInputRows(_ row: Row, limit: Int) -> [Row] {
    life[Int(row)].flags.contains(.combines) ? latestRows(row, limit, areAwaited: false) : []
  }

  /// The promises that its body waited for latest.
  func latestAwaitedRows(_ row: Row, limit: Int) -> [Row] {
    life[Int(row)].flags.contains(.awaits) ? latestRows(row, limit, areAwaited: true) : []
  }

  private func latestRows(_ row: Row, _ limit: Int, areAwaited: Bool) -> [Row] {
    var (found, next, left) = ([Row](), links[Int(row)].inputs, limit)
    while next != .max, left > 0 {
      let edge = edges[Int(next)]
      if !edge.isDead, edge.isAwait == areAwaited { found.append(edge.promise) }
      (next, left) = (edge.previousOfBy, left - 1)
    }
    return found
  }

  /// The earliest edges of a list that begins with the latest one, in registration order.
  func earliest(
    _ limit: Int, from latest: UInt32, _ previous: (Edge) -> UInt32, where holds: (Edge) -> Bool = { _ in true }
  ) -> [Edge] {
    guard limit > 0 else { return [] }
    // Holds the last edges passed; `oldest` is the next to be replaced.
    var (passed, oldest) = ([Edge](), 0)
    var next = latest
    while next != .max {
      let edge = edges[Int(next)]
      switch edge.isDead || !holds(edge) {
      case true: break
      case false where passed.count < limit: passed.append(edge)
      case false:
        passed[oldest] = edge
        oldest = oldest + 1 < limit ? oldest + 1 : 0
      }
      next = previous(edge)
    }
    if oldest > 0 { passed = Array(passed[oldest...] + passed[..<oldest]) }
    passed.reverse()
    return passed
  }

  /// The files of all call sites so far, sorted.
  package var files: [String] {
    Set(origins.values.lazy.filter { $0.site.line > 0 }.map(\.site.file)).compactMap { texts[$0] }.sorted()
  }

  /// The name of the operator; ``TextID/none`` if the `created` event was never seen.
  func operation(_ row: Row) -> TextID { origins[words[Int(row)].origin]?.operation ?? .none }

  /// The call site of its creation.
  func site(_ row: Row) -> Site? {
    guard let site = origins[words[Int(row)].origin]?.site, site.line > 0 else { return nil }
    return site
  }

  /// Nanoseconds from its creation until it settled or was freed, or until `now`.
  func duration(_ row: Row, now: Int64) -> Int64 {
    let life = life[Int(row)]
    let end = life.isSettled ? TimeOffset(raw: life.settledOrConfirmed).nanoseconds : life.released.nanoseconds
    return end ?? max(0, Int64(clampedTime: now) - life.created)
  }

  func state(_ row: Row) -> NodeState {
    let life = life[Int(row)]
    return life.isOpen && life.settledOrConfirmed < lossEpoch ? .unknown : life.phase
  }
}
