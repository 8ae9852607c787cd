// Removing one promise from the store: takes it out of the lists, lets its children move up, and drops its edges and rare facts.
//
// `ChainStore+Evict.swift` has an example. The row stays behind, empty, until a sweep has cleared the references to it. Does not know
// why a promise is removed.

import PromiseTrace

extension ChainStore {
  /// Removes a promise.
  ///
  /// - Complexity: O(*c* + *e*) in the number of its children and edges, plus O(*d*) at depth *d*.
  mutating func remove(_ row: Row) {
    let index = Int(row)
    countRemoved(row)
    forgetEdges(of: row)
    moveChildrenUp(of: row)
    forgetFacts(about: row)
    noteChange(at: row)
    rows.remove(row, ids)
    idColumn[index] = 0
    words[index] = TextHandles()
    var gone = Life(created: 0, settledOrConfirmed: 0)
    // Nothing waits for it, and no rejection passes through it.
    gone.phase = .leaked
    life[index] = gone
    vacate(row)
  }

  /// Counts a promise as evicted, where the outline will show that it is missing.
  ///
  /// Of the other counts, only `unknown` excludes evicted promises.
  private mutating func countRemoved(_ row: Row) {
    counts.evicted += 1
    if life[Int(row)].isOpen { evictedOpen += 1 }
    if state(row) == .unknown { counts.unknown -= 1 }
    var number = 1
    if !sparse.evictedBefore.isEmpty, let before = sparse.evictedBefore[row] {
      number += before
      sparse.evictedBefore[row] = nil
    }
    let own = links[Int(row)]
    var next = own.firstNested != .none ? own.firstNested : own.firstDerived
    if next == .none { next = own.next }
    if next == .none, own.parent != .none, !isInDerivedList(row) { next = links[Int(own.parent)].firstDerived }
    if next == .none {
      countEvicted(number, beforeRoot: own.parent == .none ? .none : links[Int(top(of: row))].next)
    } else {
      sparse.evictedBefore[next, default: 0] += number
      noteChange(at: next)
    }
  }

  /// Puts the children of a row in its place.
  private mutating func moveChildrenUp(of row: Row) {
    let own = links[Int(row)]
    let flags = life[Int(row)].flags
    if own.parent != .none { noteChange(at: own.parent) }
    // The heads of the chains that remain. A row that pointed to this one finds its head through it until the next sweep.
    var heir = Row.none
    var heirs = 0
    var children: [Row] = []
    var nested: [Row] = []
    // Usually there are none, because a tree is evicted from its leaves up.
    let hasChildren = own.firstNested != .none || own.firstDerived != .none
    for first in hasChildren ? [own.firstNested, own.firstDerived] : [] {
      var child = first
      while child != .none {
        let next = links[Int(child)].next
        let isDerived = life[Int(child)].flags.relation == .derived
        life[Int(child)].flags.insert(.orphan)
        if !isDerived, flags.relation == .derived {
          nested.append(child)
        } else {
          children.append(child)
          if isDerived, flags.relation != .derived {
            (heir, heirs) = (child, heirs + 1)
            links[Int(child)].head = child
            life[Int(child)].flags.relation = flags.relation
          } else if own.parent == .none {
            life[Int(child)].flags.relation = .root
          }
        }
        links[Int(child)].parent = own.parent
        noteChange(at: child)
        child = next
      }
    }
    replace(row, with: children)
    for child in nested { enlist(child) }
    if flags.relation == .derived {
      links[Int(row)].head = head(of: own.parent)
    } else {
      links[Int(row)].head = heirs == 1 ? heir : row
    }
  }

  private mutating func forgetFacts(about row: Row) {
    if !sparse.progress.isEmpty { sparse.progress[row] = nil }
    if !sparse.agents.isEmpty { sparse.agents[row] = nil }
    if !sparse.ignored.isEmpty { sparse.ignored[row] = nil }
    if !sparse.reactions.isEmpty { sparse.reactions[row] = nil }
    if !sparse.passages.isEmpty { sparse.passages[row] = nil }
    if !sparse.inputs.isEmpty { sparse.inputs[row] = nil }
    if !sparse.adoptions.isEmpty { sparse.adoptions[row] = nil }
    if !sparse.callers.isEmpty { sparse.callers[row] = nil }
    if !sparse.snapshots.isEmpty { sparse.snapshots[row] = nil }
    if !sparse.timers.isEmpty { sparse.timers[row] = nil }
    if !sparse.waited.isEmpty { sparse.waited[row] = nil }
    if !sparse.awaits.isEmpty { sparse.awaits[row] = nil }
    if !sparse.awaitedBefore.isEmpty { sparse.awaitedBefore[row] = nil }
    leaveAdopters(row)
    forgetAdopters(of: row)
  }

  // MARK: Edges

  /// Marks the edges of a promise as dead.
  ///
  /// An edge is in two lists and becomes unused when it has left both.
  private mutating func forgetEdges(of row: Row) {
    var edge = links[Int(row)].reactions
    while edge != .max {
      let entry = edges[Int(edge)]
      if entry.isDead || entry.by == .none {
        recycle(edge)
      } else if entry.isAwait, entry.end == .none {
        // The body still waits, for a promise that is unknown from now on.
        edges[Int(edge)].promise = .none
        noteChange(at: entry.by)
      } else {
        if entry.isAwait { forgetWait(entry) }
        edges[Int(edge)].count = 0
        noteChange(at: entry.by)
      }
      edge = entry.previousOnPromise
    }
    edge = links[Int(row)].inputs
    while edge != .max {
      let entry = edges[Int(edge)]
      if entry.isDead || entry.promise == .none { recycle(edge) } else { edges[Int(edge)].count = 0 }
      edge = entry.previousOfBy
    }
    links[Int(row)].reactions = .max
    links[Int(row)].inputs = .max
  }

  /// Takes the dead edges out of the lists of a row.
  mutating func dropDeadEdges(of row: Row) {
    var last = UInt32.max
    var edge = links[Int(row)].reactions
    while edge != .max {
      let entry = edges[Int(edge)]
      if entry.isDead {
        if last == .max {
          links[Int(row)].reactions = entry.previousOnPromise
        } else {
          edges[Int(last)].previousOnPromise = entry.previousOnPromise
        }
        recycle(edge)
      } else {
        last = edge
      }
      edge = entry.previousOnPromise
    }
    (last, edge) = (.max, links[Int(row)].inputs)
    while edge != .max {
      let entry = edges[Int(edge)]
      if entry.isDead {
        if last == .max {
          links[Int(row)].inputs = entry.previousOfBy
        } else {
          edges[Int(last)].previousOfBy = entry.previousOfBy
        }
        recycle(edge)
      } else {
        last = edge
      }
      edge = entry.previousOfBy
    }
  }

  mutating func recycle(_ edge: UInt32) {
    edges[Int(edge)] = Edge(
      promise: .none, by: .none, previousOnPromise: eviction.freeEdge, previousOfBy: .max, count: 0, sides: [])
    eviction.freeEdge = edge
  }
}
