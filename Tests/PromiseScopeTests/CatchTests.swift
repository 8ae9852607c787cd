// Tests `catch`: it receives the error and passes it on.

import PromiseScope
import PromiseTesting
import TestSupport
import Testing

@Suite("catch", .promises)
struct CatchTests {
  @Test("receives the error and passes it on")
  func passesOn() {
    virtually { executor in
      let notes = Notes()
      let end = Promise<Int>(Oops.one).catch { notes.add("first \($0)") }.catch { notes.add("second \($0)") }
      executor.run()
      #expect(end.oops == .one && notes.lines == ["first one", "second one"])
    }
  }

  @Test("is skipped by a value")
  func valuePasses() {
    virtually { executor in
      let notes = Notes()
      let end = Promise(1).catch { _ in notes.add("never") }.then { $0 + 1 }
      executor.run()
      #expect(end.currentValue == 2 && notes.lines.isEmpty)
    }
  }

  @Test("receives an error thrown far upstream")
  func farAbove() {
    virtually { executor in
      let notes = Notes()
      Promise(1).then { _ -> Int in throw Oops.two }.then { $0 + 1 }.validate { _ in true }.then { _ in }
        .catch { notes.add("\($0)") }
      executor.run()
      expectEqual(notes.lines, ["two"])
    }
  }

  @Test("runs asynchronously on its queue")
  func later() {
    let queue = ManualExecutor()
    let notes = Notes()
    Promise<Int>(Oops.one).catch(on: queue) { notes.add("\($0)") }
    #expect(notes.lines.isEmpty)
    queue.run()
    expectEqual(notes.lines, ["one"])
  }
}
