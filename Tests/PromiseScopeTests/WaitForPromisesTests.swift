// waitForPromises: until nothing is left. The suite's other tests run beside it, so only what must be done when it says so is checked.

import Dispatch
import PromiseScope
import Testing

@Suite("waitForPromises")
struct WaitForPromisesTests {
  @Test("what it waited for has settled, and its handlers have run")
  func waits() async {
    let settled = await onThread { () -> Bool in
      let notes = Notes()
      let queue = DispatchQueue(label: "waited for")
      let end = all((1...4).map { number in Promise<Int>(on: .global()) { number } })
        .then(on: queue) { Promise($0.reduce(0, +)).delay(on: queue, 0.01) }
        .then(on: queue) { notes.add("\($0)") }
      return !waitForPromises(timeout: 20) || end.value == 10 && notes.lines == ["10"]
    }
    #expect(settled)
  }

  @Test("a pending promise is waited for in vain")
  func pending() async {
    let (isDone, isPending) = await onThread { () -> (Bool, Bool) in
      let promise = Promise<Int>.pending()
      let isDone = waitForPromises(timeout: 0.01)
      return (isDone, promise.isPending)
    }
    #expect(!isDone && isPending)
  }

  @Test("a handler that waits behind a pause is waited for in vain")
  func paused() async {
    let (isDone, isPending) = await onThread { () -> (Bool, Bool) in
      let gate = PausableExecutor(.queue(.global()))
      gate.pause()
      let end = Promise(1).then(on: gate) { $0 + 1 }
      let isDone = waitForPromises(timeout: 0.01)
      let isPending = end.isPending
      gate.resume()
      return (isDone, isPending)
    }
    #expect(!isDone && isPending)
  }

  @Test("under a manual executor, virtual time passes")
  func virtualTime() {
    virtually { executor in
      let end = Promise(1).delay(100)
      waitForPromises(timeout: 99)
      #expect(end.isPending)
      waitForPromises(timeout: 1)
      #expect(end.value == 1)
    }
  }

  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
  }
}
