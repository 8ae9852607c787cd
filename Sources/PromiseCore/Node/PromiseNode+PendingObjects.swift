// Objects that a pending promise keeps alive. Each is an entry in the promise's list of reactions, so a promise without one pays nothing.

private final class PendingObject: ObserverNode, @unchecked Sendable {
  let object: AnyObject

  init(on node: PromiseNode, _ object: AnyObject) {
    self.object = object
    super.init(isPassive: true) { _, _ in }
    upstream = Unmanaged.passUnretained(node)
  }
}

extension PromiseNode {
  /// Keeps an object alive while this promise is pending.
  ///
  /// Any thread may call it.
  ///
  /// - Parameter object: The object to retain until the promise settles or is freed.
  public final func addPendingObject(_ object: AnyObject) {
    register(Unmanaged.passRetained(PendingObject(on: self, object)))
  }

  /// The objects that this promise keeps alive, in the order in which they were added; empty once it has settled.
  ///
  /// Any thread may read it.
  ///
  /// - Complexity: Linear in the number of handlers that wait on the promise.
  public final var pendingObjects: [AnyObject] {
    var objects: [AnyObject] = []
    forEachEntry { if let entry = $0 as? PendingObject { objects.append(entry.object) } }
    return objects
  }
}
