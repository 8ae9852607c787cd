// Tests cycles through async bodies: which promises reject and with which error, the notes in the log, and that all are freed.

import PromiseCore
import PromiseTrace
import Synchronization

@Suite("cycles through async bodies", .serialized)
struct TaskCycleTests {
  private typealias Around = @Sendable (Promise<Int>) -> Promise<Int>

  /// The operators through which the awaited promise depends on the task's promise.
  private static let ways: [(name: String, around: Around)] = [
    ("itself", { $0 }),
    ("then", { $0.then(on: .inline) { $0 } }),
    ("all", { all($0, Promise(1)).then(on: .inline) { $0[0] } }),
    ("race of one", { race($0) }),
    ("another async body", { promise in Promise { try await promise.get() } }),
    ("an async then", { $0.then { value async throws -> Int in value } }),
  ]

  @Test("get() throws if it closes a cycle", arguments: ways.indices)
  func waitsLast(_ way: Int) async throws {
    let (name, around) = TaskCycleTests.ways[way]
    let living = Counter()
    let found = try await notes { tracer in
      let (first, second, start) = tracer.run {
        let awaited = Promise<Int>.pending()
        let start = Promise<Int>.pending()
        let probe = Probe(living)
        let promise = Promise<Int> {
          _ = try await start.get()
          return try await withExtendedLifetime(probe) { awaited }.get() + 1
        }
        return (awaited, promise, start)
      }
      first.adopt(around(second))
      start.fulfill(0)
      #expect(await eventually { !first.isPending && !second.isPending }, "\(name)")
      #expect(first.isCycle && second.isCycle, "\(name): \(first) \(second)")
    }
    #expect(
      name == "another async body"
        || found == ["noted #3 its task began to wait for #1, which waits for this promise: get() threw in #3"],
      "\(name)")
    #expect(await eventually { living.value == 0 }, "\(name) leaks")
  }

  @Test("a promise rejects if it adopts the promise of a task that waits for it", arguments: ways.indices)
  func adoptsLast(_ way: Int) async throws {
    let (name, around) = TaskCycleTests.ways[way]
    let living = Counter()
    weak var left: Promise<Int>?
    do {
      let awaited = Promise<Int>.pending()
      let probe = Probe(living)
      let promise = Promise<Int> { try await withExtendedLifetime(probe) { awaited }.get() + 1 }
      left = promise
      #expect(await eventually { awaited.isAwaited(by: promise) })
      awaited.adopt(around(promise))
      // Either side may find the cycle, and its promise then rejects first.
      #expect(await eventually { !promise.isPending && !awaited.isPending }, "\(name)")
      #expect(awaited.isCycle && promise.isCycle, "\(name): \(awaited) \(promise)")
    }
    #expect(await eventually { living.value == 0 && left == nil }, "\(name) leaks")
  }

  @Test func aBodyMayCatchTheErrorAndFulfillItsPromise() async throws {
    let (awaited, start) = (Promise<Int>.pending(), Promise<Int>.pending())
    let promise = Promise<Int> {
      _ = try await start.get()
      do { return try await awaited.get() } catch PromiseResolutionError.cycle { return 7 }
    }
    awaited.adopt(promise)
    start.fulfill(0)
    try await expectEqual(awaited.get(), 7)
  }

  @Test func aBodyThatWaitsForItsOwnPromiseRejects() async throws {
    let start = Promise<Promise<Int>>.pending()
    let promise = Promise<Int> { try await start.get().get() }
    start.fulfill(promise)
    await #expect(throws: PromiseResolutionError.cycle) { try await promise.get() }
  }

  @Test("a cycle through a child task is noted, and nothing rejects", arguments: [false, true])
  func childTask(_ adoptsLast: Bool) async throws {
    let living = Counter()
    let found = try await notes { tracer in
      let reader = tracer.makeReader()
      let (awaited, other, start, promise) = tracer.run {
        let (awaited, other, start) = (Promise<Int>.pending(), Promise<Int>.pending(), Promise<Int>.pending())
        let probe = Probe(living)
        let promise = Promise<Int> {
          try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
              _ = try await start.get()
              return try await withExtendedLifetime(probe) { awaited }.get()
            }
            group.addTask { try await other.get() }
            defer { group.cancelAll() }
            return try await group.next() ?? 0
          }
        }
        return (awaited, other, start, promise)
      }
      // A second waiter, because the group cancels the child that waits.
      let last = awaited.then(on: .inline) { $0 }
      if adoptsLast {
        start.fulfill(0)
        #expect(await eventually { awaited.waiterCount == 2 })
        awaited.adopt(promise)
      } else {
        awaited.adopt(promise)
        start.fulfill(0)
        #expect(await noted(reader))
      }
      #expect(awaited.isPending && promise.isPending)
      other.fulfill(7)
      let value = try await last.get()
      expectEqual(value, 7)
    }
    let adopted = "noted #1 adopted #4, which waits for this promise; something else may still end this cycle"
    let waited =
      "noted #4 a task of its body waits for #1, which waits for this promise; something else may still end this cycle in #4"
    // A task that has registered may look for a cycle after the adoption, and find it, too.
    #expect(adoptsLast ? Set(found).subtracting([waited]) == [adopted] : found == [waited], "\(found)")
    #expect(await eventually { living.value == 0 })
  }

  @Test func aCycleThatIsOnlyNotedEndsByCancellationAndIsFreed() async throws {
    let living = Counter()
    weak var left: Promise<Int>?
    do {
      let awaited = Promise<Int>.pending()
      let probe = Probe(living)
      let promise = Promise<Int> {
        async let value = withExtendedLifetime(probe) { awaited }.get()
        return try await value
      }
      left = awaited
      awaited.adopt(promise)
      #expect(await eventually { awaited.isWaitedFor })
      #expect(awaited.isPending)
      promise.cancel()
      #expect(awaited.error is CancellationError)
    }
    #expect(await eventually { living.value == 0 && left == nil })
  }

  @Test func aTaskThatOutlivesTheBodyThatStartedItIsNotPartOfACycle() async throws {
    let found = try await notes { tracer in
      let (awaited, start, promise) = tracer.run {
        let (awaited, start) = (Promise<Int>.pending(), Promise<Int>.pending())
        let promise = Promise<Task<Int, any Error>> {
          Task {
            _ = try await start.get()
            return try await awaited.get()
          }
        }
        return (awaited, start, promise)
      }
      let task = try await promise.get()
      let last = promise.then(on: .inline) { _ in 5 }
      start.fulfill(0)
      awaited.adopt(last)
      let value = try await task.value
      expectEqual(value, 5)
    }
    #expect(found.isEmpty)
  }

  @Test func aCycleThroughATaskAndATimeoutIsNotedAndTheTimeoutEndsIt() async throws {
    let executor = ManualExecutor()
    var id: PromiseID = 0
    let found = try await notes { tracer in
      let (awaited, promise) = tracer.run {
        let awaited = Promise<Int>.pending()
        return (awaited, Promise<Int> { try await awaited.get() })
      }
      #expect(await eventually { awaited.isAwaited(by: promise) })
      let limited = promise.timeout(on: executor, 5)
      id = limited.id
      awaited.adopt(limited)
      #expect(awaited.isPending)
      executor.run()
      #expect(await eventually { !promise.isPending })
      #expect(promise.error as? PromiseError == .timedOut)
    }
    expectEqual(
      found, ["noted #1 adopted #\(id), which waits for this promise; something else may still end this cycle"])
  }

  @Test func aCycleThroughATimeoutAloneEndsByTheTimeout() {
    virtually { executor in
      let promise = Promise<Int>.pending()
      promise.adopt(promise.timeout(5))
      #expect(promise.isPending)
      executor.run()
      #expect(promise.error as? PromiseError == .timedOut)
    }
  }

  @Test func aCycleThroughARaceRejectsOnceTheInputOutsideItIsFreed() async throws {
    let start = Promise<Int>.pending()
    let awaited = Promise<Int>.pending()
    let promise = Promise<Int> {
      _ = try await start.get()
      return try await awaited.get()
    }
    var other: Promise<Int>? = .pending()
    if let other { awaited.adopt(race(promise, other)) }
    start.fulfill(0)
    #expect(await eventually { awaited.isAwaited(by: promise) || awaited.isWaitedFor })
    #expect(awaited.isPending)
    other = nil
    #expect(await eventually { !promise.isPending && !awaited.isPending })
    #expect(promise.isCycle && awaited.isCycle)
  }

  @Test func bodiesThatShareInputsAreNoCycleAndTheLogHasNoNote() async throws {
    let found = try await notes { tracer in
      let (root, last) = tracer.run {
        let root = Promise<Int>.pending()
        let shared = root.then(on: .inline) { $0 + 1 }
        let bodies = (0..<50).map { number in
          Promise<Int> {
            async let one = shared.get()
            return try await root.get() + (try await one) + number
          }
        }
        return (root, all(bodies))
      }
      let adopter = Promise<[Int]>.pending()
      adopter.adopt(last)
      root.fulfill(1)
      let values = try await adopter.get()
      expectEqual(values.count, 50)
    }
    #expect(found.isEmpty)
  }
}
