// The root promises that are still open, oldest first: what a service works on now. Owns the list; `OpenPromises` drops what has settled.

import ChainModel
import PromiseTrace

/// The open promises that derive from no other one.
///
/// Memory: at most about twice the number of open roots.
public struct OpenRoots: Sendable {
  private var open = OpenPromises()

  /// Creates the list of a run without events.
  public init() {}

  /// Adds the promise that an event creates.
  ///
  /// - Parameters:
  ///   - event: The next event.
  ///   - store: The store, to which the event has just been applied.
  /// - Complexity: O(1).
  public mutating func apply(_ event: Event, in store: ChainStore) {
    guard event.kind == .created, event.peer == 0 else { return }
    open.append(event.promise) { store.isOpen($0) }
  }

  /// The roots that have been open longest.
  ///
  /// - Parameters:
  ///   - limit: The number of roots.
  ///   - store: The store.
  /// - Returns: The roots.
  public func oldest(_ limit: Int, in store: ChainStore) -> [PromiseID] {
    open.first(limit) { store.isOpen($0) }
  }
}

extension ChainStore {
  /// The roots among the newest promises that have been open longest.
  ///
  /// - Parameters:
  ///   - limit: The number of roots.
  ///   - count: The number of promises to look at.
  /// - Returns: The roots, oldest first.
  /// - Complexity: O(*count*).
  public func oldestOpenRoots(_ limit: Int, newest count: Int) -> [PromiseID] {
    var found: [(created: Int64, id: PromiseID)] = []
    forEachFacts(newest: count) { facts in
      if facts.isOpen, facts.from == 0 { found.append((facts.created, facts.id)) }
    }
    return found.sorted { $0 < $1 }.prefix(limit).map(\.id)
  }

  /// The promises of a call site, the slowest first; one that is open has taken the time until now.
  ///
  /// - Parameters:
  ///   - group: The call site.
  ///   - limit: The number of promises to return.
  ///   - count: The number of promises to look at, from the newest.
  ///   - now: The moment, in nanoseconds since the log's start.
  /// - Returns: The promises.
  /// - Complexity: O(*count*).
  public func slowest(of group: CallSiteGroup, limit: Int, newest count: Int, now: Int64) -> [PromiseID] {
    var isSame: [UInt32: Bool] = [:]
    var found: [(time: Int64, id: PromiseID)] = []
    forEachFacts(newest: count) { facts in
      guard facts.origin != .max else { return }
      let matches =
        isSame[facts.origin]
        ?? (nodeSite(facts.site) == group.site && (texts[facts.operation] ?? "") == group.operation)
      isSame[facts.origin] = matches
      guard matches else { return }
      found.append(
        ((facts.settled ?? facts.released ?? now).subtractingReportingOverflow(facts.created).partialValue, facts.id))
    }
    return found.sorted { ($1.time, $0.id) < ($0.time, $1.id) }.prefix(limit).map(\.id)
  }
}
