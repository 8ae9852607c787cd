// The lock for state that emitting threads share. It exists because the standard library's `Mutex` does not survive `fork`: it stores the
// owner's thread id, the child's thread has a new one, and the first contended unlock in the child ends the process.

import CPromiseRuntime

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A value that is protected by a lock, and that a forked child can use, too.
final class Lock<Value>: @unchecked Sendable {
  private var value: Value
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let isOwned: Bool

  /// Creates a value with a lock of its own.
  init(_ value: Value) { (self.value, lock, isOwned) = (value, psMakeLock(), true) }

  /// Creates a value that one of the process's own locks protects, such as `psTableLock`, which is never locked in a forked child.
  ///
  /// Code that needs two of them acquires them in the order of their ranks.
  init(_ value: Value, rank: Int) {
    (self.value, lock, isOwned) = (value, psLock(Int32(truncatingIfNeeded: rank)), false)
  }

  deinit { if isOwned { psFreeLock(lock) } }

  /// Like ``withLock(_:)``, but returns nil, at once, if another thread has the lock.
  func withLockIfFree<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result? {
    guard pthread_mutex_trylock(lock) == 0 else { return nil }
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
