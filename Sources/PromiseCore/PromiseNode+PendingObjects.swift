// Objects that a pending promise keeps alive. Each is an entry in its list of reactions, so a promise without any pays nothing.

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
  /// - Parameter object: Let go of once the promise has settled or is freed.
  public final func addPendingObject(_ object: AnyObject) {
    register(Unmanaged.passRetained(PendingObject(on: self, object)))
  }

  /// The objects that this promise keeps alive, in the order they were added; none once it has settled.
  ///
  /// Any thread may look; costs time for each handler that waits on the promise.
  public final var pendingObjects: [AnyObject] {
    var objects: [AnyObject] = []
    forEachEntry { if let entry = $0 as? PendingObject { objects.append(entry.object) } }
    return objects
  }
}
