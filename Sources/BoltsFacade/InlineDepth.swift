// How deep continuations run inside each other on this thread.
//
// Bolts runs a continuation inside the call that ends its task, so what it ends in turn runs before the next in the list: depth
// first. The core's drain loop would go breadth first. Up to a depth of 20 this file works the loop off inside each continuation,
// which gives Bolts' order; past it the loop keeps the stack from growing.

import PromiseCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum InlineDepth {
  /// How many continuations may have begun on a thread's stack for another to begin there.
  static let limit = 20

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// How many continuations have begun and not ended on this thread.
  static var current: Int { Int(bitPattern: pthread_getspecific(key)) }

  /// Runs a job here, one deeper, and then what it caused.
  static func run(_ job: consuming Job) {
    let depth = current
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: depth + 1))
    job.run()
    if depth <= limit { Drain.flush() }
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: depth))
  }

  /// Settles a promise, and lets those react who should before this returns.
  static func settling(_ settle: () -> Bool) -> Bool {
    let isFirst = settle()
    if isFirst, current <= limit { Drain.flush() }
    return isFirst
  }
}
