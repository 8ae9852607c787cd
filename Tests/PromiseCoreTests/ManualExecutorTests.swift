// Virtual time: the order of bodies and timers, and a clock that advances only when the test asks for it.

import Dispatch

@Suite struct ManualExecutorTests {
  private let second: UInt64 = 1_000_000_000

  @Test func bodiesRunInTheOrderTheyWereEnqueuedOneAStep() {
    let executor = ManualExecutor()
    let order = List<Int>()
    let promise = Promise<Int>.made()
    for index in 0..<3 { promise.after(on: executor) { order.add(index) } }
    #expect(!executor.step())
    promise.settle(1)
    #expect(order.elements.isEmpty)
    #expect(executor.step() && order.elements == [0])
    #expect(executor.step() && executor.step() && !executor.step())
    expectEqual(order.elements, [0, 1, 2])
  }

  @Test func timersRunByTimeThoseOfEqualTimeInTheOrderTheyWereMade() {
    let executor = ManualExecutor()
    let order = List<String>()
    func add(_ name: String, _ seconds: Double) {
      executor.schedule(after: seconds) { order.add("\(name)@\(executor.clock.now / 1_000_000_000)") }
    }
    add("c", 3)
    add("a", 1)
    add("b", 1)
    add("now", 0)
    add("past", -5)
    add("nan", .nan)
    executor.run()
    expectEqual(order.elements, ["now@0", "past@0", "nan@0", "a@1", "b@1", "c@3"])
    expectEqual(executor.clock.now, 3 * second)
  }

  @Test func aTimeIsRoundedToNanoseconds() {
    let executor = ManualExecutor()
    executor.schedule(after: 3 * 0.6) {}
    executor.run()
    expectEqual(executor.clock.now, 1_800_000_000)
    executor.advance(by: 3 * 0.6)
    expectEqual(executor.clock.now, 3_600_000_000)
  }

  @Test func aTimerNeverRunsBeforeTheCallThatMakesItReturnsNorBeforeWhatIsReady() {
    let executor = ManualExecutor()
    let order = List<String>()
    let promise = Promise<Int>.made()
    promise.after(on: executor) { order.add("body") }
    executor.schedule(after: 0) { order.add("timer") }
    order.add("made")
    promise.settle(1)
    executor.run()
    expectEqual(order.elements, ["made", "body", "timer"])
  }

  @Test func whileABodyComputesItsQueueWaitsAndOtherQueuesAndTimersDoNot() {
    let executor = ManualExecutor()
    let (slow, other) = (Executor.queue(DispatchQueue(label: "slow")), Executor.queue(DispatchQueue(label: "other")))
    let order = List<String>()
    @Sendable func add(_ name: String) { order.add("\(name)@\(executor.clock.now / 1_000_000_000)") }
    let promise = Promise<Int>.made()
    promise.after(on: slow) {
      executor.compute(2)
      add("computed")
    }
    promise.after(on: slow) { add("behind") }
    promise.after(on: other) { add("beside") }
    _ = executor.bind { promise.settle(1) }
    executor.schedule(after: 1) { add("timer") }
    executor.schedule(after: 3) { add("later") }
    executor.run()
    expectEqual(order.elements, ["beside@0", "timer@1", "computed@2", "behind@2", "later@3"])
  }

  @Test("a cancelled timer does not run, and lets go of its work")
  func cancel() {
    let living = Counter()
    let executor = ManualExecutor()
    let order = List<String>()
    var timer: (any ScheduledTimer)?
    do {
      let probe = Probe(living)
      timer = executor.schedule(after: 1) {
        _ = probe
        order.add("never")
      }
    }
    expectEqual(living.value, 1)
    timer?.cancel()
    timer?.cancel()
    expectEqual(living.value, 0)
    executor.run()
    #expect(order.elements.isEmpty && executor.clock.now == 0)
  }

  @Test func timersThatMakeTimers() {
    let executor = ManualExecutor()
    let order = List<UInt64>()
    executor.schedule(after: 1) {
      order.add(executor.clock.now)
      executor.schedule(after: 1) { order.add(executor.clock.now) }
      executor.schedule(after: 0) { order.add(executor.clock.now) }
    }
    executor.run()
    expectEqual(order.elements, [second, second, 2 * second])
  }

  @Test("run(until:) stops at its limit and leaves the clock there; advance(by:) moves on from where it is")
  func limits() {
    let executor = ManualExecutor()
    let order = List<Int>()
    for index in 1...5 { executor.schedule(after: Double(index)) { order.add(index) } }
    executor.run(until: 2 * second)
    #expect(order.elements == [1, 2] && executor.clock.now == 2 * second)
    executor.advance(by: 1.5)
    #expect(order.elements == [1, 2, 3] && executor.clock.now == 3 * second + second / 2)
    executor.advance(by: -1)
    executor.advance(by: .nan)
    executor.advance(by: 0)
    expectEqual(executor.clock.now, 3 * second + second / 2)
    executor.run(until: 0)
    expectEqual(order.elements, [1, 2, 3])
    executor.advance(by: .infinity)
    expectEqual(order.elements, [1, 2, 3, 4, 5])
  }

