// Tests cycles through combinators: which promises reject, when and with which error, and that all are freed.

import PromiseCore
import PromiseTrace

@Suite("cycles through combinators", .serialized)
struct CycleTests {
  private typealias Around = @Sendable (Promise<Int>) -> Promise<Int>

  /// The operators that can close a cycle, each as a function from a promise to a promise of the same type.
  private static let ways: [(name: String, around: Around)] = [
    ("all", { all($0, Promise(1)).then(on: .inline) { $0[0] } }),
    ("all of two types", { all($0, Promise("")).then(on: .inline) { $0.0 } }),
    ("all with an open input", { all($0, neverFreed).then(on: .inline) { $0[0] } }),
    ("all in all", { all(all($0, Promise(1)), all(Promise(2))).then(on: .inline) { $0[0][0] } }),
    ("when", { when(fulfilled: [$0]).then(on: .inline) { $0[0] } }),
    (
      "when, so many at a time",
      { when(fulfilled: [$0, $0].makeIterator(), concurrently: 1).then(on: .inline) { $0[0] } }
    ),
    ("race of one", { race($0) }),
    ("race of itself", { race($0, $0.then(on: .inline) { $0 }, all($0, $0).then(on: .inline) { $0[0] }) }),
    ("any of one", { PromiseScope.any($0).then(on: .inline) { $0[0].value ?? 0 } }),
    ("any, the others settled", { PromiseScope.any(Promise(1), $0).then(on: .inline) { _ in 0 } }),
    ("the first value", { Promise.any([Promise<Int>(Oops.one), $0]) }),
    ("retry", { promise in retry { promise } }),
    ("retry without another attempt", { promise in retry(attempts: 0) { promise } }),
    ("retry in all", { promise in all(retry { promise }, Promise(1)).then(on: .inline) { $0[0] } }),
  ]

  private static let neverFreed = Promise<Int>.lazy { 1 }

  private static func isCycle(_ promise: Promise<Int>) -> Bool { promise.error as? PromiseResolutionError == .cycle }

  @Test("a cycle rejects and is freed", arguments: ways.indices)
  func rejects(_ way: Int) {
    let (name, around) = CycleTests.ways[way]
    virtually { executor in
      let living = Counter()
      weak var first: Promise<Int>?
      weak var second: Promise<Int>?
      do {
        let probe = Probe(living)
        let promise = Promise<Int>.pending()
        let end = around(
          promise.then(on: .inline) { _ in
            _ = probe
            return 1
          })
        (first, second) = (promise, end)
        promise.adopt(end)
        executor.run()
        #expect(CycleTests.isCycle(promise), "\(name): \(promise)")
        #expect(!end.isPending, "\(name)")
      }
      #expect(first == nil && second == nil && living.value == 0, "\(name) leaks")
    }
  }

  @Test("the log has a release for every promise of a cycle", arguments: ways.indices)
  func released(_ way: Int) throws {
    let (name, around) = CycleTests.ways[way]
    let tracer = Tracer()
    let reader = tracer.makeReader()
    tracer.run {
      virtually { executor in
        let promise = Promise<Int>.pending()
        promise.adopt(around(promise))
        executor.run()
        #expect(CycleTests.isCycle(promise), "\(name)")
      }
    }
    tracer.finish()
    let events = try reader.allEvents()
    let made = Set(events.filter { $0.kind == .created }.map(\.promise))
    let released = Set(events.filter { $0.kind == .released }.map(\.promise))
    #expect(!made.isEmpty && made == released, "\(name): \(made.subtracting(released))")
  }

  @Test func aRaceWithAnotherPendingInputStaysPendingAndSettlesLikeThatInput() {
    let (promise, other) = (Promise<Int>.pending(), Promise<Int>.pending())
    let first = race(promise, other)
    promise.adopt(first)
    #expect(promise.isPending && first.isPending)
    other.fulfill(7)
    #expect(promise.currentValue == 7 && first.currentValue == 7)
  }

  @Test("a race rejects once its last other input joins the cycle or is freed", arguments: [false, true])
  func raceClosedLater(_ isFreed: Bool) {
    let promise = Promise<Int>.pending()
    var other: Promise<Int>? = .pending()
    let first = other.map { race(promise, $0) } ?? promise
    promise.adopt(first)
    #expect(promise.isPending)
    if !isFreed { other?.adopt(first.then(on: .inline) { $0 }) }
    other = nil
    #expect(CycleTests.isCycle(promise) && CycleTests.isCycle(first))
  }

