// The delta between two moments of a store: the rows that differ, each with its value at the other moment.
//
// Applying a delta exchanges the values, so the same delta alternates between undo and redo. Example: while the store
// records, #1 is fulfilled and #2 is created.
//
//                     store            delta
//     record()        ○ #1
//     takeDelta()     ✔ #1  ○ #2       row 0 was ○; there was 1 row
//     undo(&delta)    ○ #1             row 0 becomes ✔; then add ○ #2
//     redo(&delta)    ✔ #1  ○ #2       row 0 was ○; there was 1 row

import PromiseTrace

/// The difference between two states of a store.
struct StoreDelta: Sendable {
  fileprivate var tally: StoreTally
  fileprivate var ids: ColumnDelta<PromiseID>
  fileprivate var life: ColumnDelta<Life>
  fileprivate var links: ColumnDelta<Links>
  fileprivate var words: ColumnDelta<TextHandles>
  fileprivate var edges: ColumnDelta<Edge>
  fileprivate var finishing: ColumnDelta<Row>
  fileprivate var finished: ColumnDelta<Row>
  fileprivate var doomed: ColumnDelta<Row>
  fileprivate var progress: [Row: Sparse.Progress?]
  fileprivate var agents: [Row: Sparse.Agents?]
  fileprivate var ignored: [Row: Int?]
  fileprivate var reactions: [Row: Int?]
  fileprivate var passages: [Row: Sparse.Passage?]
  fileprivate var inputs: [Row: Int?]
  fileprivate var adopters: [Row: Sparse.Adopters?]
  fileprivate var adopterNeighbors: [Row: Sparse.Neighbors?]
  fileprivate var adoptions: [Row: Int64?]
  fileprivate var callers: [Row: Sparse.Callers?]
  fileprivate var snapshots: [Row: Sparse.Snapshot?]
  fileprivate var timers: [Row: Int64?]
  fileprivate var waited: [Row: Int64?]
  fileprivate var awaits: [Row: Int?]
  fileprivate var tasks: [Row: PromiseID?]
  fileprivate var awaitedBefore: [Row: PromiseID?]
  fileprivate var evictedBefore: [Row: Int?]
  fileprivate var losses: [Row: Loss?]

  /// The approximate memory, in bytes.
  var size: Int {
    let columns = ids.size + life.size + links.size + words.size + edges.size
    let queues = finishing.size + finished.size + doomed.size
    let sparse = progress.count + agents.count + ignored.count + reactions.count + inputs.count + adopters.count
    let others = adopterNeighbors.count + adoptions.count + timers.count + waited.count + awaits.count
    let awaited = callers.count + snapshots.count + tasks.count + awaitedBefore.count + passages.count
    return 1_024 + columns + queues + (sparse + others + awaited + evictedBefore.count + losses.count) * 40
  }
}

/// The part of a store's state outside the columns.
struct StoreTally: Sendable {
  fileprivate var counts: ChainCounts
  fileprivate var evictedOpen: Int
  fileprivate var lastTime: Int64
  fileprivate var isEnded: Bool
  fileprivate var endReason: EndReason?
  fileprivate var lossEpoch: UInt32
  fileprivate var moment: UInt64
  fileprivate var firstRoot: Row
  fileprivate var evictedAtEnd: Int
  fileprivate var eviction: EvictionTally
  fileprivate var finishing: RowQueue.Position
  fileprivate var finished: RowQueue.Position
  fileprivate var doomed: RowQueue.Position
}

extension ChainStore {
  /// Starts recording changes, and returns the state outside the columns.
  mutating func record() -> StoreTally {
    idColumn.record()
    life.record()
    links.record()
    words.record()
    edges.record()
    queues.finishing.ring.record()
    queues.finished.ring.record()
    queues.doomed.ring.record()
    sparse.progress.record()
    sparse.agents.record()
    sparse.ignored.record()
    sparse.reactions.record()
    sparse.passages.record()
    sparse.inputs.record()
    sparse.adopters.record()
    sparse.adopterNeighbors.record()
    sparse.adoptions.record()
    sparse.callers.record()
    sparse.snapshots.record()
    sparse.timers.record()
    sparse.waited.record()
    sparse.awaits.record()
    sparse.tasks.record()
    sparse.awaitedBefore.record()
    sparse.evictedBefore.record()
    sparse.losses.record()
    return tally
  }

