// Bodies on dispatch queues: in order on a serial queue, and not delayed by a body that blocks on a concurrent one.

import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("queue executor", .serialized)
struct QueueExecutorTests {
  @Test("a serial queue runs bodies in the order they were enqueued", arguments: [false, true])
  func serialOrder(_ batches: Bool) {
    let queue = DispatchQueue(label: "serial")
    let executor = batches ? Executor.batched(queue) : .queue(queue)
    let order = List<Int>()
    for index in 0..<5000 {
      let promise = Promise<Int>.made()
      promise.after(on: executor) { order.add(index) }
      promise.settle(1)
    }
    queue.sync {}
    expectEqual(order.elements, Array(0..<5000))
  }

  @Test(
    "bodies of one thread keep their order on a serial queue that others use too; none overlap",
    arguments: [false, true])
  func serialFromMany(_ batches: Bool) {
    let queue = DispatchQueue(label: "serial")
    let executor = batches ? Executor.batched(queue) : .queue(queue)
    let order = List<(thread: Int, index: Int)>()
    let inside = Counter()
    let overlaps = Counter()
    together(3) { thread in
      for index in 0..<1000 {
        let promise = Promise<Int>.made()
        promise.after(on: executor) {
          if inside.add(1) != 1 { overlaps.add(1) }
          order.add((thread, index))
          inside.add(-1)
        }
        promise.settle(1)
      }
    }
    queue.sync {}
    #expect(overlaps.value == 0 && order.elements.count == 3000)
    for thread in 0..<3 {
      expectEqual(order.elements.filter { $0.thread == thread }.map(\.index), Array(0..<1000))
    }
  }

  @Test("what is enqueued before a block of one's own has run before it")
  func beforeOwnBlock() {
    let queue = DispatchQueue(label: "serial")
    let promise = Promise<Int>.made()
    promise.settle(1)
    for _ in 0..<200 {
      let ran = Counter()
      for _ in 0..<3 { promise.after(on: .queue(queue)) { ran.add(1) } }
      queue.sync { expectEqual(ran.value, 3) }
    }
  }

  @Test("on a serial queue bodies and blocks of one's own run in the order they were sent", arguments: [false, true])
  func amongBlocks(_ isMain: Bool) {
    let queue = isMain ? DispatchQueue.main : DispatchQueue(label: "serial")
    let order = List<Int>()
    let isOver = DispatchSemaphore(value: 0)
    let promise = Promise<Int>.made()
    promise.settle(1)
    // Enqueued from a block on that queue, so that none of it starts before all of it is enqueued.
    queue.async {
      for index in 0..<6 {
        if index % 2 == 0 {
          promise.after(on: .queue(queue)) { order.add(index) }
        } else {
          queue.async { order.add(index) }
        }
      }
      queue.async { isOver.signal() }
    }
    expectEqual(isOver.wait(timeout: .now() + 10), .success)
    expectEqual(order.elements, Array(0..<6))
  }

  @Test func onAConcurrentQueueABarrierKeepsItsPositionAmongBodies() {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let promise = Promise<Int>.made()
    promise.settle(1)
    let written = Counter()
    let isOver = DispatchGroup()
    for round in 1...200 {
      promise.after(on: .queue(queue)) {}
      queue.async(flags: .barrier) { written.add(1) }
      isOver.enter()
      promise.after(on: .queue(queue)) {
        #expect(written.value >= round)
        isOver.leave()
      }
    }
    expectEqual(isOver.wait(timeout: .now() + 20), .success)
  }

  @Test(
    "a body that waits for a later one on the same concurrent queue does not hang",
    arguments: [
      Executor.queue(.global()), .queue(DispatchQueue(label: "concurrent", attributes: .concurrent)),
      .batched(DispatchQueue(label: "batched", attributes: .concurrent)),
    ])
  func blockingBodies(_ executor: Executor) {
    let promise = Promise<Int>.made()
    let semaphores = (0...2).map { _ in DispatchSemaphore(value: 0) }
    let finished = DispatchGroup()
    // Two bodies each wait for the next one; on a small machine, Dispatch has no more threads than that at first.
    for index in 0...2 {
      finished.enter()
      promise.after(on: executor) {
        if index < 2 { semaphores[index + 1].wait() }
        semaphores[index].signal()
        finished.leave()
      }
    }
    promise.settle(1)
    expectEqual(finished.wait(timeout: .now() + 20), .success)
  }

