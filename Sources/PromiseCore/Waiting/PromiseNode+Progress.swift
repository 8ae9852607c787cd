// Progress of pending promises, delivered from the code that does the work to the progress handlers.
//
// A progress handler is an entry in its promise's list of reactions, so a promise without one needs no memory for progress. Progress stops at the
// first handler that computes a new value: there is no telling what share of the work its upstream is.

import PromiseTrace
import Synchronization

private final class Watcher: ProgressEntry, @unchecked Sendable {
  private let handler: Listener

  init(on node: PromiseNode, _ handler: @escaping Listener) {
    self.handler = handler
    super.init(on: node, isPassive: true) { _, _ in }
  }

  override var listener: Listener? { handler }
}

extension PromiseNode {
  /// Calls a handler with each progress report of this promise.
  ///
  /// A promise also receives the reports of the promise that it has adopted, and of an upstream whose value it passes through. A
  /// combined promise reports the progress of all of its inputs together. A progress handler does not count as waiting: it neither
  /// keeps a promise from being canceled nor starts a lazy one. Any thread may call this.
  ///
  /// - Parameter handler: The closure to call with each report while the promise is pending, on the thread that reports. Reports of a
  ///   combined promise arrive one at a time, on one of the reporting threads, and their fractions never decrease.
  /// - Returns: The promise itself.
  @discardableResult
  public final func onProgress(_ handler: @escaping @Sendable (PromiseProgress) -> Void) -> Self {
    expectProgress()
    // A handler is no part of the body that reports.
    let id = tracedID
    register(
      Unmanaged.passRetained(
        Watcher(on: self) { progress in EventEmitter.outside(of: id) { handler(progress) } }))
    return self
  }

  /// Whether this promise, or one that receives its reports, has a progress handler.
  package final var isWatched: Bool { state.now.isWatched }

  /// Records progress and calls the progress handlers; has no effect once the promise has settled.
  ///
  /// No lock is held while a handler runs. If progress handlers report for one another's promises, only a number of them nest; the
  /// others are called once the handler that reports has returned.
  ///
  /// - Complexity: Linear in the number of entries that wait on this promise and on those that receive its reports.
  package final func report(_ progress: PromiseProgress) {
    nonisolated(unsafe) let node = self
    guard Nesting.begin() else { return Nesting.put { node.deliver(progress) } }
    deliver(progress)
    Nesting.end()
  }

  private final func deliver(_ progress: PromiseProgress) {
    var turns: [Turn] = []
    PromiseNode.spread(QueuedReport(progress, ReportTrail()), from: self, &turns)
    PromiseNode.take(&turns)
  }

  /// Delivers the reports that wait in `relay`; if another thread is already delivering, leaves them to that thread.
  package static func deliver(from relay: any ReportRelay) {
    var turns = [Turn(relay: relay)]
    guard Nesting.begin() else { return Nesting.put { [turns] in resume(turns) } }
    take(&turns)
    Nesting.end()
  }

  private static func resume(_ turns: [Turn]) {
    var turns = turns
    take(&turns)
  }

  /// A relay that may have reports, and whether this thread has the turn to deliver them.
  private struct Turn: @unchecked Sendable {
    let relay: any ReportRelay
    var hasTurn = false
  }

  /// Takes turns until none is left, starting with the last one.
  ///
  /// So a report has reached a promise and everything downstream before the relay provides the next report.
  private static func take(_ turns: inout [Turn]) {
    while let turn = turns.popLast() {
      guard let (promise, report) = turn.relay.nextReport(hasTurn: turn.hasTurn) else { continue }
      turns.append(Turn(relay: turn.relay, hasTurn: true))
      spread(report, from: promise, &turns)
    }
  }

  /// Delivers a report to a promise and to those that it passes the report on to, and adds turns for the combined promises among them.
  ///
  /// A report that reaches several inputs of a combined promise has reached all of them before the combined one is reported.
  private static func spread(_ report: QueuedReport, from node: PromiseNode, _ turns: inout [Turn]) {
    var walk = GraphWalk(from: node)
    var found: [Turn] = []
    while let node = walk.next() {
      for follower in node.deliver(report, &found) { walk.add(follower) }
    }
    turns += found.reversed()
  }

  /// Delivers a report to this promise's own watchers.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - turns: Receives the relays of the combined promises that wait for this one.
  /// - Returns: The promises that the report passes on to, in the order of registration.
  private final func deliver(_ report: QueuedReport, _ turns: inout [Turn]) -> [PromiseNode] {
    guard isPending else { return [] }
    let progress = report.progress
    if tracedID != 0 { EventEmitter.progressed(tracedID, fraction: progress.fraction, stage: progress.stage) }
    var listeners: [ProgressEntry.Listener] = []
    var followers: [PromiseNode] = []
    forEachEntry { entry in
      let state = entry.state.now
      guard !state.isDetached else { return }
      if !state.isObserver {
        if state.passesValuesOn { followers.append(entry) }
      } else if state.wantsProgress {
        let entry = unsafeDowncast(entry, to: ProgressEntry.self)
        if let listener = entry.listener { listeners.append(listener) }
        if let relay = entry.relay(progress, along: report.trail) { turns.append(Turn(relay: relay)) }
      }
    }
    for listener in listeners {
      listener(progress)
      Nesting.closureReturned()
    }
    return followers
  }

  /// Marks this promise, and all upstream promises whose progress it receives, as watched.
  ///
  /// Stops at the first one that is marked already, because everything upstream of it is marked too, so it ends in a circle, too.
  final func expectProgress() {
    var node = self
    while node.state.change({ $0.watch() }),
      let source = PromiseNode.upstreamLock.withLock({ _ in node.livingUpstream() })
    {
      node = source
    }
  }
}
