// The nesting depth of continuations on the current thread.
//
// Bolts runs a continuation within the call that ends its task. Continuations of a task that it ends therefore run before the next
// continuation of the outer task: depth first. The core's drain loop runs them breadth first. Up to a depth of 20, this file drains
// the loop inside each continuation, which gives Bolts' order; beyond that depth, the loop keeps the stack from growing.

import PromiseCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum InlineDepth {
  /// The number of nested continuations on a thread's stack up to which another one starts there.
  static let limit = 20

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The number of continuations that are running on this thread, and how many of those run on the default executor.
  private struct Depth {
    var all: Int
    var defaults: Int

    /// Both counts in one pointer-sized thread-specific value.
    var packed: Int { all | defaults << 32 }

    init(packed: Int) { (all, defaults) = (packed & 0xFFFF_FFFF, packed >> 32) }
  }

  private static var depth: Depth {
    get { Depth(packed: Int(bitPattern: pthread_getspecific(key))) }
    set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue.packed)) }
  }

  /// Whether the default executor must dispatch to a queue.
  ///
  /// As in Bolts, only the continuations on the default executor count.
  static var isTooDeepForDefault: Bool { depth.defaults > limit }

  /// Runs a job one level deeper, then drains the reactions that it triggered.
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

  /// Settles a promise and runs the reactions that must run before this call returns.
  static func settling(_ settle: () -> Bool) -> Bool {
    let isFirst = settle()
    if isFirst, depth.all <= limit { Drain.flush() }
    return isFirst
  }
}
