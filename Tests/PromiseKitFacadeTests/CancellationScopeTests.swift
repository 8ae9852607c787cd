// The scope of a cancellation: the promises upstream of a chain, recovery, races, and `ensure`.

import Dispatch
import PromiseKitFacade
import Synchronization
import Testing

@Suite("scope of a cancellation")
struct CancellationScopeTests {
  private final class Work: Cancellable, Sendable {
    private let flag = Mutex(false)
    func cancel() { flag.withLock { $0 = true } }
    var isCancelled: Bool { flag.withLock { $0 } }
  }

  // MARK: Sources

  @Test("a plain promise is not canceled, and its other handlers run")
  func plainPromise() {
    virtually { executor in
      let (promise, resolver) = Promise<Int>.pending()
      let chain = CancellablePromise(promise).map { $0 + 1 }
      chain.cancel()
      #expect(promise.isPending)
      executor.run()
      #expect(chain.error?.isCancelled == true)
      let other = promise.map { $0 + 2 }
      resolver.fulfill(1)
      executor.run()
      #expect(promise.value == 1)
      #expect(other.value == 3)
    }
  }

  @Test("a plain promise without other handlers, and the promise upstream of it, are not canceled")
  func derivedPromise() {
    virtually { executor in
      let (source, resolver) = Promise<Int>.pending()
      let promise = source.map { $0 + 1 }
      CancellablePromise(promise).done { _ in }.cauterize().cancel()
      executor.run()
      #expect(source.isPending && promise.isPending)
      resolver.fulfill(1)
      executor.run()
      #expect(promise.value == 2)
    }
  }

  @Test("a promise that a handler returned is not canceled, and the chain ends immediately")
  func returnedPromise() {
    virtually { executor in
      let (promise, resolver) = Promise<Int>.pending()
      let chain = CancellablePromise.value(1).then { _ in promise }
      executor.run()
      chain.cancel()
      executor.run()
      #expect(chain.error?.isCancelled == true)
      #expect(promise.isPending)
      resolver.fulfill(1)
      #expect(promise.value == 1)
    }
  }

  @Test("a canceled chain leaves no handler on a promise that never settles")
  func nothingStays() {
    final class Token: Sendable {}
    weak var token: Token?
    let (promise, resolver) = Promise<Int>.pending()
    virtually { executor in
      let held = Token()
      token = held
      let chain = CancellablePromise(promise).map { _ in withExtendedLifetime(held) {} }
      chain.cancel()
    }
    #expect(token == nil)
    withExtendedLifetime(resolver) {}
  }

  @Test("canceling stops the work of init(cancellable:), setCancellable, and after")
  func stoppable() {
    virtually { executor in
      let (one, two, three, four) = (Work(), Work(), Work(), Work())
      let promise = Promise<Int>(cancellable: one) { _ in }
      CancellablePromise(promise).cancel()
      #expect(one.isCancelled)
      #expect(promise.error?.isCancelled == true)

      let guarantee = Guarantee<Int>(cancellable: two) { _ in }
      let fromGuarantee = cancellize(guarantee)
      fromGuarantee.cancel()
      #expect(two.isCancelled)
      #expect(guarantee.isPending)
      #expect(fromGuarantee.isRejected)

      let late = Promise<Int> { _ in }
      late.setCancellable(three)
      let fromLate = late.cancellize()
      fromLate.cancel(with: Oops.one)
      #expect(three.isCancelled)
      #expect(late.isPending)
      #expect(fromLate.error as? Oops == .one)

      let notes = Notes()
      let replaced = Promise<Int> { _ in }
      replaced.setCancellable(nil)
      replaced.setCancellable(four) { notes.add("\($0)") }
      replaced.cancellize().cancel(with: Oops.two)
      #expect(four.isCancelled)
      #expect(notes.lines == ["two"])

      let timer = after(seconds: 10)
      cancellize(timer).cancel()
      executor.run()
      #expect(executor.clock.now == 0)
    }
  }

  // MARK: Recovering

  @Test("a canceled chain that recovers runs later links and does not cancel later promises")
  func continues() {
    let notes = Notes()
    virtually { executor in
      let chain = cancellable(after(seconds: 1)).map { 1 }
      let end = chain.recover(policy: .allErrors) { _ in Promise.value(2) }
        .map { $0 + 1 }.get { notes.add("get \($0)") }
        .then { number in CancellablePromise.value(number + 1) }
        .then { number in after(seconds: 1).map { number + 1 } }
      chain.cancel()
      executor.run()
      #expect(end.value == 5)
      #expect(!end.cancelAttempted)
    }
    #expect(notes.lines == ["get 3"])
  }

