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

  /// How many continuations have begun and not ended on this thread, and how many of these on the default executor.
  private struct Depth {
    var all: Int
    var defaults: Int

    /// Both in what a thread keeps in place of a pointer.
    var packed: Int { all | defaults << 32 }

    init(packed: Int) { (all, defaults) = (packed & 0xFFFF_FFFF, packed >> 32) }
  }

  private static var depth: Depth {
    get { Depth(packed: Int(bitPattern: pthread_getspecific(key))) }
    set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue.packed)) }
  }

  /// Whether the default executor has to go elsewhere.
  ///
  /// As in Bolts, only its own continuations count.
  static var isTooDeepForDefault: Bool { depth.defaults > limit }

  /// Runs a job here, one deeper, and then what it caused.
  static func run(_ job: consuming Job, onDefault: Bool = false) {
    let outer = depth
    var inner = outer
    inner.all += 1
    if onDefault { inner.defaults += 1 }
    depth = inner
    job.run()
    if outer.all <= limit { Drain.flush() }
    depth = outer
  }

  /// Settles a promise, and lets those react who should before this returns.
  static func settling(_ settle: () -> Bool) -> Bool {
    let isFirst = settle()
    if isFirst, depth.all <= limit { Drain.flush() }
    return isFirst
  }
}
