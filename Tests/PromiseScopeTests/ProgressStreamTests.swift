// Tests the progress of a promise as an asynchronous sequence.

@Suite struct ProgressStreamTests {
  @Test func yieldsEachReportToAConsumerThatKeepsUpAndEndsWhenThePromiseIsFulfilled() async {
    let (promise, resolver) = Promise<Int>.withResolvers()
    var reports = promise.progress.makeAsyncIterator()
    resolver.progress(0.25, stage: "load")
    await expectEqual(reports.next(), PromiseProgress(fraction: 0.25, stage: "load"))
    resolver.progress(0.5)
    await expectEqual(reports.next()?.fraction, 0.5)
    resolver.fulfill(1)
    #expect(await reports.next() == nil)
  }

  @Test func keepsTheNewestReportForASlowConsumer() async {
    let (promise, resolver) = Promise<Int>.withResolvers()
    let reports = promise.progress
    for step in 1...4 { resolver.progress(Double(step) / 4) }
    resolver.reject(Oops.one)
    var fractions: [Double?] = []
    for await report in reports { fractions.append(report.fraction) }
    expectEqual(fractions, [1])
    _ = promise
  }

  @Test func endsWhenThePromiseIsFreedAndDoesNotKeepItAlive() async {
    let reports = Promise<Int>.pending().progress
    for await _ in reports { Issue.record("a report") }
  }

  @Test func endsImmediatelyForASettledPromise() async {
    for await _ in Promise(1).progress { Issue.record("a report") }
  }

  @Test func isNotWaitingItNeitherStartsALazyPromiseNorKeepsOneFromBeingCanceled() async {
    let lazy = Promise<Int>.lazy { 1 }
    let started = lazy.progress
    #expect(lazy.isPending)
    lazy.cancel()
    for await _ in started {}

    let source = Promise<Int>.pending()
    let derived = source.then { $0 }
    let reports = source.progress
    derived.cancel()
    for await _ in reports {}
    #expect(source.error is CancellationError)
  }
}
