// Making the rows of evicted promises usable again.
//
// Other rows may still refer to the row of an evicted promise: as the one that they adopted, were created inside, or settled via, or as
// the head of their chain. A sweep visits all rows, a few at each eviction, and clears such references. A row that was vacant when a
// sweep started is unreferenced when it ends, and is used for a new promise. Until then the row has the ID 0, which readers of a
// reference treat as none.
//
//     evicted during sweep 1 ──▶ `new` ──▶ sweep 1 ends: `old` ──▶ sweep 2 ends: `free` ──▶ a new promise
//
// Another sweep finds the texts that are still needed, so that the others can be forgotten.

import PromiseTrace

extension ChainStore {
  /// Whether a row has a promise.
  @inline(__always)
  func isLive(_ row: Row) -> Bool { ids[Int(row)] != 0 }

  /// `row`, or `.none` if its promise was evicted.
  @inline(__always)
  func live(_ row: Row) -> Row { row == .none || ids[Int(row)] == 0 ? .none : row }

  /// Adds a row that lost its promise to those that wait for a sweep.
  mutating func vacate(_ row: Row) {
    links[Int(row)] = Links(head: links[Int(row)].head)
    eviction.vacant += 1
    let last = eviction.new.last
    if last == .none { eviction.new.first = row } else { links[Int(last)].next = row }
    eviction.new.last = row
  }

  /// Takes a row that nothing refers to, if there is one.
  mutating func takeVacantRow() -> Row? {
    let row = eviction.free.first
    guard row != .none else { return nil }
    eviction.free.first = links[Int(row)].next
    if eviction.free.first == .none { eviction.free.last = .none }
    eviction.vacant -= 1
    return row
  }

  /// Continues the sweep by a number of rows.
  mutating func sweep(_ number: Int) {
    var left = number
    while left > 0, eviction.cursor < ids.count {
      let row = Row(eviction.cursor)
      if isLive(row) { clearReferences(of: row) }
      eviction.cursor += 1
      left -= 1
    }
    if eviction.cursor >= ids.count { endSweep() }
    sweepTexts(number)
  }

  private mutating func clearReferences(of row: Row) {
    let own = links[Int(row)]
    if own.adopts != .none, !isLive(own.adopts) { links[Int(row)].adopts = .none }
    if own.inside != .none, !isLive(own.inside) { links[Int(row)].inside = .none }
    if own.via != .none, !isLive(own.via) { links[Int(row)].via = .none }
    clearPassage(of: row)
    if !isLive(own.head) { renewHead(of: row) }
    if own.reactions != .max || own.inputs != .max { dropDeadEdges(of: row) }
  }

  private mutating func endSweep() {
    eviction.cursor = 0
    if eviction.old.first != .none {
      if eviction.free.last == .none {
        eviction.free = eviction.old
      } else {
        links[Int(eviction.free.last)].next = eviction.old.first
        eviction.free.last = eviction.old.last
      }
    }
    (eviction.old, eviction.new) = (eviction.new, EvictionTally.RowList())
  }

  // MARK: Texts

  /// Continues the search for texts that are still needed by a number of rows, and releases the others where it ends.
  ///
  /// Also called where no promise is evicted, because a promise may report a million stages. Free until there are many texts to release.
  mutating func sweepTexts(_ number: Int) {
    if textSweep == nil { textSweep = TextSweep(texts, hold) }
    guard var sweep = textSweep.take() else { return }
    let isLast = sweep.keep(words.values, number)
    if isLast { keepSharedTexts { sweep.keep($0) } }
    sweep.flush(texts)
    guard isLast else {
      textSweep = sweep
      return
    }
    hold = sweep.hold
    texts.forget()
  }

  /// Visits the texts that don't belong to a row.
  private func keepSharedTexts(_ keep: (TextID) -> Void) {
    for origin in origins.values {
      keep(origin.operation)
      keep(origin.site.file)
      keep(origin.site.function)
    }
    for execution in executions.values {
      keep(execution.queue)
      keep(execution.thread)
    }
    for progress in sparse.progress.values.values { keep(progress.stage) }
    for callers in sparse.callers.values.values {
      keep(callers.calls)
      keep(callers.names)
      keep(callers.suspension)
    }
    for snapshot in sparse.snapshots.values.values { keep(snapshot.holder) }
    for event in history.all {
      keep(event.text)
      keep(event.type)
      keep(event.queue)
      keep(event.thread)
      keep(event.extra)
    }
  }
}
