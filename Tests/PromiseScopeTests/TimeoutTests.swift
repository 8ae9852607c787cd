// Tests `timeout`: rejection after a time, and the fate of the source.

@Suite struct TimeoutTests {
  @Test func passesOnAnOutcomeInTimeAndCancelsTheTimer() {
    virtually { executor in
      let source = Promise<Int>.pending()
      let other = Promise<Int>.pending()
      let fulfilled = source.timeout(2)
      let rejected = other.timeout(2)
      executor.advance(by: 1)
      source.fulfill(1)
      other.reject(Oops.one)
      #expect(fulfilled.currentValue == 1 && rejected.oops == .one)
      executor.run()
      expectEqual(executor.clock.now, 1_000_000_000, "no timer is left to run to")
    }
  }

  @Test func rejectsWithoutAnOutcomeInTimeAndIgnoresALaterOne() {
    virtually { executor in
      let source = Promise<Int>.pending()
      let end = source.timeout(2)
      executor.advance(by: 1.999)
      #expect(end.isPending)
      executor.advance(by: 0.001)
      #expect(end.error as? PromiseError == .timedOut)
      source.fulfill(1)
      executor.run()
      #expect(end.error as? PromiseError == .timedOut && source.currentValue == 1)
    }
  }

  @Test func cancelsItsSourceAndThePromisesUpstreamOnRequestExceptThoseThatSomethingElseWaitsFor() {
    virtually { executor in
      let (root, shared) = (Promise<Int>.pending(), Promise<Int>.pending())
      let end = root.then { $0 }.timeout(2, cancelsSource: true)
      let sharing = shared.timeout(2, cancelsSource: true)
      let other = shared.then { $0 }
      executor.run()
      #expect(end.error as? PromiseError == .timedOut && root.error is CancellationError)
      #expect(sharing.error as? PromiseError == .timedOut && shared.isPending && other.isPending)
    }
  }

  @Test func aPromiseThatTimedOutNoLongerCountsAsAWaiterOfItsSource() {
    virtually { executor in
      let source = Promise<Int>.pending()
      let timedOut = source.timeout(1)
      let other = source.then { $0 }
      executor.run()
      other.cancel()
      #expect(timedOut.error as? PromiseError == .timedOut && source.error is CancellationError)
    }
  }

  @Test("passes on an existing outcome for any interval", arguments: [0, -1, .nan, 1] as [Double])
  func already(_ interval: Double) {
    virtually { executor in
      let fulfilled = Promise(1).timeout(interval)
      let rejected = Promise<Int>(Oops.one).timeout(interval)
      executor.run()
      #expect(fulfilled.currentValue == 1 && rejected.oops == .one && executor.clock.now == 0)
    }
  }

  @Test("treats invalid intervals as the next turn", arguments: [0, -1, -.infinity, .nan] as [Double])
  func strangeIntervals(_ interval: Double) {
    virtually { executor in
      let end = Promise<Int>.pending().timeout(interval)
      #expect(end.isPending)
      executor.run()
      #expect(end.error as? PromiseError == .timedOut)
    }
  }

  @Test func timesOutEvenIfNothingCanSettleTheSourceAnyMore() {
    virtually { executor in
      var source: Promise<Int>? = .pending()
      let end = source?.timeout(1)
      source = nil
      executor.run()
      #expect(end?.error as? PromiseError == .timedOut)
    }
  }

  @Test func isFreedWithoutWaitingForTheTimerWhenSettledInTime() {
    virtually { executor in
      weak var end: Promise<Int>?
      let source = Promise<Int>.pending()
      do { end = source.timeout(1000) }
      #expect(end != nil)
      source.fulfill(1)
      #expect(end == nil)
    }
  }

  @Test func isFreedAfterTimingOutEvenIfItsSourceIsPending() {
    weak var executor: ManualExecutor?
    virtually { bound in
      executor = bound
      Promise<Int>.pending().timeout(1000)
    }
    #expect(executor == nil, "an executor with a timer that never ran is freed with it")
  }
}
