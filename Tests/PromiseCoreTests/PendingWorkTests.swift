// What counts as pending work, for `waitForPromises`: promises without an outcome, bodies that wait for their turn, and timers. Each test
// reads the counts of its own thread, so other tests may run at the same time.

import CPromiseRuntime
import Dispatch

@Suite struct PendingWorkTests {
  /// An executor that keeps its jobs.
  private final class KeepingExecutor: Executor, @unchecked Sendable {
    private var jobs: [JobBox] = []

    private final class JobBox {
      private var job: Job?

      init(_ job: consuming Job) { self.job = consume job }

      func run() { job.take()?.run() }
    }

    override func enqueue(_ job: consuming Job) { jobs.append(JobBox(job)) }

    func runAll() { while !jobs.isEmpty { jobs.removeFirst().run() } }

    func dropAll() { jobs = [] }
  }

  /// The amount of work that this thread has started and not ended, since the measurement was created.
  private struct Measurement {
    private let before = Measurement.now

    var open: Int { Measurement.now - before }

    private static var now: Int {
      let thread = psCurrentThread()
      return Int(thread.pointee.workBegun) - Int(thread.pointee.workEnded)
    }
  }

  @Test("a promise is pending work until it settles or is freed; one that is created with an outcome is none")
  func promises() {
    let work = Measurement()
    let (first, second) = (Promise<Int>.made(), Promise<Int>.made())
    let derived = first.after(on: .inline) {}
    var third: Promise<Int>? = Promise<Int>(pending: "timed", timer: 1, site: SourceSite())
    #expect(work.open == 3 && third != nil, "a derived promise is counted with its source")
    first.settle(1)
    #expect(work.open == 2 && !derived.isPending)
    second.fail()
    expectEqual(work.open, 1)
    third = nil
    expectEqual(work.open, 0)
    _ = Promise(fulfilled: 1, "fulfilled", site: SourceSite())
    expectEqual(work.open, 0)
  }

  @Test func aCanceledPromiseIsNoneAndNeitherIsItsCanceledSource() {
    let work = Measurement()
    let source = Promise<Int>.made()
    source.after(on: .inline) {}.cancel()
    #expect(work.open == 0 && source.isRejected)
  }

  @Test func aLazyPromiseIsPendingWorkFromItsStartToItsOutcome() {
    let work = Measurement()
    let executor = ManualExecutor()
    let promise = Promise<Int>(lazy: "lazy", on: executor, site: SourceSite()) { node, _ in
      unsafeDowncast(node, to: Promise<Int>.self).settle(1)
    }
    expectEqual(work.open, 0)
    promise.start()
    expectEqual(work.open, 1)
    promise.start()
    expectEqual(work.open, 1)
    executor.run()
    #expect(work.open == 0 && promise.isFulfilled)
    promise.start()
    expectEqual(work.open, 0)
  }

  @Test("a handler is pending work until its job has run or is dropped", arguments: [true, false])
  func jobs(_ runs: Bool) {
    let executor = KeepingExecutor(label: "keeping")
    let source = Promise<Int>.made()
    source.settle(1)
    let work = Measurement()
    let end = source.after(on: executor) {}
    expectEqual(work.open, 1)
    if runs { executor.runAll() } else { executor.dropAll() }
    #expect(work.open == 0 && end.isPending != runs)
  }

  @Test func aHandlerThatAPausedExecutorHoldsBackIsPendingWorkUntilItHasRunOrIsFreed() {
    let work = Measurement()
    let base = ManualExecutor()
    var gate: PausableExecutor? = PausableExecutor(base)
    let source = Promise<Int>.made()
    source.settle(1)
    gate?.pause()
    do {
      let first = source.after(on: gate ?? .inline) {}
      expectEqual(work.open, 1)
      gate?.resume()
      base.run()
      #expect(work.open == 0 && first.isFulfilled)
    }
    gate?.pause()
    gate?.enqueue(node: Unmanaged.passRetained(Promise<Int>(fulfilled: 1, "held back", site: SourceSite())))
    expectEqual(work.open, 1)
    gate = nil
    expectEqual(work.open, 0)
  }

  @Test func aTimerIsPendingWorkUntilItIsCanceledOnce() {
    let work = Measurement()
    let timer = QueueExecutor.on(DispatchQueue(label: "timer")).schedule(after: 1000) {}
    expectEqual(work.open, 1)
    timer.cancel()
    timer.cancel()
    expectEqual(work.open, 0)
  }

  @Test func whatSettlesInsideASettlementIsPendingWorkUntilItHasBeenDelivered() {
    let work = Measurement()
    let seen = List<Int>()
    let (outer, inner) = (Promise<Int>.made(), Promise<Int>.made())
    outer.after(on: .inline) {
      inner.settle(1)
      seen.add(work.open)
    }
    outer.settle(1)
    #expect(work.open == 0 && seen.elements.allSatisfy { $0 > 0 } && seen.elements.count == 1)
  }
}