  @Test("each overload of recover ends the cancellation unless its handler throws")
  func forms() {
    virtually { executor in
      func canceled<T>(_ recover: (CancellablePromise<Void>) -> CancellablePromise<T>) -> CancellablePromise<Int> {
        let chain = cancellable(after(seconds: 1))
        let end = recover(chain).map { _ in 7 }
        chain.cancel(with: CancellationOops())
        executor.run()
        return end
      }
      #expect(canceled { $0.recover(policy: .allErrors) { _ in Promise() } }.value == 7)
      #expect(canceled { $0.recover(policy: .allErrors) { _ in CancellablePromise() } }.value == 7)
      #expect(canceled { $0.recover(policy: .allErrors) { _ in } }.value == 7)
      #expect(canceled { $0.cancellableRecover(policy: .allErrors) { _ in Promise() } }.value == 7)
      #expect(canceled { $0.recover(only: CancellationOops()) { _ in Promise() } }.value == 7)
      #expect(canceled { $0.recover(only: CancellationOops()) { _ in } }.value == 7)
      #expect(canceled { $0.recover(only: CancellationOops.self, policy: .allErrors) { _ in Promise() } }.value == 7)
      #expect(canceled { $0.recover(only: CancellationOops.self, policy: .allErrors) { _ in } }.value == 7)
      #expect(canceled { $0.recover(on: CurrentThreadDispatcher(), policy: .allErrors) { _ in } }.value == 7)
      // Handlers that do not handle cancellations, or that throw.
      #expect(canceled { $0.recover { _ in } }.error is CancellationOops)
      #expect(canceled { $0.recover(policy: .allErrors) { throw $0 } }.error is CancellationOops)
      #expect(
        canceled { $0.recover(policy: .allErrors) { _ -> Promise<Void> in throw Oops.one } }.error as? Oops == .one)
    }
  }

  // MARK: Combining

  @Test("race cancels the other inputs when one is rejected, but not when one is fulfilled")
  func race() {
    virtually { executor in
      let (failing, resolver) = CancellablePromise<Int>.pending()
      let slow = cancellable(after(seconds: 5)).map { 5 }
      let race = PromiseKitFacade.race(failing, slow)
      resolver.reject(Oops.one)
      executor.runReady()
      #expect(race.error as? Oops == .one)
      #expect(slow.cancelAttempted)
      #expect(slow.error?.isCancelled == true)

      let (quick, patient) = (cancellable(after(seconds: 1)).map { 1 }, cancellable(after(seconds: 2)).map { 2 })
      let won = PromiseKitFacade.race([quick, patient])
      executor.run()
      #expect(won.value == 1)
      #expect(patient.value == 2)
    }
  }

  @Test("a timeout cancels the other inputs of the race")
  func timesOut() {
    virtually { executor in
      let slow = cancellable(after(seconds: 5))
      let race = PromiseKitFacade.race(slow, cancellize(timeout(seconds: 1)))
      executor.advance(by: 1)
      executor.runReady()
      #expect((race.error as? PMKError)?.debugDescription == "The asynchronous sequence timed out")
      #expect(slow.cancelAttempted)
      executor.run()
      #expect(executor.clock.now == 1_000_000_000)

      let plain = timeout(seconds: 1)
      executor.run()
      #expect(plain.pmkError == "The asynchronous sequence timed out")
    }
  }

  @Test("cancellableWhen collects values of different types and cancels its inputs")
  func gathering() {
    virtually { executor in
      let end = cancellableWhen(fulfilled: CancellablePromise.value(1), CancellablePromise.value("two"))
      executor.run()
      #expect(end.value?.0 == 1 && end.value?.1 == "two")

      let slow = cancellable(after(seconds: 5))
      let other = cancellableWhen(fulfilled: slow, CancellablePromise.value(1), CancellablePromise.value(""))
      other.cancel()
      executor.run()
      #expect(slow.isRejected)
      #expect(other.error?.isCancelled == true)
    }
  }

  @Test("canceling a combination rejects it, and an input that was canceled before cancels it")
  func joining() {
    virtually { executor in
      let inputs = [cancellable(after(seconds: 1)), cancellable(Guarantee())]
      let results = when(resolved: inputs)
      results.cancel()
      #expect(results.error?.isCancelled == true)

      let dead = CancellablePromise<Void>.pending().promise
      dead.cancel(with: Oops.two)
      let alive = cancellable(after(seconds: 1))
      let race = PromiseKitFacade.race(dead, alive)
      executor.run()
      #expect(race.error as? Oops == .two)
      #expect(alive.isRejected)
    }
  }

  // MARK: Passing through

  @Test("ensure keeps a canceled chain canceled although the value was available")
  func ensure() {
    let notes = Notes()
    virtually { executor in
      let chain = CancellablePromise.value(1).ensure { notes.add("ensure") }
      let then = CancellablePromise.value(1).ensureThen { CancellablePromise(after(seconds: 1)) }
      let onDispatcher = CancellablePromise.value(1).ensure(on: Executing(executor)) { notes.add("dispatched") }
      chain.cancel()
      onDispatcher.cancel()
      executor.runReady()
      then.cancel(with: Oops.one)
      executor.run()
      #expect(chain.error?.isCancelled == true)
      #expect(onDispatcher.error?.isCancelled == true)
      #expect(then.error as? Oops == .one)
    }
    #expect(notes.lines.sorted() == ["dispatched", "ensure"])
  }

  @Test("tap does not run in a canceled chain")
  func tap() {
    let notes = Notes()
    virtually { executor in
      let chain = CancellablePromise.value(1).tap { _ in notes.add("tap") }
      chain.cancel()
      executor.run()
      #expect(chain.error?.isCancelled == true)
    }
    #expect(notes.lines == [])
  }
}

private struct CancellationOops: CancellableError, Equatable {
  var isCancelled: Bool { true }
}

/// A dispatcher that runs closures in virtual time.
private struct Executing: Dispatcher {
  let executor: ManualExecutor

  init(_ executor: ManualExecutor) { self.executor = executor }

  func dispatch(_ body: @escaping () -> Void) { DispatchQueue.main.dispatch(body) }
}
