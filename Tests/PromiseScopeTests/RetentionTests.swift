// What a promise that lives on keeps of short-lived ones that waited for it: nothing that grows with their number.

import PromiseCore

@Suite struct RetentionTests {
  /// How a promise that waits for the input ends, while the input is pending.
  enum Way: CaseIterable, Sendable {
    case raceIsWon, allIsRejected, pairIsRejected, anyIsCanceled, retryIsCanceled, delayIsCanceled, timeoutIsUp
    case whenIsRejected
  }

  /// Waits for `input` in one way, and ends that.
  private func use(_ input: Promise<Int>, _ way: Way, _ executor: ManualExecutor) -> PromiseNode {
    let other = Promise<Int>.pending()
    switch way {
    case .raceIsWon:
      let first = race([other, input])
      other.fulfill(1)
      return first
    case .allIsRejected:
      let both = all([input, other])
      other.reject(Oops.one)
      return both
    case .pairIsRejected:
      let both = all(input, other)
      other.reject(Oops.one)
      return both
    case .anyIsCanceled:
      let outcomes = PromiseScope.any([input, other])
      outcomes.cancel()
      return outcomes
    case .retryIsCanceled:
      let attempts = retry(attempts: 3) { input }
      executor.runReady()
      attempts.cancel()
      return attempts
    case .delayIsCanceled:
      let late = input.delay(1)
      late.cancel()
      return late
    case .timeoutIsUp:
      let limited = input.timeout(1)
      executor.run()
      return limited
    case .whenIsRejected:
      let both = when(fulfilled: [input, other])
      other.reject(Oops.one)
      return both
    }
  }

  @Test("stays the same for any number of promises that ended without it", arguments: Way.allCases)
  func retention(_ way: Way) {
    virtually { executor in
      let input = Promise<Int>.pending()
      // Something else waits, so that cancellation stops here.
      let waiter = input.then { _ in }
      for round in 0..<100 {
        weak var last: PromiseNode?
        do {
          let result = use(input, way, executor)
          #expect(!result.isPending)
          last = result
        }
        executor.run()
        #expect(last == nil && input.entryCount <= 2, "round \(round)")
      }
      #expect(input.isPending && waiter.isPending)
      input.fulfill(1)
      executor.run()
      #expect(waiter.isFulfilled)
    }
  }
}
