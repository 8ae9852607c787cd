// Threads of the library's own, because the program may occupy all of Dispatch's workers. Owns their signal mask and their start.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs `body` on a new thread that nothing joins.
///
/// The thread blocks every signal, so that a signal that the program receives with `sigwait`, or on a thread of its choice, is never
/// delivered to a thread that the program does not know.
///
/// - Parameters:
///   - stackSize: In bytes; nil for the system's default.
///   - body: Runs once, on the new thread.
/// - Returns: 0, or the error number of `pthread_create`, in which case `body` does not run.
package func startDetachedThread(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) -> Int32 {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
  #if canImport(Glibc)
    var thread = pthread_t()
    let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
      if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
      return nil
    }
  #else
    var thread: pthread_t?
    let start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { argument in
      Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
      return nil
    }
  #endif
  let box = Unmanaged.passRetained(Box(body))
  // The new thread inherits the mask, so it never runs with signals unblocked.
  var all = sigset_t()
  var former = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_SETMASK, &all, &former)
  let error = pthread_create(&thread, &attributes, start, box.toOpaque())
  pthread_sigmask(SIG_SETMASK, &former, nil)
  if error != 0 { box.release() }
  return error
}

/// Runs `body` on a new thread that nothing joins; traps if the system cannot start one.
package func detachThread(_ body: @escaping @Sendable () -> Void) {
  let error = startDetachedThread(body)
  guard error == 0 else { fatalError("PromiseTrace: no thread could be started: \(String(cString: strerror(error)))") }
}
