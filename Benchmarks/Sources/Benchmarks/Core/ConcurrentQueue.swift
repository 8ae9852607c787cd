// (b1, b3) 10,000 pending promises, each with one or three `then`s on a concurrent queue, are fulfilled. The time ends when the
// last handler has run. Without OpenCombine, whose `receive(on:)` loses values that the completion overtakes on a concurrent queue.

import Dispatch
import Measuring
import NIOCore
import PromiseScope

extension CoreSuite {
  static var concurrentQueue: [Contest] {
    [
      Contest(
        "b1", "pending with one `then`, fulfilled, on a concurrent queue", count: 10_000,
        goals: [.atMost(1.05, of: "Dispatch")],
        [drained(.queue(Stage.concurrent)), Contestant("Dispatch", prepare: blocks), futures(1), tasks(1)]),
      Contest(
        "b1′", "b1 in batches, as on a global queue", count: 10_000, goals: [.atMost(1.05, of: "Dispatch")],
        [drained(Stage.concurrentBatches), Contestant("Dispatch", prepare: blocks), futures(1), tasks(1)]),
      Contest(
        "b3", "pending with three `then`s, fulfilled, on a concurrent queue", count: 10_000,
        [drained3(.queue(Stage.concurrent)), Contestant("Dispatch", prepare: nestedBlocks), futures(3), tasks(3)]),
      Contest(
        "b3′", "b3 in batches", count: 10_000,
        [drained3(Stage.concurrentBatches), Contestant("Dispatch", prepare: nestedBlocks), futures(3), tasks(3)]),
    ]
  }

  private static func drained(_ executor: PromiseExecutor) -> Contestant {
    Contestant("PromiseScope") { count in
      let tally = Tally(until: count)
      let promises = (0..<count).map { _ in Promise<Int>.pending() }
      for promise in promises { promise.then(on: executor) { tally.add($0) } }
      return {
        for promise in promises { promise.fulfill(1) }
        tally.wait()
      }
    }
  }

  private static func drained3(_ executor: PromiseExecutor) -> Contestant {
    Contestant("PromiseScope") { count in
      let tally = Tally(until: count * 3)
      let promises = (0..<count).map { _ in Promise<Int>.pending() }
      for promise in promises {
        promise.then(on: executor) { $0 + 1 }.then(on: executor) { $0 + 1 }.then(on: executor) { tally.add($0) }
      }
      return {
        for promise in promises { promise.fulfill(1) }
        tally.wait()
      }
    }
  }

  private static func blocks(_ count: Int) -> () -> Void {
    let tally = Tally(until: count)
    return {
      for _ in 0..<count { Stage.concurrent.async { tally.add(1) } }
      tally.wait()
    }
  }

  private static func nestedBlocks(_ count: Int) -> () -> Void {
    let tally = Tally(until: count * 3)
    return {
      for _ in 0..<count {
        Stage.concurrent.async {
          let value = 1
          Stage.concurrent.async {
            let value = value + 1
            Stage.concurrent.async { tally.add(value + 1) }
          }
        }
      }
      tally.wait()
    }
  }

  /// Spreads the futures over the loops, like connections; the handlers of a future run on its loop without further hops.
  private static func futures(_ steps: Int) -> Contestant {
    Contestant("NIO") { count in
      let tally = Tally(until: count * steps)
      let promises = (0..<count).map { _ in Stage.loops.next().makePromise(of: Int.self) }
      for promise in promises {
        let end = (1..<steps).reduce(promise.futureResult) { future, _ in future.map { $0 + 1 } }
        end.whenSuccess { tally.add($0) }
      }
      Stage.settleLoops()
      return {
        for promise in promises { promise.succeed(1) }
        tally.wait()
      }
    }
  }

  /// One task that waits for a continuation and one for each further step, so that each step can be awaited like a promise.
  private static func tasks(_ steps: Int) -> Contestant {
    Contestant("Task") { count in
      let tally = Tally(until: count * steps)
      let waiting = Waiting()
      for _ in 0..<count {
        guard steps > 1 else {
          Task { tally.add(await waiting.value()) }
          continue
        }
        let first = Task { await waiting.value() + 1 }
        let second = Task { await first.value + 1 }
        Task { tally.add(await second.value) }
      }
      let continuations = waiting.take(count)
      return {
        for continuation in continuations { continuation.resume(returning: 1) }
        tally.wait()
      }
    }
  }
}
