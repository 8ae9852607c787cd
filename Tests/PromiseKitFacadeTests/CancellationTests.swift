// What canceling a chain cancels and what it spares, as PromiseKit 7 documents it.

import PromiseKitFacade
import Synchronization
import Testing

@Suite("cancellation")
struct CancellationTests {
  @Test("picture: canceling the end cancels the source, and ensure and catch receive the error")
  func wholeChain() {
    #expect(
      picture { executor in
        let chain = cancellable(after(seconds: 10)).map { 1 }.ensure {}
        let end = chain.catch(policy: .allErrors) { _ in }
        executor.advance(by: 1)
        chain.cancel()
        withExtendedLifetime(end) {}
      } == """
        created #1 after
        created #2 cancellable from #1
        registered #1 by #2 []
        created #3 map from #2
        registered #2 by #3 [fulfilled]
        created #4 ensure from #3
        registered #3 by #4 [fulfilled rejected]
        created #5 catch from #4
        registered #4 by #5 [rejected]
        cancelRequested #2 at 1.0s
        rejected #2 The asynchronous sequence was cancelled PMKError by resolver cancelled at 1.0s
        rejected #3 via #2 The asynchronous sequence was cancelled PMKError by passthrough cancelled at 1.0s
        cancelRequested #1 at 1.0s
        rejected #1 The asynchronous sequence was cancelled PMKError by resolver cancelled at 1.0s
        started #4 on main at 1.0s in #4
        rejected #4 via #3 The asynchronous sequence was cancelled PMKError by returned cancelled at 1.0s in #4
        started #5 on main at 1.0s in #5
        handled #4 by #5 at 1.0s in #5
        fulfilled #5 by returned at 1.0s in #5
        """)
  }

  @Test("the default policy skips catch and runs finally")
  func policy() {
    let notes = Notes()
    virtually { _ in
      let chain = cancellable(after(seconds: 1)).done { notes.add("done") }
      let context = chain.catch { _ in notes.add("catch") }.finally { notes.add("finally") }
      #expect(!context.cancelAttempted)
      context.cancel()
      #expect(context.cancelAttempted)
      #expect(context.isCancelled)
      #expect(context.cancelledError?.isCancelled == true)
    }
    #expect(notes.lines == ["finally"])
  }

  @Test("a chain that a handler started is canceled, too")
  func inner() {
    let notes = Notes()
    virtually { executor in
      let chain = cancellable(Promise.value(1)).then { _ in
        cancellable(after(seconds: 5)).get { notes.add("inner") }
      }.done { notes.add("done") }
      executor.advance(by: 1)
      chain.cancel()
      executor.run()
      #expect(chain.error?.isCancelled == true)
    }
    #expect(notes.lines == [])
  }

  @Test("a handler that waits for its queue does not run")
  func queued() {
    let notes = Notes()
    virtually { executor in
      let chain = cancellable(Promise.value(1)).map { _ in notes.add("map") }
      chain.cancel(with: Oops.one)
      executor.run()
      #expect(chain.error as? Oops == .one)
    }
    #expect(notes.lines == [])
  }

  @Test("canceling stops tasks and has no effect on a settled chain")
  func tasks() {
    final class Task: CancellableTask, Sendable {
      private let flag = Mutex(false)
      func cancel() { flag.withLock { $0 = true } }
      var isCancelled: Bool { flag.withLock { $0 } }
    }
    let (stopped, appended) = (Task(), Task())
    virtually { _ in
      let promise = CancellablePromise<Int>(task: stopped) { _ in }
      promise.appendCancellableTask(appended)
      promise.cancel()
      #expect(stopped.isCancelled)
      #expect(appended.isCancelled)
      #expect(promise.isCancelled)
      let settled = CancellablePromise.value(1)
      settled.cancel()
      #expect(settled.value == 1)
    }
  }

  @Test("when and race cancel their inputs")
  func combining() {
    virtually { executor in
      let (one, two) = (cancellable(after(seconds: 1)), cancellable(after(seconds: 2).map { 2 }))
      when(fulfilled: one, two).cancel()
      #expect(one.isRejected)
      #expect(two.isRejected)
      let (three, four) = (cancellable(after(seconds: 1)), cancellable(after(seconds: 2)))
      let race = race(three, four)
      race.cancel()
      executor.run()
      #expect(three.error?.isCancelled == true)
      #expect(four.error?.isCancelled == true)
      #expect(race.error?.isCancelled == true)
      let results = when(resolved: cancellable(after(seconds: 1)), cancellable(Guarantee()))
      results.cancel()
      executor.run()
      #expect(results.error?.isCancelled == true)
    }
  }

  @Test("a source with other handlers is spared")
  func spared() {
    virtually { executor in
      let source = after(seconds: 1).map { 1 }
      let other = source.map { $0 + 1 }
      cancellable(source).done { _ in }.cauterize().cancel()
      executor.run()
      #expect(other.value == 2)
    }
  }

  @Test("recover handles a cancellation only with the policy allErrors")
  func recovering() {
    virtually { executor in
      let chain = cancellable(after(seconds: 1).map { 1 })
      let recovered = chain.cancellableRecover(policy: .allErrors) { _ in Promise.value(2) }
      let passed = chain.cancellableRecover { _ in Promise.value(3) }
      chain.cancel()
      executor.run()
      #expect(recovered.value == 2)
      #expect(passed.error?.isCancelled == true)
    }
  }

  @Test("the operators on sequences accept cancellable and plain promises")
  func sequences() {
    virtually { executor in
      let numbers = cancellable(Promise.value([3, 1, 2]))
      let ends = [
        numbers.mapValues { $0 * 2 }, numbers.flatMapValues { [$0, $0] },
        numbers.compactMapValues { $0 > 1 ? $0 : nil },
        numbers.filterValues { $0 > 1 }, numbers.sortedValues(), numbers.thenMap { cancellable(Promise.value($0)) },
        numbers.cancellableThenMap { Promise.value($0) }, numbers.thenFlatMap { cancellable(Promise.value([$0])) },
        numbers.cancellableThenFlatMap { Promise.value([$0]) },
      ]
      let found = [numbers.firstValue, numbers.lastValue, numbers.firstValue { $0 < 3 }]
      executor.run()
      let expected = [
        [6, 2, 4], [3, 3, 1, 1, 2, 2], [3, 2], [3, 2], [1, 2, 3], [3, 1, 2], [3, 1, 2], [3, 1, 2], [3, 1, 2],
      ]
      #expect(ends.map(\.value) == expected)
      #expect(found.map(\.value) == [3, 2, 1])
    }
  }

  @Test("canceling when(fulfilled:concurrently:) creates no more promises")
  func concurrently() {
    let notes = Notes()
    virtually { executor in
      var numbers = (1...5).makeIterator()
      let promises = AnyIterator {
        numbers.next().map { number in
          notes.add("\(number)")
          return cancellable(after(seconds: 1)).map { number }
        }
      }
      let all = when(fulfilled: promises, concurrently: 2)
      executor.advance(by: 1)
      executor.runReady()
      all.cancel()
      executor.run()
      #expect(all.error?.isCancelled == true)
    }
    #expect(notes.lines == ["1", "2", "3", "4"])
  }

  @Test("the closure of an appended task receives the error")
  func reject() {
    let notes = Notes()
    let promise = CancellablePromise<Int>.pending().promise
    promise.appendCancellableTask(nil) { notes.add("\($0)") }
    promise.cancel(with: Oops.two)
    #expect(notes.lines == ["two"])
    #expect(promise.oops == .two)
  }
}

extension CancellableThenable {
  fileprivate var oops: Oops? { error as? Oops }
}
