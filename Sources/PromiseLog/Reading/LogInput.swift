// The lines of a file, a pipe or a buffer in memory.

import PromiseTrace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The lines of an input that may still grow.
///
/// Not thread-safe.
final class LogInput {
  enum Next {
    /// A line, from its first byte to its newline.
    ///
    /// The pointers are valid until the next call, and ``LogBuffer/padding`` bytes after the newline are readable. `isWhole` is false for a
    /// last line without a newline in the input; the buffer has one nevertheless.
    case line(UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, isWhole: Bool)
    /// A line that is longer than ``longestLine``; it was skipped.
    case tooLong
    /// No line is available now.
    case idle
    case end
    /// A regular file no longer contains what was already read.
    case truncated
  }

  /// The length beyond which a line is skipped, in bytes: 16 MiB.
  static let longestLine = 1 << 24
  /// The number of bytes to read at a time.
  private static let block = 1 << 18

  private let file: LogFile?
  private let path: String
  /// Whether to never block, and to expect a file to grow.
  private let follows: Bool
  private let isRegular: Bool
  private let buffer: LogBuffer
  /// The number of bytes in the buffer.
  @exclusivity(unchecked) private var count = 0
  /// The number of those delivered as lines.
  @exclusivity(unchecked) private var start = 0
  /// The number of those searched for a newline.
  @exclusivity(unchecked) private var scanned = 0
  private var isAtEnd = false
  private var skips = false
  /// The first and the last bytes read from a file, which tell whether it was rewritten.
  @exclusivity(unchecked) private var (head, tail) = ([UInt8](), [UInt8]())
  private static let (headSize, tailSize) = (256, 64)
  /// Whether the last read found nothing.
  private var wasIdle = false
  /// The number of bytes read so far; in a regular file, the offset of the next read.
  private(set) var bytesRead: Int64 = 0

  private var descriptor: Int32 { file?.descriptor ?? -1 }

