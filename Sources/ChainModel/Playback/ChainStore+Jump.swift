// A jump of a store to another moment of its run, after which an observer has to look at every row.

import PromiseTrace

extension ChainStore {
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

  /// Records that any row may have changed.
  mutating func noteJump() {
    revision &+= 1
    structureRevision &+= 1
    changes.noteAll(structureRevision)
    stateRevision &+= 1
    stateChanges.noteAll(stateRevision)
  }
}
