// Closures of the program that call one another through the library, on a thread with 512 KiB of stack: the handlers of tokens, `pausable`
// closures, progress handlers, bodies of lazy promises, paused executors.

@Suite("nesting of closures", .serialized)
struct NestingTests {
  @Test func tokensWhoseHandlersCancelTheNextToken() {
    onSmallStack {
      let calls = Counter()
      let tokens = (0..<deep).map { _ in CancellationToken() }
      for (token, next) in zip(tokens, tokens.dropFirst()) {
        token.onCancel {
          calls.add(1)
          next.cancel()
        }
      }
      tokens[0].cancel()
      #expect(calls.value == deep - 1 && tokens[deep - 1].isCancelled)
    }
  }

  @Test func handlersThatAreAddedToACanceledTokenByOneAnother() {
    onSmallStack {
      let token = CancellationToken()
      token.cancel()
      let calls = Counter()
      @Sendable func add() {
        token.onCancel { if calls.add(1) < deep { add() } }
      }
      add()
      expectEqual(calls.value, deep)
    }
  }

  @Test(
    "a tree of tokens calls its handlers in the order of nested calls, however deep", arguments: [3, 15, 16, 17, 40])
  func order(_ depth: Int) {
    let notes = Notes()
    let tokens = (0...depth).map { _ in CancellationToken() }
    for (level, token) in tokens.enumerated() {
      token.onCancel {
        notes.add("\(level) in")
        if level < depth { tokens[level + 1].cancel() }
      }
      token.onCancel { notes.add("\(level) out") }
    }
    tokens[0].cancel()
    #expect(notes.lines == (0...depth).map { "\($0) in" } + (0...depth).reversed().map { "\($0) out" })
  }

  @Test func aHandlerSeesThatTheTokenItCancelsIsCanceledAndItsHandlersCalledAsDeepAsProgramsNest() {
    let tokens = (0..<8).map { _ in CancellationToken() }
    let calls = Counter()
    for (number, (token, next)) in zip(tokens, tokens.dropFirst()).enumerated() {
      token.onCancel {
        next.cancel()
        #expect(next.isCancelled && calls.value == 6 - number)
        calls.add(1)
      }
    }
    tokens[0].cancel()
    expectEqual(calls.value, 7)
  }

  @Test func pausableClosuresThatPauseTheNextPromise() {
    onSmallStack {
      let changes = Counter()
      let promises = (0..<deep).map { _ in Promise<Int>.made() }
      for (promise, next) in zip(promises, promises.dropFirst()) {
        promise.onPause { [weak next] isPaused in
          changes.add(1)
          next?.setPaused(isPaused)
          return true
        }
      }
      promises[deep - 1].onPause { _ in true }
      #expect(promises[0].setPaused(true) && changes.value == deep - 1)
      #expect(promises[0].setPaused(false) && changes.value == 2 * (deep - 1))
      #expect(!promises[deep - 1].setPaused(false))
    }
  }

  @Test func aClosureThatWasPutOffIsNotCalledForAPromiseThatHasSettledMeanwhile() {
    let paused = List<Int>()
    let promises = (0..<20).map { _ in Promise<Int>.made() }
    for (number, promise) in promises.enumerated() {
      promise.onPause { [next = number < 19 ? promises[number + 1] : nil] _ in
        paused.add(number)
        // True at any depth: it is about to be paused.
        #expect(next?.setPaused(true) ?? true)
        if number >= 15 { next?.settle(1) }
        return true
      }
    }
    promises[0].setPaused(true)
    expectEqual(paused.elements, Array(0...15))
    for promise in promises { promise.settle(1) }
  }

  @Test func progressHandlersThatReportForTheNextPromise() {
    onSmallStack {
      let reports = Counter()
      let promises = (0..<deep).map { _ in Promise<Int>.made() }
      for (promise, next) in zip(promises, promises.dropFirst()) {
        promise.onProgress { [weak next] report in
          reports.add(1)
          next?.report(report)
        }
      }
      // An optimized build would free the promises after their last use.
      withExtendedLifetime(promises) { promises[0].report(PromiseProgress(fraction: 0.5)) }
      expectEqual(reports.value, deep - 1)
    }
  }

  @Test func lazyBodiesThatWaitForTheNextLazyPromiseOnTheInlineExecutor() {
    onSmallStack {
      var last = Promise<Int>.made()
      last.settle(1)
      for _ in 0..<deep {
        last = Promise<Int>(lazy: "lazy", on: .inline, site: SourceSite()) { [last] node, _ in
          unsafeDowncast(node, to: Promise<Int>.self).adopt(last)
        }
      }
      last.after(on: .inline) {}
      expectEqual(last.outcome, "1")
    }
  }

  @Test func pausedExecutorsWhoseBodiesResumeTheNextOne() {
    onSmallStack {
      let bodies = Counter()
      let gates = (0..<deep).map { _ in PausableExecutor(.inline) }
      let settled = Promise<Int>.made()
      settled.settle(1)
      for (number, gate) in gates.enumerated() {
        gate.pause()
        settled.after(on: gate) { [next = number < deep - 1 ? gates[number + 1] : nil] in
          bodies.add(1)
          next?.resume()
        }
      }
      gates[0].resume()
      expectEqual(bodies.value, deep)
    }
  }

  @Test func tokensPausesProgressAndPromisesInTurns() {
    onSmallStack {
      let calls = Counter()
      let steps = (0..<deep / 10).map { _ in (CancellationToken(), Promise<Int>.made(), Promise<Int>.made()) }
      for (number, (token, promise, source)) in steps.enumerated() {
        token.onCancel { promise.setPaused(true) }
        promise.onPause { _ in
          source.report(PromiseProgress())
          return true
        }
        source.onProgress { _ in source.settle(1) }
        source.after(on: .inline) {
          calls.add(1)
          promise.settle(1)
          if number + 1 < steps.count { steps[number + 1].0.cancel() }
        }
      }
      steps[0].0.cancel()
      expectEqual(calls.value, steps.count)
    }
  }
}
