// The wait of a body, as the log shows it: the body of a promise stopped, waits for another promise, and continues.
//
// Owns the decision whose wait it is. A blocked thread belongs to the body that it runs, and a task to the body that it is; a child task
// of a body belongs to none, because the body itself runs on. Costs nothing for a promise that is not traced.

import PromiseTrace

/// A body that waits, in the log.
package struct StoppedBody: @unchecked Sendable {
  /// The promise whose body it is; nil if the log has no such wait.
  private let promise: PromiseID
  /// The promise that a task settles, which may have settled by itself when the task continues.
  private let node: PromiseNode?

  fileprivate init(_ promise: PromiseID, _ node: PromiseNode?) { (self.promise, self.node) = (promise, node) }

  /// Whether the log has the wait.
  package var isRecorded: Bool { promise != 0 }

  /// Records that the body continues, unless its promise was settled meanwhile, for instance because it was canceled.
  package func resume() {
    if promise != 0, node?.isPending ?? true { EventEmitter.continued(promise) }
  }
}

extension PromiseNode {
  /// Records that the calling code waits for this promise, if it is the body of another one.
  ///
  /// - Parameters:
  ///   - body: The body that the calling task belongs to; nil for code that blocks its thread.
  ///   - site: Where it waits.
  package final func stop(_ body: PromiseBody? = nil, at site: SourceSite) -> StoppedBody {
    guard tracedID != 0 else { return StoppedBody(0, nil) }
    let node = body?.ownPromise
    let promise = node?.tracedID ?? (body == nil ? EventEmitter.context : 0)
    guard promise != 0, promise != tracedID, EventEmitter.awaiting(promise, source: tracedID, site: site) else {
      return StoppedBody(0, nil)
    }
    return StoppedBody(promise, node)
  }

  /// Records a wait that was over at once, because this promise has settled: something asked for its outcome.
  package final func noteWait(at site: SourceSite) {
    if tracedID != 0 { EventEmitter.observed(tracedID, site: site) }
  }

  /// Records that a thread of an executor waits for this promise, which needs that executor.
  package final func noteDeadlock(on executor: Executor) { note(LibraryNote.deadlock(queue: executor.label).text) }

  /// Like ``stop(_:at:)``, for code that blocks its thread: a handler, or an async body.
  package final func stopThread(at site: SourceSite) -> StoppedBody {
    EventEmitter.context == 0 ? stop(PromiseBody.current, at: site) : stop(at: site)
  }
}
