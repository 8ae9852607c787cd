// Tests the objects that a pending promise retains.

@Suite struct PendingObjectsTests {
  @Test func objectsAreKeptInOrderReadableAndReleasedWhenThePromiseSettles() {
    let living = Counter()
    let promise = Promise<Int>.pending()
    promise.addPendingObject(Probe(living))
    promise.then(on: .inline) { $0 }
    promise.addPendingObject(Probe(living))
    let kept = Set(promise.pendingObjects.map { ObjectIdentifier($0) })
    #expect(living.value == 2 && kept.count == 2)
    promise.fulfill(1)
    #expect(living.value == 0 && promise.pendingObjects.isEmpty)
  }

  @Test func objectsAreReleasedWithThePromiseOrImmediatelyIfItHasSettled() {
    let living = Counter()
    do {
      let promise = Promise<Int>.pending()
      promise.addPendingObject(Probe(living))
      expectEqual(living.value, 1)
    }
    let settled = Promise(1)
    settled.addPendingObject(Probe(living))
    #expect(living.value == 0 && settled.pendingObjects.isEmpty)
  }

  @Test func aPromiseThatRetainsAnObjectCanBeCanceled() {
    let root = Promise<Int>.pending()
    let derived = root.then(on: .inline) { $0 }
    root.addPendingObject(Probe(Counter()))
    #expect(derived.cancel() && root.isRejected)
  }
}
