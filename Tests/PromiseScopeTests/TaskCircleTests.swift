// Circles through async bodies: which of them end, with which error, what the log notes, and that nothing is left of any.

import PromiseCore
import PromiseScope
import PromiseTrace
import Synchronization
import Testing

extension Promise {
  fileprivate func follow(_ source: Promise) { Resolver(self).resolve(source) }

  fileprivate var isCircle: Bool { error as? PromiseResolutionError == .cycle }
}

/// Runs `body` with a tracer for its promises.
///
/// - Returns: What the log notes.
private func notes(_ body: (Tracer) async throws -> Void) async throws -> [String] {
  var configuration = Tracer.Configuration()
  configuration.mode = .lossless
  configuration.clock = .manual(ManualClock())
  let tracer = Tracer(configuration)
  let reader = tracer.makeReader()
  try await body(tracer)
  tracer.finish()
  var events: [Event] = []
  while try reader.read(into: &events, limit: 1000) != .ended {}
  return events.filter { $0.kind == .noted }.map { line($0, reader.texts) }
}

/// Lets other tasks continue until the log notes something.
private func noted(_ reader: TraceReader) async -> Bool {
  var events: [Event] = []
  return await eventually {
    _ = try? reader.read(into: &events, limit: 1000)
    return events.contains { $0.kind == .noted }
  }
}

/// Lets other tasks continue until `condition` holds.
private func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<1_000_000 {
    if condition() { return true }
    await Task.yield()
  }
  return false
}

@Suite("circles through async bodies", .serialized)
struct TaskCircleTests {
  private typealias Around = @Sendable (Promise<Int>) -> Promise<Int>

  /// The ways for the awaited promise to depend on the task's.
  private static let ways: [(name: String, around: Around)] = [
    ("itself", { $0 }),
    ("then", { $0.then(on: .inline) { $0 } }),
    ("all", { all($0, Promise(1)).then(on: .inline) { $0[0] } }),
    ("race of one", { race($0) }),
    ("another async body", { promise in Promise { try await promise.get() } }),
    ("an async then", { $0.then { value async throws -> Int in value } }),
  ]

  @Test("a task that begins to wait for what waits for its promise: the wait throws", arguments: ways.indices)
  func waitsLast(_ way: Int) async throws {
    let (name, around) = TaskCircleTests.ways[way]
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
      first.follow(around(second))
      start.fulfill(0)
      #expect(await eventually { !first.isPending && !second.isPending }, "\(name)")
      #expect(first.isCircle && second.isCircle, "\(name): \(first) \(second)")
    }
    #expect(
      name == "another async body"
        || found == ["noted #3 its task waits for #1, which waits for this promise: that is refused"],
      "\(name)")
    #expect(await eventually { living.value == 0 }, "\(name) leaks")
  }

  @Test("a promise that follows a task's that waits for it rejects", arguments: ways.indices)
  func followsLast(_ way: Int) async throws {
    let (name, around) = TaskCircleTests.ways[way]
    let living = Counter()
    weak var left: Promise<Int>?
    do {
      let awaited = Promise<Int>.pending()
      let probe = Probe(living)
      let promise = Promise<Int> { try await withExtendedLifetime(probe) { awaited }.get() + 1 }
      left = promise
      // The task waits now.
      #expect(await eventually { awaited.isAwaited(by: promise) })
      awaited.follow(around(promise))
      #expect(await eventually { !promise.isPending }, "\(name)")
      #expect(awaited.isCircle && promise.isCircle, "\(name): \(awaited) \(promise)")
    }
    #expect(await eventually { living.value == 0 && left == nil }, "\(name) leaks")
  }

  @Test("a body that catches the error ends as it likes, and so does what waits for it")
  func caught() async throws {
    let (awaited, start) = (Promise<Int>.pending(), Promise<Int>.pending())
    let promise = Promise<Int> {
      _ = try await start.get()
      do { return try await awaited.get() } catch PromiseResolutionError.cycle { return 7 }
    }
    awaited.follow(promise)
    start.fulfill(0)
    #expect(try await awaited.get() == 7)
  }

  @Test("a body that waits for its own promise")
  func itself() async throws {
    let start = Promise<Promise<Int>>.pending()
    let promise = Promise<Int> { try await start.get().get() }
    start.fulfill(promise)
    await #expect(throws: PromiseResolutionError.cycle) { try await promise.get() }
  }

  @Test("a child task may lose to another one: noted, nothing rejects", arguments: [false, true])
  func childTask(_ followsLast: Bool) async throws {
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
      // Something else waits, too: the group cancels its child's wait.
      let last = awaited.then(on: .inline) { $0 }
      if followsLast {
        start.fulfill(0)
        #expect(await eventually { awaited.waiterCount == 2 })
        awaited.follow(promise)
      } else {
        awaited.follow(promise)
        start.fulfill(0)
        #expect(await noted(reader))
      }
      #expect(awaited.isPending && promise.isPending)
      other.fulfill(7)
      let value = try await last.get()
      #expect(value == 7)
    }
    #expect(
      found == [
        followsLast
          ? "noted #1 follows #4, which waits for this promise, though something else may still end it"
          : "noted #4 a task of its body waits for #1, which waits for this promise, though something else may still end it"
      ])
    #expect(await eventually { living.value == 0 })
  }

  @Test("only reported, a circle ends by a cancellation, and nothing is left of it")
  func canceled() async throws {
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
      awaited.follow(promise)
      #expect(await eventually { awaited.isWaitedFor })
      #expect(awaited.isPending)
      promise.cancel()
      #expect(awaited.error is CancellationError)
    }
    #expect(await eventually { living.value == 0 && left == nil })
  }

  @Test("a task that outlives the body it began in is none of its circle")
  func outlives() async throws {
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
      awaited.follow(last)
      let value = try await task.value
      #expect(value == 5)
    }
    #expect(found.isEmpty)
  }

  @Test("a timeout between them ends it: noted, and not refused")
  func timeout() async throws {
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
      awaited.follow(limited)
      #expect(awaited.isPending)
      executor.run()
      #expect(await eventually { !promise.isPending })
      #expect(promise.error as? PromiseError == .timedOut)
    }
    #expect(found == ["noted #1 follows #\(id), which waits for this promise, though something else may still end it"])
  }

  @Test("a circle without a task, through a timeout, ends by that")
  func timeoutWithoutTask() {
    virtually { executor in
      let promise = Promise<Int>.pending()
      promise.follow(promise.timeout(5))
      #expect(promise.isPending)
      executor.run()
      #expect(promise.error as? PromiseError == .timedOut)
    }
  }

  @Test("a race with an input outside of the circle, which is freed later")
  func suspended() async throws {
    let start = Promise<Int>.pending()
    let awaited = Promise<Int>.pending()
    let promise = Promise<Int> {
      _ = try await start.get()
      return try await awaited.get()
    }
    var other: Promise<Int>? = .pending()
    if let other { awaited.follow(race(promise, other)) }
    start.fulfill(0)
    #expect(await eventually { awaited.isAwaited(by: promise) || awaited.isWaitedFor })
    #expect(awaited.isPending)
    other = nil
    #expect(await eventually { !promise.isPending && !awaited.isPending })
    #expect(promise.isCircle && awaited.isCircle)
  }

  @Test("no circle, no note: a body that waits for many, and is waited for by many")
  func noCircle() async throws {
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
      let follower = Promise<[Int]>.pending()
      follower.follow(last)
      root.fulfill(1)
      let values = try await follower.get()
      #expect(values.count == 50)
    }
    #expect(found.isEmpty)
  }
}

