// How far the search for open promises that hang has come; the rule `never-settled` continues it. It holds no store.

import PromiseTrace

/// The progress of a search for open promises that hang.
struct OpenSearch: Sendable {
  /// The promises to look at, oldest first.
  private(set) var candidates: [PromiseID]
  /// The number of candidates looked at.
  var looked = 0
  /// The open promises that wait for nothing else.
  var leaves: [(promise: PromiseID, leaf: WaitLeaf)] = []
  /// The number of leaves that neither a timer nor a body that runs is about to settle.
  var held = 0
  /// Whether all leaves are waits for a lock, of which each may hold what another one waits for.
  var areLocks = true
  /// The number of leaves reported.
  var reported = 0
  /// The promises whose bodies wait for a queue, with what waits for them, by the promise whose body occupies it: its victims.
  var behind: [PromiseID: Victims] = [:]
  /// The promises with a finding.
  var found: Set<PromiseID> = []
  /// Those who should have settled each leaf; nil before they are needed.
  var holders: [PromiseID: Holders]?
  /// The likely deadlock that each leaf belongs to; nil before they are needed.
  var deadlocks: [PromiseID: HeldDeadlock]?

  /// - Parameter candidates: The promises to look at, oldest first.
  init(_ candidates: [PromiseID]) { self.candidates = candidates }
}
