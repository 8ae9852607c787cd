// Tasks that wait for continuations, the counterpart of pending promises in Swift concurrency.

import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Collects the continuations of waiting tasks.
final class Waiting: Sendable {
  private let continuations: Mutex<[CheckedContinuation<Int, Never>]>

  /// - Parameter room: The expected number of waiting tasks.
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

  /// Removes and returns the continuations once `count` tasks have suspended.
  func take(_ count: Int) -> [CheckedContinuation<Int, Never>] {
    wait(for: count)
    return continuations.withLock { list in
      defer { list.removeAll(keepingCapacity: true) }
      return list
    }
  }
}
