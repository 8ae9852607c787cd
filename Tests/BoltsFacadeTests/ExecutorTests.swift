// The seven kinds of executor: where continuations run, and the names in the log.

import Dispatch
import Foundation
import PromiseTesting
import Synchronization

@Suite("executors", .promises)
struct ExecutorTests {
  private typealias Kind = Executor

  /// Runs a chain of `count` continuations and returns how many of them ran on this thread, within the call.
  private func inlineLinks(_ count: Int, on executor: Executor) -> Int {
    let here = Thread.current
    let thread = ObjectIdentifier(here)
    let isDone = Atomic(false)
    let inline = Atomic(0)
    let source = TaskCompletionSource<Int>()
    var task = source.task
    for _ in 0..<count {
      task = task.continueWith(executor) { task in
        if ObjectIdentifier(Thread.current) == thread, !isDone.load(ordering: .relaxed) {
          inline.add(1, ordering: .relaxed)
        }
        return (task.result ?? 0) + 1
      }
    }
    source.set(result: 0)
    isDone.store(true, ordering: .relaxed)
    task.waitUntilCompleted()
    expectEqual(task.result, count)
    return inline.load(ordering: .relaxed)
  }

  @Test func theDefaultExecutorRunsInlineUpToADepthOf20ThenOnAQueue() {
    expectEqual(inlineLinks(20, on: .default), 20)
    expectEqual(inlineLinks(21, on: .default), 21)
    expectEqual(inlineLinks(60, on: .default), 21)
  }

  @Test func theImmediateExecutorRunsInlineAtAnyDepth() {
    expectEqual(inlineLinks(1000, on: .immediate), 1000)
  }

  @Test func theDefaultExecutorCountsOnlyItsOwnContinuations() {
    let source = TaskCompletionSource<Int>()
    var task = source.task
    for _ in 0..<100 { task = task.continueWith(.immediate) { ($0.result ?? 0) + 1 } }
    let end = task.continueWith { ($0.result ?? 0) + 1 }
    source.set(result: 0)
    expectEqual(end.result, 101)
  }

  @Test func aQueueExecutorRunsOnItsQueue() {
    let queue = DispatchQueue(label: "test.bolts.queue")
    let key = DispatchSpecificKey<Int>()
    queue.setSpecific(key: key, value: 5)
    let task = Task(1).continueWith(.queue(queue)) { _ in DispatchQueue.getSpecific(key: key) }
    task.waitUntilCompleted()
    expectEqual(task.result, .some(.some(5)))
  }

  @Test func anOperationQueueExecutorRunsOnItsQueue() {
    let operations = OperationQueue()
    operations.maxConcurrentOperationCount = 1
    let task = Task(1).continueWith(.operationQueue(operations)) { _ in
      OperationQueue.current?.maxConcurrentOperationCount
    }
    task.waitUntilCompleted()
    expectEqual(task.result, .some(.some(1)))
  }

  @Test func theMainThreadExecutorDispatchesFromOtherThreadsToTheMainQueue() async {
    let key = DispatchSpecificKey<Int>()
    DispatchQueue.main.setSpecific(key: key, value: 5)
    let source = TaskCompletionSource<Int>()
    DispatchQueue.global().async { source.set(result: 1) }
    let found: Int? = await withCheckedContinuation { continuation in
      source.task.continueWith(.mainThread) { _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key)) }
    }
    expectEqual(found, 5)
  }

  @Test func aClosureExecutorRunsTheContinuationWithinItsClosure() {
    let order = Notes()
    let executor = Kind.closure { body in
      order.add("before")
      body()
      order.add("after")
    }
    let source = TaskCompletionSource<Int>()
    source.task.continueWith(executor) { _ in order.add("body") }.continueWith { _ in order.add("next") }
    source.set(result: 1)
    #expect(
      order.lines.prefix(3) == ["before", "body", "after"] || order.lines == ["before", "body", "next", "after"])
    #expect(order.lines.contains("next"))
  }

  @Test func anEscapingClosureExecutorRunsTheContinuationOnce() {
    var bodies: [() -> Void] = []
    let ran = Notes()
    let task = Task(1).continueWith(Kind.escapingClosure { bodies.append($0) }) { _ in ran.add("ran") }
    #expect(!task.completed && bodies.count == 1)
    bodies[0]()
    bodies[0]()
    #expect(task.completed && ran.text == "ran")
  }

  @Test func anExecutorCanRunAPlainClosure() {
    let ran = Notes()
    Kind.default.execute { ran.add("default") }
    Kind.immediate.execute { ran.add("immediate") }
    expectEqual(ran.text, "default immediate")
  }

  @Test func descriptionsNameTheKindDebugDescriptionsAlsoTheQueueOrClosure() {
    let queue = DispatchQueue(label: "mine")
    let kinds: [Kind] = [.default, .queue(queue), .operationQueue(.main), .closure { $0() }, .escapingClosure { $0() }]
    expectEqual(
      kinds.map(\.description),
      [
        "Default Executor", "Executor with dispatch_queue", "Executor with NSOperationQueue",
        "Executor with custom closure", "Executor with custom escaping closure",
      ])
    expectEqual(kinds[0].debugDescription, "Default Executor")
    expectEqual(kinds[1].debugDescription, "Executor with dispatch_queue: \(queue)")
    #expect(kinds[3].debugDescription.hasPrefix("Executor with custom closure: "))
  }

  @Test func pictureTheLogNamesEachKind() {
    expectEqual(
      BoltsFacadeTests.picture(without: [.released, .created, .registered, .finished, .fulfilled]) { executor in
        let one = Task(1)
        one.continueWith { _ in }
        one.continueWith(.immediate) { _ in }
        one.continueWith(.mainThread) { _ in }
        one.continueWith(.queue(DispatchQueue(label: "mine"))) { _ in }
        let operations = OperationQueue()
        operations.name = "operations of mine"
        one.continueWith(.operationQueue(operations)) { _ in }
        one.continueWith(.closure { $0() }) { _ in }
        one.continueWith(.escapingClosure { $0() }) { _ in }
        executor.run()
      },
      """
      enqueued #2 on default
      started #2 on default in #2
      enqueued #3 on immediate
      started #3 on immediate in #3
      enqueued #4 on main
      enqueued #5 on mine
      enqueued #6 on operations of mine
      enqueued #7 on closure
      started #7 on closure in #7
      enqueued #8 on escapingClosure
      started #8 on escapingClosure in #8
      started #4 on main in #4
      started #5 on mine in #5
      started #6 on operations of mine in #6
      """)
  }
}
