// Custom executors: a subclass receives jobs and may run, forward or drop them.

import CPromiseRuntime
import Synchronization

/// Stores jobs until the test runs or drops them, newest first.
private final class Stack: Executor, @unchecked Sendable {
  private struct Box: ~Copyable { var jobs: [Held] = [] }
  private final class Held: @unchecked Sendable {
    var job: Job?
    init(_ job: consuming Job) { self.job = consume job }
    func take() -> Job? {
      var taken: Job? = nil
      swap(&taken, &job)
      return taken
    }
  }
  private let box = Mutex(Box())

  init() { super.init(label: "stack") }

  override func enqueue(_ job: consuming Job) {
    let held = Held(job)
    box.withLock { $0.jobs.append(held) }
  }

  func runLast() {
    guard let job = box.withLock({ $0.jobs.popLast() })?.take() else { return }
    job.run()
  }

  func drop() { box.withLock { $0.jobs.removeAll() } }
}

@Suite struct ExecutorTests {
  @Test func aSubclassRunsJobsWhenAndInTheOrderItLikes() {
    let stack = Stack()
    let order = List<Int>()
    let promise = Promise<Int>.made()
    let ends = (0..<3).map { index in promise.after(on: stack) { order.add(index) } }
    promise.settle(1)
    #expect(order.elements.isEmpty && ends.allSatisfy { $0.isPending })
    for _ in 0..<4 { stack.runLast() }
    #expect(order.elements == [2, 1, 0] && ends.allSatisfy { $0.outcome == "1" })
  }

  @Test func aJobThatIsDroppedLeavesItsPromisePendingAndFreesWhatOnlyItHeld() {
    let living = Counter()
    let stack = Stack()
    let promise = Promise<Int>.made()
    let kept: Promise<Int>
    weak var lost: Promise<Int>?
    do {
      let probe = Probe(living)
      kept = promise.after(on: stack) { _ = probe }
      lost = promise.after(on: stack) { _ = probe }.after(on: stack) { _ = probe }
    }
    promise.settle(1)
    stack.drop()
    #expect(kept.isPending && lost == nil)
    stack.runLast()
    #expect(kept.settle(9) && kept.outcome == "9")
    withExtendedLifetime(promise) {}
  }

  @Test("a body that waits at an executor of one's own counts as work, until it has run or is dropped")
  func countsAsWork() {
    let stack = Stack()
    let before = openWork
    let promise = Promise<Int>.made()
    for _ in 0..<3 { promise.after(on: stack) {} }
    expectEqual(openWork, before + 1)
    promise.settle(1)
    expectEqual(openWork, before + 3)
    stack.runLast()
    expectEqual(openWork, before + 2)
    stack.drop()
    expectEqual(openWork, before)
  }

  @Test func aBodyThatWaitsBehindAPauseCountsAsWorkUntilItHasRunOrIsDropped() {
    let base = ManualExecutor()
    let before = openWork
    let promise = Promise<Int>.made()
    promise.settle(1)
    do {
      let gate = PausableExecutor(base)
      gate.pause()
      for _ in 0..<3 { promise.after(on: gate) {} }
      expectEqual(openWork, before + 3)
      gate.resume()
      expectEqual(openWork, before)
    }
    base.runReady()
    expectEqual(openWork, before)
  }

  @Test(
    "bodies that were held back run before those that are enqueued while it resumes, in order",
    arguments: [false, true])
  func orderWhileResuming(_ pausesAgain: Bool) {
    let notes = Notes()
    let gate = PausableExecutor(.inline)
    let settled = Promise<Int>.made()
    settled.settle(1)
    gate.pause()
    for number in 1...3 {
      settled.after(on: gate) {
        notes.add("\(number)")
        if number == 2, pausesAgain { gate.pause() }
        // Enqueued while the gate opens, so it comes behind the ones that wait.
        settled.after(on: gate) { notes.add("\(number) again") }
        if number == 2, !pausesAgain { gate.resume() }
      }
    }
    gate.resume()
    if pausesAgain {
      #expect(notes.lines == ["1", "2"] && gate.isPaused)
      settled.after(on: gate) { notes.add("last") }
      gate.resume()
    }
    expectEqual(notes.lines, ["1", "2", "3", "1 again", "2 again"] + (pausesAgain ? ["last"] : []) + ["3 again"])
    settled.after(on: gate) { notes.add("open") }
    #expect(notes.lines.last == "open" && !gate.isPaused)
  }

