// Applies events to the columns. Owns the meaning of every kind of event; `+Edges` does the part about reactions.

import PromiseTrace

extension ChainStore {
  /// Applies one event.
  ///
  /// It accepts any event. An event about an unknown promise creates a placeholder. An event that contradicts the
  /// promise's state (a second settlement) is counted and otherwise ignored.
  ///
  /// - Parameter event: The next event in `sequence` order, with texts from ``texts``.
  /// - Complexity: Amortized O(1), without recursion.
  public mutating func apply(_ event: Event) {
    let time = Int64(clampedTime: event.time)
    guard time == event.time else {
      var near = event
      near.time = time
      return apply(near)
    }
    revision &+= 1
    counts.events &+= 1
    if event.time > lastTime { lastTime = event.time }
    // One event adds at most three rows. Evicting before it keeps row numbers stable while it is applied.
    if isFull { evict() }

    switch event.kind {
    case .lost: return lose(event.count, isDamage: event.isDamage)
    case .ended:
      isEnded = true
      return
    case .created: return create(event)
    case .unknown where event.promise == 0, .noted where event.promise == 0: return
    default: break
    }

    let row = known(event)
    guard row != .none else { return }
    let index = Int(row)
    remember(event, row)

    switch event.kind {
    case .named: words[index].label = event.text
    case .registered: register(event, row)
    case .enqueued:
      life[index].enqueued = life[index].offset(event.time)
      if words[index].execution == .max { words[index].execution = executions.index(of: Execution(queue: event.queue)) }
      hear(row)
    case .started:
      life[index].started = life[index].offset(event.time)
      words[index].execution = executions.index(of: Execution(queue: event.queue, thread: event.thread))
      if life[index].phase == .pending { life[index].phase = .running }
      hear(row)
    case .finished:
      life[index].finished = life[index].offset(event.time)
      if life[index].phase == .running { life[index].phase = .pending }
      hear(row)
    case .paused: life[index].flags.insert(.paused)
    case .resumed: life[index].flags.remove(.paused)
    case .adopted:
      noteAdoption(event, row)
      adopt(event, row)
    case .progressed:
      guard life[index].isOpen else { return }
      let stage = event.text == .none ? sparse.progress[row]?.stage ?? .none : event.text
      let fraction = event.fraction < 0 ? sparse.progress[row]?.fraction ?? -1 : event.fraction
      sparse.progress[row] = Sparse.Progress(fraction: fraction, stage: stage)
      hear(row)
    case .fulfilled: settle(event, row, as: .fulfilled)
    case .rejected: settle(event, row, as: event.isCancelled ? .cancelled : .rejected)
    case .ignored: sparse.ignored[row, default: 0] += 1
    case .cancelRequested:
      life[index].flags.insert(.cancelRequested)
      if event.peer != 0 { sparse.agents[row, default: Sparse.Agents()].canceler = event.peer }
    case .handled: handle(event, row)
    case .unhandled: leaveUnhandled(row)
    case .released: release(event, row)
    case .noted, .unknown, .created, .lost, .ended: break
    }
  }

  // MARK: Existence

  private mutating func create(_ event: Event) {
    guard event.promise != 0 else { return }
    var row = rows.row(of: event.promise, in: ids)
    let isNew = row == .none
    if isNew {
      row = append(event.promise, at: event.time, isRoot: false)
    } else if !life[Int(row)].flags.contains(.placeholder) {
      return
    } else {
      life[Int(row)].flags.remove(.placeholder)
      if life[Int(row)].isOpen {
        if life[Int(row)].settledOrHeard < heard { counts.unknown -= 1 }
        life[Int(row)].settledOrHeard = heard
      }
    }
    remember(event, row)
    let index = Int(row)
    words[index].origin = origins.index(of: Origin(operation: event.operation, site: event.site))
    words[index].label = event.text
    if event.queue != .none { words[index].execution = executions.index(of: Execution(queue: event.queue)) }
    if event.timer > 0 { sparse.timers[row] = Int64(clamping: event.timer) }
    if event.peer != 0 {
      let parent = related(event.peer, at: event.time)
      if parent != .none { attach(row, under: parent, as: .derived, isNew: isNew) }
    }
    if event.context != 0 {
      let owner = related(event.context, at: event.time)
      links[index].inside = owner
      if owner != .none { attach(row, under: owner, as: .inside, isNew: isNew && links[index].parent == .none) }
    }
    if isNew, links[index].parent == .none { enlist(row) }
  }

