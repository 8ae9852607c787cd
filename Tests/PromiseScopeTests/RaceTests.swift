// Tests `race`: the first input to settle decides.

import PromiseScope
import TestSupport
import Testing

@Suite("race")
struct RaceTests {
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
