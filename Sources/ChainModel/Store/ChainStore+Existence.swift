// Which row an event is about: a new one, one that exists, a placeholder for an unknown promise, or none for an evicted one.

import PromiseTrace

extension ChainStore {
  /// Adds a promise that was created, or fills in its placeholder.
  mutating func create(_ event: Event) {
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
        if life[Int(row)].settledOrConfirmed < lossEpoch { counts.unknown -= 1 }
        life[Int(row)].settledOrConfirmed = lossEpoch
      }
    }
    remember(event, row)
    let index = Int(row)
    words[index].create(originIndex(event), label: event.text)
    if event.queue != .none { words[index].execution = executionIndex(event.queue) }
    if event.isUnknownStart { sparse.snapshots[row, default: Sparse.Snapshot()].isUnknownStart = true }
    if event.callers != .none { sparse.callers[row, default: Sparse.Callers()].calls = event.callers }
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
  mutating func known(_ event: Event) -> Row {
    guard event.promise != 0 else { return .none }
    let row = rows.row(of: event.promise, in: ids)
    if row != .none { return row }
    if evictedOpen > 0, let row = evictedRow(event) { return row }
    // An evicted promise may still be freed or handled, which changes nothing.
    if counts.evicted > 0 && !event.kind.createsPlaceholder { return .none }
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
    case .enqueued, .started, .finished, .awaiting, .continued, .adopted, .progressed: return Row.none
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
    life[Int(row)].settledOrConfirmed = 0
    counts.unknown += 1
    return row
  }

  /// The number of a call site and operation; in a run with very many call sites, that of the operation alone.
  mutating func originIndex(_ event: Event) -> UInt32 {
    origins.index(
      of: Origin(operation: event.operation, site: event.site), else: Origin(operation: event.operation))
  }

  /// The number of a queue and thread; in a run with very many threads, that of the queue alone.
  mutating func executionIndex(_ queue: TextID, _ thread: TextID = .none) -> UInt32 {
    executions.index(of: Execution(queue: queue, thread: thread), else: Execution(queue: queue))
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
      life[Int(row)] = Life(created: time, settledOrConfirmed: lossEpoch)
      links[Int(row)] = Links(head: row)
    } else {
      grow()
      row = Row(ids.count)
      idColumn.append(id)
      life.append(Life(created: time, settledOrConfirmed: lossEpoch))
      links.append(Links(head: row))
      words.append(TextHandles())
    }
    if !rows.addIfThereIsRoom(row, id) { rows.add(row, ids, limit: limit) }
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
    // Rows that wait for a sweep take an eighth of all rows.
    let whole = limit + limit / 7 + 64
    let wanted = ids.count < 4_096 ? max(64, ids.count * 2) : max(4_000_000, ids.count + ids.count / 2)
    let capacity = max(ids.count + ids.count / 16 + 1, min(whole, wanted))
    idColumn.reserveCapacity(capacity)
    life.reserveCapacity(capacity)
    links.reserveCapacity(capacity)
    words.reserveCapacity(capacity)
  }
}

extension EventKind {
  /// Whether an event about an unknown promise creates a placeholder even after promises were evicted.
  fileprivate var createsPlaceholder: Bool {
    switch self {
    case .enqueued, .started, .finished, .awaiting, .continued, .adopted, .progressed, .fulfilled, .rejected: true
    default: false
    }
  }
}
