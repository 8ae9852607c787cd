// (c) A chain of promises on a pending root: built, fulfilled and freed; or built and dropped while pending.

import Dispatch
import Measuring
import NIOCore
import PromiseScope

extension CoreSuite {
  static var chains: [Contest] {
    [
      Contest(
        "c", "chain of 20,000 links, per link: built, fulfilled, freed", count: 20_000,
        goals: [.faster(2.5, than: "NIO")],
        clock: .processor,
        [
          Contestant("PromiseScope", prepare: fulfilled), Contestant("Dispatch", prepare: notifiedItems),
          Contestant("NIO", prepare: mappedFutures), Contestant("Task", prepare: waitingTasks),
        ]),
      Contest(
        "c", "chain of 1,000,000 links, per link: built, fulfilled, freed", count: 1_000_000,
        goals: [.faster(2.5, than: "NIO")], clock: .processor,
        [Contestant("PromiseScope", prepare: fulfilled), Contestant("NIO", prepare: mappedFutures)]),
      Contest(
        "c", "chain of 1,000,000 links, per link: built, dropped while pending", count: 1_000_000,
        goals: [],
        clock: .processor,
        [
          Contestant("PromiseScope") { count in { precondition(links(count, behind: .pending()).isPending) } }
        ]),
    ]
  }

  private static func fulfilled(_ count: Int) -> () -> Void {
    {
      let root = Promise<Int>.pending()
      let end = links(count, behind: root)
      root.fulfill(0)
      precondition(end.value == count)
    }
  }

  /// Builds a chain of `count` links and returns the last one.
  static func links(_ count: Int, behind root: Promise<Int>) -> Promise<Int> {
    var end = root
    for _ in 0..<count { end = end.then(on: .inline) { $0 + 1 } }
    return end
  }

  /// Work items that start each other with `notify`.
  private static func notifiedItems(_ count: Int) -> () -> Void {
    let sum = Sum()
    return {
      let root = DispatchWorkItem {}
      var end = root
      for _ in 0..<count {
        let next = DispatchWorkItem { sum.value += 1 }
        end.notify(queue: Stage.serial, execute: next)
        end = next
      }
      Stage.serial.async(execute: root)
      end.wait()
      precondition(sum.value == count)
    }
  }

  private static func mappedFutures(_ count: Int) -> () -> Void {
    {
      Stage.onLoop {
        let root = Stage.loop.makePromise(of: Int.self)
        var end = root.futureResult
        for _ in 0..<count { end = end.map { $0 + 1 } }
        let sum = Sum()
        end.whenSuccess { sum.value = $0 }
        root.succeed(0)
        precondition(sum.value == count)
      }
    }
  }

  private static func waitingTasks(_ count: Int) -> () -> Void {
    {
      let waiting = Waiting()
      let root = Task { await waiting.value() }
      var end = root
      for _ in 0..<count {
        let link = end
        end = Task { await link.value + 1 }
      }
      waiting.take(1)[0].resume(returning: 0)
      let last = end
      Stage.inTask {
        let value = await last.value
        precondition(value == count)
      }
    }
  }
}
