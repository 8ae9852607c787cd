// Pausing: how far upstream it propagates.

@Suite struct PausingTests {
  @Test func aPromiseThatSettledBeforeItsSourceDoesNotPauseIt() {
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
