// What a promise keeps alive while it is pending.

import PromiseScope
import Testing

@Suite("pending objects")
struct PendingObjectsTests {
  @Test("kept in order, to be looked at, and let go of when it settles")
  func kept() {
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

  @Test("let go of with the promise, or at once where it has settled")
  func released() {
    let living = Counter()
    do {
      let promise = Promise<Int>.pending()
      promise.addPendingObject(Probe(living))
      #expect(living.value == 1)
    }
    let settled = Promise(1)
    settled.addPendingObject(Probe(living))
    #expect(living.value == 0 && settled.pendingObjects.isEmpty)
  }

  @Test("keeping an object does not keep a promise from being cancelled")
  func passive() {
    let root = Promise<Int>.pending()
    let derived = root.then(on: .inline) { $0 }
    root.addPendingObject(Probe(Counter()))
    #expect(derived.cancel() && root.isRejected)
  }
}
