// The file of a recording: a regular file, a pipe or a device.
//
// Owns opening it without blocking, protecting another process's log from being overwritten, and writing with a bounded wait. Does not
// know what is written.

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
/// Not thread-safe: once the recording's thread runs, only that thread uses it.
final class RecordingFile {
  /// The result of a write.
  enum Written: Equatable {
    case all
    /// The file accepted no more in time. `lines` lines are missing in it; one of them may be there in part.
    case none(lines: Int)
    /// Writing failed, with the operating system's message.
    case failed(String)
  }

  /// The path of the file that is written, which differs from the requested one if that is another process's log.
  private(set) var path: String
  /// Whether ``path`` is the requested one.
  private(set) var isAsAsked = true

  private var descriptor: Int32 = -1
  private var identity: (device: dev_t, file: ino_t) = (0, 0)

  /// Opens a file for a log and truncates it.
  ///
  /// A pipe that no process reads stays closed; call ``open()`` again later.
  ///
  /// - Parameters:
  ///   - path: An absolute path.
  ///   - isForked: Whether `path` is the log of the process that this one was forked from.
  /// - Throws: ``RecordingError`` if the file can't be opened.
  init(path: String, isForked: Bool = false) throws(RecordingError) {
    self.path = path
    if isForked { takeOwnName() }
    try open()
  }

  deinit { close() }

  var isOpen: Bool { descriptor >= 0 }

  /// Opens the file, unless it is a pipe that no process reads.
  func open() throws(RecordingError) {
    while true {
      let file = RecordingFile.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o644)
      if file < 0, errno == ENXIO, isPipe { return }
      guard file >= 0 else { throw error }
      var status = stat()
      fstat(file, &status)
      let kind = status.st_mode & S_IFMT
      if kind == S_IFREG || kind == S_IFIFO, isTaken(file, status) {
        RecordingFile.close(file)
        guard isAsAsked else { throw RecordingError(path: path, message: "another process records to it") }
        takeOwnName()
        continue
      }
      if kind == S_IFREG, ftruncate(file, 0) != 0 {
        defer { RecordingFile.close(file) }
        throw error
      }
      (descriptor, identity) = (file, (status.st_dev, status.st_ino))
      return
    }
  }

  /// Closes the file.
  ///
  /// In a forked child, the parent's descriptor stays open.
  func close() {
    guard descriptor >= 0, isStillMine else { return }
    RecordingFile.close(descriptor)
    descriptor = -1
  }

  /// Updates the file's modification time.
  ///
  /// If the program hangs and is killed, that time shows how long it lived after its last event.
  func touch() {
    guard descriptor >= 0, isStillMine, !isPipe else { return }
    futimens(descriptor, nil)
  }

  /// Writes bytes, and waits while the file accepts none, for as long as `canWait` returns true.
  ///
  /// - Parameters:
  ///   - bytes: Whole lines.
  ///   - canWait: Called every 20 ms and after each piece, with the number of bytes written since the last call.
  /// - Returns: Whether all bytes were written.
  func write(_ bytes: [UInt8], canWait: (Int) -> Bool) -> Written {
    // A program that closes every descriptor, as daemons do, may have reused this one.
    guard isStillMine else { return .failed("the program closed the file") }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        RecordingFile.write(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...].prefix(1 << 16)))
      }
      if count > 0 {
        written += count
        _ = canWait(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        guard canWait(0) else { return .none(lines: bytes[written...].count { $0 == 0x0A }) }
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        psThreadRests()
        poll(&request, 1, 20)
        psThreadWorks()
      default: return .failed(String(cString: strerror(errno)))
      }
    }
    return .all
  }

  // MARK: Ownership of the file

  /// Whether the file is another process's log: of one that is still recording, or of a parent or child that has ended.
  private func isTaken(_ file: Int32, _ status: stat) -> Bool {
    if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return true }
    guard isAsAsked, psIsLaterInFamily(), status.st_size > 0 else { return false }
    #if canImport(Glibc)
      return psIsSinceFamily(status.st_mtim)
    #else
      return psIsSinceFamily(status.st_mtimespec)
    #endif
  }

  /// `run.ndjson` becomes `run.PID.ndjson`.
  private func takeOwnName() {
    isAsAsked = false
    path = RecordingFile.name(path, of: getpid())
  }

  static func name(_ path: String, of process: Int32) -> String {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let file = path[folder.endIndex...]
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return "\(path).\(process)" }
    return "\(folder)\(file[..<dot]).\(process)\(file[dot...])"
  }

  private var isStillMine: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_dev == identity.device && status.st_ino == identity.file
  }

  private var isPipe: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  private var error: RecordingError { RecordingError(path: path, message: String(cString: strerror(errno))) }

  // MARK: System calls with the same names

  private static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, flags, mode)
    #else
      Darwin.open(path, flags, mode)
    #endif
  }

  private static func close(_ file: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(file)
    #else
      _ = Darwin.close(file)
    #endif
  }

  private static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #endif
  }
}
