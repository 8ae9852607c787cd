// Settlement under contention: many threads settle, observe and release the same promise at the same time.

import Dispatch
import Synchronization

@Suite("settlement under contention", .serialized)
struct SettlementTests {
  static let rounds = 200

  @Test func ofManyWhoSettleExactlyOneWinsAndItIsItsOutcomeThatStays() {
    for _ in 0..<SettlementTests.rounds {
      let promise = Promise<Int>.made()
      let winners = List<String>()
      together(4) { thread in
        let won = thread % 2 == 0 ? promise.settle(thread) : promise.fail(thread == 1 ? Oops.one : Oops.two)
        if won { winners.add(thread % 2 == 0 ? "\(thread)" : thread == 1 ? "one" : "two") }
      }
      expectEqual(winners.elements, [promise.outcome])
    }
  }

  @Test func everyHandlerRunsOnceWhetherItWasThereBeforeCameWhileSettlingOrLate() {
    let perThread = 50
    for round in 0..<SettlementTests.rounds {
      let promise = Promise<[Int]>.made()
      let runs = (0..<4 * perThread).map { _ in Counter() }
      together(5) { thread in
        guard thread > 0 else {
          for _ in 0..<round % 50 { _ = promise.isPending }
          promise.settle([round, 1, 2])
          return
        }
        for index in 0..<perThread {
          promise.after(on: .inline) { runs[(thread - 1) * perThread + index].add(1) }
        }
      }
      #expect(runs.allSatisfy { $0.value == 1 })
    }
  }

  @Test func handlersOfOneThreadRunOnASerialQueueInTheOrderOfRegistration() {
    let queue = DispatchQueue(label: "serial")
    let executor = Executor.queue(queue)
    for _ in 0..<SettlementTests.rounds {
      let promise = Promise<Int>.made()
      let order = List<(thread: Int, index: Int)>()
      together(3) { thread in
        guard thread > 0 else {
          promise.settle(1)
          return
        }
        for index in 0..<50 { promise.after(on: executor) { order.add((thread, index)) } }
      }
      queue.sync {}
      for thread in 1...2 {
        expectEqual(order.elements.filter { $0.thread == thread }.map(\.index), Array(0..<50))
      }
    }
  }

  @Test func inlineHandlersOfOneThreadRunInTheOrderOfRegistration() {
    for _ in 0..<SettlementTests.rounds {
      let promise = Promise<Int>.made()
      let order = List<(thread: Int, index: Int)>()
      together(3) { thread in
        guard thread > 0 else {
          promise.settle(1)
          return
        }
        for index in 0..<50 { promise.after(on: .inline) { order.add((thread, index)) } }
      }
      for thread in 1...2 {
        expectEqual(order.elements.filter { $0.thread == thread }.map(\.index), Array(0..<50))
      }
    }
  }

  @Test func settlingWatchingAndDroppingAtOnceLeavesNothingBehind() {
    let living = Counter()
    let ran = Counter()
    for _ in 0..<SettlementTests.rounds {
      let slots = Mutex<[Promise<Probe>]>(Array(repeating: .made(), count: 1))
      let promise = slots.withLock { $0[0] }
      let box = Mutex<Promise<Probe>?>(promise)
      together(4) { thread in
        let own = box.withLock { $0 }
        switch thread {
        case 0: own?.settle(Probe(living))
        case 1:
          let probe = Probe(living)
          own?.after(on: .inline) {
            _ = probe
            ran.add(1)
          }
        case 2: own?.after(on: .inline) { ran.add(1) }.after(on: .inline) { ran.add(1) }
        default: box.withLock { $0 = nil }
        }
      }
      slots.withLock { $0 = [] }
    }
    expectEqual(living.value, 0)
  }

  @Test func aChainBuiltOnOneThreadWhileItSettlesOnAnother() {
    for _ in 0..<SettlementTests.rounds {
      let root = Promise<Int>.made()
      let ran = Counter()
      let ends = List<Promise<Int>>()
      together(2) { thread in
        guard thread > 0 else {
          root.settle(7)
          return
        }
        var last = root
        for _ in 0..<100 { last = last.after(on: .inline) { ran.add(1) } }
        ends.add(last)
      }
      #expect(ran.value == 100 && ends.elements[0].outcome == "7")
    }
  }

  @Test func aDerivedPromiseSettledFromOutsideWhileItsParentSettlesAndItsExecutorRuns() {
    let executor = Executor.queue(DispatchQueue(label: "turns"))
    for round in 0..<SettlementTests.rounds {
      let root = Promise<Int>.made()
      let handlers = Counter()
      let before = Counter()
      let after = Counter()
      let group = DispatchGroup()
      group.enter()
      group.enter()
      root.after(on: executor) {
        before.add(1)
        group.leave()
      }
      let derived = root.after(on: round % 2 == 0 ? executor : .inline) { handlers.add(1) }
      let watched = Counter()
      derived.after(on: .inline) { watched.add(1) }
      root.after(on: executor) {
        after.add(1)
        group.leave()
      }
      let other = Promise<Int>.made()
      other.after(on: .inline) { derived.settle(1) }
      together(2) { thread in _ = thread == 0 ? root.settle(0) : other.settle(0) }
      group.wait()
      #expect(before.value == 1 && after.value == 1 && handlers.value <= 1)
      while watched.value == 0 {}
      #expect(watched.value == 1 && ["0", "1"].contains(derived.outcome))
    }
  }

  @Test("handlers that settle each other's promises from two threads")
  func pingPong() {
    for _ in 0..<SettlementTests.rounds {
      let promises = (0..<64).map { _ in Promise<Int>.made() }
      let ran = Counter()
      for index in promises.indices.dropLast(2) {
        promises[index].after(on: .inline) {
          ran.add(1)
          promises[index + 2].settle(index)
        }
      }
      together(2) { thread in promises[thread].settle(0) }
      #expect(ran.value == 62 && promises.allSatisfy { !$0.isPending })
    }
  }
}
