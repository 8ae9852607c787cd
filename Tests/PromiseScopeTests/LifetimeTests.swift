// Tests lifetimes: a derived promise lives until its parent settles, and no promise retains its source.

@Suite struct LifetimeTests {
  @Test func derivedPromisesLiveUntilTheirParentSettlesWithoutOtherReferences() {
    virtually { executor in
      let notes = Notes()
      let root = Promise<Int>.pending()
      weak var derived: Promise<Int>?
      weak var last: Promise<Int>?
      do {
        derived = root.then { $0 + 1 }
        last = derived?.then { notes.add("\($0)") }
      }
      #expect(derived != nil && last != nil)
      root.fulfill(1)
      executor.run()
      #expect(notes.lines == ["2"] && derived == nil && last == nil)
    }
  }

  @Test func aRetainedDerivedPromiseStaysPendingAfterItsRootIsFreed() {
    var root: Promise<Int>? = .pending()
    let derived = root?.then { $0 }
    root = nil
    #expect(derived?.isPending == true)
  }

  @Test("a derived promise doesn't retain its parent, settled or not")
  func parentIsFree() {
    virtually { executor in
      weak var parent: Promise<Int>?
      let derived: Promise<Int>
      do {
        let root = Promise(1)
        parent = root
        derived = root.then { $0 + 1 }
      }
      #expect(parent != nil, "the waiting handler needs its value")
      executor.run()
      #expect(parent == nil && derived.currentValue == 2)
    }
  }

  @Test func pendingInputsOfAllAndRaceAreFreedWhenReleasedAndSoIsTheCombinator() {
    weak var input: Promise<Int>?
    weak var every: Promise<[Int]>?
    weak var each: Promise<[Maybe<Int>]>?
    weak var first: Promise<Int>?
    do {
      let promise = Promise<Int>.pending()
      input = promise
      every = all(promise, Promise(1))
      each = PromiseScope.any(promise, Promise(1))
      first = race(promise, Promise<Int>.pending())
    }
    #expect(input == nil && every == nil && each == nil && first == nil)
  }

  @Test func pendingLosersOfARaceAreFreedWhenReleased() {
    let winner = Promise<Int>.pending()
    weak var loser: Promise<Int>?
    let first: Promise<Int>
    do {
      let promise = Promise<Int>.pending()
      loser = promise
      first = race(winner, promise)
    }
    #expect(loser == nil)
    winner.fulfill(1)
    expectEqual(first.currentValue, 1)
  }

  @Test("a promise doesn't retain the promise that it is locked in to, and is freed with it")
  func adoption() {
    weak var source: Promise<Int>?
    weak var adopting: Promise<Int>?
    do {
      let promise = Promise<Int>.pending()
      source = promise
      let (outer, resolver) = Promise<Int>.withResolvers()
      adopting = outer
      resolver.resolve(promise)
    }
    #expect(source == nil && adopting == nil)
  }

  @Test func aDelayRetainsItsPromiseUntilTheTimerFiresRetryUntilItEnds() {
    virtually { executor in
      weak var delayed: Promise<Int>?
      weak var retried: Promise<Int>?
      do {
        delayed = Promise(1).delay(5)
        retried = retry(attempts: 2) { () throws -> Int in throw Oops.one }
      }
      executor.advance(by: 1)
      #expect(delayed != nil && retried != nil)
      executor.run()
      #expect(delayed == nil && retried == nil)
    }
  }

  @Test func delaysTimeoutsAndRetriesAreFreedWithTheirManualExecutor() {
    weak var dropped: ManualExecutor?
    weak var delayed: Promise<Int>?
    weak var later: Promise<Int>?
    weak var inTime: Promise<Int>?
    weak var retried: Promise<Int>?
    do {
      let executor = ManualExecutor()
      dropped = executor
      executor.bind {
        let first = Promise(1).then(on: executor) { $0 }
        delayed = first.delay(on: executor, 5)
        later = Promise(1).delay(on: executor, 5)
        inTime = first.timeout(on: executor, 5)
        retried = retry { () throws -> Int in throw Oops.one }
      }
      #expect(delayed != nil && later != nil && inTime != nil && retried != nil)
    }
    #expect(dropped == nil && delayed == nil && later == nil && inTime == nil && retried == nil)
  }

  @Test func valuesAndErrorsAreFreedWithTheLastPromiseThatHasThem() {
    final class Large: Sendable {}
    final class Failure: Error {}
    weak var value: Large?
    weak var boxed: Large?
    weak var error: Failure?
    virtually { executor in
      let large = Large()
      value = large
      var first: Promise<Large>? = Promise(large)
      let inBox = Large()
      boxed = inBox
      var third: Promise<(Large, Int, Int)>? = Promise((inBox, 1, 2))
      let failure = Failure()
      error = failure
      var fourth: Promise<Int>? = Promise(failure).then { $0 }
      executor.run()
      #expect(value != nil && boxed != nil && error != nil)
      (first, third, fourth) = (nil, nil, nil)
      _ = (first, third, fourth)
    }
    #expect(value == nil && boxed == nil && error == nil)
  }

  @Test func theCapturesOfAHandlerAreFreedOnceItHasRunOrWasSkipped() {
    final class Captured: Sendable {}
    virtually { executor in
      weak var ran: Captured?
      weak var passed: Captured?
      let root = Promise(1)
      var ends: [Promise<Int>] = []
      do {
        let one = Captured()
        let two = Captured()
        (ran, passed) = (one, two)
        ends.append(root.then { _ in _ = one })
        ends.append(root.catch { _ in _ = two })
      }
      executor.run()
      #expect(ran == nil && passed == nil && ends.count == 2)
    }
  }
}
