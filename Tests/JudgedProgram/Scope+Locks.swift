// Programs in the vocabulary of PromiseScope with a lock of their own: who holds it, marked, and clean ones. Each is as short as possible.
// Of what a task settles by a closure after an `await`, the log does not have the body, so a holder there is only likely.
// swift-format-ignore-file

import Dispatch
import Foundation
import PromiseScope

/// A lock with a free path that returns at once, and a queue.
final class Turnstile: @unchecked Sendable {
  private let guarding = NSLock()
  private var isTaken = false
  private var queue: [@Sendable (Int) -> Void] = []
  func acquire() -> Promise<Int> {
    guarding.withLock {
      guard isTaken else { isTaken = true; return Promise(0) }
      return Promise { fulfill, _ in self.queue.append(fulfill) }
    }
  }
  func release() {
    let next = guarding.withLock { () -> (@Sendable (Int) -> Void)? in
      if queue.isEmpty { isTaken = false; return nil }
      return queue.removeFirst()
    }
    next?(0)
  }
}

extension Scope {
  static func f_held_by_handler() {
    let lock = Turnstile()
    for n in 1...4 {
      lock.acquire()
        .then { _ in fetch(n) } //! never-settled
        .then { size in
          if n == 2 { throw Oops() }
          lock.release()
          print(size)
        }
        .catch { print($0) }
    }
    quit(0.7)
  }
  static func c_lock() {
    let lock = Turnstile()
    for n in 1...4 {
      Promise { () async throws -> Int in
        _ = try await lock.acquire().get()
        defer { lock.release() }
        return try await fetch(n).get()
      }.then { print($0) }.catch { print($0) }
    }
    quit(0.7)
  }
  static let locks: [String: () -> Void] = [
    "f_held_by_handler": f_held_by_handler, "c_lock": c_lock,
  ]
}