  init(bytes: [UInt8]) {
    let buffer = LogBuffer(capacity: bytes.count + 1)
    bytes.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { buffer.start.update(from: base, count: bytes.count) }
    }
    self.buffer = buffer
    count = bytes.count
    (file, path, follows, isRegular) = (nil, "", false, false)
    isAtEnd = true
    bytesRead = Int64(bytes.count)
  }

  init(path: String, follows: Bool) throws(LogError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (follows ? O_NONBLOCK : 0))
    guard descriptor >= 0 else { throw Self.error(path) }
    (file, self.path, self.follows) = (LogFile(descriptor, owns: true), path, follows)
    isRegular = Self.size(of: descriptor) != nil
    buffer = LogBuffer(capacity: 2 * Self.block)
  }

  init(descriptor: Int32, name: String, follows: Bool) {
    (file, path, self.follows) = (LogFile(descriptor, owns: false), name, follows)
    isRegular = false
    buffer = LogBuffer(capacity: 2 * Self.block)
  }

  /// Reads a regular file that is already open, from an offset in bytes.
  init(_ file: LogFile, path: String, at offset: Int64) {
    (self.file, self.path, follows, isRegular) = (file, path, false, true)
    buffer = LogBuffer(capacity: 2 * Self.block)
    bytesRead = offset
  }

  /// The file, if it can be read again from any offset.
  var rereadable: (file: LogFile, path: String)? {
    guard isRegular, let file else { return nil }
    return (file, path)
  }

  /// The offset of a line that ``next()`` returned, in bytes from the start of the input.
  func offset(of line: UnsafePointer<UInt8>) -> Int64 {
    bytesRead - Int64(count - (line - UnsafePointer(buffer.start)))
  }

  /// The offset of the next line, in bytes from the start of the input.
  var position: Int64 { bytesRead - Int64(count - start) }

  /// Continues at a line that starts at this offset of a regular file.
  func skip(to offset: Int64) { (bytesRead, count, start, scanned, tail) = (offset, 0, 0, 0, []) }

  /// Whether the file no longer contains what was already read: it became shorter, or other bytes are in its place.
  var isRewritten: Bool {
    guard isRegular, let size else { return false }
    if size < bytesRead { return true }
    return !has(head, at: 0) || !has(tail, at: bytesRead - Int64(tail.count))
  }

  /// Whether the file has these bytes at an offset.
  private func has(_ bytes: [UInt8], at offset: Int64) -> Bool {
    var found = [UInt8](repeating: 0, count: bytes.count)
    return pread(descriptor, &found, bytes.count, off_t(offset)) == bytes.count && found == bytes
  }

  /// The size of a regular file in bytes, for progress; nil for a pipe.
  var size: Int64? { file == nil ? bytesRead : Self.size(of: descriptor) }

  @inline(__always)
  func next() throws(LogError) -> Next {
    if let found = memchr(buffer.start + scanned, 0x0A, count - scanned), !skips {
      let line = UnsafePointer(buffer.start) + start
      let end = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
      start = end - UnsafePointer(buffer.start) + 1
      scanned = start
      return end - line > Self.longestLine ? .tooLong : .line(line, end: end, isWhole: true)
    }
    return try nextSlowly()
  }

  /// The next line when the buffer has no complete one, or when a line is being skipped.
  @inline(never)
  private func nextSlowly() throws(LogError) -> Next {
    while true {
      if let found = memchr(buffer.start + scanned, 0x0A, count - scanned) {
        let end = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
        let line = UnsafePointer(buffer.start) + start
        start = end - UnsafePointer(buffer.start) + 1
        scanned = start
        if skips {
          skips = false
          return .tooLong
        }
        return end - line > Self.longestLine ? .tooLong : .line(line, end: end, isWhole: true)
      }
      scanned = count
      if count - start > Self.longestLine {
        let isFirst = position == 0
        skips = true
        start = count
        // The first line decides whether this is a log; that of a device may have no end.
        if isFirst { return .tooLong }
      }
      if isAtEnd { return rest() }
      if let next = try fill() { return next }
    }
  }

  private func rest() -> Next {
    guard start < count || skips else { return .end }
    defer { start = count }
    if skips {
      skips = false
      return .tooLong
    }
    buffer.reserve(count + 1, keeping: count)
    buffer.start[count] = 0x0A
    return .line(
      UnsafePointer(buffer.start) + start, end: UnsafePointer(buffer.start) + count, isWhole: false)
  }

  /// Reads more bytes; returns nil if there are any, or if the input has ended.
  private func fill() throws(LogError) -> Next? {
    if follows, !isRegular, !isReadable { return .idle }
    makeRoom()
    var got = 0
    repeat {
      got =
        isRegular
        ? pread(descriptor, buffer.start + count, Self.block, off_t(bytesRead))
        : read(descriptor, buffer.start + count, Self.block)
    } while got < 0 && errno == EINTR
    if got < 0 {
      if errno == EAGAIN { return .idle }
      throw Self.error(path)
    }
    // What follows a pause may belong to another log that was written over this one.
    if follows, isRegular, got == 0 || wasIdle {
      if isRewritten {
        isAtEnd = true
        return .truncated
      }
      wasIdle = got == 0
      if wasIdle { return .idle }
    }
    bytesRead += Int64(got)
    count += got
    if got > 0 {
      if isRegular { keepEnds(got) }
      return nil
    }
    isAtEnd = true
    return nil
  }

  /// Keeps the last of the bytes that were just read, and the first ones of the file.
  private func keepEnds(_ got: Int) {
    let size = min(Self.tailSize, got)
    tail = Array(UnsafeBufferPointer(start: buffer.start + count - size, count: size))
    guard bytesRead == got else { return }
    head = Array(UnsafeBufferPointer(start: buffer.start + count - got, count: min(Self.headSize, got)))
  }

  /// Ensures that a block fits after the bytes not delivered yet.
  private func makeRoom() {
    guard count + Self.block > buffer.capacity else { return }
    if start > 0 {
      // The remaining bytes are part of a line.
      memmove(buffer.start, buffer.start + start, count - start)
      (count, scanned, start) = (count - start, scanned - start, 0)
    }
    buffer.reserve(count + Self.block, keeping: count)
  }

  /// Whether a read from a pipe would not block.
  private var isReadable: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  private static func size(of descriptor: Int32) -> Int64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  private static func error(_ path: String) -> LogError {
    .unreadable(path: path, message: String(cString: strerror(errno)))
  }
}

/// An open file descriptor, closed when the last reader is deinitialized.
final class LogFile: Sendable {
  let descriptor: Int32
  private let owns: Bool

  init(_ descriptor: Int32, owns: Bool) { (self.descriptor, self.owns) = (descriptor, owns) }

  deinit { if owns { close(descriptor) } }
}
