// The waits of bodies: a body stops (`awaiting`), waits for another promise, and continues.
//
// Each wait is an edge, like a combinator's input: in the list of the promise that is waited for, and in that of the promise whose body
// waits. A body waits for one promise at a time, so only its newest wait can be open. Owns the bound: a body that waits in a loop keeps
// its newest waits; of older ones, and of those for promises that were evicted, only the time in sum remains.

import PromiseTrace

extension ChainStore {
  /// The number of waits that a promise keeps; it may have twice as many before the older half is dropped.
  private static var waitLimit: Int { 1_024 }

  /// The waits of a promise's body, oldest first, and the time of further ones that are no longer known in detail.
  ///
  /// - Complexity: O(*w*) in the number of waits, at most some thousands.
  public func waits(of id: PromiseID) -> (known: [NodeWait], others: Int64) {
    let row = rows.row(of: id, in: ids)
    return row == .none ? ([], 0) : waits(row)
  }

  /// The promises that a promise's body waited for, each one once, in the order in which it stopped for them first.
  public func awaited(by id: PromiseID) -> [PromiseID] {
    let row = rows.row(of: id, in: ids)
    guard row != .none, life[Int(row)].flags.contains(.awaits) else { return [] }
    return awaitedRows(row).map { ids[Int($0)] }
  }

  /// Whether a promise's body waits, or waited, for another promise.
  ///
  /// - Complexity: O(*r*) in the number of the other promise's latest reactions, at most 4,096.
  package func awaits(_ id: PromiseID, _ source: PromiseID) -> Bool {
    let (row, other) = (rows.row(of: id, in: ids), rows.row(of: source, in: ids))
    guard row != .none, other != .none, life[Int(row)].flags.contains(.awaits) else { return false }
    var edge = links[Int(other)].reactions
    for _ in 0..<4_096 where edge != .max {
      if edges[Int(edge)].isAwait, edges[Int(edge)].by == row, !edges[Int(edge)].isDead { return true }
      edge = edges[Int(edge)].previousOnPromise
    }
    return false
  }

  /// Where a promise's body waits, or waited last; nil if the log doesn't say.
  package func awaitSite(of id: PromiseID) -> Site? {
    let row = rows.row(of: id, in: ids)
    guard row != .none, life[Int(row)].flags.contains(.awaits) else { return nil }
    var edge = links[Int(row)].inputs
    while edge != .max, !edges[Int(edge)].isAwait { edge = edges[Int(edge)].previousOfBy }
    return edge == .max ? nil : origins[edges[Int(edge)].origin]?.site
  }

  /// Where a promise's body waits, or waited, for another promise; nil if it doesn't, or the log doesn't say where.
  package func awaitSite(of id: PromiseID, for source: PromiseID) -> Site? {
    var found: Site?
    forEachWaitSite(of: source) { body, site in
      if body == id { found = site }
      return found == nil
    }
    return found
  }

  /// Calls `body` with each call site at which code waits, or waited, for a promise, and the promise whose body that is, 0 for other code.
  ///
  /// The latest comes first; of a promise with very many reactions, only the latest 64 count.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - body: Returns whether to continue.
  package func forEachWaitSite(of id: PromiseID, _ body: (PromiseID, Site) -> Bool) {
    let row = rows.row(of: id, in: ids)
    guard row != .none else { return }
    var edge = links[Int(row)].reactions
    for _ in 0..<64 where edge != .max {
      let entry = edges[Int(edge)]
      edge = entry.previousOnPromise
      guard !entry.isDead, let site = origins[entry.origin]?.site else { continue }
      guard body(entry.by == .none ? 0 : ids[Int(entry.by)], site) else { return }
    }
  }

  /// The promise that a task had awaited before it awaited another one; 0 if there is none, or the log doesn't say.
  package func awaitedBefore(_ id: PromiseID) -> PromiseID {
    let row = rows.row(of: id, in: ids)
    return row == .none ? 0 : sparse.awaitedBefore[row] ?? 0
  }

  // MARK: By row

  func waits(_ row: Row) -> (known: [NodeWait], others: Int64) {
    guard life[Int(row)].flags.contains(.awaits) else { return ([], 0) }
    let created = life[Int(row)].created
    // A walk along a chain of waits asks for those of each body, so this makes one array only.
    var waits: [NodeWait] = []
    var next = links[Int(row)].inputs
    while next != .max {
      let edge = edges[Int(next)]
      next = edge.previousOfBy
      guard edge.isAwait, !edge.isDead else { continue }
      waits.append(
        NodeWait(
          source: id(edge.promise) ?? 0, start: created + (edge.start.nanoseconds ?? 0),
          end: edge.end.nanoseconds.map { created + $0 }))
    }
    waits.reverse()
    return (waits, sparse.waited[row] ?? 0)
  }

  /// The wait that a promise's body has not ended, also if the promise was freed meanwhile; `.max` if its body does not wait.
  @inline(__always)
  func openWait(_ row: Row) -> UInt32 { life[Int(row)].flags.contains(.awaits) ? newestWait(row) : .max }

