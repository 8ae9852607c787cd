// Decoding of a log file ahead of its reader, on two threads: one decodes while the other one applies events, and decodes, too, when it would
// have to wait. Owns the thread, the order of the chunks, and their number, which bounds the memory.
//
// Only whole lines are decoded ahead. At a line that is longer than a chunk, and at the end of the file, it stops, and the reader continues on
// its own: so a line that is cut off, or too long, or a file that grows, is treated in one place. Texts are shared by all threads; their
// handles depend on the order in which the threads meet them. The numbers of promises whose IDs are texts must not: the first such line of a chunk,
// and the rest of the chunk, are left to the reader.

import PromiseTrace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Decodes the chunks of a file in advance.
///
/// One thread calls its methods.
final class LogAhead: @unchecked Sendable {
  /// The size of a chunk in bytes; half a millisecond of work.
  static let block = 1 << 17
  /// The number of bytes below which a thread is not worth its start.
  static let worthwhile: Int64 = 1 << 22
  /// The number of chunks that are decoded, or waiting for the reader.
  ///
  /// Together they have fewer texts than a ``TextTable`` adds before it forgets one.
  private static let window = 4

  private struct Slot {
    let chunk: LogChunk
    var isDecoded = false
  }

  private let file: LogFile
  private let block: Int
  private let texts: TextTable
  /// Decodes on the reader's thread.
  private let decoder: LogDecoder
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  // Protected by the lock.
  private var slots: [Slot] = []
  private var free: [LogChunk] = []
  /// The offset of the next chunk to read.
  private var offset: Int64
  private var isOver = false

  /// Starts decoding.
  ///
  /// - Parameters:
  ///   - file: A regular file.
  ///   - offset: Where the first line to decode starts.
  ///   - texts: Receives the texts.
  ///   - decoder: A decoder of the thread that calls ``next()``.
  ///   - block: The size of a chunk in bytes.
  ///   - hasThread: Whether to use another thread, too.
  init(
    _ file: LogFile, at offset: Int64, texts: TextTable, decoder: LogDecoder, block: Int = LogAhead.block,
    hasThread: Bool = true
  ) {
    (self.file, self.offset, self.texts, self.decoder, self.block) = (file, offset, texts, decoder, block)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(change, nil)
    // Without the thread, everything is decoded by the reader.
    if hasThread { _ = startDetachedThread { [self] in decodeUntilOver() } }
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(change)
    lock.deallocate()
    change.deallocate()
  }

  /// Whether this machine has a core for another thread.
  static var hasCore: Bool { sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1 }

  /// Where the first line starts that was not decoded; final once ``next()`` has returned nil.
  var end: Int64 { locked { offset } }

  /// The next chunk, in the order of the file; nil if the rest is for the reader.
  func next() -> LogChunk? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let first = slots.first, first.isDecoded {
        slots.removeFirst()
        pthread_cond_signal(change)
        return first.chunk
      }
      if decodeNext(with: decoder) { continue }
      if slots.isEmpty { return nil }
      pthread_cond_wait(change, lock)
    }
  }

  /// Takes a chunk back, to use its memory again.
  func recycle(_ chunk: LogChunk) { locked { free.append(chunk) } }

  func stop() {
    locked {
      isOver = true
      pthread_cond_signal(change)
    }
  }

  private func decodeUntilOver() {
    let decoder = LogDecoder(texts: texts, names: self.decoder.names)
    pthread_mutex_lock(lock)
    while !isOver {
      if !decodeNext(with: decoder), !isOver { pthread_cond_wait(change, lock) }
    }
    pthread_mutex_unlock(lock)
  }

  /// Reads and decodes one chunk, if there is room for it; returns whether it did.
  ///
  /// Is called with the lock, and releases it while it decodes.
  private func decodeNext(with decoder: LogDecoder) -> Bool {
    guard !isOver, slots.count < Self.window else { return false }
    let chunk = free.popLast() ?? LogChunk(block: block)
    guard chunk.fill(from: file.descriptor, at: offset) else {
      isOver = true
      pthread_cond_signal(change)
      return false
    }
    offset += Int64(chunk.size)
    slots.append(Slot(chunk: chunk))
    pthread_mutex_unlock(lock)
    chunk.decode(with: decoder)
    pthread_mutex_lock(lock)
    if let index = slots.firstIndex(where: { $0.chunk === chunk }) { slots[index].isDecoded = true }
    pthread_cond_signal(change)
    return true
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }
}
