// Applies registrations and adoptions. Owns the edges: which promise waits for which. Does not decide which edges are drawn.

import PromiseTrace

extension ChainStore {
  mutating func register(_ event: Event, _ row: Row) {
    countReaction(on: row)
    guard event.peer != 0 else { return observe(event, row) }
    let by = related(event.peer, at: event.time)
    guard by != .none, by != row else { return observe(event, row) }
    if links[Int(by)].parent == row, life[Int(by)].flags.relation == .derived {
      life[Int(by)].flags.insert(.reacts)
      if event.handles.contains(.fulfilled) { life[Int(by)].flags.insert(.reactsToFulfilled) }
      if event.handles.contains(.rejected) { life[Int(by)].flags.insert(.reactsToRejected) }
      if event.handles.contains(.unknown) { life[Int(by)].flags.insert(.reactsUnknown) }
    } else {
      addEdge(from: row, by: by, sides: event.handles)
      if links[Int(by)].adopts != row { attach(head(of: row), under: by, as: .input, isNew: false) }
    }
  }

  mutating func adopt(_ event: Event, _ row: Row) {
    let index = Int(row)
    guard life[index].isOpen else { return }
    endWait(of: row, at: event.time)
    life[index].phase = .waiting
    confirmState(row)
    guard event.peer != 0 else { return }
    let source = related(event.peer, at: event.time)
    guard source != .none else { return }
    if links[index].adopts != source {
      leaveAdopters(row)
      links[index].adopts = source
      joinAdopters(row, of: source)
    }
    if waits(source, for: row) { life[index].flags.insert(.cyclic) }
    noteChange(at: row)
    hang(source, below: row, as: .adopted)
  }

  /// Draws a source below the promise that waits for it, if it was created later than that or inside it.
  ///
  /// An older source keeps its position, and the promise that waits gets a reference row.
  mutating func hang(_ source: Row, below row: Row, as relation: NodeRelation) {
    let head = head(of: source)
    let isMadeInside = links[Int(head)].parent == row
    if source != row, isYounger(head, than: row) || isMadeInside {
      attach(head, under: row, as: relation, isNew: false)
    }
  }

  /// Whether a promise was created after another.
  private func isYounger(_ row: Row, than other: Row) -> Bool {
    // Evicted rows are used again, so from the first eviction on their numbers say nothing.
    guard eviction.isActive else { return row > other }
    return (life[Int(row)].created, ids[Int(row)]) > (life[Int(other)].created, ids[Int(other)])
  }

  mutating func countReaction(on row: Row) {
    let index = Int(row)
    if life[index].flags.contains(.hasReaction) {
      latestReactionCount = (sparse.reactions[row] ?? 1) + 1
      sparse.reactions[row] = latestReactionCount
    } else {
      life[index].flags.insert(.hasReaction)
      latestReactionCount = 1
    }
  }

  private mutating func observe(_ event: Event, _ row: Row) {
    let newest = links[Int(row)].reactions
    let origin = event.site.line > 0 ? originIndex(event) : .max
    if event.task != 0 { follow(UInt32(truncatingIfNeeded: event.task), awaits: row, event.promise) }
    // Equal observers share one entry, even a million of them.
    if newest != .max, edges[Int(newest)].by == .none, edges[Int(newest)].sides == event.handles,
      edges[Int(newest)].origin == origin
    {
      edges[Int(newest)].count &+= 1
      return
    }
    addEdge(
      Edge(
        promise: row, by: .none, previousOnPromise: newest, previousOfBy: .max, sides: event.handles, origin: origin))
  }

  /// Notes the order in which a task that is no promise's body awaits promises.
  private mutating func follow(_ task: UInt32, awaits row: Row, _ id: PromiseID) {
    if let before = sparse.tasks[task], before != id { sparse.awaitedBefore[row] = before }
    // Tasks that have ended stay in the list.
    if sparse.tasks.count >= 65_536 { sparse.tasks.removeAll() }
    sparse.tasks[task] = id
  }

  private mutating func addEdge(from row: Row, by: Row, sides: HandledSides) {
    let newest = links[Int(row)].reactions
    addEdge(Edge(promise: row, by: by, previousOnPromise: newest, previousOfBy: links[Int(by)].inputs, sides: sides))
    life[Int(by)].flags.insert(.combines)
    sparse.inputs[by, default: 0] += 1
    noteChange(at: by)
  }

  /// Adds an edge to the lists of both promises.
  mutating func addEdge(_ edge: Edge) {
    var index = eviction.freeEdge
    if index == .max {
      index = UInt32(edges.count)
      edges.append(edge)
    } else {
      eviction.freeEdge = edges[Int(index)].previousOnPromise
      edges[Int(index)] = edge
    }
    links[Int(edge.promise)].reactions = index
    if edge.by != .none { links[Int(edge.by)].inputs = index }
  }
}
