// (d) Many handlers on one promise, which is then fulfilled. The floor is an array of closures.

import Measuring
import NIOCore
@preconcurrency import OpenCombine
import PromiseScope

extension CoreSuite {
  static var observers: [Contest] {
    [
      Contest(
        "d", "20,000 handlers on one promise, per handler", count: 20_000, goals: [.faster(1.5, than: "NIO")],
        clock: .processor,
        [
          ours, closures, futures, Contestant("OpenCombine", prepare: sinks),
          Contestant("Task", prepare: waitingTasks),
        ]),
      Contest(
        "d", "1,000,000 handlers on one promise, per handler", count: 1_000_000, goals: [.faster(1.5, than: "NIO")],
        clock: .processor,
        [ours, closures, futures]),
    ]
  }

  private static var ours: Contestant {
    Contestant("PromiseScope") { count in
      {
        let (sum, root) = (Sum(), Promise<Int>.pending())
        for index in 0..<count { root.then(on: .inline) { sum.value &+= $0 &+ index } }
        root.fulfill(1)
        sum.check(count)
      }
    }
  }

  private static var closures: Contestant {
    Contestant("[closure]") { count in
      {
        let sum = Sum()
        var closures: [(Int) -> Void] = []
        for index in 0..<count { closures.append { sum.value &+= $0 &+ index } }
        for closure in closures { closure(1) }
        sum.check(count)
      }
    }
  }

  private static var futures: Contestant {
    Contestant("NIO") { count in
      {
        Stage.onLoop {
          let (sum, root) = (Sum(), Stage.loop.makePromise(of: Int.self))
          for index in 0..<count { root.futureResult.whenSuccess { sum.value &+= $0 &+ index } }
          root.succeed(1)
          sum.check(count)
        }
      }
    }
  }

  private static func sinks(_ count: Int) -> () -> Void {
    {
      let sum = Sum()
      var resolve: Future<Int, Never>.Promise?
      let root = Future<Int, Never> { resolve = $0 }
      var kept: [AnyCancellable] = []
      for index in 0..<count { kept.append(root.sink { sum.value &+= $0 &+ index }) }
      withExtendedLifetime(kept) { resolve?(.success(1)) }
      sum.check(count)
    }
  }

  private static func waitingTasks(_ count: Int) -> () -> Void {
    {
      let (tally, waiting) = (Tally(until: count), Waiting())
      let root = Task { await waiting.value() }
      for _ in 0..<count { Task { tally.add(await root.value) } }
      waiting.take(1)[0].resume(returning: 1)
      tally.wait()
    }
  }
}

extension Sum {
  /// Traps unless each of `count` handlers has added 1 and its index.
  func check(_ count: Int) { precondition(value == count + count * (count - 1) / 2) }
}
