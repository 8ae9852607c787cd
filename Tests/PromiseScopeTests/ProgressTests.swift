// Tests progress: reports, observers and the log.

@Suite struct ProgressTests {
  @Test func observersReceiveEveryReportInOrderUntilThePromiseSettles() {
    let notes = Notes()
    let (promise, resolver) = Promise<Int>.withResolvers()
    promise.onProgress { notes.add("first \($0.fraction ?? -1)") }
    promise.then(on: .inline) { notes.add("then \($0)") }
    promise.onProgress { notes.add("second \($0.stage ?? "-")") }
    resolver.progress(0.5, stage: "half")
    resolver.progress(nil)
    resolver.fulfill(1)
    resolver.progress(1)
    expectEqual(notes.lines, ["first 0.5", "second half", "first -1.0", "second -", "then 1"])
  }

  @Test func fractionsAreClampedTo0Through1() {
    let fractions = [-1, 0.25, 2, Double.nan].map { PromiseProgress(fraction: $0).fraction }
    expectEqual(fractions, [0, 0.25, 1, nil])
  }

  @Test func anObserverMaySettleThePromiseOrAddAnObserver() {
    let notes = Notes()
    let (promise, resolver) = Promise<Int>.withResolvers()
    promise.onProgress { _ in resolver.fulfill(1) }
    promise.onProgress { _ in promise.onProgress { _ in notes.add("never") } }
    promise.then(on: .inline) { notes.add("then \($0)") }
    resolver.progress(0.5)
    expectEqual(notes.lines, ["then 1"])
  }

  @Test func anObservedPromiseCanBeCanceled() {
    let root = Promise<Int>.pending()
    root.onProgress { _ in }
    let end = root.then { $0 }
    end.cancel()
    #expect(root.isRejected)
  }

  @Test("promises that pass a value on unchanged report its progress; a handler of the value ends it")
  func followers() {
    virtually { executor in
      let notes = Notes()
      let (source, resolver) = Promise<Int>.withResolvers()
      let outer = Promise(0).then { _ in source }
      outer.catch { _ in }.onProgress { notes.add("catch \($0.fraction ?? -1)") }
      outer.then { $0 }.onProgress { _ in notes.add("then") }
      executor.run()
      resolver.progress(0.5)
      expectEqual(notes.lines, ["catch 0.5"])
    }
  }

  @Test func aCombinatorReportsTheMeanProgressOfItsInputsWithFulfilledOnesAsComplete() {
    let notes = Notes()
    let inputs = (0..<4).map { _ in Promise<Int>.withResolvers() }
    let end = all(inputs.map(\.promise))
    end.onProgress { notes.add("\($0.fraction ?? -1) \($0.stage ?? "-")") }
    inputs[0].resolver.progress(0.5, stage: "half of one")
    inputs[1].resolver.progress(0.25)
    inputs[0].resolver.progress(0.75)
    inputs[0].resolver.fulfill(0)
    inputs[2].resolver.fulfill(0)
    inputs[1].resolver.progress(nil, stage: "checking")
    expectEqual(
      notes.lines,
      [
        "0.125 half of one", "0.1875 -", "0.25 -", "0.3125 1/4", "0.5625 2/4", "0.5625 checking",
      ])
    for input in inputs { input.resolver.fulfill(0) }
    #expect(end.isFulfilled && notes.count == 7)
  }

  @Test func inputsWithoutReportsCountOnlyIfTheCombinatorIsObservedDirectlyOrThroughAnAdoptingPromise() {
    expectEqual(
      picture(without: [.created, .registered, .enqueued, .started, .finished, .released, .fulfilled]) { executor in
        let inputs = (0..<3).map { _ in Promise<Int>.pending() }
        let unwatched = all(inputs)
        inputs[0].fulfill(1)
        let watched = Promise(0).then { _ in all(inputs) }
        watched.onProgress { _ in }
        executor.run()
        inputs[1].fulfill(1)
        return unwatched
      },
      """
      adopted #6 of #7 in #6
      progressed #7 2/3
      progressed #6 2/3
      """)
  }

  @Test("inputs without reports count if a promise further down, to which the combinator's value passes, is observed")
  func combinedFurtherUp() {
    let notes = Notes()
    let inputs = (0..<2).map { _ in Promise<Int>.withResolvers() }
    let end = all(inputs.map(\.promise)).catch { _ in }.catch { _ in }
    end.onProgress { notes.add($0.stage ?? "-") }
    inputs[0].resolver.fulfill(0)
    expectEqual(notes.lines, ["1/2"])
  }

  @Test func theLogShowsProgress() {
    expectEqual(
      picture { _ in
        let (promise, resolver) = Promise<Int>.withResolvers()
        resolver.progress(0.5, stage: "half")
        resolver.fulfill(1)
        return promise
      },
      """
      created #1 withResolvers
      progressed #1 half
      fulfilled #1 1 by resolver
      """)
  }
}
