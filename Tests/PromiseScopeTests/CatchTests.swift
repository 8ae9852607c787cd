// Tests `catch`: it receives the error and passes it on.

import PromiseTesting

@Suite("catch", .promises)
struct CatchTests {
  @Test func receivesTheErrorAndPassesItOn() {
    virtually { executor in
      let notes = Notes()
      let end = Promise<Int>(Oops.one).catch { notes.add("first \($0)") }.catch { notes.add("second \($0)") }
      executor.run()
      #expect(end.oops == .one && notes.lines == ["first one", "second one"])
    }
  }
}
