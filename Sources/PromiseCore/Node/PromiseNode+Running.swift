// Running a node's body or handler, once, on the thread that its executor chose. This file manages the references to the node while it
// runs; the executor and the drain loop decide when it runs.

import CPromiseRuntime
import PromiseTrace

extension PromiseNode {
  /// Runs a node's body, on the thread of its executor; consumes the reference.
  package static func perform(_ node: Unmanaged<PromiseNode>) {
    node._withUnsafeGuaranteedRef { running in
      // Cleared first, because user code may make this node adopt another one, which uses `upstream` again.
      let parent = running.upstream.take()
      running.state.change { $0.beginTurn() }
      let mustRelease = (parent ?? node)._withUnsafeGuaranteedRef { running.run(reactingTo: $0) }
      parent?.release()
      if mustRelease { node.release() }
    }
  }

  /// Runs the reaction.
  ///
  /// User code may run here; no lock is held.
  ///
  /// - Parameter parent: The settled parent; for a root, the root itself.
  /// - Returns: Whether the caller still owns its reference to this node and must release it. If the node settles when its body returns,
  ///   and has to wait for the drain loop, the loop takes over the reference. So a chain costs neither a retain nor a release here.
  @inline(__always)
  final func run(reactingTo parent: PromiseNode) -> Bool {
    let thread = psCurrentThread()
    let outer = thread.pointee.performing
    thread.pointee.performing = Unmanaged.passUnretained(self).toOpaque()
    runReaction(to: parent)
    let mustRelease = thread.pointee.performing != nil
    thread.pointee.performing = outer
    return mustRelease
  }

  @inline(__always)
  private final func runReaction(to parent: PromiseNode) {
    // The body is not needed if the node was settled before its turn. (An entry is never settled.)
    if !state.now.isOpen {
      dropWork()
    } else if tracedID == 0 {
      callReaction(to: parent)
    } else if !work.isEmpty {
      runTraced(parent)
    }
  }

  /// Takes the reaction out, so that it is freed once it has run, and calls it.
  @inline(__always)
  final func callReaction(to parent: PromiseNode) {
    let work = takeWork()
    if !work.isEmpty { work.call(self, parent) }
  }

  @inline(__always)
  final func takeWork() -> StoredWork {
    var taken = StoredWork()
    swap(&taken, &work)
    return taken
  }

  /// Frees the reaction, which will never run.
  final func dropWork() { work = StoredWork() }

  @inline(never)
  private final func runTraced(_ parent: PromiseNode) {
    let outer = EventEmitter.enter(tracedID)
    if !state.now.checksFirst { EventEmitter.started(tracedID, on: executorSymbol) }
    callReaction(to: parent)
    _ = EventEmitter.enter(outer)
  }

  /// Records that the handler starts; for a reaction that decides about that.
  package final func started() {
    if tracedID != 0 { EventEmitter.started(tracedID, on: executorSymbol) }
  }

  /// Records that the body finished; the reaction calls it before it settles the node.
  @inlinable @inline(__always)
  package final func finished(_ outcome: BodyOutcome) {
    if tracedID != 0 { traceFinished(outcome) }
  }

  @usableFromInline
  final func traceFinished(_ outcome: BodyOutcome) {
    EventEmitter.finished(tracedID, on: executorSymbol, outcome)
  }
}
