// (f) The allocations and allocated bytes of a pending promise with one handler. Counted, therefore exact.

import CAllocationCount
import Dispatch
import Measuring
import NIOCore
@preconcurrency import OpenCombine
import PromiseScope

enum Memory {
  private static let count = 10_000

  /// One row per contestant.
  ///
  /// All promises are settled before they are freed.
  static func table() -> Table {
    let sum = Sum()
    var rows = [
      row("PromiseScope") { index in
        let promise = Promise<Int>.pending()
        promise.then(on: .inline) { sum.value &+= $0 &+ index }
        return promise
      } finish: {
        for promise in $0 { promise.fulfill(1) }
      },
      row("Dispatch: a group with a notification") { index in
        let group = DispatchGroup()
        group.enter()
        group.notify(queue: Stage.serial) { sum.value &+= 1 &+ index }
        return group
      } finish: {
        for group in $0 { group.leave() }
        Stage.serial.sync {}
      },
    ]
    sum.value = 0
    Stage.onLoop {
      let futures = row("NIO") { index in
        let promise = Stage.loop.makePromise(of: Int.self)
        promise.futureResult.whenSuccess { sum.value &+= $0 &+ index }
        return promise
      } finish: {
        for promise in $0 { promise.succeed(1) }
      }
      rows.append(futures)
    }
    let combined = row("OpenCombine") { index in
      var resolve: Future<Int, Never>.Promise?
      let observer = Future<Int, Never> { resolve = $0 }.sink { sum.value &+= $0 &+ index }
      return (observer, resolve)
    } finish: {
      for (_, resolve) in $0 { resolve?(.success(1)) }
    }
    let waiting = Waiting(room: count)
    let tasks = row("Task that waits for a continuation") { index in
      Task { await waiting.value() &+ index }
    } settle: {
      waiting.wait(for: count)
    } finish: { _ in
      for continuation in waiting.take(count) { continuation.resume(returning: 1) }
    }
    return Table(
      ["f: a pending promise with one handler", "bytes", "allocations"], rows: rows + [combined, tasks])
  }

  /// What a link of a pending chain takes.
  static func links() -> [Figure] {
    let root = Promise<Int>.pending()
    let (allocations, bytes) = (allocationCount(), allocatedBytes())
    let end = CoreSuite.links(count, behind: root)
    let (links, taken) = (Double(allocationCount() - allocations), Double(allocatedBytes() - bytes))
    root.fulfill(0)
    precondition(end.value == count)
    return [
      Figure("memory per link of a pending chain", taken / Double(count), "bytes", goal: .atMost(100)),
      Figure("allocations per link", links / Double(count), "", goal: .atMost(1)),
    ]
  }

  /// Makes them twice, and counts the second time.
  private static func row<Made>(
    _ name: String, make: (Int) -> Made, settle: () -> Void = {}, finish: ([Made]) -> Void
  ) -> [String] {
    var cells: [String] = []
    for _ in 0..<2 {
      var made: [Made] = []
      made.reserveCapacity(count)
      let (allocations, bytes) = (allocationCount(), allocatedBytes())
      for index in 0..<count { made.append(make(index)) }
      settle()
      cells = [allocatedBytes() - bytes, allocationCount() - allocations].map { rounded(Double($0) / Double(count)) }
      finish(made)
    }
    return [name] + cells
  }
}
