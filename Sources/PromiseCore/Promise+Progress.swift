// Progress while pending: how far the work behind a promise is. Owns the way from the one who works to those who watch.
//
// A watcher is an entry in the promise's list of reactions, so a promise that nobody watches has nothing to carry.

import PromiseTrace

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

private final class ProgressEntry: ObserverNode, @unchecked Sendable {
  let handler: @Sendable (PromiseProgress) -> Void

  init(on node: PromiseNode, _ handler: @escaping @Sendable (PromiseProgress) -> Void) {
    self.handler = handler
    super.init(marked: NodeState.passive) { _, _ in }
    upstream = Unmanaged.passUnretained(node)
  }
}

extension PromiseNode {
  /// Watches how far the work behind this promise is.
  ///
  /// Watching does not count as waiting: it keeps no promise from being cancelled.
  ///
  /// - Parameter handler: Gets each report while the promise is pending, on the thread that reports.
  /// - Returns: The promise itself.
  @discardableResult
  public final func onProgress(_ handler: @escaping @Sendable (PromiseProgress) -> Void) -> Self {
    register(Unmanaged.passRetained(ProgressEntry(on: self, handler)))
    return self
  }

  /// Tells the log and the watchers how far the work is; nothing happens once the promise has settled.
  package final func report(_ progress: PromiseProgress) {
    guard isPending else { return }
    if tracedID != 0 { Trace.progressed(tracedID, fraction: progress.fraction, stage: progress.stage) }
    var handlers: [@Sendable (PromiseProgress) -> Void] = []
    forEachEntry { if let entry = $0 as? ProgressEntry { handlers.append(entry.handler) } }
    for handler in handlers { handler(progress) }
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
