// The lock of everything that records. Owns one reason to exist: the standard library's `Mutex` remembers the number of the
// thread that takes it, and `fork` gives that thread a new number; the first contended unlock in the child then ends the process.

import CPromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A value behind a lock that works in a forked child, too.
final class Lock<Value>: @unchecked Sendable {
  private var value: Value
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let isOwned: Bool

  /// Creates a lock for one object.
  init(_ value: Value) { (self.value, lock, isOwned) = (value, psMakeLock(), true) }

  /// Takes one of the process's own locks, such as `psTableLock`, which `fork` never leaves locked in a child.
  ///
  /// Each has its rank, so that code that needs two of them takes them in one order.
  init(_ value: Value, rank: Int) { (self.value, lock, isOwned) = (value, psLock(Int32(rank)), false) }

  deinit { if isOwned { psFreeLock(lock) } }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
