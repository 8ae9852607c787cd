// What the log says when bodies of this library's promises wait: for `get()` in async bodies, child tasks, and `awaitPromise` in handlers.

import PromiseCore
import PromiseScope

@Suite struct BodyWaitTests {
  /// Runs a program and reads its events until `isDone` holds, for ten seconds at most.
  private func history(
    until isDone: (AnalyzedStore) -> Bool, _ program: () -> [AnyObject]
  ) async -> (history: AnalyzedStore, waits: [String]) {
    var configuration = Tracer.Configuration()
    configuration.mode = .lossless
    let tracer = Tracer(configuration)
    let reader = tracer.makeReader()
    let kept = tracer.run(program)
    var history = AnalyzedStore(texts: reader.texts)
    var waits: [String] = []
    for _ in 0..<10_000 {
      var events: [Event] = []
      _ = try? reader.read(into: &events, limit: 1_000)
      for event in events {
        history.apply(event)
        if event.kind == .awaiting { waits.append("\(event.promise) awaits \(event.peer)") }
        if event.kind == .continued { waits.append("\(event.promise) continues") }
      }
      if isDone(history) { break }
      await Task.yield()
    }
    withExtendedLifetime(kept) {}
    return (history, waits)
  }

  @Test func aTaskThatHangsOnAPromiseNamesIt() async {
    let (history, waits) = await history(
      until: { $0.store.state(of: 2) == .waiting },
      {
        let lock = Promise<Int>.pending().named("lock")
        return [lock, Promise<Int> { try await lock.get() }.named("job")]
      })
    expectEqual(waits, ["2 awaits 1"])
    let sentences = history.store.why(2).map { history.store.sentences($0).map(\.text) } ?? []
    let line = #line - 4
    #expect(
      sentences.contains(#""job" (#2) awaits "lock" (#1) at ChainAnalysisTests/BodyWaitTests.swift:\#(line)"#),
      "\(sentences)")
    expectEqual(history.store.waitChain(from: 2).root, 1)
  }

  @Test func aBodyContinuesWithTheValueAndOnceMoreWithTheError() async {
    let (_, waits) = await history(
      until: { $0.store.state(of: 3)?.isSettled == true },
      {
        let (first, second) = (Promise<Int>(7), Promise<Int>(Oops.one))
        return [first, second, Promise<Int> { (try await first.get()) + ((try? await second.get()) ?? 0) }]
      })
    expectEqual(waits, ["3 awaits 1", "3 continues", "3 awaits 2", "3 continues"])
  }

  @Test("a child task's wait is not that of the body")
  func children() async {
    let (_, waits) = await history(
      until: { $0.store.state(of: 2)?.isSettled == true },
      {
        let value = Promise<Int>(7)
        return [
          value,
          Promise<Int> {
            async let child = value.get()
            return try await child
          },
        ]
      })
    expectEqual(waits, [])
  }

  @Test func aHandlerThatBlocksItsThreadNamesWhatItWaitsFor() {
    let (events, _, _) = record { executor in
      let (inner, resolver) = Promise<Int>.withResolvers()
      Promise(1).then(on: executor) { _ in try awaitPromise(inner) }
      executor.schedule(after: 1) { resolver.fulfill(2) }
    }
    let waits = events.filter { $0.kind == .awaiting || $0.kind == .continued }
    expectEqual(waits.map(\.kind), [.awaiting, .continued])
    #expect(waits.first?.peer == 1 && waits.first?.promise == 3)
    #expect((waits.last?.time ?? 0) - (waits.first?.time ?? 0) == 1_000_000_000)
  }
}
