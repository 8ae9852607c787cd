// Stack depth does not grow with the length of a chain, or with the number of inputs or handlers: each test runs on a small stack that
// recursion would overflow.

import Dispatch

@Suite struct DepthTests {
  private typealias Link = @Sendable (Promise<Int>) -> Promise<Int>

  /// Every operator that derives one promise from another, inline.
  private static let operators: [(name: String, link: Link)] = [
    ("map", { $0.map(on: nil) { $0 + 1 } }),
    ("compactMap", { $0.compactMap(on: nil) { $0 + 1 } }),
    ("then", { $0.then(on: nil) { Promise.value($0 + 1) } }),
    ("get", { $0.get(on: nil) { _ in } }),
    ("tap", { $0.tap(on: nil) { _ in } }),
    ("ensure", { $0.ensure(on: nil) {} }),
    ("ensureThen", { $0.ensureThen(on: nil) { Guarantee() } }),
    ("recover", { $0.recover(on: nil) { Promise(error: $0) } }),
    ("firstly", { promise in firstly { promise } }),
    ("Promise", { Promise($0) }),
    ("race", { race([$0]) }),
    ("when", { when(fulfilled: [$0]).firstValue }),
  ]

  @Test(
    "a long chain of each operator is fulfilled, rejected, and freed while pending", arguments: operators.map(\.name))
  func long(_ name: String) throws {
    let link = try #require(DepthTests.operators.first { $0.name == name }).link
    onSmallStack {
      func chain() -> (Promise<Int>, Resolver<Int>) {
        let (source, resolver) = Promise<Int>.pending()
        var end = source
        for _ in 0..<deep / 10 { end = link(end) }
        return (end, resolver)
      }
      let (fulfilled, fulfill) = chain()
      fulfill.fulfill(0)
      #expect(fulfilled.isFulfilled)
      let (rejected, reject) = chain()
      reject.reject(Oops.one)
      expectEqual(rejected.oops, .one)
      _ = chain()
    }
  }

  @Test func thenNestsDeeply() {
    onSmallStack {
      @Sendable func countdown(_ number: Int) -> Promise<Int> {
        Promise.value(number).then(on: nil) { $0 == 0 ? Promise.value(0) : countdown($0 - 1) }
      }
      // Inline, the program itself recurses; on a queue, only the chain of adopted promises is deep.
      expectEqual(countdown(100).value, 0)
      let queue = DispatchQueue(label: "countdown")
      @Sendable func down(_ number: Int) -> Promise<Int> {
        Promise.value(number).then(on: queue) { $0 == 0 ? Promise.value(0) : down($0 - 1) }
      }
      #expect(try! down(deep).wait() == 0)
    }
  }

  @Test func manyRetriesStartEachAttemptInTheRecoverOfThePreviousOne() {
    onSmallStack {
      let queue = DispatchQueue(label: "retries")
      @Sendable func attempt(_ left: Int) -> Promise<Int> {
        Promise<Int>(error: Oops.one).recover(on: queue) { error -> Promise<Int> in
          guard left > 0 else { throw error }
          return attempt(left - 1)
        }
      }
      #expect(throws: Oops.one) { try attempt(deep).wait() }
    }
  }

  @Test func aPromiseMayHaveManyInputsAndManyHandlers() {
    onSmallStack {
      let pairs = (0..<deep).map { _ in Promise<Int>.pending() }
      let all = when(fulfilled: pairs.map(\.promise))
      let results = when(resolved: pairs.map(\.promise))
      let first = race(pairs.map(\.promise))
      for (index, pair) in pairs.enumerated() { pair.resolver.fulfill(index) }
      expectEqual(all.value?.last, deep - 1)
      expectEqual(results.value?.count, deep)
      expectEqual(first.value, 0)
      let (source, resolver) = Promise<Int>.pending()
      let notes = Counter()
      for _ in 0..<deep { source.done(on: nil) { _ in notes.count += 1 }.cauterize() }
      resolver.fulfill(1)
      expectEqual(notes.count, deep)
      let (pending, _) = Promise<Int>.pending()
      for _ in 0..<deep { pending.done { _ in }.catch { _ in }.finally {} }
    }
  }

  @Test("when(fulfilled:concurrently:) takes many fulfilled promises")
  func concurrently() {
    onSmallStack {
      var numbers = (0..<deep).makeIterator()
      let promises = AnyIterator { numbers.next().map { Promise.value($0) } }
      expectEqual(when(fulfilled: promises, concurrently: 1).value?.count, deep)
    }
  }

  private final class Counter {
    var count = 0
  }
}
