// (t1, t3) Settled promises with handlers on a serial queue, back to back until the last handler has run.
// (a1, a3) The same, one promise at a time, as in Google's benchmark; this measures mainly how fast threads wake up.

import Dispatch
import Measuring
import NIOCore
@preconcurrency import OpenCombine
import OpenCombineDispatch
import PromiseScope

extension CoreSuite {
  static var serialQueue: [Contest] {
    [
      Contest(
        "t1", "resolved, one `then` on a serial queue", count: 10_000,
        backToBack(adding: 1, [("PromiseScope", ours1), ("Dispatch", dispatch1), ("NIO", nio1), combine1, task1])),
      Contest(
        "t3", "resolved, three `then`s on a serial queue", count: 10_000, goals: [.atMost(1.5, of: "Dispatch")],
        backToBack(adding: 3, [("PromiseScope", ours3), ("Dispatch", dispatch3), ("NIO", nio3), combine3, task3])),
      Contest(
        "t3′", "t3 in batches", count: 10_000, goals: [.atMost(1.5, of: "Dispatch")],
        backToBack(adding: 3, [("PromiseScope", batches3), ("Dispatch", dispatch3), ("NIO", nio3), combine3, task3])),
      Contest(
        "a1", "one round trip with one `then`", count: 1_000,
        roundTrips(adding: 1, [("PromiseScope", ours1), ("Dispatch", dispatch1), ("NIO", nio1), combine1, task1])),
      Contest(
        "a3", "one round trip with three `then`s", count: 1_000,
        roundTrips(adding: 3, [("PromiseScope", ours3), ("Dispatch", dispatch3), ("NIO", nio3), combine3, task3])),
    ]
  }

  private typealias Flow = (name: String, run: (Tally) -> AnyObject?)

  private static func backToBack(adding value: Int, _ flows: [Flow]) -> [Contestant] {
    flows.map { flow in
      Contestant(flow.name) { count in
        let tally = Tally(until: count * value)
        var kept: [AnyObject] = []
        kept.reserveCapacity(count)
        return {
          for _ in 0..<count { if let object = flow.run(tally) { kept.append(object) } }
          tally.wait()
        }
      }
    }
  }

  private static func roundTrips(adding value: Int, _ flows: [Flow]) -> [Contestant] {
    flows.map { flow in
      Contestant(flow.name) { count in
        {
          for _ in 0..<count {
            let tally = Tally(until: value)
            let kept = flow.run(tally)
            withExtendedLifetime(kept) { tally.wait() }
          }
        }
      }
    }
  }

  private static func ours1(_ tally: Tally) -> AnyObject? {
    Promise<Int>(1).then(on: Stage.serial) { tally.add($0) }
    return nil
  }

  private static func ours3(_ tally: Tally) -> AnyObject? {
    Promise<Int>(1).then(on: Stage.serial) { $0 + 1 }.then(on: Stage.serial) { $0 + 1 }
      .then(on: Stage.serial) { tally.add($0) }
    return nil
  }

  private static func batches3(_ tally: Tally) -> AnyObject? {
    Promise<Int>(1).then(on: Stage.serialBatches) { $0 + 1 }.then(on: Stage.serialBatches) { $0 + 1 }
      .then(on: Stage.serialBatches) { tally.add($0) }
    return nil
  }

  /// Bare blocks without values, on which promises are built.
  private static func dispatch1(_ tally: Tally) -> AnyObject? {
    Stage.serial.async { tally.add(1) }
    return nil
  }

  private static func dispatch3(_ tally: Tally) -> AnyObject? {
    Stage.serial.async {
      let value = 1
      Stage.serial.async {
        let value = value + 1
        Stage.serial.async { tally.add(value + 1) }
      }
    }
    return nil
  }

  /// A real event loop, NIO's counterpart of a serial queue, used from outside the loop.
  private static func nio1(_ tally: Tally) -> AnyObject? {
    Stage.loop.makeSucceededFuture(1).whenSuccess { tally.add($0) }
    return nil
  }

  private static func nio3(_ tally: Tally) -> AnyObject? {
    Stage.loop.makeSucceededFuture(1).map { $0 + 1 }.map { $0 + 1 }.whenSuccess { tally.add($0) }
    return nil
  }

  private static var combine1: Flow {
    (
      "OpenCombine",
      { tally in
        Future<Int, Never> { $0(.success(1)) }.receive(on: Stage.serial.ocombine).sink { tally.add($0) }
      }
    )
  }

  private static var combine3: Flow {
    let queue = Stage.serial.ocombine
    return (
      "OpenCombine",
      { tally in
        Future<Int, Never> { $0(.success(1)) }.receive(on: queue).map { $0 + 1 }.receive(on: queue).map { $0 + 1 }
          .receive(on: queue).sink { tally.add($0) }
      }
    )
  }

  /// One task per step on one actor, so that each step can be awaited like a promise.
  private static var task1: Flow {
    (
      "Task",
      { tally in
        Task { @Serial in tally.add(1) }
        return nil
      }
    )
  }

  private static var task3: Flow {
    (
      "Task",
      { tally in
        let one = Task { @Serial in 1 }
        let two = Task { @Serial in await one.value + 1 }
        Task { @Serial in tally.add(await two.value + 1) }
        return nil
      }
    )
  }
}