  /// The row of an event's promise.
  ///
  /// An unknown promise gets a placeholder, and so does an evicted one that rejects.
  private mutating func known(_ event: Event) -> Row {
    guard event.promise != 0 else { return .none }
    let row = rows.row(of: event.promise, in: ids)
    if row != .none { return row }
    if evictedOpen > 0, let row = evictedRow(event) { return row }
    // An evicted promise may still be freed or handled, which changes nothing.
    if counts.evicted > 0 && !event.kind.saysMuch { return .none }
    return appendPlaceholder(event.promise, at: event.time)
  }

  /// Applies an event about a promise that was evicted while open, so that the promise is counted only once.
  ///
  /// To bound memory, the store doesn't remember which promises were evicted. But only an open promise starts, settles or is
  /// freed while pending, and it would have a row if it had not been evicted.
  ///
  /// - Returns: A new row for a rejection, `.none` if the event is done with, nil if it may be about any promise.
  private mutating func evictedRow(_ event: Event) -> Row? {
    switch event.kind {
    case .enqueued, .started, .finished, .adopted, .progressed: return Row.none
    case .fulfilled, .rejected: break
    case .released where event.state == .pending: break
    default: return nil
    }
    evictedOpen -= 1
    if event.kind == .rejected {
      let row = appendPlaceholder(event.promise, at: event.time)
      counts.total -= 1
      counts.pending -= 1
      counts.evicted -= 1
      return row
    }
    counts.pending -= 1
    if event.kind == .fulfilled { counts.fulfilled += 1 } else { counts.leaked += 1 }
    return Row.none
  }

  /// The row of a promise that an event refers to; a placeholder if the promise is unknown.
  mutating func related(_ id: PromiseID, at time: Int64) -> Row {
    let row = rows.row(of: id, in: ids)
    if row != .none || counts.evicted > 0 { return row }
    return appendPlaceholder(id, at: time)
  }

