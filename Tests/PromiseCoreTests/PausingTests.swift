// Pausing: how far upstream it propagates.

import PromiseCore
import TestSupport
import Testing

@Suite("pausing, in the core")
struct PausingTests {
  @Test("a promise that settled before its source does not pause it")
  func settledFromOutside() {
    let changes = List<Bool>()
    let source = Promise<Int>.made()
    source.onPause { isPaused in
      changes.add(isPaused)
      return true
    }
    let derived = source.after(on: .inline) {}
    #expect(derived.setPaused(true) && derived.setPaused(false))
    derived.settle(1)
    #expect(!derived.setPaused(true) && source.isPending)
    expectEqual(changes.elements, [true, false])
  }
}
