// The promises of a run by call site and operator: how many, in which states, how long. Keeps nothing per promise: each event adds to a group.

import ChainModel
import PromiseTrace

/// The promises that one operator created at one call site.
public struct CallSiteGroup: Sendable, Equatable {
  /// The call site; nil if the log doesn't give it.
  public var site: NodeSite?
  /// The operator's name; empty in the group of all others.
  public var operation = ""
  /// What the labels of its promises have in common; nil if none has a label, or if they have nothing in common.
  public var label: String? { labels.common }
  var labels = CommonLabel()
  /// The number of promises created.
  public var count = 0
  /// The number of promises fulfilled.
  public var fulfilled = 0
  /// The number of promises rejected, without cancellations; it includes the unhandled ones.
  public var rejected = 0
  /// The number of promises canceled.
  public var canceled = 0
  /// The number of promises that were rejected, and no handler ever took the rejection.
  public var unhandled = 0
  /// The number of promises freed while pending.
  public var leaked = 0
  /// The time from creation to settlement; see docs/times.md.
  public var total = Histogram()
  /// The time that the promises spent on work of their own; see docs/times.md.
  public var own = Histogram()
  /// How many promises were created in each of the latest seconds.
  package var created = RecentCounts(bucket: 1_000_000_000)
  /// How many promises settled in each of the latest seconds.
  package var settled = RecentCounts(bucket: 1_000_000_000)
  /// The first promise of the group.
  public var first: PromiseID = 0
  /// The promise that took longest from creation to settlement; 0 while none has settled.
  package var slowest: PromiseID = 0

  /// Creates an empty group.
  public init() {}

  /// The number of promises that are neither settled nor freed, including those that were evicted or lost since.
  public var pending: Int { max(0, count - fulfilled - rejected - canceled - leaked) }
  /// The number of promises that never settled, freed ones included.
  package var unsettled: Int { pending + leaked }
}

/// All promises of a run, by call site and operator.
///
/// Not thread-safe: use it from one thread at a time. Memory is bounded: at most ``limit`` groups of at most 16 KiB each, and one for
/// the promises of all further call sites.
public struct Groups: Sendable {
  /// The number of groups to keep.
  public let limit: Int
  /// The groups, in the order of their first promise.
  public private(set) var all: [CallSiteGroup] = []
  /// The promises of call sites beyond ``limit``.
  public private(set) var others = CallSiteGroup()
  /// The longest-running promises.
  public private(set) var slowest: Slowest
  /// For each of the store's call sites, the index of its group plus 1; 0 if it has none yet.
  private var indices: [UInt32] = []
  private var isTimer: [Bool] = []

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - limit: The number of groups to keep.
  ///   - slowest: The number of slowest promises to keep.
  public init(limit: Int = 4_096, slowest: Int = 20) {
    self.limit = max(1, limit)
    self.slowest = Slowest(limit: slowest)
  }

  /// Updates the groups with an event.
  ///
  /// A log that settles a promise twice counts it once, unless both settlements are the same at the same nanosecond.
  ///
  /// - Parameters:
  ///   - event: The next event.
  ///   - store: The store, to which the event has just been applied.
  /// - Complexity: Amortized O(1).
  public mutating func apply(_ event: Event, in store: ChainStore) {
    switch event.kind {
    case .created: create(event, in: store)
    case .named: name(store.origin(of: event.promise), event.text, in: store)
    case .fulfilled, .rejected: settle(event, in: store)
    case .unhandled:
      guard store.state(of: event.promise) == .unhandled else { return }
      change(store.origin(of: event.promise)) { $0.unhandled += 1 }
    case .released: release(event, in: store)
    default: break
    }
  }

  /// Adds the latest promises of a history in one pass, instead of event by event.
  ///
  /// - Parameters:
  ///   - count: The number of promises.
  ///   - store: The history; nothing of it may have been applied before.
  /// - Complexity: O(*count*).
  public mutating func add(newest count: Int, of store: ChainStore) {
    store.forEachFacts(newest: count) { facts in
      if facts.origin != .max {
        var event = Event(.created, facts.id)
        event.time = facts.created
        apply(event, in: store)
      }
      if let settled = facts.settled {
        var event = Event(facts.isRejected ? .rejected : .fulfilled, facts.id)
        (event.time, event.cause, event.text) = (settled, facts.cause, facts.text)
        apply(event, in: store)
        if facts.state == .unhandled { apply(Event(.unhandled, facts.id), in: store) }
      } else if facts.released != nil {
        apply(Event(.released, facts.id), in: store)
      }
    }
  }

  private mutating func create(_ event: Event, in store: ChainStore) {
    guard let (number, created) = store.originAndCreation(of: event.promise), created == event.time, number != .max
    else { return }
    let origin = Int(number)
    if origin >= indices.count {
      guard indices.count < 1 << 20 else {
        others.count += 1
        return
      }
      indices.append(contentsOf: repeatElement(0, count: origin - indices.count + 1))
    }
    if indices[origin] == 0, all.count < limit {
      var group = CallSiteGroup()
      group.operation = store.texts[store.operation(of: event.promise)] ?? ""
      group.site = store.nodeSite(store.site(of: event.promise))
      group.first = event.promise
      all.append(group)
      isTimer.append(OperatorTraits(group.operation).contains(.timer))
      indices[origin] = UInt32(all.count)
    }
    change(number) {
      $0.count += 1
      $0.created.add(time: event.time)
    }
    // A function's name comes with `created`, other labels later.
    let label = store.label(of: event.promise)
    if label != .none { name(number, label, in: store) }
  }

  private mutating func name(_ origin: UInt32, _ label: TextID, in store: ChainStore) {
    guard let index = index(of: origin) else { return }
    all[index].labels.add(label) { store.texts[label] }
  }

  private mutating func settle(_ event: Event, in store: ChainStore) {
    guard let (origin, state) = store.settlement(by: event), origin != .max else { return }
    let isTimer = index(of: origin).map { self.isTimer[$0] }
    guard let durations = store.durations(of: event.promise, now: event.time, isTimer: isTimer) else { return }
    slowest.add(event.promise, durations)
    change(origin) { group in
      switch state {
      case .fulfilled: group.fulfilled += 1
      case .cancelled: group.canceled += 1
      default: group.rejected += 1
      }
      if group.slowest == 0 || durations.total > group.total.longest { group.slowest = event.promise }
      group.total.add(durations.total)
      group.settled.add(time: event.time)
      group.own.add(durations.own)
    }
  }

  /// A promise that was freed: leaked, or its settlement was lost.
  private mutating func release(_ event: Event, in store: ChainStore) {
    guard let state = store.state(of: event.promise), store.settledTime(of: event.promise) == nil else { return }
    change(store.origin(of: event.promise)) { group in
      switch state {
      case .leaked: group.leaked += 1
      case .fulfilled: group.fulfilled += 1
      case .rejected: group.rejected += 1
      case .cancelled: group.canceled += 1
      default: break
      }
    }
  }

  private func index(of origin: UInt32) -> Int? {
    let origin = Int(origin)
    return origin < indices.count && indices[origin] > 0 ? Int(indices[origin]) - 1 : nil
  }

  private mutating func change(_ origin: UInt32, _ body: (inout CallSiteGroup) -> Void) {
    if let index = index(of: origin) { body(&all[index]) } else if origin != .max { body(&others) }
  }
}
