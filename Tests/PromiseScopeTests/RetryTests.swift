// retry: again, after a while, while it is worth it.

import PromiseScope
import Testing

@Suite("retry")
struct RetryTests {
  /// Fails a number of times, then gives the number of tries it took.
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

  @Test("a first success needs no other")
  func firstSuccess() {
    virtually { executor in
      let work = Flaky(failures: 0, executor)
      let end = retry { try work.attempt() }
      executor.run()
      #expect(end.currentValue == 1 && work.notes.lines == ["0s"])
    }
  }

  @Test("by default: one retry, after a second")
  func defaults() {
    virtually { executor in
      let work = Flaky(failures: 1, executor)
      let end = retry { try work.attempt() }
      executor.run()
      #expect(end.currentValue == 2 && work.notes.lines == ["0s", "1s"])
    }
  }

  @Test("attempts are retries, and the last error counts")
  func lastError() {
    virtually { executor in
      let work = Flaky(failures: 9, executor)
      let end = retry(attempts: 2, delay: 5) { try work.attempt() }
      executor.run()
      #expect(end.oops == .three && work.notes.lines == ["0s", "5s", "10s"])
    }
  }

  @Test("no retries, or fewer than none", arguments: [0, -1, Int.min])
  func noRetries(_ attempts: Int) {
    virtually { executor in
      let work = Flaky(failures: 9, executor)
      let end = retry(attempts: attempts) { try work.attempt() }
      executor.run()
      #expect(end.oops == .one && work.notes.lines == ["0s"])
    }
  }

  @Test("intervals that make no sense mean the next turn", arguments: [0, -5, .nan] as [Double])
  func strangeIntervals(_ interval: Double) {
    virtually { executor in
      let work = Flaky(failures: 2, executor)
      let end = retry(attempts: 2, delay: interval) { try work.attempt() }
      executor.run()
      #expect(end.currentValue == 3 && work.notes.lines == ["0s", "0s", "0s"])
    }
  }

  @Test("the condition gets the attempts left and the error, and may give up")
  func condition() {
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

  @Test("the condition is not asked when nothing is left to try")
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

  @Test("work that returns promises")
  func promises() {
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

  @Test("it runs later, not in the call")
  func later() {
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

  @Test("cancelling it cancels the attempt under way, and there is no other")
  func cancelled() {
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

  @Test("cancelled between two attempts, there is no other")
  func cancelledBetween() {
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

  @Test("a captured pending promise is freed during the last attempt, or when the result is canceled")
  func capturedPending() {
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
