// A part of a history: its problems, or one promise and what is drawn below it. Does not choose events: `ExcerptTape` does.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// A part of a history.
public enum ExportExcerpt: Sendable {
  /// The promises that have findings or prove them.
  case problems
  /// A promise and what is drawn below it; the closure finds the promise, and its error ends the export.
  case subtree(@Sendable (ChainStore) throws -> PromiseID)

  /// Chooses the promises.
  ///
  /// - Throws: The error of the closure.
  func choose(in history: AnalyzedStore) throws -> ChosenExcerpt {
    let store = history.store
    switch self {
    case .problems:
      let ids = Set(history.findings().flatMap { $0.promises + $0.evidence })
      return ChosenExcerpt(kind: .problems, ids: ids)
    case .subtree(let find):
      let id = try find(store)
      var outline = Outline()
      outline.update(from: store)
      let ids = OutlineExcerpt(subtreeOf: id, in: outline, store)?.ids ?? []
      return ChosenExcerpt(kind: .subtree(id), ids: Set(ids))
    }
  }
}

/// The promises of an excerpt.
package struct ChosenExcerpt: Sendable {
  package enum Kind: Sendable, Equatable {
    /// The promises that have findings or prove them.
    case problems
    /// This promise and what is drawn below it.
    case subtree(PromiseID)
  }

  package let kind: Kind
  package let ids: Set<PromiseID>

  /// The word for the excerpt in a header.
  package var name: String {
    switch kind {
    case .problems: "problems"
    case .subtree: "subtree"
    }
  }

  /// The promises to show: problems with what they depend on, a subtree alone.
  func shown(in store: ChainStore) -> ChosenExcerpt {
    kind == .problems ? ChosenExcerpt(kind: kind, ids: withUpstream(in: store)) : self
  }

  /// The promises, and all that they derive from, adopted, took as inputs, or got their outcome from.
  func withUpstream(in store: ChainStore) -> Set<PromiseID> {
    var found = ids
    var todo = Array(ids)
    while let id = todo.popLast() {
      let facts = store.facts(id)
      for next in store.upstream(of: id, limit: .max) + [facts?.from ?? 0, facts?.via ?? 0] where next != 0 {
        if found.insert(next).inserted { todo.append(next) }
      }
    }
    return found
  }
}
