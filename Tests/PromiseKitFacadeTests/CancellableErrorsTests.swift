// catch(only:) and recover(only:) in cancellable chains, and cancellable chains whose handlers return plain promises.

import PromiseKitFacade
import Testing

@Suite("cancellable chains: errors")
struct CancellableErrorsTests {
  @Test("catch(only:) passes other errors on and returns a finalizer that cancels the chain")
  func cascade() {
    let notes = Notes()
    virtually { executor in
      CancellablePromise<Int>(error: Oops.two).catch(only: Oops.one) { _ in notes.add("one") }
        .catch(only: Oops.self) { notes.add("\($0)") }.catch { _ in notes.add("rest") }.finally { notes.add("end") }
      executor.run()

      let cascade = after(seconds: 1).cancellize().done { notes.add("done") }.catch(only: Oops.one) { _ in }
      cascade.cancel()
      cascade.catch(policy: .allErrors) { notes.add("cancelled: \($0.isCancelled)") }
      #expect(cascade.cancelAttempted)
      #expect(cascade.isCancelled)
      #expect(cascade.cancelledError?.isCancelled == true)
    }
    #expect(notes.lines == ["two", "end", "cancelled: true"])
  }

  @Test("recover(only:) accepts cancellable and plain promises")
  func recover() {
    virtually { executor in
      let failed = CancellablePromise<Int>(error: Oops.one)
      let ends = [
        failed.recover(only: Oops.one) { _ in CancellablePromise.value(1) },
        failed.recover(only: Oops.self) { _ in Promise.value(2) },
        failed.recover(only: Oops.two) { _ in Promise.value(3) },
      ]
      let nothing = [
        failed.asVoid().recover(only: Oops.one) { _ in }, failed.asVoid().recover(only: Oops.two) { _ in },
      ]
      executor.run()
      #expect(ends.map(\.value) == [1, 2, nil])
      #expect(nothing.map(\.isFulfilled) == [true, false])
    }
  }

  @Test("picture: canceling stops waiting for the promise that a handler returned")
  func pictureOfReturnedPromise() {
    #expect(
      picture { executor in
        let chain = Promise.value(1).cancellize().then { _ in after(seconds: 10) }
        executor.advance(by: 1)
        chain.cancel()
        chain.cauterize()
      } == """
        created #1 value
        fulfilled #1 1 by resolver
        created #2 cancellable from #1
        registered #1 by #2 []
        fulfilled #2 via #1 1 by passthrough
        created #3 then from #2
        registered #2 by #3 [fulfilled]
        started #3 on main in #3
        created #4 after in #3
        created #5 cancellable from #4 in #3
        registered #4 by #5 [] in #3
        adopted #3 of #5 in #3
        cancelRequested #5 at 1.0s
        rejected #5 The asynchronous sequence was cancelled PMKError by resolver cancelled at 1.0s
        rejected #3 via #5 The asynchronous sequence was cancelled PMKError by adopted cancelled at 1.0s
        cancelRequested #4 at 1.0s
        rejected #4 The asynchronous sequence was cancelled PMKError by resolver cancelled at 1.0s
        created #6 cauterize from #3 at 1.0s
        registered #3 by #6 [rejected] at 1.0s
        rejected #6 via #3 The asynchronous sequence was cancelled PMKError by passthrough cancelled at 1.0s
        """)
  }

  @Test("a chain that recovers from a cancellation continues with cancellable and plain promises")
  func recovering() {
    virtually { executor in
      let chain = after(seconds: 10).cancellize().map { 1 }
      let ends = [
        chain.recover(policy: .allErrors) { _ in after(seconds: 1).map { 2 } },
        chain.recover(policy: .allErrors) { _ in after(seconds: 1).map { 3 }.cancellize() },
      ]
      chain.cancel()
      executor.run()
      #expect(ends.map(\.value) == [2, 3])
    }
  }
}
