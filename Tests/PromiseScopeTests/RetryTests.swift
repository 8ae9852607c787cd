// Tests `retry`: repeated attempts, intervals and the condition.

@Suite struct RetryTests {
  /// Work that fails a number of times, then returns the number of attempts.
  private final class Flaky: Sendable {
    let notes = Notes()
    let failures: Int
    let clock: ManualClock

    init(failures: Int, _ executor: ManualExecutor) {
      self.failures = failures
      clock = executor.clock
    }

    func attempt() throws -> Int {
      notes.add("\(clock.now / 1_000_000_000)s")
      if notes.count <= failures { throw [Oops.one, .two, .three][(notes.count - 1) % 3] }
      return notes.count
    }
  }

  @Test func makesOneAttemptIfItSucceeds() {
    virtually { executor in
      let work = Flaky(failures: 0, executor)
      let end = retry { try work.attempt() }
      executor.run()
      #expect(end.currentValue == 1 && work.notes.lines == ["0s"])
    }
  }

  @Test func noAttemptFollowsOneThatWaitsForTheRetryItself() {
    virtually { executor in
      let (attempt, resolver) = Promise<Int>.withResolvers()
      let attempts = Counter()
      let end = retry(attempts: 3) { () -> Promise<Int> in
        attempts.add(1)
        return attempt
      }
      executor.run()
      resolver.resolve(end)
      executor.run()
      #expect(end.error as? PromiseResolutionError == .cycle && attempts.value == 1)
    }
  }

  @Test func retriesOnceAfterASecondByDefault() {
    virtually { executor in
      let work = Flaky(failures: 1, executor)
      let end = retry { try work.attempt() }
      executor.run()
      #expect(end.currentValue == 2 && work.notes.lines == ["0s", "1s"])
    }
  }

  @Test func cancelsTheTimerOfTheNextAttemptWhenItIsCanceled() {
    virtually { executor in
      let work = Flaky(failures: 9, executor)
      let end = retry(attempts: 2, delay: 60) { try work.attempt() }
      executor.advance(by: 1)
      end.cancel()
      executor.run()
      #expect(work.notes.lines == ["0s"] && executor.clock.now == 1_000_000_000)
    }
  }

  @Test func countsAttemptsAfterTheFirstAndRejectsWithTheLastError() {
    virtually { executor in
      let work = Flaky(failures: 9, executor)
      let end = retry(attempts: 2, delay: 5) { try work.attempt() }
      executor.run()
      #expect(end.oops == .three && work.notes.lines == ["0s", "5s", "10s"])
    }
  }

  @Test("makes one attempt for zero or negative counts", arguments: [0, -1, Int.min])
  func noRetries(_ attempts: Int) {
    virtually { executor in
      let work = Flaky(failures: 9, executor)
      let end = retry(attempts: attempts) { try work.attempt() }
      executor.run()
      #expect(end.oops == .one && work.notes.lines == ["0s"])
    }
  }

  @Test("treats invalid intervals as the next turn", arguments: [0, -5, .nan] as [Double])
  func strangeIntervals(_ interval: Double) {
    virtually { executor in
      let work = Flaky(failures: 2, executor)
      let end = retry(attempts: 2, delay: interval) { try work.attempt() }
      executor.run()
      #expect(end.currentValue == 3 && work.notes.lines == ["0s", "0s", "0s"])
    }
  }

  @Test func theConditionReceivesTheAttemptsLeftAndTheErrorAndMayGiveUp() {
    virtually { executor in
      let asked = Notes()
      let work = Flaky(failures: 9, executor)
      let end = retry(
        attempts: 5, delay: 1,
        condition: { left, error in
          asked.add("\(left) \(error)")
          return left > 4
        }
      ) { try work.attempt() }
      executor.run()
      #expect(end.oops == .two && asked.lines == ["5 one", "4 two"] && work.notes.count == 2)
    }
  }

  @Test("the condition isn't called without attempts left")
  func conditionNotAsked() {
    virtually { executor in
      let asked = Notes()
      let end = retry(
        attempts: 1, delay: 1,
        condition: { left, _ in
          asked.add("\(left)")
          return true
        }
      ) { () throws -> Int in throw Oops.one }
      executor.run()
      #expect(end.oops == .one && asked.lines == ["1"])
    }
  }

  @Test func acceptsWorkThatReturnsPromises() {
    virtually { executor in
      let tries = Notes()
      let end = retry(attempts: 3, delay: 1) { () -> Promise<Int> in
        tries.add("")
        return tries.count < 3 ? Promise<Int>(Oops.one).delay(1) : Promise(tries.count).delay(4)
      }
      executor.run()
      #expect(end.currentValue == 3 && executor.clock.now == 6_000_000_000)
    }
  }

  @Test func runsTheWorkAsynchronously() {
    virtually { executor in
      let notes = Notes()
      let end = retry { () -> Int in
        notes.add("try")
        return 1
      }
      #expect(notes.lines.isEmpty && end.isPending)
      executor.run()
      #expect(notes.lines == ["try"])
    }
  }

  @Test func cancelingItCancelsTheCurrentAttemptAndMakesNoMore() {
    virtually { executor in
      let tries = Notes()
      let work = Promise<Int>.pending()
      let end = retry(attempts: 5, delay: 1) { () -> Promise<Int> in
        tries.add("")
        return work
      }
      executor.advance(by: 1)
      end.cancel()
      executor.run()
      #expect(end.error is CancellationError && work.error is CancellationError && tries.count == 1)
    }
  }

  @Test func cancelingItBetweenTwoAttemptsMakesNoMore() {
    virtually { executor in
      let tries = Notes()
      let end = retry(attempts: 5, delay: 10) { () -> Int in
        tries.add("")
        throw Oops.one
      }
      executor.advance(by: 5)
      end.cancel()
      executor.run()
      #expect(end.error is CancellationError && tries.count == 1)
    }
  }

  @Test func aCapturedPendingPromiseIsFreedDuringTheLastAttemptOrWhenTheResultIsCanceled() {
    virtually { executor in
      let living = Counter()
      func drop(attempts: Int, cancels: Bool) -> Bool {
        weak var captured: Promise<Int>?
        weak var result: Promise<Int>?
        do {
          let pending = Promise<Int>.pending()
          let probe = Probe(living)
          captured = pending
          let promise = retry(attempts: attempts) { () throws -> Promise<Int> in
            _ = probe
            return pending
          }
          result = promise
          executor.run()
          #expect(promise.isPending && pending.isPending)
          if cancels { promise.cancel() }
        }
        executor.run()
        return captured == nil && result == nil && living.value == 0
      }
      #expect(drop(attempts: 0, cancels: false))
      #expect(drop(attempts: 3, cancels: true))
    }
  }
}
