// Tests `awaitPromise`: blocking a thread, and the error where that would never end.

import Dispatch

@Suite struct AwaitPromiseTests {
  @Test func returnsTheValueOrThrowsTheErrorImmediatelyOrAfterVirtualTime() throws {
    try virtually { executor in
      let one = try awaitPromise(Promise(1))
      let three = try awaitPromise(Promise(2).delay(1_000).then { $0 + 1 })
      #expect(one == 1 && three == 3)
      #expect(throws: Oops.one) { try awaitPromise(Promise<Int>(Oops.one).delay(1)) }
      expectEqual(executor.clock.now, 1_000_000_000_000)
    }
  }

  @Test func throwsInVirtualTimeIfNothingCanSettleThePromise() {
    virtually { _ in
      let promise = Promise<Int>.pending()
      #expect(throws: PromiseDeadlockError(queue: "manual")) { try awaitPromise(promise) }
    }
  }

  @Test func waitsInsideAnInlineHandlerForAChainOfPromises() {
    virtually { executor in
      let root = Promise<Int>.pending()
      let end = root.then(on: .inline) { number -> Int in
        let chain: Promise<Int> = Promise(on: .queue(.main)) { 1 }.then { $0 + 1 }.then { Promise($0 * 10) }
        return try awaitPromise(chain) + number
      }
      root.fulfill(1)
      executor.run()
      expectEqual(end.currentValue, 21)
    }
  }

  @Test func notesADeadlockInTheLogToo() {
    expectEqual(
      picture { _ in
        let promise = Promise<Int>.pending()
        #expect(throws: PromiseDeadlockError.self) { try awaitPromise(promise) }
      },
      """
      created #1 pending
      noted #1 a thread of queue 'manual' waits for this promise, which needs that queue
      """)
  }

  @Test func waitsOnOneQueueForBodiesOnAnother() async throws {
    let queue = DispatchQueue(label: "other")
    let end = Promise<Int>(on: DispatchQueue(label: "waiting")) {
      try awaitPromise(Promise(on: queue) { 20 }.then(on: queue) { $0 + 1 }) * 2
    }
    try await expectEqual(end.get(), 42)
  }

  @Test func throwsAnErrorThatNamesTheSerialQueueThatThePromiseNeeds() async {
    let queue = DispatchQueue(label: "serial")
    let end = Promise<Int>(on: queue) { try awaitPromise(Promise(on: .global()) { 1 }.then(on: queue) { $0 }) }
    await #expect(throws: PromiseDeadlockError(queue: "serial")) { try await end.get() }
    #expect("\(PromiseDeadlockError(queue: "serial"))".contains("queue 'serial'"))
  }

  @Test("throws where a combined promise needs the serial queue", arguments: ["all", "race", "retry", "any"])
  func combined(_ kind: String) async {
    let queue = DispatchQueue(label: "serial")
    let end = Promise<Int>(on: queue) {
      let here = Promise(on: queue) { 1 }
      return switch kind {
      case "all": try awaitPromise(all(here, Promise(on: .global()) { 2 })).count
      case "race": try awaitPromise(race(here, here.then(on: queue) { $0 }))
      case "retry": try awaitPromise(retry(on: queue) { 1 })
      default: try awaitPromise(PromiseScope.any(Promise(3), here)).count
      }
    }
    await #expect(throws: PromiseDeadlockError(queue: "serial")) { try await end.get() }
  }

  @Test("throws on the main thread at once where a combined promise needs the main queue")
  @MainActor
  func mainThread() {
    let error = PromiseDeadlockError(queue: QueueExecutor.main.label)
    let here = Promise(on: DispatchQueue.main) { 1 }
    #expect(throws: error) { try awaitPromise(all(Promise(1), here)) }
    #expect(throws: error) { try awaitPromise(race(here, here).then(on: .inline) { $0 }) }
    #expect(throws: error) { try awaitPromise(retry(on: .main) { 1 }) }
    let first = try? awaitPromise(race(here, Promise(on: .global()) { 2 }))
    expectEqual(first, 2)
  }

  @Test func returnsOnAConcurrentQueueThatThePromiseNeedsServedByAnotherThread() async throws {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let end = Promise<Int>(on: queue) { try awaitPromise(Promise(on: queue) { 1 }) }
    try await expectEqual(end.get(), 1)
  }
}
