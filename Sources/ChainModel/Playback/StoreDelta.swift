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
//
// Owns the state outside the columns (`StoreTally`) and the exchange. Does not know positions; `Playback` does. An eviction
// moves every row, so it has no delta.

import PromiseTrace

/// The difference between two states of a store.
struct StoreDelta: Sendable {
  fileprivate var tally: StoreTally
  fileprivate var ids: [PromiseID] = []
  fileprivate var life: ColumnDelta<Life>
  fileprivate var links: ColumnDelta<Links>
  fileprivate var words: ColumnDelta<Words>
  fileprivate var edges: ColumnDelta<Edge>
  fileprivate var losses: ColumnDelta<Loss>
  fileprivate var progress: [Row: Sparse.Progress?]
  fileprivate var agents: [Row: Sparse.Agents?]
  fileprivate var ignored: [Row: Int?]
  fileprivate var reactions: [Row: Int?]
  fileprivate var inputs: [Row: Int?]
  fileprivate var adopters: [Row: Sparse.Adopters?]
  fileprivate var adoptions: [Row: Int64?]
  fileprivate var timers: [Row: Int64?]
  /// Retains the texts that the other moment's rows refer to.
  fileprivate let hold: TextHold

  /// The approximate memory, in bytes.
  var size: Int {
    let columns = life.size + links.size + words.size + edges.size + losses.size + ids.count * 8
    let sparse = progress.count + agents.count + ignored.count + reactions.count + inputs.count
    return 1_024 + columns + (sparse + adopters.count + adoptions.count + timers.count) * 40
  }
}

/// The part of a store's state outside the columns.
struct StoreTally: Sendable {
  fileprivate var counts: ChainCounts
  fileprivate var evictedOpen: Int
  fileprivate var lastTime: Int64
  fileprivate var isEnded: Bool
  fileprivate var heard: UInt32
  fileprivate var moment: UInt64
}

extension ChainStore {
  /// Starts recording changes.
  ///
  /// - Returns: The state outside the columns, for ``takeDelta(since:)``.
  mutating func record() -> StoreTally {
    life.record()
    links.record()
    words.record()
    edges.record()
    losses.record()
    sparse.progress.record()
    sparse.agents.record()
    sparse.ignored.record()
    sparse.reactions.record()
    sparse.inputs.record()
    sparse.adopters.record()
    sparse.adoptions.record()
    sparse.timers.record()
    return tally
  }

  /// Stops recording and returns the backward delta to the start of the recording.
  mutating func takeDelta(since start: StoreTally) -> StoreDelta {
    StoreDelta(
      tally: start, life: life.takeChanges(), links: links.takeChanges(), words: words.takeChanges(),
      edges: edges.takeChanges(), losses: losses.takeChanges(), progress: sparse.progress.takeChanges(),
      agents: sparse.agents.takeChanges(), ignored: sparse.ignored.takeChanges(),
      reactions: sparse.reactions.takeChanges(),
      inputs: sparse.inputs.takeChanges(), adopters: sparse.adopters.takeChanges(),
      adoptions: sparse.adoptions.takeChanges(), timers: sparse.timers.takeChanges(), hold: hold)
  }

  /// Stops recording and discards the changes.
  mutating func stopRecording() {
    life.stopRecording()
    links.stopRecording()
    words.stopRecording()
    edges.stopRecording()
    losses.stopRecording()
    sparse.progress.stopRecording()
    sparse.agents.stopRecording()
    sparse.ignored.stopRecording()
    sparse.reactions.stopRecording()
    sparse.inputs.stopRecording()
    sparse.adopters.stopRecording()
    sparse.adoptions.stopRecording()
    sparse.timers.stopRecording()
  }

  /// Moves back to the earlier state; afterward `delta` is the forward delta.
  ///
  /// - Complexity: O(*r*) in the rows that differ, independent of the store's size.
  mutating func undo(_ delta: inout StoreDelta) {
    delta.ids = Array(ids[delta.life.count...])
    for _ in delta.ids {
      rows.removeLast(of: ids)
      ids.removeLast()
    }
    life.undo(&delta.life)
    links.undo(&delta.links)
    words.undo(&delta.words)
    edges.undo(&delta.edges)
    losses.undo(&delta.losses)
    exchangeRest(&delta)
    noteChanges(of: delta, added: delta.ids.count)
  }

  /// Moves forward again; afterward `delta` is the backward delta.
  ///
  /// - Complexity: The same as ``undo(_:)``.
  mutating func redo(_ delta: inout StoreDelta) {
    life.redo(&delta.life)
    links.redo(&delta.links)
    words.redo(&delta.words)
    edges.redo(&delta.edges)
    losses.redo(&delta.losses)
    let added = delta.ids.count
    for id in delta.ids {
      ids.append(id)
      rows.addLast(of: ids)
    }
    delta.ids = []
    exchangeRest(&delta)
    noteChanges(of: delta, added: added)
  }

  /// Replaces this state with another one of the same run.
  mutating func jump(to other: ChainStore) {
    let (revision, structure) = (max(revision, other.revision), max(structureRevision, other.structureRevision))
    // Call sites and queues are numbered in the order of the run, so the shorter list is a prefix of the longer one. Keeps the
    // longer one, because deltas may use numbers that `other` has not assigned yet.
    let origins = origins.values.count > other.origins.values.count ? origins : other.origins
    let executions = executions.values.count > other.executions.values.count ? executions : other.executions
    self = other
    (self.revision, structureRevision, self.origins, self.executions) = (revision, structure, origins, executions)
    noteJump()
  }

  private mutating func exchangeRest(_ delta: inout StoreDelta) {
    sparse.progress.exchange(&delta.progress)
    sparse.agents.exchange(&delta.agents)
    sparse.ignored.exchange(&delta.ignored)
    sparse.reactions.exchange(&delta.reactions)
    sparse.inputs.exchange(&delta.inputs)
    sparse.adopters.exchange(&delta.adopters)
    sparse.adoptions.exchange(&delta.adoptions)
    sparse.timers.exchange(&delta.timers)
    let now = tally
    counts = delta.tally.counts
    evictedOpen = delta.tally.evictedOpen
    lastTime = delta.tally.lastTime
    isEnded = delta.tally.isEnded
    heard = delta.tally.heard
    history.move(to: delta.tally.moment)
    delta.tally = now
  }

  private var tally: StoreTally {
    StoreTally(
      counts: counts, evictedOpen: evictedOpen, lastTime: lastTime, isEnded: isEnded, heard: heard,
      moment: history.moment)
  }

  // Revisions increase even when the store moves backward, so that observers notice every change.

  private mutating func noteJump() {
    revision &+= 1
    structureRevision &+= 1
    changes.noteAll(structureRevision)
  }

  /// Records the rows that differ after a delta was applied or, if they are very many, that any row may have changed.
  ///
  /// - Parameters:
  ///   - delta: The delta that was applied.
  ///   - added: The number of rows added or removed at the end.
  private mutating func noteChanges(of delta: StoreDelta, added: Int) {
    guard delta.links.changes.count + delta.life.changes.count + added <= 16_384 else { return noteJump() }
    revision &+= 1
    for change in delta.links.changes { noteChange(at: change.row) }
    for change in delta.life.changes { noteChange(at: change.row) }
    let loss = min(delta.losses.count, losses.count)
    if loss < losses.count { noteChange(at: losses[loss].beforeRow) }
    for change in delta.losses.changes { noteChange(at: change.value.beforeRow) }
    for row in delta.life.count...delta.life.count + added { noteChange(at: Row(row)) }
  }
}
