// (e) `all` of 100,000 pending promises, which are then fulfilled.

import Dispatch
import Measuring
import NIOCore
@preconcurrency import OpenCombine
import PromiseScope

extension CoreSuite {
  static var gathering: [Contest] {
    [
      Contest(
        "e", "`all` of 100,000, per input", count: 100_000, clock: .processor,
        [
          Contestant("PromiseScope") { count in
            let inputs = (0..<count).map { _ in Promise<Int>.pending() }
            return {
              let end = all(inputs)
              for (index, input) in inputs.enumerated() { input.fulfill(index) }
              check(end.value, count)
            }
          },
          Contestant("Dispatch", prepare: group),
          Contestant("NIO", prepare: futures),
          Contestant("OpenCombine", prepare: flattened),
          Contestant("Task", prepare: awaited),
        ])
    ]
  }

  private static func check(_ values: [Int]?, _ count: Int) {
    precondition(values?.count == count && values?.last == count - 1)
  }

  /// A group does not collect values, so an array does.
  private static func group(_ count: Int) -> () -> Void {
    {
      let group = DispatchGroup()
      var values = Array(repeating: 0, count: count)
      for _ in 0..<count { group.enter() }
      for index in 0..<count {
        values[index] = index
        group.leave()
      }
      group.wait()
      check(values, count)
    }
  }

  private static func futures(_ count: Int) -> () -> Void {
    let promises = (0..<count).map { _ in Stage.loop.makePromise(of: Int.self) }
    return {
      Stage.onLoop {
        let end = EventLoopFuture.whenAllSucceed(promises.map(\.futureResult), on: Stage.loop)
        end.whenSuccess { check($0, count) }
        for (index, promise) in promises.enumerated() { promise.succeed(index) }
      }
    }
  }

  private static func flattened(_ count: Int) -> () -> Void {
    var promises: [Future<Int, Never>.Promise] = []
    let inputs = (0..<count).map { _ in Future<Int, Never> { promises.append($0) } }
    return {
      var values: [Int]?
      let end = Publishers.Sequence<[Future<Int, Never>], Never>(sequence: inputs).flatMap { $0 }.collect()
        .sink { values = $0 }
      for (index, promise) in promises.enumerated() { promise(.success(index)) }
      withExtendedLifetime(end) { check(values, count) }
    }
  }

  /// One task awaits the others in turn; tasks that are already running need no task group.
  private static func awaited(_ count: Int) -> () -> Void {
    let waiting = Waiting()
    let inputs = (0..<count).map { _ in Task { await waiting.value() } }
    let continuations = waiting.take(count)
    return {
      for continuation in continuations { continuation.resume(returning: 1) }
      Stage.inTask {
        var values: [Int] = []
        values.reserveCapacity(count)
        for input in inputs { values.append(await input.value) }
        precondition(values.count == count && values.last == 1)
      }
    }
  }
}