extension Promise {
  /// How many handlers and tasks wait for this promise.
  fileprivate var waiterCount: Int {
    var count = 0
    forEachEntry { if !$0.isPassive { count += 1 } }
    return count
  }

  /// Whether anything waits for this promise.
  fileprivate var isWaitedFor: Bool { waiterCount > 0 }
}

// MARK: Foreign promises

/// A foreign promise around one of ours.
private struct Foreign: Thenable {
  let inner: Promise<Int>
  let probe: Probe?

  func then(fulfill: @escaping @Sendable (Int) -> Void, reject: @escaping @Sendable (any Error) -> Void) {
    inner.then(on: .inline) { [probe] value in withExtendedLifetime(probe) { fulfill(value) } }.catch(
      on: .inline, reject)
  }
}

/// A foreign promise that waits in a task.
private struct ForeignTask: Thenable {
  let inner: Promise<Int>

  func then(fulfill: @escaping @Sendable (Int) -> Void, reject: @escaping @Sendable (any Error) -> Void) {
    Task { do { fulfill(try await inner.get()) } catch { reject(error) } }
  }
}

@Suite("circles through foreign promises", .serialized)
struct ForeignCircleTests {
  @Test("reported, not rejected; it ends by a cancellation, and nothing is left of it")
  func reported() async throws {
    let living = Counter()
    let found = try await notes { tracer in
      tracer.run {
        let promise = Promise<Int>.pending()
        let end = promise.then(on: .inline) { $0 }
        Resolver(promise).resolve(Foreign(inner: end, probe: Probe(living)))
        #expect(promise.isPending && end.isPending)
        promise.cancel()
        #expect(end.error is CancellationError)
      }
    }
    #expect(found == ["noted #1 follows foreign code that waits for #2, which waits for this promise"])
    #expect(living.value == 0)
  }

  @Test("around the promise itself")
  func itself() async throws {
    let found = try await notes { tracer in
      tracer.run {
        let promise = Promise<Int>.pending()
        Resolver(promise).resolve(Foreign(inner: promise, probe: nil))
        #expect(promise.isPending)
        promise.cancel()
      }
    }
    #expect(found == ["noted #1 follows foreign code that waits for this promise"])
  }

  @Test("that waits in a task: reported, and ends by a cancellation")
  func inTask() async throws {
    weak var left: Promise<Int>?
    let found = try await notes { tracer in
      let reader = tracer.makeReader()
      let (promise, end) = tracer.run {
        let promise = Promise<Int>.pending()
        let end = promise.then(on: .inline) { $0 }
        Resolver(promise).resolve(ForeignTask(inner: end))
        return (promise, end)
      }
      left = promise
      #expect(await noted(reader))
      #expect(promise.isPending)
      promise.cancel()
      #expect(end.error is CancellationError)
    }
    #expect(
      found == [
        "noted #3 a task of its body waits for #2, which waits for this promise, though something else may still end it"
      ])
    #expect(await eventually { left == nil })
  }

  @Test("no circle, no note")
  func noCircle() async throws {
    let found = try await notes { tracer in
      tracer.run {
        let (promise, other) = (Promise<Int>.pending(), Promise<Int>.pending())
        let end = promise.then(on: .inline) { $0 }
        Resolver(promise).resolve(Foreign(inner: other.then(on: .inline) { $0 }, probe: nil))
        other.fulfill(3)
        #expect(end.currentValue == 3)
      }
    }
    #expect(found.isEmpty)
  }
}
