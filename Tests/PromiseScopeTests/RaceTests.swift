// Tests `race`: the first input to settle decides.

@Suite struct RaceTests {
  @Test func theFirstOfSeveralSettledInputsWins() {
    expectEqual(race(Promise(1), Promise(2)).currentValue, 1)
    expectEqual(race(Promise<Int>.pending(), Promise(2), Promise<Int>(Oops.one)).currentValue, 2)
    expectEqual(race([Promise<Int>(Oops.one), Promise(2)]).oops, .one)
  }

  #if os(Linux) || os(macOS)
    @Test func anEmptyArrayStopsTheProgramAsInGooglePromises() async {
      await #expect(processExitsWith: .failure) { _ = race([Promise<Int>]()) }
    }
  #endif
}
