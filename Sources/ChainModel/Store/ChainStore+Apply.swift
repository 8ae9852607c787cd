// Applies events to the columns. `+Existence` adds the promise, `+Edges` does the part about reactions.

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
      // What was read from memory runs on.
      isEnded = event.reason != .snapshot
      endReason = event.reason
      return
    case .created: return create(event)
    case .alive: return
    case .unknown where event.promise == 0: return
    case .noted where event.promise == 0: return noteUnrecorded(event)
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
      life[index].enqueue(at: event.time)
      if words[index].execution == .max { words[index].execution = executionIndex(event.queue) }
      confirmState(row)
    case .started:
      life[index].start(at: event.time)
      words[index].execution = executionIndex(event.queue, event.thread)
      confirmState(row)
    case .awaiting: beginWait(event, row)
    case .continued:
      endWait(of: row, at: event.time)
      confirmState(row)
    case .finished:
      endWait(of: row, at: event.time)
      life[index].finish(at: event.time)
      confirmState(row)
    case .paused: life[index].flags.insert(.paused)
    case .resumed: life[index].flags.remove(.paused)
    case .adopted:
      noteAdoption(event, row)
      adopt(event, row)
      if event.site.line > 0, life[index].isOpen { words[index].resolver = originIndex(event) }
    case .progressed:
      guard life[index].isOpen else { return }
      let stage = event.text == .none ? sparse.progress[row]?.stage ?? .none : event.text
      let fraction = event.fraction < 0 ? sparse.progress[row]?.fraction ?? -1 : event.fraction
      sparse.progress[row] = Sparse.Progress(fraction: fraction, stage: stage)
      confirmState(row)
    case .fulfilled: settle(event, row, as: .fulfilled)
    case .rejected: settle(event, row, as: event.isCancelled ? .cancelled : .rejected)
    case .ignored: sparse.ignored[row, default: 0] += 1
    case .cancelRequested:
      life[index].flags.insert(.cancelRequested)
      if event.peer != 0 { sparse.agents[row, default: Sparse.Agents()].canceler = event.peer }
    case .handled: handle(event, row)
    case .unhandled: leaveUnhandled(row)
    case .released: release(event, row)
    case .held:
      sparse.snapshots[row, default: Sparse.Snapshot()].add(holder: event.text, body: event.peer)
    case .noted:
      switch texts[event.text].flatMap(LibraryNote.init) {
      case .callers: sparse.callers[row, default: Sparse.Callers()].names = event.text
      case .suspended: sparse.callers[row, default: Sparse.Callers()].suspension = event.text
      case .resolverReleased: sparse.agents[row, default: Sparse.Agents()].isResolverReleased = true
      default: break
      }
    case .called, .unknown, .created, .lost, .ended, .alive: break
    }
  }

  private mutating func noteUnrecorded(_ event: Event) {
    guard unrecorded.count < 8, let reason = texts[event.text].flatMap(LibraryNote.unrecorded),
      !unrecorded.contains(reason)
    else { return }
    unrecorded.append(reason)
  }

  // MARK: Life

  /// Records that a promise's state changed in a way that its folded row shows.
  @inline(__always)
  private mutating func noteState(of row: Row) {
    stateRevision &+= 1
    stateChanges.note(stateRevision, row)
  }

  /// Records an event that reports the promise's state, so that an earlier loss no longer makes it unknown.
  @inline(__always)
  mutating func confirmState(_ row: Row) {
    let index = Int(row)
    guard life[index].settledOrConfirmed < lossEpoch, life[index].isOpen else { return }
    life[index].settledOrConfirmed = lossEpoch
    counts.unknown -= 1
  }

  private mutating func settle(_ event: Event, _ row: Row, as phase: NodeState) {
    let index = Int(row)
    guard life[index].isOpen else {
      sparse.ignored[row, default: 0] += 1
      return
    }
    confirmState(row)
    endWait(of: row, at: event.time)
    life[index].settle(as: phase, because: event.cause, at: event.time)
    let isByResolver = event.site.line > 0
    words[index].settle(
      event.text, type: event.type,
      resolver: isByResolver ? originIndex(event) : event.cause == .adopted ? words[index].resolver : .max)
    if event.peer != 0 {
      links[index].via = related(event.peer, at: event.time)
    } else if event.cause == .passthrough, life[index].flags.relation == .derived, !life[index].flags.contains(.orphan)
    {
      // Logs of other programs may omit `via`. An outcome that bypasses a handler comes from the promise that this one derives from.
      links[index].via = links[index].parent
    }
    if phase != .fulfilled { notePassage(of: row) }
    if !sparse.progress.isEmpty { sparse.progress[row] = nil }
    if life[index].flags.contains(.cyclic), !isBrokenCycle(event, phase) {
      life[index].flags.remove(.cyclic)
      noteChange(at: row)
    }
    noteState(of: row)
    counts.pending -= 1
    switch phase {
    case .fulfilled: counts.fulfilled += 1
    case .cancelled: counts.cancelled += 1
    default: counts.rejected += 1
    }
  }

  /// Whether a promise settles because the library has broken the cycle that it was part of, and not because something else has ended it.
  private func isBrokenCycle(_ event: Event, _ phase: NodeState) -> Bool {
    phase == .rejected && event.peer == 0 && (texts[event.type] ?? "PromiseResolutionError") == "PromiseResolutionError"
  }

  private mutating func release(_ event: Event, _ row: Row) {
    let index = Int(row)
    life[index].released = life[index].offset(event.time)
    guard life[index].isOpen else { return noteFinish(of: row) }
    noteState(of: row)
    confirmState(row)
    // The body of a promise that can never settle waits forever.
    if event.state == .fulfilled || event.state == .rejected { endWait(of: row, at: event.time) }
    counts.pending -= 1
    // The settlement was lost. The release reports the state, but neither the time nor the outcome.
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
    if life[index].isSettled { life[index].settledOrConfirmed = TimeOffset.none.raw }
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
    completeSides(of: event.peer, on: row)
    let handler = event.peer != 0 ? event.peer : reacting(event.context, to: row)
    let first = sparse.agents[origin]?.handler ?? 0
    if handler != 0, first != handler, first == 0 || row != origin {
      // The first one is stored at the origin, those of other branches where they took the rejection.
      sparse.agents[first == 0 ? origin : row, default: Sparse.Agents()].handler = handler
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
    lossEpoch &+= 1
    counts.unknown = counts.pending - evictedOpen
    addLoss(Loss(count: count, isDamage: isDamage), after: lastRoot)
  }

  @inline(__always)
  mutating func remember(_ event: Event, _ row: Row) {
    links[Int(row)].lastEvent = history.append(event, previous: links[Int(row)].lastEvent)
  }
}
