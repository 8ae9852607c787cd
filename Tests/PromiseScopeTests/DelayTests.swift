// delay: holds back a value, not an error.

import PromiseScope
import Testing

@Suite("delay")
struct DelayTests {
  @Test("a value comes that much later than it was there", arguments: Moment.allCases)
  func delaysValue(_ moment: Moment) {
    virtually { executor in
      let notes = Notes()
      let source = Promise<Int>.pending()
      if moment == .already { source.fulfill(1) }
      source.delay(2.5).then { notes.add("\($0) at \(executor.clock.now / 1_000_000)") }
      executor.advance(by: 1)
      source.fulfill(1)
      executor.run()
      #expect(notes.lines == [moment == .already ? "1 at 2500" : "1 at 3500"])
    }
  }

  @Test("a rejection comes at once")
  func rejectionAtOnce() {
    virtually { executor in
      let end = Promise<Int>(Oops.one).delay(100)
      #expect(end.oops == .one && executor.clock.now == 0)
    }
  }

  @Test(
    "intervals that make no sense mean the next turn",
    arguments: [0, -1, -.infinity, .nan, .leastNonzeroMagnitude, -0.0] as [Double])
  func strangeIntervals(_ interval: Double) {
    virtually { executor in
      let end = Promise(1).delay(interval)
      #expect(end.isPending)
      executor.run()
      #expect(end.currentValue == 1 && executor.clock.now == 0)
    }
  }

  @Test("an endless interval is endless for all practical purposes", arguments: [.infinity, 1e300] as [Double])
  func endlessIntervals(_ interval: Double) {
    virtually { executor in
      let end = Promise(1).delay(interval)
      executor.advance(by: 86_400 * 365)
      #expect(end.isPending)
    }
  }

  @Test("settling it from outside wins")
  func settledFromOutside() {
    virtually { executor in
      let end = Promise(1).delay(5)
      #expect(end.fulfill(2))
      executor.run()
      #expect(end.currentValue == 2)
    }
  }

  @Test("inline in virtual time stays in virtual time")
  func inlineIsVirtual() {
    virtually { executor in
      let end = Promise(1).delay(on: .inline, 3)
      executor.advance(by: 2)
      #expect(end.isPending)
      executor.advance(by: 2)
      #expect(end.currentValue == 1)
    }
  }
}
