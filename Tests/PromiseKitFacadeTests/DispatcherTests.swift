// Handlers on dispatchers: where they run, the dispatcher's name in the log, and the selected overload.

import Dispatch
import PromiseKitFacade
import Synchronization
import Testing

@Suite("dispatchers")
struct DispatcherTests {
  /// Runs closures immediately and counts them.
  final class Counter: Dispatcher, Sendable {
    private let number = Atomic<Int>(0)

    var count: Int { number.load(ordering: .relaxed) }

    func dispatch(_ body: @escaping () -> Void) {
      number.add(1, ordering: .relaxed)
      body()
    }
  }

  /// Stores closures until the test runs them.
  final class Shelf: Dispatcher {
    var bodies: [() -> Void] = []

    func dispatch(_ body: @escaping () -> Void) { bodies.append(body) }
  }

  @Test("picture: each link runs on its dispatcher, a queue, or inline")
  func pictured() {
    #expect(
      picture { _ in
        Promise.value(1).map(on: Counter()) { $0 + 1 }.then(on: CurrentThreadDispatcher()) { Promise.value($0) }
          .done(on: DispatchQueue.global() as any Dispatcher) { _ in }.cauterize()
      } == """
        created #1 value
        fulfilled #1 1 by resolver
        created #2 map from #1
        registered #1 by #2 [fulfilled]
        started #2 on Counter in #2
        fulfilled #2 2 by returned in #2
        created #3 then from #2
        registered #2 by #3 [fulfilled]
        started #3 on inline in #3
        created #4 value in #3
        fulfilled #4 2 by resolver in #3
        adopted #3 of #4 in #3
        fulfilled #3 via #4 2 by adopted in #3
        created #5 done from #3
        registered #3 by #5 [fulfilled]
        created #6 cauterize from #5
        registered #5 by #6 [rejected]
        started #5 on global.default-qos in #5
        fulfilled #5 by returned in #5
        fulfilled #6 via #5 by passthrough in #5
        """)
  }

  @Test("a dispatcher that calls a closure twice runs the handler once")
  func calledTwice() {
    struct Twice: Dispatcher {
      func dispatch(_ body: @escaping () -> Void) {
        body()
        nonisolated(unsafe) let body = body
        DispatchQueue.concurrentPerform(iterations: 2) { _ in body() }
      }
    }
    let count = Counter()
    let end = Promise.value(1).map(on: Twice()) { number -> Int in
      count.dispatch {}
      return number + 1
    }
    #expect(end.value == 2 && count.count == 1)
  }

  @Test("every operator of promises, guarantees, and cancellable chains accepts a dispatcher")
  func everyLink() {
    let counter = Counter()
    let failed = Promise<Int>(error: Oops.one)
    let numbers = Promise.value([2, 1])
    let sure = Guarantee.value([2, 1])
    let count = { (links: Int, line: Int) in
      #expect(
        counter.count == links,
        sourceLocation: SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1))
    }

    Promise.value(1).then(on: counter) { Promise.value($0) }.map(on: counter) { $0 }.compactMap(on: counter) { $0 }
      .get(on: counter) { _ in }.tap(on: counter) { _ in }.ensure(on: counter) {}
      .ensureThen(on: counter) { Guarantee() }.done(on: counter) { _ in }.cauterize()
    count(8, #line)

    failed.recover(on: counter) { _ in Promise.value(1) }.cauterize()
    failed.recover(on: counter) { _ in Guarantee.value(1) }.done { _ in }
    failed.recover(only: Oops.one, on: counter) { _ in Promise.value(1) }.cauterize()
    failed.recover(only: Oops.self, on: counter) { _ in Promise.value(1) }.cauterize()
    failed.asVoid().recover(on: counter) { error in throw error }.cauterize()
    failed.catch(on: counter) { _ in }.finally(on: counter) {}
    failed.catch(only: Oops.one, on: counter) { _ in }.catch(on: counter) { _ in }
    failed.catch(only: Oops.self, on: counter) { _ in }.cauterize()
    count(17, #line)

    let sums = [
      numbers.mapValues(on: counter) { $0 }, numbers.flatMapValues(on: counter) { [$0] },
      numbers.compactMapValues(on: counter) { $0 }, numbers.filterValues(on: counter) { _ in true },
      numbers.thenMap(on: counter) { Promise.value($0) }, numbers.thenFlatMap(on: counter) { Promise.value([$0]) },
    ]
    #expect(sums.map(\.value) == Array(repeating: [2, 1], count: 6))
    #expect(numbers.firstValue(on: counter, where: { $0 < 2 }).value == 1)
    #expect(numbers.sortedValues(on: counter).value == [1, 2])
    count(25, #line)

    sure.map(on: counter) { $0 }.get(on: counter) { _ in }.then(on: counter) { Guarantee.value($0) }
      .mapValues(on: counter) { $0 }.thenMap(on: counter) { Guarantee.value($0) }.done(on: counter) { _ in }
    count(31, #line)

    cancellable(numbers).get(on: counter) { _ in }.mapValues(on: counter) { $0 }
      .then(on: counter) { CancellablePromise.value($0) }.then(on: counter) { Promise.value($0) }
      .map(on: counter) { $0.count }.ensure(on: counter) {}.done(on: counter) { _ in }
      .catch(on: counter) { _ in }.finally(on: counter) {}
    count(39, #line)
  }

  @Test("a body runs once, when the dispatcher runs it")
  func later() {
    let shelf = Shelf()
    let promise = Promise.value(1).map(on: shelf) { $0 + 1 }
    #expect(promise.isPending)
    #expect(shelf.bodies.count == 1)
    for body in shelf.bodies + shelf.bodies { body() }
    #expect(promise.value == 2)
  }

  @Test("an outcome that passes does not hop to the dispatcher")
  func passing() {
    let counter = Counter()
    Promise<Int>(error: Oops.one).map(on: counter) { $0 }.catch(only: Oops.two, on: counter) { _ in }
      .catch(on: CurrentThreadDispatcher()) { _ in }
    #expect(counter.count == 0)
  }

  @Test("dispatch(.promise) promises the value of a closure")
  func promised() {
    let counter = Counter()
    let fulfilled: Guarantee<Int> = counter.dispatch(.promise) { 1 }
    let rejected: Promise<Int> = counter.dispatch(.promise) { throw Oops.one }
    #expect(fulfilled.value == 1)
    #expect(rejected.oops == .one)
    #expect(counter.count == 2)
  }

  @Test("a queue dispatcher leaves its group when the body has run")
  func queueDispatcher() {
    virtually { executor in
      let group = DispatchGroup()
      let dispatcher = DispatchQueue.main.asDispatcher(group: group, qos: .utility, flags: .barrier)
      let promise = Promise.value(1).map(on: dispatcher) { $0 }
      #expect(group.wait(timeout: .now()) == .timedOut)
      executor.run()
      #expect(promise.value == 1)
      #expect(group.wait(timeout: .now()) == .success)
    }
  }
}
