// Progress while pending: how far the work behind a promise is. Owns the way from the one who works to those who watch.
//
// Whoever watches is an entry in the promise's list of reactions, so a promise that nobody watches has nothing to carry.

import PromiseTrace
import Synchronization

/// How far the work behind a pending promise is.
public struct PromiseProgress: Hashable, Sendable {
  /// How much is done, from 0 to 1; nil where nobody knows.
  public var fraction: Double?
  /// What is being done, for people.
  public var stage: String?

  /// Creates progress; a fraction outside 0...1 is moved to its nearer end, and NaN means unknown.
  public init(fraction: Double? = nil, stage: String? = nil) {
    self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
    self.stage = stage
  }
}

/// An entry that wants to know how far the promise is that it waits for.
package class ProgressEntry: ObserverNode, @unchecked Sendable {
  package typealias Listener = @Sendable (PromiseProgress) -> Void

  init(on node: PromiseNode, isPassive: Bool = false, _ reaction: @escaping Reaction) {
    super.init(isPassive: isPassive, wantsProgress: true, reaction)
    upstream = Unmanaged.passUnretained(node)
  }

  /// Whose handler is told; nil where there is none.
  var listener: Listener? { nil }

  /// Takes in a report for a promise that the entry waits for the sake of; nil where the report means nothing to it.
  ///
  /// Called under a lock that keeps the entry from being run or freed.
  func relay(_ report: PromiseProgress) -> (any ReportRelay)? { nil }

  /// The promise that waits here without deriving from the one it waits for; nil where there is none.
  ///
  /// Called as ``relay(_:)`` is.
  var waiter: PromiseNode? { nil }

  /// Gives away what the reaction would have used: it will never run.
  func forget() -> AnyObject? { nil }
}

/// Reports of one promise that are made on several threads, and delivered by one of them after the other.
package protocol ReportRelay: AnyObject, Sendable {
  /// Takes the next report to deliver, and the promise that it is about; see ``ReportQueue/next(hasTurn:)``.
  func nextReport(hasTurn: Bool) -> (promise: PromiseNode, report: PromiseProgress)?
}

private final class Watcher: ProgressEntry, @unchecked Sendable {
  private let handler: Listener

  init(on node: PromiseNode, _ handler: @escaping Listener) {
    self.handler = handler
    super.init(on: node, isPassive: true) { _, _ in }
  }

  override var listener: Listener? { handler }
}

extension PromiseNode {
  /// Watches how far the work behind this promise is.
  ///
  /// What a promise is locked in to, or passes on untouched, reports for it too, and so do the inputs of a combinator, together.
  /// Watching does not count as waiting: it keeps no promise from being cancelled, and starts no lazy one.
  ///
  /// - Parameter handler: Gets each report while the promise is pending, on the thread that reports. Reports of a combined promise come
  ///   one at a time, on the thread of one of those that report meanwhile, and no fraction is below an earlier one.
  /// - Returns: The promise itself.
  @discardableResult
  public final func onProgress(_ handler: @escaping @Sendable (PromiseProgress) -> Void) -> Self {
    expectProgress()
    register(Unmanaged.passRetained(Watcher(on: self, handler)))
    return self
  }

  /// Whether somebody watches; of a promise that others follow, they may be watching those.
  package final var isWatched: Bool { state.now.isWatched }

  /// Records how far the work is and calls the watchers; nothing happens once the promise has settled.
  ///
  /// Costs time for each entry in the lists of the promises that follow. No handler runs inside a lock.
  package final func report(_ progress: PromiseProgress) { PromiseNode.deliver([.report(self, progress)]) }

  /// Delivers the reports that wait in `relay`, unless another thread is delivering them: then that thread delivers these too.
  package static func deliver(from relay: any ReportRelay) { deliver([.relay(relay, hasTurn: false)]) }

  private enum Delivery {
    case report(PromiseNode, PromiseProgress)
    case relay(any ReportRelay, hasTurn: Bool)
  }

  /// Works off deliveries, the last one and all that follows from it first: a promise and those that follow it have got a report
  /// before its relay gives out the next one.
  private static func deliver(_ deliveries: [Delivery]) {
    var deliveries = deliveries
    while let delivery = deliveries.popLast() {
      switch delivery {
      case .relay(let relay, let hasTurn):
        guard let (promise, report) = relay.nextReport(hasTurn: hasTurn) else { continue }
        deliveries.append(.relay(relay, hasTurn: true))
        deliveries.append(.report(promise, report))
      case .report(let node, let progress): deliveries += node.deliver(progress).reversed()
      }
    }
  }

  /// Delivers a report to this promise's own watchers.
  ///
  /// - Returns: What follows from it for others, in the order of registration.
  private final func deliver(_ progress: PromiseProgress) -> [Delivery] {
    guard isPending else { return [] }
    if tracedID != 0 { EventEmitter.progressed(tracedID, fraction: progress.fraction, stage: progress.stage) }
    var listeners: [ProgressEntry.Listener] = []
    var following: [Delivery] = []
    forEachEntry { entry in
      let state = entry.state.now
      guard !state.isDetached else { return }
      if !state.isObserver {
        if state.passesValuesOn { following.append(.report(entry, progress)) }
      } else if state.wantsProgress {
        let entry = unsafeDowncast(entry, to: ProgressEntry.self)
        if let listener = entry.listener { listeners.append(listener) }
        if let relay = entry.relay(progress) { following.append(.relay(relay, hasTurn: false)) }
      }
    }
    for listener in listeners { listener(progress) }
    return following
  }

  /// Marks this promise, and those whose progress is its own too, as watched; above one that is marked, all are.
  final func expectProgress() {
    var node = self
    while node.state.change({ $0.watch() }), let source = PromiseNode.surgery.withLock({ _ in node.livingUpstream() }) {
      node = source
    }
  }
}

extension Resolver {
  /// Reports how far the work is.
  ///
  /// Any thread may call it; costs time for each handler that waits on the promise. Nothing happens once the promise has settled.
  ///
  /// - Parameters:
  ///   - fraction: How much is done, from 0 to 1; nil where nobody knows.
  ///   - stage: What is being done, for people.
  public func progress(_ fraction: Double?, stage: String? = nil) {
    promise.report(PromiseProgress(fraction: fraction, stage: stage))
  }
}
