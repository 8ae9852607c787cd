// (g, g3) Creates a pending promise, attaches a handler and fulfills it, on one thread and without a queue. The floor is an object
// with a closure.

import Measuring
import NIOCore
@preconcurrency import OpenCombine
import PromiseScope

extension CoreSuite {
  static var withoutHop: [Contest] {
    [
      Contest(
        "g", "create, observe, fulfill, without a hop", count: 50_000, goals: [.faster(2.2, than: "NIO")],
        clock: .processor,
        [
          single("PromiseScope") { sum, index in
            let promise = Promise<Int>.pending()
            promise.then(on: .inline) { sum.value &+= $0 &+ index }
            promise.fulfill(1)
          },
          single("object, closure") { sum, index in
            let slot = Slot { sum.value &+= $0 &+ index }
            keep(slot)
            slot.settle(1)
          },
          onLoop { sum, index in
            let promise = Stage.loop.makePromise(of: Int.self)
            promise.futureResult.whenSuccess { sum.value &+= $0 &+ index }
            promise.succeed(1)
          },
          single("OpenCombine") { sum, index in
            var resolve: Future<Int, Never>.Promise?
            let observer = Future<Int, Never> { resolve = $0 }.sink { sum.value &+= $0 &+ index }
            withExtendedLifetime(observer) { resolve?(.success(1)) }
          },
          Contestant("Task", prepare: continuations),
        ]),
      Contest(
        "g3", "g with two more handlers in between", count: 50_000, goals: [.faster(2.6, than: "NIO")],
        clock: .processor,
        [
          single("PromiseScope") { sum, index in
            let promise = Promise<Int>.pending()
            promise.then(on: .inline) { $0 + 1 }.then(on: .inline) { $0 - 1 }
              .then(on: .inline) { sum.value &+= $0 &+ index }
            promise.fulfill(1)
          },
          onLoop { sum, index in
            let promise = Stage.loop.makePromise(of: Int.self)
            promise.futureResult.map { $0 + 1 }.map { $0 - 1 }.whenSuccess { sum.value &+= $0 &+ index }
            promise.succeed(1)
          },
          single("OpenCombine") { sum, index in
            var resolve: Future<Int, Never>.Promise?
            let observer = Future<Int, Never> { resolve = $0 }.map { $0 + 1 }.map { $0 - 1 }
              .sink { sum.value &+= $0 &+ index }
            withExtendedLifetime(observer) { resolve?(.success(1)) }
          },
        ]),
    ]
  }

  private static func single(_ name: String, _ run: @escaping (Sum, Int) -> Void) -> Contestant {
    Contestant(name) { count in
      {
        let sum = Sum()
        for index in 0..<count { run(sum, index) }
        sum.check(count)
      }
    }
  }

  /// Runs on the thread of a real event loop.
  private static func onLoop(_ run: @escaping (Sum, Int) -> Void) -> Contestant {
    Contestant("NIO") { count in
      {
        Stage.onLoop {
          let sum = Sum()
          for index in 0..<count { run(sum, index) }
          sum.check(count)
        }
      }
    }
  }

  /// A continuation that is resumed before its task suspends, the only form of Swift concurrency without a hop.
  private static func continuations(_ count: Int) -> () -> Void {
    {
      Stage.inTask {
        let sum = Sum()
        for index in 0..<count {
          sum.value &+= await withCheckedContinuation { $0.resume(returning: 1) } &+ index
        }
        sum.check(count)
      }
    }
  }
}

/// The minimal object that can be pending and observed.
final class Slot {
  private let observer: (Int) -> Void
  private var value: Int?

  init(_ observer: @escaping (Int) -> Void) { self.observer = observer }

  func settle(_ value: Int) {
    self.value = value
    observer(value)
  }
}
