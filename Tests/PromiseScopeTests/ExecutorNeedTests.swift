// Tests which promises need an executor, and so would never settle while a thread of it is blocked.

import Dispatch
import PromiseCore

@Suite struct ExecutorNeedTests {
  /// Makes promises, and keeps those that nothing else would keep.
  private final class Kit: Sendable {
    let executor: ManualExecutor
    private let kept = List<PromiseNode>()

    init(_ executor: ManualExecutor) { self.executor = executor }

    /// A promise that needs the main queue.
    var here: Promise<Int> { Promise(on: DispatchQueue.main) { 1 } }
    /// A promise that needs another queue.
    var there: Promise<Int> { Promise(on: DispatchQueue.global()) { 1 } }

    /// A promise that only code outside settles.
    var outside: Promise<Int> {
      let promise = Promise<Int>.pending()
      kept.add(promise)
      return promise
    }

    /// A retry whose first attempt has failed, and which pauses before the second one.
    func pausing(on queue: DispatchQueue) -> Promise<Int> {
      let promise = retry(on: queue, delay: 5) { Promise<Int>(Oops.one) }
      executor.runReady()
      return promise
    }

    /// A delay whose timer is running.
    func delaying(on queue: DispatchQueue) -> Promise<Int> {
      let promise = Promise(1).delay(on: queue, 5)
      executor.runReady()
      return promise
    }
  }

  private typealias Make = @Sendable (Kit) -> PromiseNode

  private static let needing: [(name: String, make: Make)] = [
    ("a body", { kit in kit.here }),
    ("a handler behind another queue", { kit in kit.there.then(on: DispatchQueue.main) { $0 } }),
    ("all, one input", { kit in all(kit.there, kit.outside, kit.here) }),
    ("all of two types", { kit in all(kit.outside, kit.here.then(on: .inline) { number -> Bool in number > 0 }) }),
    ("when", { kit in when(fulfilled: [kit.there, kit.here]) }),
    ("when, one at a time", { kit in when(fulfilled: [kit.here, kit.there].makeIterator(), concurrently: 1) }),
    ("when all have settled", { kit in when(resolved: [kit.there, kit.here]) }),
    ("allSettled", { kit in Promise.allSettled([kit.there, kit.here]) }),
    ("any, which waits for all", { kit in PromiseScope.any(kit.there, kit.here) }),
    ("race, every input", { kit in race(kit.here, kit.here.then(on: .inline) { $0 }) }),
    (
      "race of one promise with itself",
      { kit in
        let promise = kit.here
        return race(promise, promise)
      }
    ),
    ("the first value, every input", { kit in Promise.any([kit.here, kit.here]) }),
    (
      "retry, the attempt",
      { kit in
        let attempt = kit.outside
        return retry(on: .main) { attempt }
      }
    ),
    ("retry, the pause", { $0.pausing(on: .main) }),
    ("delay, the timer", { $0.delaying(on: .main) }),
    ("a timeout on the main queue, with its source", { kit in kit.here.timeout(on: .main, 5) }),
    (
      "combined in combined",
      { kit in
        all(kit.there, race(all(kit.here, kit.there), kit.here.then(on: .inline) { [$0] }).then(on: .inline) { $0[0] })
      }
    ),
    (
      "adopted",
      { kit in
        let promise = Promise<[Int]>.pending()
        promise.adopt(all(kit.there, kit.here))
        return promise.then(on: .inline) { $0 }
      }
    ),
    (
      "combined, then adopting",
      { kit in
        let promise = all(kit.there, kit.there)
        promise.adopt(all(kit.there, kit.here))
        return promise
      }
    ),
  ]

  private static let free: [(name: String, make: Make)] = [
    ("a body elsewhere", { kit in kit.there }),
    ("a promise that code settles", { kit in kit.outside }),
    ("a settled promise", { kit in Promise(1) }),
    ("all, elsewhere", { kit in all(kit.there, kit.outside) }),
    ("race, one elsewhere", { kit in race(kit.here, kit.there) }),
    ("race, one from outside", { kit in race(kit.here, kit.outside) }),
    ("the first value, one elsewhere", { kit in Promise.any([kit.here, kit.there]) }),
    (
      "retry elsewhere",
      { kit in
        let attempt = kit.here
        return retry(on: .global()) { attempt }
      }
    ),
    ("retry, a pause elsewhere", { $0.pausing(on: .global()) }),
    ("delay, a timer elsewhere", { $0.delaying(on: .global()) }),
    ("a timeout elsewhere", { kit in kit.here.timeout(on: .global(), 5) }),
    ("a timeout on the main queue whose source settles elsewhere", { kit in kit.there.timeout(on: .main, 5) }),
    (
      "a race that waits for itself",
      { kit in
        let (promise, other) = (Promise<Int>.pending(), kit.outside)
        promise.adopt(race(promise, other))
        return promise
      }
    ),
    (
      "a canceled promise",
      { kit in
        let promise = all(kit.here)
        promise.cancel()
        return promise
      }
    ),
  ]

  @Test("is needed", arguments: needing.indices)
  func isNeeded(_ index: Int) {
    let (name, make) = ExecutorNeedTests.needing[index]
    virtually { executor in
      let kit = Kit(executor)
      let promise = make(kit)
      withExtendedLifetime(kit) { #expect(promise.needs(QueueExecutor.main), "\(name)") }
      // An iterator that holds its pending inputs, and these it, would leak.
      promise.cancel()
    }
  }

  @Test("is not needed", arguments: free.indices)
  func isNotNeeded(_ index: Int) {
    let (name, make) = ExecutorNeedTests.free[index]
    virtually { executor in
      let kit = Kit(executor)
      let promise = make(kit)
      withExtendedLifetime(kit) { #expect(!promise.needs(QueueExecutor.main), "\(name)") }
      // An iterator that holds its pending inputs, and these it, would leak.
      promise.cancel()
    }
  }

  @Test func aRetryWhoseSecondAttemptWaitsForCodeOutsideNoLongerNeedsItsQueue() {
    virtually { executor in
      let attempts = Counter()
      let outside = Promise<Int>.pending()
      let promise = retry(on: .main, delay: 5) { () -> Promise<Int> in
        attempts.add(1)
        return attempts.value == 1 ? Promise(Oops.one) : outside
      }
      executor.runReady()
      #expect(promise.needs(QueueExecutor.main))
      executor.advance(by: 5)
      #expect(attempts.value == 2 && !promise.needs(QueueExecutor.main))
    }
  }

  @Test func tenThousandCombinedPromisesOfSharedInputsAreVisitedOnceEachOnASmallStack() {
    onSmallStack {
      virtually { _ in
        var promise = Promise(on: DispatchQueue.main) { 1 }
        for _ in 0..<10_000 { promise = all(promise, promise).then(on: .inline) { $0[0] } }
        #expect(promise.needs(QueueExecutor.main))
        #expect(!promise.needs(QueueExecutor.on(.global())))
        promise.cancel()
      }
    }
  }
}
