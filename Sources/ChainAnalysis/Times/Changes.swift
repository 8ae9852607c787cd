// What changed between two moments of one history. Owns the comparison. Does not compare runs; `RunDiff` does.

import ChainModel
import PromiseTrace

/// What changed between two moments of a history.
public struct Changes: Sendable, Equatable {
  /// Promises to which the same thing happened.
  public struct List: Sendable, Equatable {
    /// Their number.
    public var count = 0
    /// The first ones, in the order of the log.
    public var first: [PromiseID] = []
  }

  /// Promises that were created, and are still in the store.
  public var created = List()
  /// Promises that were fulfilled.
  public var fulfilled = List()
  /// Promises that were rejected.
  public var rejected = List()
  /// Promises that were canceled.
  public var canceled = List()
  /// Promises that were freed while pending.
  public var leaked = List()
  /// Promises that were created and have not settled since.
  public var newlyPending = List()
  /// Findings that hold only at the later moment.
  public var appeared: [Finding] = []
  /// Findings that held only at the earlier moment.
  public var disappeared: [Finding] = []

  /// Compares two moments.
  ///
  /// - Parameters:
  ///   - before: The store at the earlier moment.
  ///   - after: The store at the later moment of the same run.
  ///   - findingsBefore: The findings at the earlier moment.
  ///   - findingsAfter: The findings at the later moment.
  ///   - limit: The maximum number of promises in each list.
  /// - Complexity: O(*n*) in the number of promises in the later store.
  public init(
    from before: ChainStore, to after: ChainStore, findingsBefore: [Finding] = [], findingsAfter: [Finding] = [],
    limit: Int = 64
  ) {
    after.forEachFacts { facts in
      let old = before.facts(facts.id)
      let isNew = !facts.isPlaceholder && old?.isPlaceholder ?? true
      func note(_ list: inout List) {
        list.count += 1
        if list.first.count < limit { list.first.append(facts.id) }
      }
      if isNew { note(&created) }
      if isNew, facts.isOpen { note(&newlyPending) }
      guard old.map({ $0.isOpen || $0.state == .unknown }) ?? true else { return }
      switch facts.state {
      case .fulfilled: note(&fulfilled)
      case .rejected, .unhandled: note(&rejected)
      case .cancelled: note(&canceled)
      case .leaked: note(&leaked)
      case .pending, .running, .waiting, .unknown: break
      }
    }
    let (old, new) = (Set(findingsBefore.map(Changes.key)), Set(findingsAfter.map(Changes.key)))
    appeared = findingsAfter.filter { !old.contains(Changes.key($0)) }
    disappeared = findingsBefore.filter { !new.contains(Changes.key($0)) }
  }

  /// The identity of a finding within one run.
  private static func key(_ finding: Finding) -> String { "\(finding.fingerprint)|\(finding.site?.line ?? 0)" }
}
