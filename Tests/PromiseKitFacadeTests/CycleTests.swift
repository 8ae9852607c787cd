// Tests cycles through PromiseKit's combinators and foreign thenables: which promises reject and with which error, and that all are freed.

import Synchronization

import class PromiseCore.PromiseNode
import enum PromiseCore.PromiseResolutionError

/// A program's own thenable around a promise.
private final class Wrapper: Thenable {
  let inner: Promise<Int>

  init(_ inner: Promise<Int>) { self.inner = inner }

  func pipe(to body: @escaping (Result<Int>) -> Void) { inner.pipe(to: body) }

  var result: Result<Int>? { inner.result }
}

/// A promise that adopts a promise that is passed to it later.
private final class Adopter {
  private final class Source { var promise: Promise<Int>? }

  private let source = Source()
  private let start = Promise<Void>.pending()
  let promise: Promise<Int>

  init() {
    promise = start.promise.then(on: nil) { [source] () -> Promise<Int> in
      defer { source.promise = nil }
      return source.promise ?? .value(0)
    }
  }

  func adopt(_ other: Promise<Int>) {
    source.promise = other
    start.resolver.fulfill(())
  }
}

@Suite("cycles", .serialized)
struct CycleTests {
  private typealias Kit = Promise<Int>

  private static func first<T>(_ results: [Result<T>]) -> Int { results.isEmpty ? 0 : 1 }

  /// The combinators that can close a cycle, each as a function from a promise to a promise.
  private static let ways: [(name: String, around: @Sendable (Kit) -> Kit)] = [
    ("when", { when(fulfilled: [$0, .value(1)]).map(on: nil) { $0[0] } }),
    ("when with an open input", { when(fulfilled: [$0, Kit.pending().promise]).map(on: nil) { $0[0] } }),
    ("when of two types", { when(fulfilled: $0, Kit.value(1)).map(on: nil) { $0.0 } }),
    (
      "when concurrently",
      { when(fulfilled: [$0, $0].makeIterator(), concurrently: 1).map(on: nil) { $0[0] } }
    ),
    ("when resolved", { when(resolved: [$0, .value(1)]).map(on: nil) { first($0) }.asPromise }),
    (
      "when resolved concurrently",
      { when(resolved: [$0, .value(1)].makeIterator(), concurrently: 2).map(on: nil) { first($0) }.asPromise }
    ),
    ("race", { race([$0, $0.map(on: nil) { $0 }]) }),
    ("race for a value", { race(fulfilled: [$0, Kit(error: Oops.one)]) }),
  ]

  @Test("a cycle rejects and is freed", arguments: ways.indices)
  func rejects(_ way: Int) {
    let (name, around) = CycleTests.ways[way]
    weak var left: PromiseNode?
    virtually { executor in
      let adopter = Adopter()
      let promise = adopter.promise
      left = promise._node
      adopter.adopt(around(promise.map(on: nil) { $0 }))
      executor.run()
      #expect(promise.error as? PromiseResolutionError == .cycle, "\(name): \(promise)")
    }
    #expect(left == nil, "\(name) leaks")
  }

  @Test func aPromiseThatWouldFollowItselfIsRejectedAndTheLogDoesNotSayThatItsBodyThrew() {
    final class Box { var promise: Promise<Int>? }
    let box = Box()
    let log = record { _ in
      box.promise = Promise.value(1).then { _ in box.promise ?? Promise.value(0) }
    }.events
    expectEqual(box.promise?.pmkError, PMKError.returnedSelf.debugDescription)
    box.promise = nil
    let rejected = log.first { $0.kind == .rejected }
    #expect(rejected?.cause == .resolver && rejected?.promise == log.last { $0.kind == .finished }?.promise)
    expectEqual(log.last { $0.kind == .finished }?.outcome, .promise)
    expectEqual(log.count { $0.kind == .noted }, 1)
  }

  @Test(
    "when(resolved:) and race(fulfilled:) stay pending while an input outside the cycle is pending",
    arguments: [false, true])
  func later(_ isRace: Bool) {
    let adopter = Adopter()
    let promise = adopter.promise
    let (other, otherSeal) = Kit.pending()
    let end =
      isRace
      ? race(fulfilled: [promise, other]) : when(resolved: [promise, other]).map(on: nil) { $0.count }.asPromise
    adopter.adopt(end)
    #expect(promise.isPending && end.isPending)
    otherSeal.reject(Oops.one)
    #expect(promise.error as? PromiseResolutionError == .cycle && !end.isPending)
  }

  @Test func anInputThatTheIteratorCreatesMayCloseACycle() {
    for isResolved in [false, true] {
      let (start, startSeal) = Kit.pending()
      let whole = Mutex<Kit?>(nil)
      var count = 0
      let inputs = AnyIterator { () -> Kit? in
        count += 1
        return count == 1 ? start : count == 2 ? whole.withLock { $0 } : nil
      }
      let end: Kit =
        isResolved
        ? when(resolved: inputs, concurrently: 1).map(on: nil) { $0.count }.asPromise
        : when(fulfilled: inputs, concurrently: 1).map(on: nil) { $0.count }
      whole.withLock { $0 = end.map(on: nil) { $0 } }
      startSeal.fulfill(1)
      #expect(isResolved ? end.value == 2 : end.error as? PromiseResolutionError == .cycle)
      whole.withLock { $0 = nil }
    }
  }

  @Test(
    "a cycle through a foreign thenable is noted, nothing rejects, and after a cancellation it is freed",
    arguments: [false, true])
  func foreign(_ adoptsFirst: Bool) {
    weak var left: PromiseNode?
    let lines = picture(without: Set(EventKind.allCases).subtracting([.noted])) { _ in
      let (adopter, inner) = (Adopter(), Adopter())
      left = adopter.promise._node
      let wrapped = Kit(Wrapper(inner.promise))
      if adoptsFirst { inner.adopt(adopter.promise.map(on: nil) { $0 }) }
      adopter.adopt(wrapped)
      if !adoptsFirst { inner.adopt(adopter.promise.map(on: nil) { $0 }) }
      #expect(adopter.promise.isPending && inner.promise.isPending)
      adopter.promise._node.cancel()
    }
    #expect(lines.hasPrefix("noted #"), "\(lines)")
    #expect(lines.contains("which waits for this promise; something else may still end this cycle"), "\(lines)")
    #expect(left == nil)
  }
}

extension Guarantee {
  /// This guarantee as a promise.
  fileprivate var asPromise: Promise<T> { Promise(self) }
}
