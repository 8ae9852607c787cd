// The way from a store's state at one moment back to an earlier one, and forth again: the rows that differ.
//
// Owns what a state consists of besides the columns, and that undoing leaves nothing behind. Refuses to know moments:
// `Playback` does. Sweeps of eviction are not told this way, for they move every row.

import PromiseTrace

/// The difference between two states of a store, in the rows that changed.
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
  /// Keeps the texts that the old words point to.
  fileprivate let hold: TextHold

  /// Memory it takes, in bytes, about.
  var size: Int {
    let columns = life.size + links.size + words.size + edges.size + losses.size + ids.count * 8
    return 1_024 + columns + (progress.count + agents.count + ignored.count + reactions.count + inputs.count) * 40
  }
}

/// The part of a state that is no column.
struct StoreTally: Sendable {
  fileprivate var counts: ChainCounts
  fileprivate var evictedOpen: Int
  fileprivate var lastTime: Int64
  fileprivate var isEnded: Bool
  fileprivate var heard: UInt32
  fileprivate var moment: UInt64
}

extension ChainStore {
  /// From here on saves what changes.
  ///
  /// - Returns: What ``takeDelta(since:)`` needs to know of this moment.
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
    return tally
  }

  /// The way back to the moment at which recording began; nothing is recorded any more.
  mutating func takeDelta(since start: StoreTally) -> StoreDelta {
    StoreDelta(
      tally: start, life: life.takeChanges(), links: links.takeChanges(), words: words.takeChanges(),
      edges: edges.takeChanges(), losses: losses.takeChanges(), progress: sparse.progress.takeChanges(),
      agents: sparse.agents.takeChanges(), ignored: sparse.ignored.takeChanges(),
      reactions: sparse.reactions.takeChanges(),
      inputs: sparse.inputs.takeChanges(), hold: hold)
  }

  /// Forgets the way back.
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
  }

  /// Goes back; afterwards `delta` holds the way forth.
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

  /// Goes forth again; afterwards `delta` holds the way back.
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

  /// Becomes another state of the same run.
  mutating func jump(to other: ChainStore) {
    let (revision, structure) = (max(revision, other.revision), max(structureRevision, other.structureRevision))
    // What sites and queues are called by is numbered in the order of the run, and the longer list begins with the shorter: ways
    // that lead on from here may use numbers which `other` has not given yet.
    let origins = origins.values.count > other.origins.values.count ? origins : other.origins
    let places = places.values.count > other.places.values.count ? places : other.places
    self = other
    (self.revision, structureRevision, self.origins, self.places) = (revision, structure, origins, places)
    noteJump()
  }

  private mutating func exchangeRest(_ delta: inout StoreDelta) {
    sparse.progress.exchange(&delta.progress)
    sparse.agents.exchange(&delta.agents)
    sparse.ignored.exchange(&delta.ignored)
    sparse.reactions.exchange(&delta.reactions)
    sparse.inputs.exchange(&delta.inputs)
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

  // Revisions never go back: what looks on must see that something changed.

  private mutating func noteJump() {
    revision &+= 1
    structureRevision &+= 1
    changes.noteAll(structureRevision)
  }

  /// Notes the rows that differ, after the way was gone; of very many, that anything may.
  ///
  /// - Parameters:
  ///   - delta: The way.
  ///   - added: How many rows came at the end, or went from there.
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
