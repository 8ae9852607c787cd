// Finding the executor of a queue: the calling thread's last one, a standard queue's, or the one that the queue refers to.

import CPromiseRuntime
import Dispatch
import PromiseTrace
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension QueueExecutor {
  /// Returns the executor of a queue.
  ///
  /// A queue has one executor for as long as anything uses it, so bodies run in the order of the queue. Any thread may call this. It takes
  /// two nanoseconds for the queue that the calling thread passed last, and a lookup otherwise.
  ///
  /// - Parameter queue: Any dispatch queue.
  /// - Returns: The executor of the queue.
  public static func on(_ queue: DispatchQueue) -> QueueExecutor {
    let thread = psCurrentThread()
    let asked = Unmanaged.passUnretained(queue)
    if let last = thread.pointee.queueExecutor, thread.pointee.queue == asked.toOpaque() {
      return Unmanaged<QueueExecutor>.fromOpaque(last).takeUnretainedValue()
    }
    let executor = lookUp(queue)
    if thread.pointee.queue == nil { pthread_setspecific(threadExit, thread) }
    let former = (thread.pointee.queue, thread.pointee.queueExecutor)
    thread.pointee.queue = asked.retain().toOpaque()
    thread.pointee.queueExecutor = Unmanaged.passRetained(executor).toOpaque()
    release(former)
    return executor
  }

  private static func release(_ former: (queue: UnsafeMutableRawPointer?, executor: UnsafeMutableRawPointer?)) {
    if let queue = former.queue { Unmanaged<DispatchQueue>.fromOpaque(queue).release() }
    if let executor = former.executor { Unmanaged<QueueExecutor>.fromOpaque(executor).release() }
  }

  /// The executor of the current queue; nil unless the program created that queue and its executor is in use.
  package static var current: QueueExecutor? {
    creation.withLock { _ in DispatchQueue.getSpecific(key: key)?.executor }
  }

  /// The key whose destructor releases the queue and executor that an exiting thread looked up last.
  private static let threadExit: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { _ in
      let thread = psCurrentThread()
      let queue = UInt(bitPattern: thread.pointee.queue)
      let executor = UInt(bitPattern: thread.pointee.queueExecutor)
      guard queue != 0 else { return }
      thread.pointee.queue = nil
      thread.pointee.queueExecutor = nil
      // Released on another thread: Dispatch may have cleaned up its state of this thread already, and freeing a queue here would make
      // it clean up a second time, which is a double free.
      detachThread {
        release((UnsafeMutableRawPointer(bitPattern: queue), UnsafeMutableRawPointer(bitPattern: executor)))
      }
    }
    return key
  }()

  private static let key = DispatchSpecificKey<WeakQueueExecutor>()
  private static let creation = Mutex(())

  private static func lookUp(_ queue: DispatchQueue) -> QueueExecutor {
    // Linux creates a new object on each access to `.main` or `.global()`, and the global queues do not support specifics.
    switch queue.label {
    case "com.apple.main-thread": return main
    case "com.apple.root.background-qos": return background
    case "com.apple.root.utility-qos": return utility
    case "com.apple.root.default-qos": return `default`
    case "com.apple.root.user-initiated-qos": return userInitiated
    case "com.apple.root.user-interactive-qos": return userInteractive
    default: break
    }
    return creation.withLock { _ in
      let known = queue.getSpecific(key: key)
      let reference = known ?? WeakQueueExecutor()
      if known == nil { queue.setSpecific(key: key, value: reference) }
      return reference.executor { QueueExecutor(queue, referredToBy: reference) }
    }
  }
}
