// cancel(): what canceling a promise of a chain stops, and what it spares.

@Suite struct CancellationTests {
  @Test func pictureCancelingAPromiseCancelsItsSourceEnsureAndFinallyRunAndCatchIsSkipped() {
    expectEqual(
      picture { executor in
        let number = after(seconds: 10).map { 1 }
        let chain = Promise(number).get { _ in }
        chain.ensure {}.catch { _ in }.finally {}
        executor.advance(by: 1)
        chain.cancel()
      },
      """
      created #1 after
      created #2 map from #1
      registered #1 by #2 [fulfilled]
      created #3 Promise
      adopted #3 of #2
      created #4 get from #3
      registered #3 by #4 [fulfilled]
      created #5 ensure from #4
      registered #4 by #5 [fulfilled rejected]
      created #6 catch from #5
      registered #5 by #6 [rejected]
      created #7 finally from #6
      registered #6 by #7 [fulfilled rejected]
      cancelRequested #4 at 1.0s
      rejected #4 CancellationError() CancellationError by resolver cancelled at 1.0s
      cancelRequested #3 at 1.0s
      rejected #3 CancellationError() CancellationError by resolver cancelled at 1.0s
      cancelRequested #2 at 1.0s
      rejected #2 CancellationError() CancellationError by resolver cancelled at 1.0s
      cancelRequested #1 at 1.0s
      rejected #1 CancellationError() CancellationError by resolver cancelled at 1.0s
      started #5 on main at 1.0s in #5
      rejected #5 via #4 CancellationError() CancellationError by returned cancelled at 1.0s in #5
      rejected #6 via #5 CancellationError() CancellationError by passthrough cancelled at 1.0s in #5
      started #7 on main at 1.0s in #7
      fulfilled #7 by returned at 1.0s in #7
      """)
  }

  @Test func aCatchWithThePolicyAllErrorsTakesTheCancellationAndRecoverContinuesTheChain() {
    let notes = Notes()
    virtually { executor in
      let chain = Promise(after(seconds: 1))
      chain.catch { _ in notes.add("skipped") }
      chain.catch(policy: .allErrors) { notes.add("\($0.isCancelled)") }
      let recovered = chain.map { 1 }.recover(policy: .allErrors) { _ in Promise.value(2) }
      #expect(chain.cancel() && !chain.cancel())
      executor.run()
      expectEqual(recovered.value, 2)
    }
    expectEqual(notes.lines, ["true"])
  }

  @Test func aSourceThatSomethingElseWaitsForIsSpared() {
    virtually { executor in
      let source = after(seconds: 1).map { 1 }
      let other = source.map { $0 + 1 }
      let chain = Promise(source)
      chain.cancel()
      executor.run()
      #expect(chain.error?.isCancelled == true && other.value == 2)
    }
  }

  @Test func cancelingStopsTheTimerOfAfter() {
    virtually { executor in
      let chain = Promise(after(seconds: 60))
      chain.cancel()
      executor.run()
      expectEqual(executor.clock.now, 0)
    }
  }

  @Test func aHandlerThatWaitsForItsQueueDoesNotRun() {
    let notes = Notes()
    virtually { executor in
      Promise.value(1).map { _ in notes.add("map") }.cancel()
      executor.run()
    }
    expectEqual(notes.lines, [])
  }

  @Test func cancellingCallsItsHandlerWhenItsPromiseIsCanceledAndOnlyThen() {
    let notes = Notes()
    let (first, _) = Promise<Int>.pending()
    let end = first.cancelling { notes.add("stop") }.map { $0 }
    end.cancel()
    first.cancel()
    expectEqual(notes.lines, ["stop"])
    let (second, seal) = Promise<Int>.pending()
    second.cancelling { notes.add("never") }
    seal.reject(PMKError.cancelled)
    #expect(!second.cancel() && notes.lines == ["stop"])
  }

  @Test func whenAndRaceCancelTheInputsThatNothingElseWaitsFor() {
    virtually { executor in
      let pairs = (0..<4).map { _ in Promise<Int>.pending() }
      let promises = pairs.map(\.promise)
      let other = promises[3].map { $0 }
      when(fulfilled: promises[0], promises[1]).cancel()
      race(promises[2], promises[3]).cancel()
      executor.run()
      #expect(promises.map { $0.error?.isCancelled ?? false } == [true, true, true, false] && other.isPending)
    }
  }

  @Test("canceling when(fulfilled:concurrently:) creates no more promises and cancels those that it waits for")
  func concurrently() {
    virtually { executor in
      var created: [Promise<Int>] = []
      let promises = AnyIterator {
        created.append(Promise(after(seconds: 1).map { 1 }))
        return created.last
      }
      let all = when(fulfilled: promises, concurrently: 2)
      executor.advance(by: 1)
      executor.runReady()
      all.cancel()
      executor.run()
      #expect(all.error?.isCancelled == true)
      expectEqual(created.map(\.isFulfilled), [true, true, false, false])
      #expect(created[3].error?.isCancelled == true)
    }
  }
}
