// Who handles a rejection, for the log.

import PromiseTrace

extension Rejection {
  /// Records that a rejection handler took the rejection from `node`.
  ///
  /// - Parameters:
  ///   - node: The promise that the handler reacts to.
  ///   - handler: The promise that the handler belongs to, or the combined promise; nil for any other observer.
  @usableFromInline
  package func markHandled(at node: PromiseNode, by handler: PromiseNode?) {
    markHandled(at: node, byID: handler?.tracedID ?? 0)
  }

  /// Records that code other than a reaction, such as an `await`, took the rejection from `node`.
  ///
  /// - Parameters:
  ///   - node: The promise that the code waited for.
  ///   - handler: The traced ID of the promise whose body runs the code; 0 if there is none.
  package func markHandled(at node: PromiseNode, byID handler: PromiseID) {
    guard markHandled() else { return }
    if node.tracedID != 0 { EventEmitter.handled(node.tracedID, by: handler) }
  }
}