  /// Stops recording and returns the backward delta to the start of the recording.
  mutating func takeDelta(since start: StoreTally) -> StoreDelta {
    StoreDelta(
      tally: start, ids: idColumn.takeChanges(), life: life.takeChanges(), links: links.takeChanges(),
      words: words.takeChanges(), edges: edges.takeChanges(), finishing: queues.finishing.ring.takeChanges(),
      finished: queues.finished.ring.takeChanges(), doomed: queues.doomed.ring.takeChanges(),
      progress: sparse.progress.takeChanges(), agents: sparse.agents.takeChanges(),
      ignored: sparse.ignored.takeChanges(), reactions: sparse.reactions.takeChanges(),
      passages: sparse.passages.takeChanges(), inputs: sparse.inputs.takeChanges(),
      adopters: sparse.adopters.takeChanges(),
      adopterNeighbors: sparse.adopterNeighbors.takeChanges(),
      adoptions: sparse.adoptions.takeChanges(), callers: sparse.callers.takeChanges(),
      snapshots: sparse.snapshots.takeChanges(), timers: sparse.timers.takeChanges(),
      waited: sparse.waited.takeChanges(), awaits: sparse.awaits.takeChanges(),
      tasks: sparse.tasks.takeChanges(), awaitedBefore: sparse.awaitedBefore.takeChanges(),
      evictedBefore: sparse.evictedBefore.takeChanges(),
      losses: sparse.losses.takeChanges())
  }

  /// Stops recording and discards the changes.
  mutating func stopRecording() {
    idColumn.stopRecording()
    life.stopRecording()
    links.stopRecording()
    words.stopRecording()
    edges.stopRecording()
    queues.finishing.ring.stopRecording()
    queues.finished.ring.stopRecording()
    queues.doomed.ring.stopRecording()
    sparse.progress.stopRecording()
    sparse.agents.stopRecording()
    sparse.ignored.stopRecording()
    sparse.reactions.stopRecording()
    sparse.passages.stopRecording()
    sparse.inputs.stopRecording()
    sparse.adopters.stopRecording()
    sparse.adopterNeighbors.stopRecording()
    sparse.adoptions.stopRecording()
    sparse.callers.stopRecording()
    sparse.snapshots.stopRecording()
    sparse.timers.stopRecording()
    sparse.waited.stopRecording()
    sparse.awaits.stopRecording()
    sparse.tasks.stopRecording()
    sparse.awaitedBefore.stopRecording()
    sparse.evictedBefore.stopRecording()
    sparse.losses.stopRecording()
  }

  /// Moves back to the earlier state; afterward `delta` is the forward delta.
  ///
  /// - Parameter isNoted: Whether to record which rows differ; if not, the caller records a jump.
  /// - Complexity: O(*r*) in the rows that differ, independent of the store's size.
  mutating func undo(_ delta: inout StoreDelta, isNoted: Bool = true) {
    // The map follows the column: what the other moment does not have goes first.
    for row in delta.ids.count..<ids.count where isLive(Row(row)) { rows.remove(Row(row), ids) }
    removeFromMap(delta.ids)
    idColumn.undo(&delta.ids)
    addToMap(delta.ids)
    life.undo(&delta.life)
    links.undo(&delta.links)
    words.undo(&delta.words)
    edges.undo(&delta.edges)
    queues.finishing.ring.undo(&delta.finishing)
    queues.finished.ring.undo(&delta.finished)
    queues.doomed.ring.undo(&delta.doomed)
    exchangeRest(&delta)
    if isNoted { noteChanges(of: delta, added: delta.ids.added.count) }
  }

  /// Moves forward again, at the same cost; afterward `delta` is the backward delta.
  mutating func redo(_ delta: inout StoreDelta, isNoted: Bool = true) {
    let added = delta.ids.added.count
    removeFromMap(delta.ids)
    idColumn.redo(&delta.ids)
    addToMap(delta.ids)
    for row in ids.count - added..<ids.count where isLive(Row(row)) { rows.add(Row(row), ids) }
    life.redo(&delta.life)
    links.redo(&delta.links)
    words.redo(&delta.words)
    edges.redo(&delta.edges)
    queues.finishing.ring.redo(&delta.finishing)
    queues.finished.ring.redo(&delta.finished)
    queues.doomed.ring.redo(&delta.doomed)
    exchangeRest(&delta)
    if isNoted { noteChanges(of: delta, added: added) }
  }

  private mutating func removeFromMap(_ delta: ColumnDelta<PromiseID>) {
    for change in delta.changes.unpacked where isLive(change.row) { rows.remove(change.row, ids) }
  }

