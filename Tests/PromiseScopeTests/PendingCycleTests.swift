// Tests cycles that stay pending because something else may end them: a further input of a race, a timer. Signals travel along them, and
// end.

import Dispatch
import PromiseCore

@Suite struct PendingCycleTests {
  private typealias Around = @Sendable (_ promise: Promise<Int>, _ others: [Promise<Int>]) -> Promise<Int>

  /// The operators that close a cycle but can end it, each as a function of a promise and two more inputs.
  private static let ways: [(name: String, around: Around)] = [
    ("race", { race([$0] + $1) }),
    ("the first value", { Promise.any([$0] + $1) }),
    ("any", { PromiseScope.any([$0] + $1).then(on: .inline) { _ in 1 } }),
    ("timeout", { race([$0.timeout(5)] + $1) }),
    ("timeout alone", { promise, _ in promise.timeout(5) }),
    ("nested races", { race([race([$0, $1[0]]), race([race([$0]), $1[1]])]) }),
    ("all in a race", { race([all([$0, $1[0]]).then(on: .inline) { $0[0] }, $1[1]]) }),
    ("race in all", { all([race([$0, $1[0]]), race([$0, $1[1]])]).then(on: .inline) { $0[0] } }),
    ("retry", { promise, others in race([retry(attempts: 2) { promise }] + others) }),
  ]

  /// Calls `test` with the promise of a pending cycle, two more inputs, and the notes of their pausing.
  private func inCycle(
    _ way: Int, _ test: (ManualExecutor, Promise<Int>, [Promise<Int>], Notes) -> Void
  ) {
    virtually { executor in
      let notes = Notes()
      let (promise, resolver) = Promise<Int>.withResolvers()
      let others = ["first", "second"].map { name in
        Promise<Int>.pending().pausable(
          pause: { notes.add("\(name) pauses") }, resume: { notes.add("\(name) resumes") })
      }
      resolver.resolve(PendingCycleTests.ways[way].around(promise, others))
      executor.runReady()
      #expect(promise.isPending)
      test(executor, promise, others, notes)
      // Whatever still waits for something else must not outlive the test.
      for other in others { other.fulfill(1) }
      executor.run()
    }
  }

  @Test("pausing and resuming reach each source once", arguments: ways.indices)
  func pausing(_ way: Int) {
    inCycle(way) { _, promise, _, notes in
      let hasSource = promise.pause()
      expectEqual(promise.resume(), hasSource)
      #expect(hasSource == (PendingCycleTests.ways[way].name != "timeout alone"))
      let names = notes.lines.map { $0.replacing(" pauses", with: "").replacing(" resumes", with: "") }
      let pauses: [String] = names.prefix(names.count / 2).map { "\($0) pauses" }
      let resumes: [String] = names.suffix(names.count / 2).map { "\($0) resumes" }
      expectEqual(notes.lines, pauses + resumes)
      expectEqual(Set(names).count, names.count / 2)
    }
  }

  @Test("progress of a promise in it and of another input goes around once", arguments: ways.indices)
  func progress(_ way: Int) {
    inCycle(way) { _, promise, others, _ in
      let reports = Counter()
      promise.onProgress { _ in reports.add(1) }
      Resolver(promise).progress(0.5)
      #expect((1...2).contains(reports.value))
      let before = reports.value
      others[0].onProgress { _ in }
      Resolver(others[0]).progress(0.5)
      #expect(reports.value - before <= 1)
    }
  }

  @Test("the first outcome of another input is reported once, and does not go around", arguments: [false, true])
  func settledInput(_ rejects: Bool) {
    let notes = Notes()
    let (promise, resolver) = Promise<[Maybe<Int>]>.withResolvers()
    let inputs = (0..<2).map { _ in Promise<Int>.pending() }
    let each = PromiseScope.any([promise.then(on: .inline) { _ in 1 }] + inputs)
    resolver.resolve(each)
    promise.onProgress { notes.add("\($0.fraction ?? -1) \($0.stage ?? "-")") }
    if rejects { inputs[0].reject(Oops.one) } else { inputs[0].fulfill(1) }
    #expect(notes.lines == ["\(1.0 / 3) 1/3"] && promise.isPending)
    inputs[1].fulfill(1)
    #expect(promise.isRejected)
  }

  @Test("a direct cycle through any does not feed its own progress", arguments: [0.25, 1])
  func feedback(_ fraction: Double) {
    let heard = List<Double>()
    let (promise, resolver) = Promise<Int>.withResolvers()
    let (other, last) = (Promise<Int>.pending(), Promise<Int>.pending())
    let each = PromiseScope.any([promise, other, last])
    resolver.resolve(each.catch(on: .inline) { _ in }.then(on: .inline) { _ in 1 })
    each.onProgress { heard.add($0.fraction ?? -1) }
    Resolver(other).progress(fraction)
    expectEqual(heard.elements, [fraction / 3])
    other.fulfill(1)
    #expect(heard.elements.count == 2 && heard.elements.last == 1.0 / 3)
    last.fulfill(1)
    #expect(each.isFulfilled && promise.isCycle)
  }

  @Test("cancellation ends it", arguments: ways.indices)
  func cancelling(_ way: Int) {
    inCycle(way) { executor, promise, _, _ in
      #expect(promise.cancel() && promise.error is CancellationError && !promise.cancel())
      executor.runReady()
    }
  }

  @Test("waiting for its queue neither hangs nor misses that a timer ends it", arguments: ways.indices)
  func awaited(_ way: Int) {
    inCycle(way) { executor, promise, others, _ in
      #expect(!promise.needs(QueueExecutor.on(.global())))
      others[0].fulfill(7)
      others[1].fulfill(8)
      executor.run()
      #expect(!promise.isPending)
    }
  }

  @Test("it is freed with all of its promises", arguments: ways.indices)
  func freed(_ way: Int) {
    virtually { executor in
      weak var left: Promise<Int>?
      do {
        let (promise, resolver) = Promise<Int>.withResolvers()
        left = promise
        resolver.resolve(PendingCycleTests.ways[way].around(promise, [.pending(), .pending()]))
      }
      executor.run()
      #expect(left == nil)
    }
  }
}
