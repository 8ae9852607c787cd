// The moments of a run: the events after which a promise is in another state. Owns recording them while the log is read, so that the page
// shows the state of every promise at any moment without the events.

import ChainModel
import PromiseTrace

struct PageMoments {
  /// A change of a promise's state.
  struct Change {
    var time: Int64
    var promise: PromiseID
    var state: NodeState
  }

  struct Loss {
    var count: UInt64
    var isDamage: Bool
  }

  /// The changes, in the order of the events.
  private(set) var changes: [Change] = []
  /// The losses, in order; each is also a change of promise 0.
  private(set) var losses: [Loss] = []
  /// By promise, the state of its latest change and the number of losses before it.
  private var latest: [PromiseID: (state: NodeState, losses: Int)] = [:]
  private var pruneAt: Int

  /// Creates an empty record.
  ///
  /// - Parameter limit: The number of promises that the store keeps; changes of others are forgotten now and then.
  init(limit: Int) { pruneAt = max(1_000, min(limit, 1_000_000) * 16) }

  /// Records what an event changed.
  mutating func note(_ event: Event, _ store: ChainStore) {
    if event.kind == .lost {
      losses.append(Loss(count: event.count, isDamage: event.isDamage))
      // It has a position among the changes, so that the playhead can be before and after it.
      changes.append(Change(time: event.time, promise: 0, state: .unknown))
      return
    }
    note(event.promise, event.time, store)
    if event.peer != 0 { note(event.peer, event.time, store) }
    if event.context != 0, latest[event.context] == nil { note(event.context, event.time, store) }
    if changes.count >= pruneAt { prune(store) }
  }

  private mutating func note(_ id: PromiseID, _ time: Int64, _ store: ChainStore) {
    guard id != 0, let state = store.state(of: id) else { return }
    if let last = latest[id], last.state == state, last.losses == losses.count || state == .unknown { return }
    latest[id] = (state, losses.count)
    changes.append(Change(time: time, promise: id, state: state))
  }

  /// Forgets the changes of promises that the store has evicted.
  private mutating func prune(_ store: ChainStore) {
    changes.removeAll { $0.promise != 0 && !store.contains($0.promise) }
    latest = latest.filter { store.contains($0.key) }
    pruneAt = max(pruneAt, changes.count * 2)
  }
}