  @Test func boundToAThreadItStandsInForQueuesAndTheirTimersThereAndOnlyThere() {
    let executor = ManualExecutor()
    let order = List<String>()
    let queue = DispatchQueue(label: "real")
    let promise = Promise<Int>.made()
    executor.bind {
      promise.after(on: .queue(queue)) { order.add("body") }
      promise.settle(1)
      Executor.queue(queue).schedule(after: 100) { order.add("timer") }
      Executor.inline.schedule(after: 200) { order.add("inline's timer") }
    }
    queue.sync {}
    #expect(order.elements.isEmpty)
    executor.run()
    expectEqual(order.elements, ["body", "timer", "inline's timer"])
    let real = DispatchSemaphore(value: 0)
    promise.after(on: .queue(queue)) { real.signal() }
    real.wait()
  }

  @Test func whatItRunsIsBoundToItAndABindingInsideAnotherEndsWithIt() {
    let outer = ManualExecutor()
    let inner = ManualExecutor()
    let order = List<String>()
    let promise = Promise<Int>.made()
    promise.settle(1)
    outer.bind {
      inner.bind { _ = promise.after(on: QueueExecutor.main) { order.add("inner") } }
      promise.after(on: QueueExecutor.main) {
        order.add("outer")
        promise.after(on: QueueExecutor.main) { order.add("outer again") }
      }
    }
    outer.run()
    expectEqual(order.elements, ["outer", "outer again"])
    inner.run()
    expectEqual(order.elements, ["outer", "outer again", "inner"])
  }

  @Test func otherThreadsMayEnqueueWhileItRuns() {
    let executor = ManualExecutor()
    let ran = Counter()
    together(3) { thread in
      if thread == 0 {
        while ran.value < 2000 { executor.runReady() }
      } else {
        for _ in 0..<1000 {
          let promise = Promise<Int>.made()
          promise.after(on: executor) { ran.add(1) }
          promise.settle(1)
        }
      }
    }
    expectEqual(ran.value, 2000)
  }

  @Test func freedWithBodiesAndTimersWaitingItFreesThemAndTheirPromises() {
    let living = Counter()
    weak var end: Promise<Int>?
    do {
      let executor = ManualExecutor()
      let promise = Promise<Int>.made()
      let probe = Probe(living)
      executor.bind {
        end = promise.after(on: QueueExecutor.main) { _ = probe }.after(on: QueueExecutor.main) { _ = probe }
        promise.settle(1)
      }
      executor.schedule(after: 1) { _ = probe }
      #expect(end != nil)
    }
    #expect(living.value == 0 && end == nil)
  }

  /// Releases an executor with waiting bodies or timers; returns whether the executor and all of them were freed.
  private func isFreed(with leave: (ManualExecutor, Probe) -> Void) -> Bool {
    let living = Counter()
    weak var dropped: ManualExecutor?
    do {
      let executor = ManualExecutor()
      dropped = executor
      leave(executor, Probe(living))
      expectEqual(living.value, 1)
    }
    return dropped == nil && living.value == 0
  }

  @Test func droppedWithBodiesThatRunOnItItIsFreedWithThem() {
    #expect(
      isFreed { executor, probe in
        let promise = Promise<Int>.made()
        promise.after(on: executor) { _ = probe }.after(on: executor) { _ = probe }
        promise.settle(1)
      })
    #expect(
      isFreed { executor, probe in _ = Promise<Int>("body", on: executor, site: SourceSite()) { _, _ in _ = probe } })
    #expect(
      isFreed { executor, probe in
        let gate = PausableExecutor(executor)
        let promise = Promise<Int>.made()
        promise.after(on: gate) { _ = probe }
        promise.settle(1)
      })
  }

  @Test func droppedWithATimerWhoseWorkHoldsAPromiseThatRunsOnItItIsFreedWithThem() {
    #expect(
      isFreed { executor, probe in
        let promise = Promise<Int>.made()
        promise.after(on: executor) { _ = probe }
        executor.schedule(after: 1) { promise.settle(1) }
      })
    #expect(
      isFreed { executor, probe in
        executor.schedule(after: 1) { [weak executor] in executor?.schedule(after: 1) { _ = probe } }
      })
  }

  @Test func droppedItFreesABodyThatComesLaterWhosePromiseStaysPendingAndTimersToo() {
    let living = Counter()
    var executor: ManualExecutor? = ManualExecutor()
    let promise = Promise<Int>.made()
    var end: Promise<Int>?
    do {
      let probe = Probe(living)
      end = executor.map { promise.after(on: $0) { _ = probe } }
    }
    executor = nil
    expectEqual(living.value, 1)
    promise.settle(1)
    #expect(living.value == 0 && end?.isPending == true)
    end?.cancel()
    #expect(end?.isRejected == true)
  }

  @Test func tenThousandTimers() {
    let executor = ManualExecutor()
    let ran = Counter()
    for index in 0..<10_000 { executor.schedule(after: Double(index % 100)) { ran.add(1) } }
    executor.run()
    expectEqual(ran.value, 10_000)
  }
}
