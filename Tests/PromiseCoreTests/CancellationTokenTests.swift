// Tests the handlers of a cancellation token: their order, that each runs once, and that a disposed one does not run.

@Suite struct CancellationTokenTests {
  @Test func cancelCallsTheHandlersInTheOrderInWhichTheyWereAddedOnce() {
    let token = CancellationToken()
    let notes = Notes()
    let names = (1...20).map { "handler \($0)" }
    for name in names { token.onCancel { notes.add(name) } }
    #expect(notes.lines.isEmpty && !token.isCancelled)
    token.cancel()
    token.cancel()
    #expect(notes.lines == names && token.isCancelled)
  }

  @Test func aDisposedHandlerDoesNotRun() {
    let token = CancellationToken()
    let notes = Notes()
    token.onCancel { notes.add("first") }
    let second = token.onCancel { notes.add("second") }
    token.onCancel { notes.add("third") }
    second.dispose()
    token.cancel()
    second.dispose()
    expectEqual(notes.lines, ["first", "third"])
  }

  @Test func aHandlerAddedAfterTheCancellationRunsImmediately() {
    let token = CancellationToken()
    token.cancel()
    let notes = Notes()
    token.onCancel { notes.add("late") }
    expectEqual(notes.lines, ["late"])
    #expect(throws: CancellationError.self) { try token.throwIfCancelled() }
  }
}
