// Tests `waitForPromises`. Other tests run at the same time, so these check only what must hold when it returns.

import Dispatch

@Suite struct WaitForPromisesTests {
  @Test func promisesHaveSettledAndHandlersHaveRunWhenItReturnsTrue() async {
    let settled = await onThread { () -> Bool in
      let notes = Notes()
      let queue = DispatchQueue(label: "waited for")
      let end = all((1...4).map { number in Promise<Int>(on: .global()) { number } })
        .then(on: queue) { Promise($0.reduce(0, +)).delay(on: queue, 0.01) }
        .then(on: queue) { notes.add("\($0)") }
      return !waitForPromises(timeout: 2) || end.value == 10 && notes.lines == ["10"]
    }
    #expect(settled)
  }

  @Test func promisesHaveSettledWhenTheGroupOfAllPromisesBecomesEmpty() async {
    let settled = await onThread { () -> Bool in
      let end = Promise<Int>(on: .global()) { 1 }.delay(on: .global(), 0.01)
      return DispatchGroup.promises.wait(timeout: .now() + 2) == .timedOut || end.value == 1
    }
    #expect(settled)
  }

  @Test("returns false for a promise that stays pending")
  func pending() async {
    let (isDone, isPending) = await onThread { () -> (Bool, Bool) in
      let promise = Promise<Int>.pending()
      let isDone = waitForPromises(timeout: 0.01)
      return (isDone, promise.isPending)
    }
    #expect(!isDone && isPending)
  }

  @Test func returnsFalseForAHandlerOnAPausedExecutor() async {
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

  @Test func advancesVirtualTimeUnderAManualExecutor() {
    virtually { executor in
      let end = Promise(1).delay(100)
      waitForPromises(timeout: 99)
      #expect(end.isPending)
      waitForPromises(timeout: 1)
      expectEqual(end.value, 1)
    }
  }

  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
  }
}
