// Tests `race`: the first input to settle decides.

import PromiseScope
import TestSupport
import Testing

@Suite("race")
struct RaceTests {
  @Test("the first value wins")
  func firstValue() {
    let inputs = (0..<3).map { _ in Promise<Int>.pending() }
    let end = race(inputs)
    #expect(end.isPending)
    inputs[1].fulfill(1)
    expectEqual(end.currentValue, 1)
    inputs[0].fulfill(0)
    inputs[2].reject(Oops.one)
    expectEqual(end.currentValue, 1)
  }

  @Test("the first error wins too")
  func firstError() {
    let inputs = (0..<2).map { _ in Promise<Int>.pending() }
    let end = race(inputs)
    inputs[1].reject(Oops.one)
    inputs[0].fulfill(0)
    expectEqual(end.oops, .one)
  }

  @Test("the first of several settled inputs wins")
  func settledInputs() {
    expectEqual(race(Promise(1), Promise(2)).currentValue, 1)
    expectEqual(race(Promise<Int>.pending(), Promise(2), Promise<Int>(Oops.one)).currentValue, 2)
    expectEqual(race([Promise<Int>(Oops.one), Promise(2)]).oops, .one)
  }

  #if os(Linux) || os(macOS)
    @Test("an empty array stops the program, as in Google Promises")
    func empty() async {
      await #expect(processExitsWith: .failure) { _ = race([Promise<Int>]()) }
    }
  #endif
}
