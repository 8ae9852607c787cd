// Tests promises with Swift concurrency: tasks that await promises, and promises with async bodies.

import PromiseTrace

private enum Local {
  @TaskLocal static var word = "none"
}

/// Compiled only: actors and main-actor code use promises without a warning.
@MainActor private final class Model {
  var number = 0
  func load() -> Promise<Int> {
    Promise { await self.twice() }.then { number async in self.number = number }.then { "\($0)" }.then { Int($0) ?? 0 }
  }
  func twice() async -> Int { number * 2 }
  func double(_ value: Int) -> Promise<Int> { Promise { value * 2 } }
  func keep(_ value: Int) { number = value }
  func forget(_ error: any Error) { number = -1 }
  func synchronously(_ promise: Promise<Int>) -> Promise<Int> {
    promise.then(on: .mainActor, double).then(on: .mainActor) { self.number = $0 }
      .then(on: .mainActor) { value -> Int in
        self.number += value
        return self.number
      }.then(on: .mainActor, keep).catch(on: .mainActor, forget).always(on: .mainActor) { self.number += 1 }
  }
  func wait(for promise: Promise<Int>) async throws { number = try await promise.get() }
}

private actor Worker {
  var number = 1
  func up() async -> Int {
    number += 1
    return number
  }
  func go() -> Promise<Int> { Promise { await self.up() }.then { await self.add($0) } }
  func add(_ other: Int) async -> Int { number + other }
}

@MainActor private final class Source {
  weak var promise: Promise<Int>?
  var resolver: Resolver<Int>?
  func ask() -> Promise<Int> {
    let (promise, resolver) = Promise<Int>.withResolvers()
    (self.promise, self.resolver) = (promise, resolver)
    return promise
  }
}

@Suite struct ConcurrencyTests {
  @Test("a task does not keep the promise alive that it awaits, and its cancellation still ends the wait")
  @MainActor func keepsNothing() async {
    let source = Source()
    let task = Task { try await source.ask().get() }
    while source.resolver == nil { await Task.yield() }
    #expect(source.promise != nil)
    source.resolver = nil
    for _ in 0..<10_000 where source.promise != nil { await Task.yield() }
    #expect(source.promise == nil)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func anAsyncClosureThatReturnsAPromiseIsFlattened() async throws {
    let inferred = Promise(1).then { number async in Promise(number + 1) }
    let declared: Promise<Int> = inferred.then { number async in
      await Task.yield()
      return Promise(number + 1)
    }
    try await expectEqual(declared.get(), 3)
    await #expect(throws: Oops.one) { try await inferred.then { _ async in Promise<Int>(Oops.one) }.get() }
  }

  @Test func anAsyncBodyFulfillsWithItsValueAndRejectsWithItsError() async throws {
    let value = Promise<Int> {
      await Task.yield()
      return 1
    }
    let error = Promise<Int> {
      await Task.yield()
      throw Oops.one
    }
    try await expectEqual(value.get(), 1)
    await #expect(throws: Oops.one) { try await error.get() }
    try await expectEqual(Worker().go().get(), 4)
    try await expectEqual(Model().load().get(), 0)
  }

  @Test func handlersOnTheMainActorUseItsStateWithoutAwait() async throws {
    let model = Model()
    try await expectEqual(model.synchronously(Promise(2)).get(), 8)
    await expectEqual(model.number, 9)
    let failed = await model.synchronously(Promise(Oops.one))
    await #expect(throws: Oops.one) { try await failed.get() }
    await expectEqual(model.number, 0)
  }

  @Test func thenTakesAsyncClosuresThatReturnAValueOrNothingAndAnErrorSkipsThem() async throws {
    let end = Promise(20).then { number -> Int in
      await Task.yield()
      return number + 1
    }.then { _ in await Task.yield() }.then { number -> String in
      await Task.yield()
      return "\(number * 2)"
    }
    try await expectEqual(end.get(), "42")
    let passed = Promise<Int>(Oops.one).then { number -> Int in
      await Task.yield()
      return number
    }
    expectEqual(passed.oops, .one)
  }

  @Test func anAsyncClosureHasTheTaskLocalValuesOfTheCodeThatCallsTheOperator() async throws {
    let root = Promise<Int>.pending()
    let end = Local.$word.withValue("then") {
      root.then { number -> String in
        await Task.yield()
        return Local.word
      }
    }
    let body = Local.$word.withValue("init") {
      Promise<String> {
        await Task.yield()
        return Local.word
      }
    }
    Local.$word.withValue("settler") { root.fulfill(1) }
    try await expectEqual(end.get(), "then")
    try await expectEqual(body.get(), "init")
  }

  @Test func cancelingAWaitingTaskCancelsThePromiseUnlessSomethingElseWaitsForIt() async {
    for isShared in [false, true] {
      let root = Promise<Int>.pending()
      let other = isShared ? root.then(on: .inline) { $0 } : nil
      let task = Task { try await root.get() }
      while !isShared, await !root.isAwaitedSoon() {}
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      expectEqual(root.isPending, isShared)
      root.fulfill(1)
      #expect(other?.value == (isShared ? 1 : nil))
    }
  }

  @Test func aTaskThatIsCanceledBeforeItWaitsCancelsThePromise() async {
    let root = Promise<Int>.pending()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await root.get()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(root.isRejected)
  }

  @Test func cancelingAPromiseCancelsItsTask() async {
    let (ended, resolver) = Promise<Bool>.withResolvers()
    let endless = Promise<Int> {
      while !Task.isCancelled { await Task.yield() }
      resolver.fulfill(Task.isCancelled)
      return 1
    }
    #expect(endless.cancel())
    #expect(await (try? ended.get()) == true && endless.isRejected)
  }

  @Test func aPromiseFreedBeforeItsAsyncThenRunsFreesTheCapturesOfTheClosure() async {
    final class Held: Sendable {}
    weak var held: Held?
    do {
      let object = Held()
      held = object
      let root = Promise<Int>.pending()
      root.then { _ -> Int in
        await Task.yield()
        return withExtendedLifetime(object) { 1 }
      }
    }
    for _ in 0..<100_000 where held != nil { await Task.yield() }
    #expect(held == nil)
  }

  @Test func theLogShowsTheExecutorOfAnAsyncBodyAndThePromisesCreatedInside() async throws {
    var configuration = Tracer.Configuration()
    configuration.mode = .lossless
    configuration.clock = .manual(ManualClock())
    let tracer = Tracer(configuration)
    let reader = tracer.makeReader()
    let end = tracer.run {
      Promise<Int> {
        await Task.yield()
        return try await Promise(1).get()
      }
    }
    _ = try await end.get()
    tracer.finish()
    let events = try reader.allEvents()
    let lines = events.map { line($0, reader.texts) }
    let beginning = ["created #1 task", "enqueued #1 on task", "started #1 on task in #1"]
    expectEqual(Array(lines.prefix(3)), beginning)
    #expect(lines.contains { $0.hasPrefix("created #") && $0.hasSuffix(" value in #1") })
    #expect(lines.contains("finished #1 on task value"))
  }
}

extension Promise {
  fileprivate func isAwaitedSoon() async -> Bool {
    for _ in 0..<100 { await Task.yield() }
    return true
  }
}