  /// The promise that a row waits on: the one that it has adopted, or that its body waits for.
  func waitsOn(_ row: Row) -> PromiseID? {
    let wait = openWait(row)
    return id(links[Int(row)].adopts) ?? (wait == .max ? nil : id(live(edges[Int(wait)].promise)))
  }

  private func newestWait(_ row: Row) -> UInt32 {
    var edge = links[Int(row)].inputs
    while edge != .max {
      let entry = edges[Int(edge)]
      if entry.isAwait { return entry.end == .none && !entry.isDead ? edge : .max }
      edge = entry.previousOfBy
    }
    return .max
  }

  /// The promise that a promise's body waits for now; `.none` if it does not wait, or that promise was evicted.
  func awaited(_ row: Row) -> Row {
    let wait = openWait(row)
    return wait == .max ? .none : live(edges[Int(wait)].promise)
  }

  /// The promises that a promise's body waited for, each one once, in the order in which it stopped for them first.
  func awaitedRows(_ row: Row) -> [Row] {
    var seen: Set<Row> = []
    return waitEdges(row).compactMap {
      let source = live($0.promise)
      return source != .none && seen.insert(source).inserted ? source : nil
    }
  }

  private func waitEdges(_ row: Row) -> [Edge] {
    earliest(.max, from: links[Int(row)].inputs) {
      $0.previousOfBy
    } where: {
      $0.isAwait
    }
  }

  // MARK: Events

  mutating func beginWait(_ event: Event, _ row: Row) {
    let index = Int(row)
    guard life[index].isOpen, event.peer != 0 else { return }
    endWait(of: row, at: event.time)
    confirmState(row)
    let source = related(event.peer, at: event.time)
    // It has adopted a promise, so only that can settle it, whatever its body still does.
    guard source != .none, links[index].adopts == .none else { return }
    countReaction(on: source)
    life[index].phase = .waiting
    life[index].flags.insert(.awaits)
    // The note about its suspension holds until its next `await`.
    if let known = sparse.callers[row], known.suspension != .none { sparse.callers[row]?.suspension = TextID.none }
    addEdge(
      Edge(
        promise: source, by: row, previousOnPromise: links[Int(source)].reactions, previousOfBy: links[index].inputs,
        sides: [.fulfilled, .rejected], isAwait: true, start: life[index].offset(event.time),
        origin: event.site.line > 0 ? originIndex(event) : .max))
    if waits(source, for: row) { life[index].flags.insert(.cyclic) }
    noteChange(at: row)
    hang(source, below: row, as: .awaited)
    boundWaits(of: row)
  }

  /// Ends the wait of a promise's body, if it waits.
  @inline(__always)
  mutating func endWait(of row: Row, at time: Int64) {
    let wait = openWait(row)
    if wait != .max { endWait(wait, of: row, at: time) }
  }

  private mutating func endWait(_ wait: UInt32, of row: Row, at time: Int64) {
    let index = Int(row)
    let isRunning = life[index].started != .none && life[index].finished == .none
    if life[index].phase == .waiting { life[index].phase = isRunning ? .running : .pending }
    edges[Int(wait)].end = life[index].offset(time)
    if edges[Int(wait)].promise == .none {
      forgetWait(edges[Int(wait)])
      edges[Int(wait)].count = 0
    }
    if life[index].flags.contains(.cyclic) {
      life[index].flags.remove(.cyclic)
      noteChange(at: row)
    }
  }

  /// Keeps only the time of a wait.
  mutating func forgetWait(_ wait: Edge) {
    guard let start = wait.start.nanoseconds, let end = wait.end.nanoseconds, end > start else { return }
    sparse.waited[wait.by, default: 0] += end - start
  }

  /// Drops the older half of a body's waits if there are many.
  private mutating func boundWaits(of row: Row) {
    guard links[Int(row)].inputs != .max, edges[Int(links[Int(row)].inputs)].previousOfBy != .max else { return }
    let count = (sparse.awaits[row] ?? 1) + 1
    sparse.awaits[row] = count
    guard count >= 2 * Self.waitLimit else { return }
    sparse.awaits[row] = Self.waitLimit
    var kept = 0
    var last = UInt32.max
    var edge = links[Int(row)].inputs
    var sources: Set<Row> = []
    while edge != .max {
      let entry = edges[Int(edge)]
      if entry.isAwait { kept += 1 }
      if entry.isAwait, kept > Self.waitLimit, last != .max {
        edges[Int(last)].previousOfBy = entry.previousOfBy
        if entry.isDead || entry.promise == .none {
          recycle(edge)
        } else {
          forgetWait(entry)
          edges[Int(edge)].count = 0
          sources.insert(entry.promise)
        }
      } else {
        last = edge
      }
      edge = entry.previousOfBy
    }
    for source in sources { dropDeadEdges(of: source) }
    noteChange(at: row)
  }

  /// Records that the reaction of a promise, whose sides the log does not tell, handles rejections.
  mutating func completeSides(of id: PromiseID, on row: Row) {
    let by = id == 0 ? .none : rows.row(of: id, in: ids)
    guard by != .none, links[Int(by)].parent == row, life[Int(by)].flags.contains(.reactsUnknown) else { return }
    life[Int(by)].flags.insert(.reactsToRejected)
  }
}
