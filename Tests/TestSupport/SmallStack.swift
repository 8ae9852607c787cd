// A thread with a small stack, for tests that deep chains need no stack space.

import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs `body` on a new thread with 512 KiB of stack and waits for it.
package func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  pthread_attr_init(attributes)
  pthread_attr_setstacksize(attributes, 512 * 1024)
  defer {
    pthread_attr_destroy(attributes)
    attributes.deallocate()
  }
  let argument = Unmanaged.passRetained(Work(body)).toOpaque()
  #if canImport(Glibc)
    var thread = pthread_t()
    let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
      if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
      return nil
    }
    precondition(pthread_create(&thread, attributes, run, argument) == 0, "no thread could be started")
    pthread_join(thread, nil)
  #else
    var thread: pthread_t?
    let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { argument in
      Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    }
    precondition(pthread_create(&thread, attributes, run, argument) == 0, "no thread could be started")
    if let thread { pthread_join(thread, nil) }
  #endif
}

/// The depth of deep chains: enough to overflow a small stack many times over, but fast enough for debug and sanitizer builds.
///
/// `make depth` sets it to a million, the depth that the library guarantees.
package let deep = ProcessInfo.processInfo.environment["PROMISESCOPE_DEPTH"].flatMap { Int($0) } ?? 20_000
