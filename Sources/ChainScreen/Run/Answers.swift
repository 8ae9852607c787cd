// The answers that a frame shows, kept until the run changes: following a chain of a million links takes longer than a frame.

import ChainAnalysis
import ChainModel
import PromiseTrace

/// Where the time of a promise, or of the whole run, went.
struct FoundPath: Sendable {
  /// The time from its start to its end, in nanoseconds.
  let total: Int64
  /// What took it, by call site, the greatest share first.
  let shares: [PathShare]
  let promises: Set<PromiseID>

  fileprivate init(_ path: CriticalPath, in store: ChainStore) {
    (total, shares) = (path.total, path.shares(in: store))
    var promises = Set(path.segments.map(\.promise))
    promises.formUnion(path.segments.lazy.map(\.other))
    promises.remove(0)
    self.promises = promises
  }
}

/// The latest answers about some promises.
struct Answers: Sendable {
  /// What an answer depends on.
  private struct Key: Hashable {
    /// The promise; 0 for the whole run.
    var promise: PromiseID
    var revision: UInt64
    /// For a promise that has not settled, the moment in tenths of a second.
    var moment: Int64
  }

  private var whys: [Key: Why] = [:]
  private var paths: [Key: FoundPath] = [:]
  /// A frame asks about the selected promise and about that of the marked path.
  private static let limit = 4
  /// The number of segments and links up to which an answer that changes with time is found again for each frame, so that all durations of a
  /// frame end at the same moment; longer ones are up to a tenth of a second old.
  private static let short = 256

  /// Why the selected promise is as it is; nil if the frame does not show that.
  var why: Why?
  /// The bodies of each queue; nil if finding them would take too long.
  var bodies: BodyIndex?
  /// The critical path that the frame shows; nil if it shows none.
  var criticalPath: FoundPath?
  /// The promises of the path that is marked in the tree; nil if none is marked.
  var marked: Set<PromiseID>?

  /// Why a promise is as it is; nil if the store doesn't contain it.
  mutating func findWhy(_ id: PromiseID, in store: ChainStore, _ bodies: BodyIndex?, now: Int64) -> Why? {
    let key = key(id, store, now)
    if let known = whys[key] { return known }
    guard var why = store.why(id, bodies: bodies, now: now) else { return nil }
    why.knot = store.knot(of: why, bodies: bodies)
    if case .pending(let chain) = why.reason, chain.links.count + (why.path?.segments.count ?? 0) < Self.short {
      return why
    }
    if whys.count >= Self.limit { whys = [:] }
    whys[key] = why
    return why
  }

  /// Where the time of a promise went or, for nil, that of the whole run; nil if that is not known.
  mutating func findCriticalPath(
    of id: PromiseID?, in store: ChainStore, _ bodies: BodyIndex?, now: Int64
  ) -> FoundPath? {
    let key = key(id ?? 0, store, now)
    if let known = paths[key] { return known }
    let path =
      id.map { store.criticalPath(of: $0, bodies: bodies, now: now) } ?? store.criticalPathOfRun(bodies: bodies)
    guard let path else { return nil }
    if paths.count >= Self.limit { paths = [:] }
    let found = FoundPath(path, in: store)
    paths[key] = found
    return found
  }

  private func key(_ id: PromiseID, _ store: ChainStore, _ now: Int64) -> Key {
    let isOpen = store.state(of: id)?.isOpen ?? false
    return Key(promise: id, revision: store.revision, moment: isOpen ? now / 100_000_000 : 0)
  }
}
