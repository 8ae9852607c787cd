// Tests `delay`, `timeout` and `retry` with a `Duration`, and the executor that takes its time from a Swift clock.

import Dispatch
import Synchronization

@Suite struct DurationTests {
  /// A clock that stands still until a test advances it.
  private final class TestClock: Clock, Sendable {
    struct Instant: InstantProtocol {
      var offset: Duration
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State: Sendable {
      var now = Instant(offset: .zero)
      var sleeper: (deadline: Instant, continuation: CheckedContinuation<Void, Never>)?
      var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      await withCheckedContinuation { continuation in
        let waiter = state.withLock { state in
          state.sleeper = (deadline, continuation)
          return state.waiter.take()
        }
        waiter?.resume()
      }
      try Task.checkCancellation()
    }

    /// Waits until a task sleeps.
    func sleeper() async {
      await withCheckedContinuation { continuation in
        let isAsleep = state.withLock { state in
          if state.sleeper == nil { state.waiter = continuation }
          return state.sleeper != nil
        }
        if isAsleep { continuation.resume() }
      }
    }

    func advance(by duration: Duration) {
      let woken = state.withLock { state -> CheckedContinuation<Void, Never>? in
        state.now.offset += duration
        guard let sleeper = state.sleeper, sleeper.deadline <= state.now else { return nil }
        state.sleeper = nil
        return sleeper.continuation
      }
      woken?.resume()
    }
  }

  @Test func delayPassesTheValueOnAfterTheDuration() {
    virtually { executor in
      let end = Promise(1).delay(for: .milliseconds(2_500))
      executor.advance(by: 2.25)
      #expect(end.isPending)
      executor.advance(by: 0.25)
      #expect(end.currentValue == 1 && executor.clock.now == 2_500_000_000)
    }
  }

  @Test("timeout rejects after the duration, and cancels its source if asked", arguments: [false, true])
  func timeout(cancels: Bool) {
    virtually { executor in
      let source = Promise<Int>.pending()
      let end = source.timeout(after: .seconds(3), cancelsSource: cancels)
      executor.advance(by: 2)
      #expect(end.isPending)
      executor.advance(by: 1)
      #expect(end.error as? PromiseError == .timedOut && source.isPending != cancels)
    }
  }

  @Test func retryWaitsForTheIntervalBeforeEachAttempt() {
    virtually { executor in
      let notes = Notes()
      let end = retry(attempts: 2, interval: .milliseconds(1_500)) { () throws -> Int in
        notes.add("\(executor.clock.now / 1_000_000)")
        throw Oops.one
      }
      executor.run()
      #expect(end.oops == .one && notes.lines == ["0", "1500", "3000"])
    }
  }

  @Test func retryFollowsThePromiseThatItsWorkReturnsAndAsksItsCondition() {
    virtually { executor in
      let notes = Notes()
      let end = retry(attempts: 5, interval: .seconds(1), condition: { left, _ in left > 3 }) {
        notes.add("attempt")
        return Promise<Int>(Oops.two)
      }
      executor.run()
      #expect(end.oops == .two && notes.count == 3)
    }
  }

  @Test func anExecutorWithAClockWaitsOnThatClockAndRunsHandlersOnItsBase() async throws {
    let clock = TestClock()
    let executor = PromiseExecutor.clock(clock, on: .queue(.global()))
    expectEqual(executor.label, PromiseExecutor.queue(.global()).label)
    let end = Promise(1).delay(on: executor, for: .seconds(60)).then(on: executor) { $0 + 1 }
    await clock.sleeper()
    clock.advance(by: .seconds(59))
    #expect(end.isPending)
    clock.advance(by: .seconds(1))
    try await expectEqual(end.get(), 2)
  }

  @Test func aTimerOfAClockThatWasCanceledHasNoEffect() async {
    let clock = TestClock()
    let notes = Notes()
    let timer = PromiseExecutor.clock(clock).schedule(after: 1) { notes.add("fired") }
    await clock.sleeper()
    timer.cancel()
    clock.advance(by: .seconds(2))
    let later = Promise(1).delay(on: .clock(clock, on: .queue(.global())), for: .seconds(1))
    await clock.sleeper()
    clock.advance(by: .seconds(1))
    _ = try? await later.get()
    expectEqual(notes.lines, [])
  }

  @Test("a clock accepts any number of seconds", arguments: [-1, .nan, -.infinity] as [Double])
  func invalidSeconds(_ seconds: Double) async throws {
    let executor = PromiseExecutor.clock(ContinuousClock(), on: .queue(.global()))
    try await expectEqual(Promise(1).delay(on: executor, seconds).get(), 1)
    let endless = Promise(1).delay(on: executor, .infinity)
    #expect(endless.isPending)
    endless.cancel()
  }
}