  @Test("threads that pause and resume keep the order of the bodies of each thread", arguments: 0..<10)
  func orderAcrossThreads(_ round: Int) {
    let base = ManualExecutor()
    let gate = PausableExecutor(base)
    let ran = List<(thread: Int, number: Int)>()
    let settled = Promise<Int>.made()
    settled.settle(1)
    together(3) { thread in
      for number in 0..<200 {
        if thread == 0 {
          number.isMultiple(of: 2) ? gate.pause() : gate.resume()
        } else {
          settled.after(on: gate) { ran.add((thread, number)) }
        }
      }
    }
    gate.resume()
    base.runReady()
    for thread in 1...2 {
      expectEqual(ran.elements.filter { $0.thread == thread }.map(\.number), Array(0..<200))
    }
  }

  @Test func aJobThatOneExecutorHandsToAnotherCountsOnce() {
    final class Forwarder: Executor, @unchecked Sendable {
      let base: Executor
      init(_ base: Executor) {
        self.base = base
        super.init(label: "forwarder")
      }
      override func enqueue(_ job: consuming Job) { base.enqueue(job) }
    }
    let base = ManualExecutor()
    let before = openWork
    let promise = Promise<Int>.made()
    promise.after(on: Forwarder(Forwarder(base))) {}
    promise.settle(1)
    base.runReady()
    expectEqual(openWork, before)
  }

  /// The amount of work that this thread has started and not ended.
  private var openWork: UInt64 {
    psCurrentThread().pointee.workBegun &- psCurrentThread().pointee.workEnded
  }

  @Test func aJobTellsTheIdOfItsPromise() {
    final class Reader: Executor, @unchecked Sendable {
      let ids = List<PromiseID>()
      init() { super.init(label: "reader") }
      override func enqueue(_ job: consuming Job) {
        ids.add(job.id)
        job.run()
      }
    }
    let reader = Reader()
    let tracer = Tracer()
    tracer.run {
      let promise = Promise<Int>.made()
      let end = promise.after(on: reader) {}
      promise.settle(1)
      #expect(reader.ids.elements == [end.id] && end.id == 2 && !end.isPending)
    }
    let untraced = Promise<Int>.made()
    untraced.settle(1)
    untraced.after(on: reader) {}
    expectEqual(reader.ids.elements, [2, 0])
  }

  @Test func anExecutorThatRunsJobsAtOnceAtAnyDepthOfNestingItChoosesItself() {
    final class Eager: Executor, @unchecked Sendable {
      init() { super.init(label: "eager") }
      override func enqueue(_ job: consuming Job) { job.run() }
    }
    let eager = Eager()
    let order = List<Int>()
    let root = Promise<Int>.made()
    var last = root
    for index in 0..<100 { last = last.after(on: eager) { order.add(index) } }
    root.settle(1)
    #expect(order.elements == Array(0..<100) && last.outcome == "1")
  }

  @Test func whatAnInlineHandlerSettlesIsDeliveredOnceThatHandlerHasReturnedToQueuesAsWell() {
    let executor = ManualExecutor()
    let order = List<String>()
    let (first, second) = (Promise<Int>.made(), Promise<Int>.made())
    let own = Promise<Int>.made()
    own.settle(1)
    second.after(on: executor) { order.add("handler of second, queued") }
    second.after(on: .inline) { order.add("handler of second, inline") }
    first.after(on: .inline) {
      second.settle(1)
      order.add("second is settled: \(!second.isPending)")
      own.after(on: executor) { order.add("the program's own, queued") }
      order.add("the handler returns")
    }
    first.after(on: .inline) { order.add("next handler of first") }
    first.settle(1)
    order.add("settled")
    executor.runReady()
    expectEqual(
      order.elements,
      [
        "second is settled: true", "the handler returns", "next handler of first", "handler of second, inline",
        "settled", "the program's own, queued", "handler of second, queued",
      ])
  }

  @Test func whatCodeOutsideOfInlineHandlersSettlesIsDeliveredBeforeTheCallReturns() {
    let executor = ManualExecutor()
    let order = List<String>()
    let (promise, own) = (Promise<Int>.made(), Promise<Int>.made())
    own.settle(1)
    promise.after(on: executor) { order.add("handler, queued") }
    promise.settle(1)
    own.after(on: executor) { order.add("the program's own, queued") }
    executor.runReady()
    expectEqual(order.elements, ["handler, queued", "the program's own, queued"])
  }

  @Test func aBodyThatArrivesWhileAGateOpensRunsAfterThoseThatTheGateHeldBack() {
    let gate = PausableExecutor(.inline)
    let order = List<Int>()
    let promise = Promise<Int>.made()
    gate.pause()
    promise.after(on: gate) {
      order.add(1)
      promise.after(on: gate) { order.add(4) }
    }
    for number in 2...3 { promise.after(on: gate) { order.add(number) } }
    promise.settle(0)
    gate.resume()
    expectEqual(order.elements, [1, 2, 3, 4])
  }
}