  @Test("a body that waits for one enqueued while it waits does not hang", arguments: [false, true])
  func blockingOnLaterOne(_ batches: Bool) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let executor = batches ? Executor.batched(queue) : .queue(queue)
    let promise = Promise<Int>.made()
    promise.settle(1)
    let started = DispatchSemaphore(value: 0)
    let released = DispatchSemaphore(value: 0)
    let finished = DispatchGroup()
    finished.enter()
    promise.after(on: executor) {
      started.signal()
      released.wait()
      finished.leave()
    }
    started.wait()
    promise.after(on: executor) { released.signal() }
    expectEqual(finished.wait(timeout: .now() + 20), .success)
  }

  @Test("a concurrent queue under load runs everything once", arguments: [false, true])
  func concurrentLoad(_ batches: Bool) {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let executor = batches ? Executor.batched(queue) : .queue(queue)
    let ran = Counter()
    let finished = DispatchGroup()
    together(3) { _ in
      for _ in 0..<2000 {
        let promise = Promise<Int>.made()
        finished.enter()
        promise.after(on: executor) {
          ran.add(1)
          finished.leave()
        }
        promise.settle(1)
      }
    }
    expectEqual(finished.wait(timeout: .now() + 60), .success)
    expectEqual(ran.value, 6000)
  }

  @Test func aQueueHasOneExecutorForAsLongAsAnythingUsesItAndNoneKeepsItLongerThanTheNextLookUp() {
    weak var queue: DispatchQueue?
    do {
      let made = DispatchQueue(label: "short-lived")
      queue = made
      #expect(Executor.queue(made) === Executor.queue(made))
      #expect(Executor.queue(made) !== Executor.queue(DispatchQueue(label: "short-lived")))
    }
    _ = Executor.queue(DispatchQueue(label: "another"))
    #expect(queue == nil)
  }

  @Test("the standard queues' executors are there however they are asked for")
  func standardQueues() {
    for quality in [DispatchQoS.QoSClass.background, .utility, .default, .userInitiated] {
      let executor = Executor.queue(.global(qos: quality))
      #expect(executor === Executor.queue(.global(qos: quality)))
      #expect((executor as? QueueExecutor)?.queue.label == DispatchQueue.global(qos: quality).label)
      expectEqual(
        "com.apple.root." + executor.label.dropFirst("global.".count), DispatchQueue.global(qos: quality).label)
    }
    expectEqual(QueueExecutor.main.queue.label, DispatchQueue.main.label)
  }

  @Test func manyThreadsThatLookUpTheSameQueueAtOnceGetTheSameExecutor() {
    for _ in 0..<50 {
      let queue = DispatchQueue(label: "shared")
      let found = List<ObjectIdentifier>()
      let kept = List<Executor>()
      together(4) { _ in
        let executor = Executor.queue(queue)
        kept.add(executor)
        found.add(ObjectIdentifier(executor))
      }
      expectEqual(Set(found.elements).count, 1)
    }
  }

  @Test func aThreadThatEndsLetsGoOfTheQueueItUsed() {
    weak var queue: DispatchQueue?
    do {
      let made = DispatchQueue(label: "of a thread")
      queue = made
      together(1) { _ in _ = Executor.queue(made) }
    }
    // The thread may still be exiting.
    for _ in 0..<100_000 where queue != nil { sched_yield() }
    #expect(queue == nil)
  }

  @Test("labels")
  func labels() {
    expectEqual(QueueExecutor.main.label, "main")
    expectEqual(Executor.queue(.global()).label, "global.default-qos")
    expectEqual(Executor.queue(DispatchQueue(label: "x")).label, "x")
    expectEqual(Executor.queue(DispatchQueue(label: "")).label, "queue")
  }
}