  private mutating func addToMap(_ delta: ColumnDelta<PromiseID>) {
    for change in delta.changes.unpacked where isLive(change.row) { rows.add(change.row, ids) }
  }

  private mutating func exchangeRest(_ delta: inout StoreDelta) {
    sparse.progress.exchange(&delta.progress)
    sparse.agents.exchange(&delta.agents)
    sparse.ignored.exchange(&delta.ignored)
    sparse.reactions.exchange(&delta.reactions)
    sparse.passages.exchange(&delta.passages)
    sparse.inputs.exchange(&delta.inputs)
    sparse.adopters.exchange(&delta.adopters)
    sparse.adopterNeighbors.exchange(&delta.adopterNeighbors)
    sparse.adoptions.exchange(&delta.adoptions)
    sparse.callers.exchange(&delta.callers)
    sparse.snapshots.exchange(&delta.snapshots)
    sparse.timers.exchange(&delta.timers)
    sparse.waited.exchange(&delta.waited)
    sparse.awaits.exchange(&delta.awaits)
    sparse.tasks.exchange(&delta.tasks)
    sparse.awaitedBefore.exchange(&delta.awaitedBefore)
    sparse.evictedBefore.exchange(&delta.evictedBefore)
    sparse.losses.exchange(&delta.losses)
    let now = tally
    counts = delta.tally.counts
    evictedOpen = delta.tally.evictedOpen
    lastTime = delta.tally.lastTime
    isEnded = delta.tally.isEnded
    endReason = delta.tally.endReason
    lossEpoch = delta.tally.lossEpoch
    history.move(to: delta.tally.moment)
    firstRoot = delta.tally.firstRoot
    evictedAtEnd = delta.tally.evictedAtEnd
    eviction = delta.tally.eviction
    queues.finishing.position = delta.tally.finishing
    queues.finished.position = delta.tally.finished
    queues.doomed.position = delta.tally.doomed
    // A sweep that was under way has not seen the rows that are back.
    textSweep = nil
    delta.tally = now
  }

  private var tally: StoreTally {
    StoreTally(
      counts: counts, evictedOpen: evictedOpen, lastTime: lastTime, isEnded: isEnded, endReason: endReason,
      lossEpoch: lossEpoch,
      moment: history.moment, firstRoot: firstRoot, evictedAtEnd: evictedAtEnd, eviction: eviction,
      finishing: queues.finishing.position, finished: queues.finished.position, doomed: queues.doomed.position)
  }

  // Revisions increase even when the store moves backward, so that observers notice every change.

  /// Records the rows that differ after a delta was applied or, if they are very many, that any row may have changed.
  ///
  /// - Parameter added: The number of rows added or removed at the end.
  private mutating func noteChanges(of delta: StoreDelta, added: Int) {
    let number = delta.links.changes.count + delta.life.changes.count + delta.edges.changes.count + added
    guard number <= max(16_384, ids.count / 16) else { return noteJump() }
    revision &+= 1
    for change in delta.links.changes.unpacked {
      noteChange(at: change.row)
      let parent = links[Int(change.row)].parent
      if change.value.parent != parent { noteReferences(of: [change.value.parent, parent]) }
    }
    // An edge leads to a promise that was evicted, or is back; so does an adoption.
    for change in delta.edges.changes.unpacked { noteReferences(of: [change.value.by, edges[Int(change.row)].by]) }
    for (source, then) in delta.adopters {
      for list in [then, sparse.adopters[source]] { noteReferences(of: [list?.first ?? .none, list?.last ?? .none]) }
    }
    noteReferences(of: Array(delta.adopterNeighbors.keys))
    for change in delta.life.changes.unpacked {
      stateRevision &+= 1
      stateChanges.note(stateRevision, change.row)
      let now = life[Int(change.row)].flags
      let then = change.value.flags
      if now.relation != then.relation || now.contains(.cyclic) != then.contains(.cyclic) { noteChange(at: change.row) }
    }
    for row in delta.evictedBefore.keys { noteChange(at: row) }
    for row in delta.losses.keys { noteChange(at: row) }
    for row in delta.ids.count..<delta.ids.count + added { noteChange(at: Row(row)) }
    noteChange(at: .none)
  }

  /// Records that the reference rows below some promises may have changed, if they exist now.
  private mutating func noteReferences(of changed: [Row]) {
    for row in changed where Int(row) < ids.count { noteChange(at: row) }
  }
}
