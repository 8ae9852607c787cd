// Everything that was read, for the formats that write at the end. Owns which promises belong to the export, and their order.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// A history that was read to its end.
package struct ExportedHistory {
  /// The first line of the log.
  package let header: LogHeader
  /// All promises, including those outside of the excerpt.
  package let store: ChainStore
  /// What is wrong, most serious first; empty for a format that does not show it.
  ///
  /// Of an excerpt, only what concerns its promises.
  package let findings: [Finding]
  /// The losses, and whether the log is complete.
  package let end: ExportEnd
  /// The part to export; nil for everything.
  package let excerpt: ChosenExcerpt?
  /// Notes, requests to cancel, refused settlements, and creations with members that this version does not know; empty unless the format
  /// asks for them.
  package let marks: [Event]

  /// The columns of the promises.
  let table: PromiseTable

  init(
    header: LogHeader, store: ChainStore, findings: [Finding], end: ExportEnd, excerpt: ChosenExcerpt?, marks: [Event]
  ) {
    (self.header, self.store, self.findings, self.end) = (header, store, findings, end)
    (self.excerpt, self.marks) = (excerpt, marks)
    table = PromiseTable(store, findings, end: end.time)
  }

  /// The texts of the promises.
  package var texts: TextTable { store.texts }

  /// The end of the log, as a time that the model can compute with.
  var lastTime: Int64 { Int64(clampedTime: end.time) }

  /// When a promise settled or was freed; an unfinished one ends with the log.
  func end(of facts: NodeFacts) -> Int64 { facts.settled ?? facts.released ?? lastTime }

  /// Whether a promise is to be exported.
  package func contains(_ id: PromiseID) -> Bool { excerpt?.ids.contains(id) ?? store.contains(id) }

  /// Calls `body` with each promise to export, in the order in which the log first mentions them.
  package func forEachPromise(_ body: (NodeFacts) throws -> Void) rethrows {
    guard let ids = excerpt?.ids else { return try store.forEachFacts(body) }
    try store.forEachFacts { facts in
      if ids.contains(facts.id) { try body(facts) }
    }
  }
}
