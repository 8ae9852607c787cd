// Tests `always`: it runs after a value and after an error and passes both on.

@Suite struct AlwaysTests {
  @Test func runsAfterAValueAndAfterAnErrorAndPassesBothOn() {
    virtually { executor in
      let notes = Notes()
      let ends = [
        Promise(1).always { notes.add("always") }, Promise<Int>(Oops.one).always { notes.add("always too") },
      ]
      executor.run()
      expectEqual(notes.lines, ["always", "always too"])
      #expect(ends[0].currentValue == 1 && ends[1].oops == .one)
    }
  }

  @Test func delaysTheHandlersAfterItUntilItHasRun() {
    virtually { executor in
      let notes = Notes()
      Promise(1).always { notes.add("always") }.then { _ in notes.add("then") }
      Promise<Int>(Oops.one).always { notes.add("always") }.catch { _ in notes.add("catch") }
      executor.run()
      expectEqual(notes.lines, ["always", "always", "then", "catch"])
    }
  }
}
