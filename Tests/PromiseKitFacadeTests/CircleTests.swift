// Circles through PromiseKit's combinators and foreign thenables: which reject, with which error, and that nothing is left of any.

import class PromiseCore.PromiseNode
import enum PromiseCore.PromiseResolutionError
import PromiseKitFacade
import Synchronization
import Testing

/// A thenable of a program's own around a promise.
private final class Wrapper: Thenable {
  let inner: Promise<Int>

  init(_ inner: Promise<Int>) { self.inner = inner }

  func pipe(to body: @escaping (Result<Int>) -> Void) { inner.pipe(to: body) }

  var result: Result<Int>? { inner.result }
}

/// A promise that follows another one, which is known later.
private final class Follower {
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

  func follow(_ other: Promise<Int>) {
    source.promise = other
    start.resolver.fulfill(())
  }
}

@Suite("circles", .serialized)
struct CircleTests {
  private typealias Kit = Promise<Int>

  private static func first<T>(_ results: [Result<T>]) -> Int { results.isEmpty ? 0 : 1 }

  /// The ways to wait for one promise that is part of a circle then.
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

  @Test("rejects, and is freed", arguments: ways.indices)
  func rejects(_ way: Int) {
    let (name, around) = CircleTests.ways[way]
    weak var left: PromiseNode?
    virtually { executor in
      let follower = Follower()
      let promise = follower.promise
      left = promise._node
      follower.follow(around(promise.map(on: nil) { $0 }))
      executor.run()
      #expect(promise.error as? PromiseResolutionError == .cycle, "\(name): \(promise)")
    }
    #expect(left == nil, "\(name) leaks")
  }

  @Test("when(resolved:) and race(fulfilled:) continue while an input outside is open", arguments: [false, true])
  func later(_ isRace: Bool) {
    let follower = Follower()
    let promise = follower.promise
    let (other, otherSeal) = Kit.pending()
    let end =
      isRace
      ? race(fulfilled: [promise, other]) : when(resolved: [promise, other]).map(on: nil) { $0.count }.asPromise
    follower.follow(end)
    #expect(promise.isPending && end.isPending)
    otherSeal.reject(Oops.one)
    #expect(promise.error as? PromiseResolutionError == .cycle && !end.isPending)
  }

  @Test("a promise that the iterator makes, and that waits for the whole")
  func madeLater() {
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
    "a circle through a foreign thenable is noted and left alone; it ends by a cancellation, and nothing is left",
    arguments: [false, true])
  func foreign(_ followsFirst: Bool) {
    weak var left: PromiseNode?
    let lines = picture(without: Set(EventKind.allCases).subtracting([.noted])) { _ in
      let (follower, inner) = (Follower(), Follower())
      left = follower.promise._node
      let wrapped = Kit(Wrapper(inner.promise))
      if followsFirst { inner.follow(follower.promise.map(on: nil) { $0 }) }
      follower.follow(wrapped)
      if !followsFirst { inner.follow(follower.promise.map(on: nil) { $0 }) }
      #expect(follower.promise.isPending && inner.promise.isPending)
      follower.promise._node.cancel()
    }
    #expect(lines.hasPrefix("noted #"), "\(lines)")
    #expect(lines.contains("which waits for this promise, though something else may still end it"), "\(lines)")
    #expect(left == nil)
  }
}

extension Guarantee {
  /// The same as a promise.
  fileprivate var asPromise: Promise<T> { Promise(self) }
}
