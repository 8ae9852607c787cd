// Tasks that wait for continuations: what a pending promise is to Swift's own concurrency.

import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Collects the continuations of the tasks that wait.
final class Waiting: Sendable {
  private let continuations: Mutex<[CheckedContinuation<Int, Never>]>

  /// - Parameter room: How many will wait.
  init(room: Int = 0) {
    var list: [CheckedContinuation<Int, Never>] = []
    list.reserveCapacity(room)
    continuations = Mutex(list)
  }

  /// Suspends until the continuation is resumed.
  func value() async -> Int {
    await withCheckedContinuation { continuation in continuations.withLock { $0.append(continuation) } }
  }

  /// Returns once `count` tasks have suspended.
  func wait(for count: Int) {
    while continuations.withLock({ $0.count < count }) { sched_yield() }
  }

  /// Takes the continuations once `count` tasks have suspended.
  func take(_ count: Int) -> [CheckedContinuation<Int, Never>] {
    wait(for: count)
    return continuations.withLock { list in
      defer { list.removeAll(keepingCapacity: true) }
      return list
    }
  }
}
