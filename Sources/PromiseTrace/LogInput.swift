// Bytes from a file, a pipe or memory, cut into lines. Owns the descriptor and one buffer; memory is bounded by the longest
// line it accepts, never by the file. Refuses to know what a line means.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lines of an input that may still grow.
final class LogInput {
  /// What came of asking for a line.
  enum Next {
    /// A line, without its end; `isWhole` is false for a last one that no newline ended.
    case line(Range<Int>, isWhole: Bool)
    /// A line beyond ``longestLine``, skipped.
    case tooLong
    /// Nothing now.
    case idle
    /// Nothing ever.
    case end
    /// A regular file became shorter than what was read of it.
    case truncated
  }

  /// Longer lines are skipped: 16 MiB.
  static let longestLine = 1 << 24

  private let file: LogFile?
  private let path: String
  /// Never wait; at the end of a file, wait for more.
  private let follows: Bool
  private let isRegular: Bool
  private(set) var buffer: [UInt8]
  private var start = 0
  private var scanned = 0
  private var isAtEnd = false
  private var skips = false
  /// Bytes read so far; in a regular file, where the next read begins.
  private(set) var bytesRead: Int64 = 0

  private var descriptor: Int32 { file?.descriptor ?? -1 }

  init(bytes: [UInt8]) {
    buffer = bytes
    (file, path, follows, isRegular) = (nil, "", false, false)
    isAtEnd = true
    bytesRead = Int64(bytes.count)
  }

  init(path: String, follows: Bool) throws(LogError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (follows ? O_NONBLOCK : 0))
    guard descriptor >= 0 else { throw Self.error(path) }
    (file, self.path, self.follows) = (LogFile(descriptor, owns: true), path, follows)
    isRegular = Self.size(of: descriptor) != nil
    buffer = []
  }

  init(descriptor: Int32, name: String, follows: Bool) {
    (file, path, self.follows) = (LogFile(descriptor, owns: false), name, follows)
    isRegular = false
    buffer = []
  }

  /// Reads a regular file that is open already, from a byte on.
  init(_ file: LogFile, path: String, at offset: Int64) {
    (self.file, self.path, follows, isRegular) = (file, path, false, true)
    buffer = []
    bytesRead = offset
  }

  /// The file, where it can be read again from any place.
  var rereadable: (file: LogFile, path: String)? {
    guard isRegular, let file else { return nil }
    return (file, path)
  }

  /// Where the line that ``next()`` gave begins, in bytes from the input's beginning.
  func offset(of line: Range<Int>) -> Int64 { bytesRead - Int64(buffer.count - line.lowerBound) }

  /// Size of a regular file in bytes, for progress; nil for a pipe.
  var size: Int64? { file == nil ? bytesRead : Self.size(of: descriptor) }

  /// The next line, as a place in ``buffer`` that is good until the next call.
  func next() throws(LogError) -> Next {
    while true {
      if let end = newline() {
        let line = start..<end
        start = end + 1
        scanned = start
        if skips {
          skips = false
          return .tooLong
        }
        return .line(line, isWhole: true)
      }
      if buffer.count - start > Self.longestLine {
        skips = true
        start = buffer.count
        scanned = start
      }
      if isAtEnd { return rest() }
      switch try fill() {
      case .some(let next): return next
      case .none: continue
      }
    }
  }

  private func rest() -> Next {
    guard start < buffer.count || skips else { return .end }
    if skips {
      skips = false
      start = buffer.count
      return .tooLong
    }
    let line = start..<buffer.count
    start = buffer.count
    return .line(line, isWhole: false)
  }

  private func newline() -> Int? {
    buffer.withUnsafeBufferPointer { bytes -> Int? in
      guard scanned < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + scanned, 0x0A, bytes.count - scanned)
      else {
        scanned = bytes.count
        return nil
      }
      return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  /// Reads more; nil where there is some.
  private func fill() throws(LogError) -> Next? {
    if follows, !isRegular, !isReadable { return .idle }
    if start > 0 {
      buffer.removeSubrange(0..<start)
      scanned -= start
      start = 0
    }
    var failure: Int32 = 0
    var got = 0
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 18) { space in
      repeat {
        got =
          isRegular
          ? pread(descriptor, space.baseAddress, space.count, off_t(bytesRead))
          : read(descriptor, space.baseAddress, space.count)
      } while got < 0 && errno == EINTR
      if got < 0 { failure = errno }
      if got > 0 { buffer.append(contentsOf: UnsafeBufferPointer(rebasing: space[..<got])) }
    }
    if got < 0 {
      if failure == EAGAIN { return .idle }
      errno = failure
      throw Self.error(path)
    }
    bytesRead += Int64(got)
    if got > 0 { return nil }
    if follows, isRegular {
      if let size, size < bytesRead {
        isAtEnd = true
        return .truncated
      }
      return .idle
    }
    isAtEnd = true
    return nil
  }

  /// Whether a read from a pipe would not wait.
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

/// An open file, closed with the last of those who read it.
final class LogFile: Sendable {
  let descriptor: Int32
  private let owns: Bool

  init(_ descriptor: Int32, owns: Bool) { (self.descriptor, self.owns) = (descriptor, owns) }

  deinit { if owns { close(descriptor) } }
}
