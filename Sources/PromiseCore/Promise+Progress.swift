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

  init(on node: PromiseNode, marked mark: UInt = 0, _ reaction: @escaping Reaction) {
    super.init(marked: mark | NodeState.progress, reaction)
    upstream = Unmanaged.passUnretained(node)
  }

  /// Whose handler is told; nil where there is none.
  var listener: Listener? { nil }

  /// Which other promise the report means something for, and what; nil where there is none.
  ///
  /// Called while nobody can run or free the entry.
  func relay(_ report: PromiseProgress) -> (PromiseNode, PromiseProgress)? { nil }

  /// Gives away what the reaction would have used: it will never run.
  func forget() -> AnyObject? { nil }
}

private final class Watcher: ProgressEntry, @unchecked Sendable {
  private let handler: Listener

  init(on node: PromiseNode, _ handler: @escaping Listener) {
    self.handler = handler
    super.init(on: node, marked: NodeState.passive) { _, _ in }
  }

  override var listener: Listener? { handler }
}

extension PromiseNode {
  /// Watches how far the work behind this promise is.
  ///
  /// What a promise is locked in to, or passes on untouched, reports for it too, and so do the inputs of a combinator, together.
  /// Watching does not count as waiting: it keeps no promise from being cancelled, and starts no lazy one.
  ///
  /// - Parameter handler: Gets each report while the promise is pending, on the thread that reports.
  /// - Returns: The promise itself.
  @discardableResult
  public final func onProgress(_ handler: @escaping @Sendable (PromiseProgress) -> Void) -> Self {
    expectProgress()
    register(Unmanaged.passRetained(Watcher(on: self, handler)))
    return self
  }

  /// Whether somebody watches; of a promise that others follow, they may be watching those.
  package final var isWatched: Bool { state.load(ordering: .relaxed) & NodeState.progress != 0 }

  /// Tells the log and the watchers how far the work is; nothing happens once the promise has settled.
  ///
  /// Costs time for each entry in the lists of those who follow. No handler runs inside a lock.
  package final func report(_ progress: PromiseProgress) {
    var reports: [(node: PromiseNode, progress: PromiseProgress)] = [(self, progress)]
    var next = 0
    while next < reports.count {
      let (node, progress) = reports[next]
      next += 1
      guard node.isPending else { continue }
      if node.tracedID != 0 { Trace.progressed(node.tracedID, fraction: progress.fraction, stage: progress.stage) }
      var listeners: [ProgressEntry.Listener] = []
      node.forEachEntry { entry in
        let word = entry.state.load(ordering: .relaxed)
        guard word & NodeState.detached == 0 else { return }
        if word & NodeState.observer == 0 {
          if NodeState.passesValuesOn(word) { reports.append((entry, progress)) }
        } else if word & NodeState.progress != 0 {
          let entry = unsafeDowncast(entry, to: ProgressEntry.self)
          if let listener = entry.listener { listeners.append(listener) }
          if let relayed = entry.relay(progress) { reports.append(relayed) }
        }
      }
      for listener in listeners { listener(progress) }
    }
  }

  /// Marks this promise, and those whose progress is its own too, as watched; above one that is marked, all are.
  final func expectProgress() {
    var node = self
    let isAtTheEnd = NodeState.detached | NodeState.progress
    while node.state.bitwiseOr(NodeState.progress, ordering: .relaxed).oldValue & isAtTheEnd == 0,
      NodeState.passesValuesOn(node.state.load(ordering: .relaxed)),
      let source = PromiseNode.surgery.withLock({ _ in node.livingUpstream() })
    {
      node = source
    }
  }
}

extension NodeState {
  /// Whether a value reaches the promise untouched: no handler of its own would see it first.
  static func passesValuesOn(_ word: UInt) -> Bool { word & adopting != 0 || word & handlesFulfilled == 0 }
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
