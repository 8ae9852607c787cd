// Tests `delay`: it delays a value but not an error.

@Suite struct DelayTests {
  @Test("passes the value on after the interval", arguments: [true, false])
  func delaysValue(_ isSettled: Bool) {
    virtually { executor in
      let notes = Notes()
      let source = Promise<Int>.pending()
      if isSettled { source.fulfill(1) }
      source.delay(2.5).then { notes.add("\($0) at \(executor.clock.now / 1_000_000)") }
      executor.advance(by: 1)
      source.fulfill(1)
      executor.run()
      expectEqual(notes.lines, [isSettled ? "1 at 2500" : "1 at 3500"])
    }
  }

  @Test func passesARejectionOnImmediately() {
    virtually { executor in
      let end = Promise<Int>(Oops.one).delay(100)
      #expect(end.oops == .one && executor.clock.now == 0)
    }
  }

  @Test(
    "treats invalid intervals as the next turn",
    arguments: [0, -1, -.infinity, .nan, .leastNonzeroMagnitude, -0.0] as [Double])
  func strangeIntervals(_ interval: Double) {
    virtually { executor in
      let end = Promise(1).delay(interval)
      #expect(end.isPending)
      executor.run()
      #expect(end.currentValue == 1 && executor.clock.now == 0)
    }
  }

  @Test("waits practically forever for an infinite interval", arguments: [.infinity, 1e300] as [Double])
  func endlessIntervals(_ interval: Double) {
    virtually { executor in
      let end = Promise(1).delay(interval)
      executor.advance(by: 86_400 * 365)
      #expect(end.isPending)
    }
  }

  @Test func keepsAnOutcomeSetFromOutsideAndCancelsTheTimer() {
    virtually { executor in
      let end = Promise(1).delay(5)
      executor.advance(by: 1)
      #expect(end.fulfill(2))
      executor.run()
      #expect(end.currentValue == 2 && executor.clock.now == 1_000_000_000)
    }
  }

  @Test func cancelsTheTimerWhenItIsCanceled() {
    virtually { executor in
      let end = Promise(1).delay(180)
      executor.advance(by: 1)
      end.cancel()
      executor.run()
      #expect(end.error is CancellationError && executor.clock.now == 1_000_000_000)
    }
  }

  @Test func usesVirtualTimeWithTheInlineExecutorToo() {
    virtually { executor in
      let end = Promise(1).delay(on: .inline, 3)
      executor.advance(by: 2)
      #expect(end.isPending)
      executor.advance(by: 2)
      expectEqual(end.currentValue, 1)
    }
  }
}
