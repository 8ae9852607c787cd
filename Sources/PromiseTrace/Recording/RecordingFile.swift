// The file of a recording: a regular file, a pipe or a device.
//
// Owns its descriptor, and writing with a bounded wait. `RecordingFile+Opening` decides which file it is, `RecordingFile+Shortening`
// keeps its size limited. Does not know what is written.

import CPromiseRuntime

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a recording could not start.
public struct RecordingError: Error, Equatable, CustomStringConvertible {
  /// The file's path, as requested.
  public let path: String
  /// The operating system's message, or another reason.
  public let message: String

  /// The error as one sentence.
  public var description: String { "cannot record to \(path): \(message)" }
}

/// The file that one process writes its log to.
///
/// Not thread-safe: once a recording runs, only code that holds the lock of its log uses it.
final class RecordingFile {
  /// The result of a write.
  enum Written: Equatable {
    case all
    /// The file accepted no more in time. `lines` lines are missing in it; one of them may be there in part.
    case none(lines: Int)
    /// Writing failed, with the operating system's message.
    case failed(String)
  }

  /// Why the file that is written is not the requested one.
  enum Detour {
    case anotherLog
    case testRun
  }

  let request: RecordingPath
  /// The permissions of a new file.
  let mode: mode_t
  /// Whether the requested file belongs to the process that this one was forked from.
  let isForked: Bool

  /// The path of the file that is written.
  var path: String
  /// Why that is not the requested one; nil if it is, or is in the requested folder.
  var detour: Detour?

  var descriptor: Int32 = -1
  var identity = FileIdentity()
  /// Whether it can be read while it is written, and be shortened.
  var isRegular = false
  /// The copy that will replace it.
  var copy: Copy?

  /// Opens a file for a log.
  ///
  /// A pipe that no process reads stays closed; call ``open()`` again later.
  ///
  /// - Parameters:
  ///   - path: An absolute path.
  ///   - mode: The permissions of a new file.
  ///   - isForked: Whether `path` is the log of the process that this one was forked from.
  /// - Throws: ``RecordingError`` if the file can't be opened.
  init(path: String, mode: mode_t, isForked: Bool = false) throws(RecordingError) {
    (request, self.path, self.mode, self.isForked) = (RecordingPath(text: path), path, mode, isForked)
    try open()
  }

  deinit { close() }

  var isOpen: Bool { descriptor >= 0 }

  func close() {
    dropCopy()
    closeDescriptor()
  }

  /// Closes the file of the parent in a forked child; the parent's own descriptors stay open.
  func abandon() {
    if let copy, copy.isStillMine { copy.close() }
    copy = nil
    closeDescriptor()
    Self.forgetLast()
  }

  private func closeDescriptor() {
    guard descriptor >= 0, isStillMine else { return }
    RecordingFile.close(descriptor)
    descriptor = -1
  }

  /// Writes bytes, and waits while the file accepts none, for as long as `canWait` returns true.
  ///
  /// - Parameters:
  ///   - bytes: Whole lines.
  ///   - canWait: Called every 20 ms and after each piece, with the number of bytes written since the last call.
  /// - Returns: Whether all bytes were written.
  func write(_ bytes: [UInt8], canWait: (Int) -> Bool) -> Written {
    var written = 0
    while written < bytes.count {
      // A program that closes every descriptor, as daemons do, may have reused this one, also during a wait for a pipe.
      guard isStillMine else { return .failed("the program closed the file") }
      let count = bytes.withUnsafeBytes { buffer in
        RecordingFile.write(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...].prefix(1 << 16)))
      }
      if count > 0 {
        written &+= count
        _ = canWait(count)
        continue
      }
      // No file system should write nothing without an error, of which `errno` would be a former one.
      guard count < 0 else { return .failed("nothing was written") }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        guard canWait(0) else { return .none(lines: Self.lines(in: bytes[written...])) }
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        psThreadRests()
        poll(&request, 1, 20)
        psThreadWorks()
      default: return .failed(String(cString: strerror(errno)))
      }
    }
    return .all
  }

  private static func lines(in bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for byte in bytes where byte == 0x0A { count &+= 1 }
    return count
  }

  /// Whether the descriptor still is the file's.
  var isStillMine: Bool { FileIdentity(descriptor: descriptor) == identity }

  // MARK: System calls with the same names

  static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    #if canImport(Glibc)
      let file = Glibc.open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
    #else
      let file = Darwin.open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
    #endif
    // A program that has closed its standard streams will open others in their place.
    guard 0..<3 ~= file, case let high = fcntl(file, F_DUPFD_CLOEXEC, 3), high >= 0 else { return file }
    close(file)
    return high
  }

  static func close(_ file: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(file)
    #else
      _ = Darwin.close(file)
    #endif
  }

  static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #endif
  }
}
