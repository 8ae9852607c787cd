// The chunk list of the calling thread: made at its first event, and given back when it ends.

import CPromiseRuntime
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ChunkList {
  /// Makes the writer for the tracer with this prefix the calling thread's current one; nil if that tracer no longer exists, or has no
  /// memory for the thread.
  @inline(never)
  static func take(_ prefix: UInt64) -> UnsafeMutablePointer<RingWriter>? {
    guard let tracer = TracerTable.tracer(prefix: prefix) else { return nil }
    let thread = psCurrentThread()
    if thread.pointee.serial == 0 { thread.pointee.serial = ThreadExit.adopt() }
    guard let chunkList = tracer.chunkList(forThread: thread.pointee.serial) else { return nil }
    releaseWriter(of: thread)
    _ = Unmanaged.passRetained(chunkList)
    thread.pointee.writer = UnsafeMutableRawPointer(chunkList.writer)
    return chunkList.writer
  }

  /// Clears the thread's current writer and releases the chunk list that owns it.
  static func releaseWriter(of thread: UnsafeMutablePointer<PSThread>) {
    guard let writer = thread.pointee.writer else { return }
    thread.pointee.writer = nil
    Unmanaged<ChunkList>.fromOpaque(writer.assumingMemoryBound(to: RingWriter.self).pointee.owner).release()
  }

  /// Clears the calling thread's writer in a forked child, if it belongs to the parent's tracer.
  static func forget(_ prefix: UInt64) {
    let thread = psCurrentThread()
    // Not released: the child never frees the parent's chunk list.
    if thread.pointee.writer?.assumingMemoryBound(to: RingWriter.self).pointee.prefix == prefix {
      thread.pointee.writer = nil
    }
  }
}

/// Numbers threads, and notifies the tracers when a thread ends.
private enum ThreadExit {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { _ in
      let thread = psCurrentThread()
      ChunkList.releaseWriter(of: thread)
      for tracer in TracerTable.all { tracer.threadEnded(thread.pointee.serial) }
      thread.pointee.serial = 0
    }
    return key
  }()

  /// Numbers the calling thread and registers for its end.
  static func adopt() -> UInt64 {
    let serial = Serial.next()
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: serial)))
    return serial
  }
}

/// The number of threads of this process that have recorded an event.
private enum Serial {
  private static let last = Atomic<UInt64>(0)
  static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
