// Checks the causes in the log on random programs: they match whatever a program does with the operators.

import Dispatch
import PromiseTrace

@Suite struct CauseTests {
  private typealias Operator = @Sendable (Promise<Int>, Promise<Int>) -> Promise<Int>

  /// Every operator, with a handler that returns, throws or returns a promise.
  private static let operators: [Operator] = [
    { one, _ in one.then { $0 + 1 } },
    { one, _ in one.then { (_: Int) -> Int in throw Oops.one } },
    { one, two in one.then { _ -> Promise<Int> in two } },
    { one, _ in one.then { (_: Int) -> Void in } },
    { one, _ in one.then { (_: Int) throws -> Void in throw Oops.one } },
    { one, _ in one.then(on: .inline) { (_: Int) -> Void in } },
    { one, _ in one.catch { _ in } },
    { one, _ in one.catch(on: .inline) { _ in } },
    { one, _ in one.always {} },
    { one, _ in one.recover { _ -> Int in 5 } },
    { one, _ in one.recover { error -> Int in throw error } },
    { one, two in one.recover { _ -> Promise<Int> in two } },
    { one, _ in one.validate { $0 > 2 } },
    { one, _ in one.map { $0 * 2 } },
    { one, _ in one.get { _ in } },
    { one, _ in one.tap { _ in } },
    { one, _ in one.ensure {} },
    { one, _ in one.compactMap { $0 > 3 ? $0 : nil } },
    { one, _ in one.done { _ in }.map { 1 } },
    { one, _ in one.cauterize().map { 1 } },
    { one, _ in one.asVoid().map { 1 } },
    { one, _ in one.delay(1) },
    { one, _ in one.timeout(0.5) },
    { one, two in all([one, two]).then { $0.count } },
    { one, two in all(one, two.map { "\($0)" }).then { $0.0 } },
    { one, two in any([one, two]).then { $0.count } },
    { one, two in race([one, two]) },
    { one, two in when(fulfilled: [one, two]).then { $0.count } },
    { one, two in when(resolved: [one, two]).then { $0.count } },
    { one, two in Promise.allSettled([one, two]).then { $0.count } },
    { one, two in Promise.any([one, two]) },
    { one, _ in retry(attempts: 1, delay: 1) { one } },
    { one, _ in one.then { [$0] }.firstValue },
    { one, two in one.reduce([1, 2]) { sum, item in two.map { sum + item + $0 } } },
    { one, two in
      let task = SerialTask<[SubState]>("task")
      task.step("first", isOptional: true) { _ in one }.step("second") { _ in two }
      return task.start().then { $0.count }
    },
  ]

  private func play(_ seed: UInt64) -> [String] {
    let (events, texts, failure) = record { executor in
      var dice = Dice(seed: seed)
      let open = [Promise<Int>.pending(), Promise<Int>.pending()]
      var promises = [Promise(3), Promise(Oops.one), Promise { 4 }, Promise(CancellationError())] + open
      for _ in 0..<12 + dice.roll(12) {
        let (one, two) = (promises[dice.roll(promises.count)], promises[dice.roll(promises.count)])
        switch dice.roll(24) {
        case 0: open[dice.roll(2)].fulfill(dice.roll(9))
        case 1: open[dice.roll(2)].reject(Oops.two)
        case 2: one.cancel()
        case 3: executor.runReady()
        default: promises.append(CauseTests.operators[dice.roll(CauseTests.operators.count)](one, two))
        }
      }
      executor.run()
      // A promise that is retained by a closure of its own reaction would stay pending forever.
      for promise in open { promise.fulfill(0) }
      executor.run()
    }
    return failure + brokenRules(events, texts)
  }

  @Test func noPromiseWhoseBodyStartedPassesAnOutcomeThrough() {
    for seed in 0..<800 as Range<UInt64> {
      let broken = play(seed)
      guard broken.isEmpty else {
        Issue.record("seed \(seed): \(broken.joined(separator: "\n"))")
        return
      }
    }
  }

  @Test("the outcome of an async body has the cause `returned`")
  func tasks() async {
    let tracer = Tracer()
    let reader = tracer.makeReader()
    let end = tracer.run { Promise(1).then { (_: Int) async -> Void in await Task.yield() } }
    _ = try? await end.get()
    tracer.finish()
    var events: [Event] = []
    while (try? reader.read(into: &events, limit: 1000)) == .more {}
    expectEqual(brokenRules(events, reader.texts), [])
    #expect(events.contains { $0.kind == .fulfilled && $0.cause == .returned && $0.peer == 1 })
  }

  @Test(
    "a resolver's call site is in the log, unless the resolver is passed on as a value",
    arguments: [ValuePolicy.off, .preview])
  func settleSites(_ values: ValuePolicy) throws {
    var configuration = Tracer.Configuration()
    configuration.values = values
    let tracer = Tracer(configuration)
    let reader = tracer.makeReader()
    func release(_ action: (Int) -> Bool) { _ = action(3) }
    let lines = tracer.run {
      let (source, last) = Promise<Int>.withResolvers()
      let fulfilled = Promise<Int>.withResolvers().resolver.fulfill(1) ? #line : 0
      let rejected = Promise<Int>.withResolvers().resolver.reject(Oops.one) ? #line : 0
      let adopted = Promise<Int>.withResolvers().resolver.resolve(source) ? #line : 0
      let twice = Promise<Int>.withResolvers().resolver
      let first = twice.fulfill(1) ? #line : 0
      let ignored = twice.reject(Oops.one) ? 0 : #line
      release(last.fulfill)
      return [fulfilled, rejected, adopted, first, ignored, 0, 0]
    }
    tracer.finish()
    var events: [Event] = []
    while (try reader.read(into: &events, limit: 1000)) == .more {}
    let settled = events.filter { [.fulfilled, .rejected, .adopted, .ignored].contains($0.kind) }
    expectEqual(settled.map { Int($0.site.line) }, lines)
    expectEqual(settled.map { reader.texts[$0.site.file] != nil }, lines.map { $0 > 0 })
  }

  @Test("what a task settles, attempts, or drops after an `await` has the task's promise as its context")
  func settlementsInTasks() async throws {
    let tracer = Tracer()
    let reader = tracer.makeReader()
    let kept = List<Promise<Int>>()
    let end = tracer.run {
      let (first, second) = (Promise<Int>.withResolvers().resolver, Promise<Int>.withResolvers().resolver)
      return Promise<Void> { () async -> Void in
        await Task.yield()
        first.fulfill(1)
        second.reject(Oops.one)
        second.fulfill(2)
        kept.add(Promise<Int>.withResolvers().promise)
      }
    }
    try await end.get()
    let arePending = kept.elements.allSatisfy { $0.isPending }
    #expect(arePending)
    tracer.finish()
    var events: [Event] = []
    while (try reader.read(into: &events, limit: 1000)) == .more {}
    let task = events.first { $0.kind == .created && reader.texts[$0.operation] == "task" }?.promise ?? 0
    let inTask = events.filter { $0.promise != task && [.fulfilled, .rejected, .ignored, .noted].contains($0.kind) }
    expectEqual(inTask.map(\.kind), [.fulfilled, .rejected, .ignored, .noted])
    expectEqual(inTask.map(\.context), [task, task, task, task])
  }
}
