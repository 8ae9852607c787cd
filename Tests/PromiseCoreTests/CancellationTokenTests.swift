// Tests the handlers of a cancellation token: their order, that each runs once, and that a disposed one does not run.

import PromiseCore
import TestSupport
import Testing

@Suite("cancellation tokens")
struct CancellationTokenTests {
  @Test("cancel calls the handlers in the order in which they were added, once")
  func order() {
    let token = CancellationToken()
    let notes = Notes()
    let names = (1...20).map { "handler \($0)" }
    for name in names { token.onCancel { notes.add(name) } }
    #expect(notes.lines.isEmpty && !token.isCancelled)
    token.cancel()
    token.cancel()
    #expect(notes.lines == names && token.isCancelled)
  }

  @Test("a disposed handler does not run")
  func disposed() {
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

  @Test("a handler added after the cancellation runs immediately")
  func late() {
    let token = CancellationToken()
    token.cancel()
    let notes = Notes()
    token.onCancel { notes.add("late") }
    expectEqual(notes.lines, ["late"])
    #expect(throws: CancellationError.self) { try token.throwIfCancelled() }
  }
}
