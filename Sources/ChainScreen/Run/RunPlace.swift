// The place of a promise in any run of a program: its label, its call site, and its number among the promises that have both.

import ChainModel
import PromiseTrace

struct RunPlace: Sendable {
  private let name: String
  private let operation: String
  private let site: NodeSite?
  /// The number of the same promises that were created before it.
  private let ordinal: Int
  /// Its line on the screen.
  let line: Int
  /// The number of promises from which the next search is worth its time.
  private var least = 0

  /// The place of a promise on a line of the screen; nil if the store does not contain it.
  init?(of promise: PromiseID, in store: ChainStore, line: Int) {
    guard let name = store.name(of: promise) else { return nil }
    (self.name, self.line) = (name, line)
    (operation, site) = (store.texts[store.operation(of: promise)] ?? "", store.callSite(of: promise))
    ordinal = Self.candidates(store, name, operation, site).firstIndex(of: promise) ?? 0
  }

  /// The promise in another run; nil if it is not there yet.
  ///
  /// - Parameters:
  ///   - store: The run so far.
  ///   - isOver: Whether no more promises will come; then an earlier one of the same kind is better than none.
  mutating func find(in store: ChainStore, isOver: Bool) -> PromiseID? {
    guard store.counts.total >= least || isOver else { return nil }
    // A search costs time in proportion to the run, so a growing one is searched when it has grown by a quarter.
    least = store.counts.total + store.counts.total / 4 + 1
    let found = Self.candidates(store, name, operation, site)
    return found.count > ordinal ? found[ordinal] : isOver ? found.last : nil
  }

  /// The promises with that name and call site, in the order of their creation.
  ///
  /// Lines may differ, because the program may have been edited.
  private static func candidates(
    _ store: ChainStore, _ name: String, _ operation: String, _ site: NodeSite?
  ) -> [PromiseID] {
    store.promises(matching: PromiseQuery(text: name)).sorted().filter { id in
      guard store.name(of: id) == name, store.texts[store.operation(of: id)] ?? "" == operation else { return false }
      let other = store.callSite(of: id)
      return other?.file == site?.file && other?.function == site?.function
    }
  }
}

/// The position of the playhead in the run.
struct Playhead: Sendable, Equatable {
  /// The number of events before it.
  var position: UInt64
  /// The number of events in the run.
  var count: UInt64
  /// The time of the last event of the run, in nanoseconds since the log's start.
  var end: Int64

  /// Whether it is at the end of the run.
  var isAtEnd: Bool { position == count }
  /// The number of events after it.
  var behind: UInt64 { count - position }
}
