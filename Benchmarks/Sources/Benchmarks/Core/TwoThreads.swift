// (h1) One thread fulfills promises while another thread attaches a handler to each, in the same order. (h2) Two threads attach
// handlers to one promise, which is then fulfilled.

import Measuring
import NIOCore
@preconcurrency import OpenCombine
import PromiseScope

extension CoreSuite {
  static var twoThreads: [Contest] {
    [
      Contest(
        "h1", "fulfilled by one thread, observed by another", count: 20_000,
        [
          Contestant("PromiseScope") { count in
            let promises = (0..<count).map { _ in Promise<Int>.pending() }
            return race(count, { promises[$0].fulfill(1) }) { index, tally in
              promises[index].then(on: .inline) { tally.add($0) }
            }
          },
          Contestant("NIO") { count in
            let promises = (0..<count).map { _ in Stage.loops.next().makePromise(of: Int.self) }
            return race(count, { promises[$0].succeed(1) }) { index, tally in
              promises[index].futureResult.whenSuccess { tally.add($0) }
            }
          },
          Contestant("OpenCombine") { count in
            var promises: [Future<Int, Never>.Promise] = []
            let futures = (0..<count).map { _ in Future<Int, Never> { promises.append($0) } }
            let (observers, settled) = (Observers(count), promises)
            return race(count, { settled[$0](.success(1)) }) { index, tally in
              observers[index] = futures[index].sink { tally.add($0) }
            }
          },
          Contestant("Task") { count in
            let waiting = Waiting()
            let tasks = (0..<count).map { _ in Task { await waiting.value() } }
            let continuations = waiting.take(count)
            return race(count, { continuations[$0].resume(returning: 1) }) { index, tally in
              Task { tally.add(await tasks[index].value) }
            }
          },
        ]),
      Contest(
        "h2", "observed by two threads at once, per handler", count: 20_000,
        [
          Contestant("PromiseScope") { count in
            let root = Promise<Int>.pending()
            return crowd(count, { _, tally in root.then(on: .inline) { tally.add($0) } }) { root.fulfill(1) }
          },
          Contestant("NIO") { count in
            let root = Stage.loop.makePromise(of: Int.self)
            return crowd(count, { _, tally in root.futureResult.whenSuccess { tally.add($0) } }) { root.succeed(1) }
          },
          Contestant("OpenCombine") { count in
            var resolve: Future<Int, Never>.Promise?
            let root = Future<Int, Never> { resolve = $0 }
            let (observers, settle) = (Observers(count), resolve)
            return crowd(count, { index, tally in observers[index] = root.sink { tally.add($0) } }) {
              settle?(.success(1))
            }
          },
          Contestant("Task") { count in
            let waiting = Waiting()
            let root = Task { await waiting.value() }
            return crowd(count, { _, tally in Task { tally.add(await root.value) } }) {
              waiting.take(1)[0].resume(returning: 1)
            }
          },
        ]),
    ]
  }

  /// One thread settles each of `count` promises while another observes each, then all handlers are awaited.
  private static func race(
    _ count: Int, _ settle: @escaping (Int) -> Void, _ observe: @escaping (Int, Tally) -> Void
  ) -> () -> Void {
    let tally = Tally(until: count)
    return {
      Stage.together({ for index in 0..<count { settle(index) } }, { for index in 0..<count { observe(index, tally) } })
      tally.wait()
    }
  }

  /// Two threads attach `count` handlers in total, then the promise settles.
  private static func crowd(
    _ count: Int, _ observe: @escaping (Int, Tally) -> Void, _ settle: @escaping () -> Void
  ) -> () -> Void {
    let (tally, half) = (Tally(until: count), count / 2)
    return {
      Stage.together(
        { for index in 0..<half { observe(index, tally) } }, { for index in half..<count { observe(index, tally) } })
      settle()
      tally.wait()
    }
  }
}

/// Keeps subscriptions alive; two threads may write different elements.
private final class Observers: @unchecked Sendable {
  private let storage: UnsafeMutableBufferPointer<AnyCancellable?>

  init(_ count: Int) {
    storage = .allocate(capacity: count)
    storage.initialize(repeating: nil)
  }

  deinit {
    storage.deinitialize()
    storage.deallocate()
  }

  subscript(index: Int) -> AnyCancellable? {
    get { storage[index] }
    set { storage[index] = newValue }
  }
}
