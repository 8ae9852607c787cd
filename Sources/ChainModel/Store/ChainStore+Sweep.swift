// Making the rows of evicted promises usable again.
//
// Other rows may still refer to the row of an evicted promise: as the one that they adopted, were created inside, or settled via, or as
// the head of their chain. A sweep visits all rows, a few at each eviction, and clears such references. A row that was vacant when a
// sweep started is unreferenced when it ends, and is used for a new promise. Until then the row has the ID 0, which readers of a
// reference treat as none.
//
//     evicted during sweep 1 ──▶ `new` ──▶ sweep 1 ends: `old` ──▶ sweep 2 ends: `free` ──▶ a new promise
//
// The same sweep finds the texts that are still needed, so that the others can be forgotten.

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
    if eviction.cursor == 0 { textSweep = TextSweep(texts, hold) }
    var left = number
    while left > 0, eviction.cursor < ids.count {
      let row = Row(eviction.cursor)
      if isLive(row) {
        clearReferences(of: row)
        textSweep?.keep(words[Int(row)])
      }
      eviction.cursor += 1
      left -= 1
    }
    textSweep?.flush(texts)
    if eviction.cursor >= ids.count { endSweep() }
  }

  private mutating func clearReferences(of row: Row) {
    let own = links[Int(row)]
    if own.adopts != .none, !isLive(own.adopts) { links[Int(row)].adopts = .none }
    if own.inside != .none, !isLive(own.inside) { links[Int(row)].inside = .none }
    if own.via != .none, !isLive(own.via) { links[Int(row)].via = .none }
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
    if let sweep = textSweep { end(sweep) }
    textSweep = nil
    texts.forget()
  }

  // MARK: Texts

  /// Releases the texts that no row refers to anymore; free until there are many of them.
  ///
  /// - Complexity: O(*n*); a sweep does the same in small steps.
  mutating func renewTexts() {
    guard var sweep = TextSweep(texts, hold) else { return }
    for words in words.values { sweep.keep(words) }
    end(sweep)
  }

  private mutating func end(_ sweep: TextSweep) {
    var sweep = sweep
    keepSharedTexts { sweep.keep($0) }
    sweep.flush(texts)
    hold = sweep.hold
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
    for event in history.all {
      keep(event.text)
      keep(event.type)
      keep(event.extra)
    }
  }
}

/// Finding the texts that are still needed, in steps.
struct TextSweep: Sendable {
  /// Keeps the texts that were interned since this sweep started, and those that it found.
  let hold: TextHold
  private var found: [TextID] = []

  /// Starts a sweep; nil unless texts were forgotten since the `former` hold was made.
  init?(_ texts: TextTable, _ former: TextHold) {
    guard texts.isWorthRenewing(former) else { return nil }
    hold = texts.hold()
  }

  mutating func keep(_ id: TextID) {
    if id != .none { found.append(id) }
  }

  mutating func keep(_ words: Words) {
    keep(words.label)
    keep(words.text)
    keep(words.type)
  }

  /// Reports what was found to the table.
  mutating func flush(_ texts: TextTable) {
    guard !found.isEmpty else { return }
    texts.touch(found)
    found.removeAll(keepingCapacity: true)
  }
}