  private mutating func appendPlaceholder(_ id: PromiseID, at time: Int64) -> Row {
    let row = append(id, at: time)
    life[Int(row)].flags.insert(.placeholder)
    life[Int(row)].settledOrHeard = 0
    counts.unknown += 1
    return row
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - id: The promise.
  ///   - time: When it was first mentioned.
  ///   - isRoot: Whether to add it to the roots; if false, the caller adds it to a list.
  /// - Returns: The row.
  private mutating func append(_ id: PromiseID, at time: Int64, isRoot: Bool = true) -> Row {
    let row: Row
    if let vacant = takeVacantRow() {
      row = vacant
      idColumn[Int(row)] = id
      life[Int(row)] = Life(created: time, settledOrHeard: heard)
      links[Int(row)] = Links(head: row)
    } else {
      grow()
      row = Row(ids.count)
      idColumn.append(id)
      life.append(Life(created: time, settledOrHeard: heard))
      links.append(Links(head: row))
      words.append(Words())
    }
    rows.add(row, ids, limit: limit)
    counts.total += 1
    counts.pending += 1
    if isRoot { enlist(row) }
    noteChange(at: row)
    return row
  }

  /// Grows the columns, not beyond what the limit needs.
  ///
  /// Beyond 4,096 promises it reserves space for the limit, at most for 4 million, at once: unused pages are free, while columns that grow
  /// step by step fragment memory (143 instead of 117 bytes per promise), and copying a million promises takes 50 ms.
  private mutating func grow() {
    guard ids.count == idColumn.capacity else { return }
    // Rows that wait for a sweep take a fifteenth more.
    let whole = limit + limit / 14 + 64
    let wanted = ids.count < 4_096 ? max(64, ids.count * 2) : max(4_000_000, ids.count + ids.count / 2)
    let capacity = max(ids.count + ids.count / 16 + 1, min(whole, wanted))
    idColumn.reserveCapacity(capacity)
    life.reserveCapacity(capacity)
    links.reserveCapacity(capacity)
    words.reserveCapacity(capacity)
  }

  // MARK: Life

  /// Records that a promise's state changed in a way that its folded row shows.
  @inline(__always)
  private mutating func noteState(of row: Row) {
    stateRevision &+= 1
    stateChanges.note(stateRevision, row)
  }

  /// Records an event that tells the promise's state, so that an earlier loss no longer makes it unknown.
  @inline(__always)
  mutating func hear(_ row: Row) {
    let index = Int(row)
    guard life[index].settledOrHeard < heard, life[index].isOpen else { return }
    life[index].settledOrHeard = heard
    counts.unknown -= 1
  }

  private mutating func settle(_ event: Event, _ row: Row, as phase: NodeState) {
    let index = Int(row)
    guard life[index].isOpen else {
      sparse.ignored[row, default: 0] += 1
      return
    }
    hear(row)
    life[index].settledOrHeard = life[index].offset(event.time).raw
    life[index].phase = phase
    life[index].cause = event.cause
    words[index].text = event.text
    words[index].type = event.type
    if event.peer != 0 { links[index].via = related(event.peer, at: event.time) }
    if !sparse.progress.isEmpty { sparse.progress[row] = nil }
    noteState(of: row)
    counts.pending -= 1
    switch phase {
    case .fulfilled: counts.fulfilled += 1
    case .cancelled: counts.cancelled += 1
    default: counts.rejected += 1
    }
  }

  private mutating func release(_ event: Event, _ row: Row) {
    let index = Int(row)
    life[index].released = life[index].offset(event.time)
    guard life[index].isOpen else { return noteFinish(of: row) }
    noteState(of: row)
    hear(row)
    counts.pending -= 1
    // The settlement was lost. The release tells the state, but neither the time nor the outcome.
    switch event.state {
    case .fulfilled:
      life[index].phase = .fulfilled
      counts.fulfilled += 1
    case .rejected:
      life[index].phase = .rejected
      counts.rejected += 1
    case .pending, nil:
      life[index].phase = .leaked
      counts.leaked += 1
    }
    if life[index].isSettled { life[index].settledOrHeard = TimeOffset.none.raw }
    noteFinish(of: row)
    if !sparse.progress.isEmpty { sparse.progress[row] = nil }
  }

  private mutating func handle(_ event: Event, _ row: Row) {
    let index = Int(row)
    life[index].flags.insert(.handled)
    // `handled` belongs to the rejection, so it is stored at the promise where the rejection started.
    let origin = firstCarrier(of: row) ?? row
    life[Int(origin)].flags.insert(.handled)
    noteState(of: row)
    if origin != row { noteState(of: origin) }
    let handler = event.peer != 0 ? event.peer : reacting(event.context, to: row)
    if handler != 0, (sparse.agents[origin]?.handler ?? 0) == 0 {
      sparse.agents[origin, default: Sparse.Agents()].handler = handler
    }
    guard life[index].phase == .unhandled else { return }
    life[index].phase = .rejected
    counts.unhandled -= 1
  }

  /// Returns `id` if that promise reacts to the rejection of `row`, otherwise 0; for logs that don't name the handler.
  private func reacting(_ id: PromiseID, to row: Row) -> PromiseID {
    let own = id == 0 ? .none : rows.row(of: id, in: ids)
    guard own != .none, links[Int(own)].parent == row else { return 0 }
    return life[Int(own)].flags.contains(.reactsToRejected) ? id : 0
  }

  private mutating func leaveUnhandled(_ row: Row) {
    let index = Int(row)
    guard life[index].phase == .rejected else { return }
    life[index].phase = .unhandled
    noteState(of: row)
    counts.unhandled += 1
  }

  private mutating func lose(_ count: UInt64, isDamage: Bool) {
    counts.lost = counts.lost.saturatingSum(count)
    heard &+= 1
    counts.unknown = counts.pending - evictedOpen
    addLoss(Loss(count: count, isDamage: isDamage), after: lastRoot)
  }

  @inline(__always)
  private mutating func remember(_ event: Event, _ row: Row) {
    links[Int(row)].lastEvent = history.append(event, previous: links[Int(row)].lastEvent)
  }
}

extension EventKind {
  /// Whether an event about an unknown promise creates a placeholder even after promises were evicted.
  fileprivate var saysMuch: Bool {
    switch self {
    case .enqueued, .started, .finished, .adopted, .progressed, .fulfilled, .rejected: true
    default: false
    }
  }
}