  @Test func aRaceThatIsReleasedWithAllItsInputsIsFreedInACycleOrNot() {
    weak var first: Promise<Int>?
    weak var inner: Promise<Int>?
    do {
      let (promise, other) = (Promise<Int>.pending(), Promise<Int>.pending())
      let winner = race(promise, other)
      (first, inner) = (winner, promise)
      promise.adopt(winner)
      #expect(winner.isPending)
    }
    #expect(first == nil && inner == nil)
  }

  @Test("any waits for a pending input outside the cycle; then the cycle rejects and any collects the outcomes")
  func anyLater() {
    let (promise, other) = (Promise<Int>.pending(), Promise<Int>.pending())
    let each = PromiseScope.any(promise, other)
    promise.adopt(each.then(on: .inline) { $0[1].value ?? 0 })
    #expect(promise.isPending && each.isPending)
    other.fulfill(7)
    #expect(CycleTests.isCycle(promise))
    #expect(each.currentValue?[1].value == 7 && each.currentValue?[0].error as? PromiseResolutionError == .cycle)
  }

  @Test("the first value may come from outside the cycle; without it the cycle rejects", arguments: [false, true])
  func firstValueLater(_ fulfills: Bool) {
    let (promise, other) = (Promise<Int>.pending(), Promise<Int>.pending())
    let first = Promise.any([promise, other])
    promise.adopt(first)
    #expect(promise.isPending)
    if fulfills { other.fulfill(7) } else { other.reject(Oops.one) }
    #expect(fulfills ? promise.currentValue == 7 : CycleTests.isCycle(promise))
    #expect(!first.isPending)
  }

  @Test func diamondsAndSharedInputsAreNoCycles() {
    let (promise, root) = (Promise<Int>.pending(), Promise<Int>.pending())
    let tail = promise.then(on: .inline) { $0 }
    let both = all([root, root.then(on: .inline) { $0 }, race(root, Promise<Int>.pending())])
    promise.adopt(all([both, both]).then(on: .inline) { $0[0][1] })
    #expect(promise.isPending)
    root.fulfill(3)
    expectEqual(tail.currentValue, 3)
  }

  @Test func aVeryWideAndDeepCycleRejects() {
    onSmallStack {
      weak var left: Promise<Int>?
      do {
        let promise = Promise<Int>.pending()
        left = promise
        var end = promise
        for _ in 0..<deep / 100 { end = all(end, Promise(1)).then(on: .inline) { $0[0] } }
        let wide = all((0..<deep / 100).map { _ in end.then(on: .inline) { $0 } })
        promise.adopt(wide.then(on: .inline) { $0[0] })
        #expect(CycleTests.isCycle(promise) && CycleTests.isCycle(end))
      }
      #expect(left == nil)
    }
  }

  @Test func aCycleClosedBySeveralThreadsAtOnceRejectsAndIsFreed() {
    let living = Counter()
    for _ in 0..<300 {
      let probe = Probe(living)
      let promises = (0..<3).map { _ in Promise<Int>.pending() }
      let held = promises.map { promise in
        promise.then(on: .inline) { value in
          _ = probe
          return value
        }
      }
      let ends: [Promise<Int>] = [
        all(held[0], Promise(1)).then(on: .inline) { $0[0] }, race(held[1]),
        PromiseScope.any(held[2]).then(on: .inline) { _ in 1 },
      ]
      together(3) { thread in promises[thread].adopt(ends[(thread + 1) % 3]) }
      #expect(promises.allSatisfy { !$0.isPending } && promises.contains { CycleTests.isCycle($0) })
    }
    expectEqual(living.value, 0)
  }

  @Test func aRaceInACycleRejectsIfItsOtherInputIsFreedWhileTheCycleCloses() {
    for round in 0..<3000 {
      let promise = Promise<Int>.pending()
      let others = [Promise<Int>.pending(), Promise<Int>.pending()]
      let first = Promise.any([promise] + others)
      together(3) { thread in
        if thread == 0 { promise.adopt(first) } else { others[thread - 1].reject(Oops.one) }
      }
      #expect(CycleTests.isCycle(promise) && !first.isPending, "round \(round)")
    }
  }
}
