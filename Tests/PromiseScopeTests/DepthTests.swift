// Tests that a chain of any length is built, settled and freed without recursion, on a thread with 512 KiB of stack.

import Dispatch

@Suite("depth", .serialized)
struct DepthTests {
  private static func chain(_ root: Promise<Int>, on executor: PromiseExecutor, links: Int = deep) -> Promise<Int> {
    var last = root
    for _ in 0..<links { last = last.then(on: executor) { $0 + 1 } }
    return last
  }

  @Test func aChainSettlesInline() {
    onSmallStack {
      let root = Promise<Int>.pending()
      let last = DepthTests.chain(root, on: .inline)
      root.fulfill(0)
      expectEqual(last.currentValue, deep)
    }
  }

  @Test func aChainOfEveryOperatorSettlesInline() {
    onSmallStack {
      let root = Promise<Int>.pending()
      var last = root
      for _ in 0..<deep / 8 {
        // Several statements: the compiler needs seconds for one expression with all of these overloads.
        last = last.then(on: .inline) { $0 + 1 }
        last = last.then(on: .inline) { _ in }.catch(on: .inline) { _ in }
        last = last.recover(on: .inline) { _ in 0 }.always(on: .inline) {}.validate(on: .inline) { _ in true }
        last = last.then(on: .inline) { Promise($0 + 1) }
        last = last.then(on: .inline) { value in Promise<Int>(on: .inline) { value } }
      }
      root.fulfill(0)
      expectEqual(last.currentValue, deep / 8 * 2)
    }
  }

  @Test func aRejectionPassesThroughAChain() {
    onSmallStack {
      let root = Promise<Int>.pending()
      let last = DepthTests.chain(root, on: .inline)
      root.reject(Oops.one)
      expectEqual(last.oops, .one)
    }
  }

  @Test func aRejectionPassesThroughAChainOfHandlers() {
    onSmallStack {
      let root = Promise<Int>.pending()
      var last = root
      for _ in 0..<deep { last = last.catch(on: .inline) { _ in } }
      root.reject(Oops.one)
      expectEqual(last.oops, .one)
    }
  }

  @Test func aChainSettlesInVirtualTime() {
    onSmallStack {
      virtually { executor in
        let root = Promise<Int>.pending()
        let last = DepthTests.chain(root, on: executor)
        root.fulfill(0)
        executor.run()
        expectEqual(last.currentValue, deep)
      }
    }
  }

  @Test func aChainSettlesOnASerialQueue() async throws {
    let queue = PromiseExecutor.queue(DispatchQueue(label: "deep"))
    let root = Promise<Int>.pending()
    let last = DepthTests.chain(root, on: queue)
    root.fulfill(0)
    try await expectEqual(last.get(), deep)
  }

  @Test func aPendingChainIsFreedFromItsRoot() {
    onSmallStack {
      expectFreed { probe in
        let root = Promise<Int>.pending()
        var last = root
        for _ in 0..<deep {
          last = last.then(on: .inline) {
            _ = probe
            return $0
          }
        }
      }
    }
  }

  @Test func aPendingChainIsFreedFromItsMiddle() {
    onSmallStack {
      let living = Counter()
      var root: Promise<Int>? = .pending()
      var middle: Promise<Int>?
      do {
        let probe = Probe(living)
        middle = root.map { DepthTests.chain($0, on: .inline) }
        let last = middle.map { DepthTests.chain($0, on: .inline) }
        last?.then(on: .inline) { _ in _ = probe }
      }
      root = nil
      expectEqual(living.value, 1)
      middle = nil
      expectEqual(living.value, 0)
    }
  }

  @Test func aSettledChainIsFreed() {
    onSmallStack {
      let root = Promise<Int>.pending()
      var all = [root]
      for _ in 0..<deep { all.append(all[all.count - 1].then(on: .inline) { $0 + 1 }) }
      root.fulfill(0)
      weak var last: Promise<Int>?
      last = all.last
      expectEqual(last?.currentValue, deep)
      all = []
      #expect(last == nil)
    }
  }

  @Test func pendingPromisesThatRetainOneAnotherThroughHandlersAreFreed() {
    onSmallStack {
      expectFreed { probe in
        let root = Promise<Int>.pending()
        var last = root
        for _ in 0..<deep {
          let next = Promise<Int>.pending()
          last.then(on: .inline) { next.fulfill($0) }
          last = next
        }
        last.then(on: .inline) { _ in _ = probe }
      }
    }
  }

  @Test func promisesThatRetainOneAnotherThroughHandlersSettle() {
    onSmallStack {
      let root = Promise<Int>.pending()
      var last = root
      for _ in 0..<deep {
        let next = Promise<Int>.pending()
        last.then(on: .inline) { next.fulfill($0 + 1) }
        last = next
      }
      root.fulfill(0)
      expectEqual(last.currentValue, deep)
    }
  }

  @Test func nestedCombinatorsAreFreedPendingAndSettled() {
    onSmallStack {
      let links = deep / 10
      for settles in [false, true] {
        weak var end: Promise<Int>?
        do {
          let root = Promise<Int>.pending()
          var last = root
          for index in 0..<links {
            last = index % 2 == 0 ? race(last) : all(last).then(on: .inline) { $0[0] }
          }
          end = last
          if settles {
            root.fulfill(3)
            expectEqual(last.currentValue, 3)
          }
        }
        #expect(end == nil)
      }
    }
  }

  @Test("nested adoptions are freed, settled and pending", arguments: [true, false])
  func adoptions(_ settles: Bool) {
    onSmallStack {
      weak var end: Promise<Int>?
      do {
        let root = Promise<Int>.pending()
        var last = root
        for _ in 0..<deep {
          let (next, resolver) = Promise<Int>.withResolvers()
          resolver.resolve(last)
          last = next
        }
        end = last
        if settles {
          root.fulfill(4)
          expectEqual(last.currentValue, 4)
        }
      }
      #expect(end == nil)
    }
  }

  /// Counts down by calling itself in a handler of `then`.
  private static func countDown(_ left: Int, on executor: PromiseExecutor) -> Promise<Int> {
    Promise(left).then(on: executor) { left in left == 0 ? Promise(0) : countDown(left - 1, on: executor) }
  }

  @Test func recursionByThenRunsInline() {
    onSmallStack { expectEqual(DepthTests.countDown(deep, on: .inline).currentValue, 0) }
  }

  @Test("recursion by then runs in virtual time, to its end or released halfway", arguments: [true, false])
  func recursiveVirtually(_ settles: Bool) {
    onSmallStack {
      virtually { executor in
        let end = DepthTests.countDown(deep, on: executor)
        if settles {
          executor.run()
          expectEqual(end.currentValue, 0)
        } else {
          for _ in 0..<deep / 2 { executor.step() }
          #expect(end.isPending)
        }
      }
    }
  }
}
