// The output of a command: standard output, a device, or a file that is replaced atomically.
//
// Owns writing to a file descriptor and reporting write errors. Does not know what the bytes mean.

import PlainText
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Thrown when the reader of a pipe has closed it, which is not an error.
struct ReaderLeft: Error {}

/// Whether an output would replace the log that is read, however both are named.
///
/// - Parameters:
///   - log: The path of the log, or `-` for standard input.
///   - path: The path of the output; `-` for standard output.
/// - Returns: Whether both are the same regular file.
func replaces(_ log: String, by path: String) -> Bool {
  var (read, written) = (stat(), stat())
  return path != "-" && (log == "-" ? fstat(STDIN_FILENO, &read) : stat(log, &read)) == 0 && stat(path, &written) == 0
    && read.st_mode & S_IFMT == S_IFREG && read.st_dev == written.st_dev && read.st_ino == written.st_ino
}

/// Refuses to replace a log that is read.
///
/// - Parameters:
///   - log: The path of the log, or `-` for standard input.
///   - path: The path of the output; `-` for standard output.
/// - Throws: ``Failure`` if both are the same regular file, however they are named.
func refuseReplacing(_ log: String, by path: String) throws {
  guard replaces(log, by: path) else { return }
  throw Failure(
    sentence: "will not overwrite \(Escaping.line(path)): it is the log being read.",
    onScreen: .cannotWrite(Escaping.line(path), Text("it is the log that is shown", "它就是正在显示的日志")))
}

/// A destination for bytes.
///
/// Must be used from one thread. A regular file is written under a temporary name beside it and renamed by ``finish()``, so
/// that the destination always holds either the previous contents or the complete output. Without `finish`, deallocation
/// removes the temporary file.
final class Output {
  private let destination: String
  private let temporary: String?
  /// Whether the destination existed before.
  private let replaces: Bool
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var lines: LineGuard?
  /// The number of bytes written to the file descriptor.
  private(set) var written = 0
  /// Whether any bytes have been written or buffered.
  var isBegun: Bool { written > 0 || !buffer.isEmpty }

  private static let bufferSize = 1 << 16

  /// Opens the destination.
  ///
  /// - Parameters:
  ///   - path: A file to create or replace, or a device or named pipe to write to; nil or `-` is standard output.
  ///   - isData: Whether every byte is written as it is. In text, no line can be a command to the CI service that reads it.
  ///   - mayWait: Whether opening a named pipe waits for its reader, and writing to it for the reader to read; if not, it is refused.
  /// - Throws: ``Failure`` if the destination can't be opened.
  init(path: String?, isData: Bool = false, mayWait: Bool = true) throws {
    lines = isData ? nil : LineGuard()
    guard let path, path != "-" else {
      destination = "standard output"
      temporary = nil
      replaces = false
      descriptor = STDOUT_FILENO
      return
    }
    // A symbolic link is preserved: its target is replaced.
    let target = realPath(path) ?? path
    var status = stat()
    let exists = stat(target, &status) == 0
    replaces = exists
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw Failure(
        sentence: "can't write \(path): expected a file, found a folder.",
        onScreen: .cannotWrite(path, Text("it is a folder", "它是一个文件夹")))
    }
    if exists, status.st_mode & S_IFMT == S_IFIFO, !mayWait {
      throw Failure(
        sentence: "can't write \(path): expected a file, found a named pipe.",
        onScreen: .cannotWrite(path, Text("it is a named pipe, not a file", "它是一个命名管道，不是文件")))
    }
    destination = target
    if exists, status.st_mode & S_IFMT != S_IFREG {
      temporary = nil
      descriptor = try Self.openDevice(target, isPipe: status.st_mode & S_IFMT == S_IFIFO)
    } else {
      let permissions = exists ? status.st_mode & 0o777 : 0o666
      let name: String
      (name, descriptor) = PartialFile.create(for: target, permissions: permissions)
      temporary = name
      if descriptor >= 0 {
        Interruption.removeIfKilled(name)
        // Without the umask, which applies to new files only.
        if exists { fchmod(descriptor, permissions) }
      }
    }
    guard descriptor >= 0 else {
      throw Failure(
        sentence: "can't write \(path): \(errorText()).", onScreen: .cannotWrite(path, .lastError))
    }
  }

  /// Opens a device or a pipe; waits for a reader of the pipe, or for a signal.
  private static func openDevice(_ path: String, isPipe: Bool) throws -> Int32 {
    #if canImport(Glibc)
      let open = { Glibc.open(path, O_WRONLY | O_CLOEXEC | $0) }
    #else
      let open = { Darwin.open(path, O_WRONLY | O_CLOEXEC | $0) }
    #endif
    guard isPipe else { return open(0) }
    while true {
      let descriptor = open(O_NONBLOCK)
      if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
      guard descriptor < 0, errno == ENXIO else { return descriptor }
      if Interruption.signal != nil { throw ReaderLeft() }
      usleep(5_000)
    }
  }

  deinit {
    guard descriptor >= 0, descriptor != STDOUT_FILENO else { return }
    close(descriptor)
    guard let temporary else { return }
    unlink(temporary)
    Interruption.forget()
  }

  /// Buffers text, which reaches the destination with ``flush()`` or ``finish()`` at the latest.
  func write(_ text: String) throws { try write(text.utf8) }

  /// Buffers bytes, which reach the destination with ``flush()`` or ``finish()`` at the latest.
  func write(_ bytes: some Sequence<UInt8>) throws {
    if lines == nil { buffer.append(contentsOf: bytes) } else { lines?.append(bytes, to: &buffer) }
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes the buffered bytes to the file descriptor.
  ///
  /// - Throws: ``ReaderLeft`` if the reader of the pipe has closed it; ``Failure`` for any other write error.
  func flush() throws {
    var start = 0
    while start < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        #if canImport(Glibc)
          Glibc.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
        #else
          Darwin.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
        #endif
      }
      if count >= 0 {
        start += count
        written += count
      } else if errno == EAGAIN {
        // Another program made this terminal or pipe non-blocking: wait until it accepts more.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno == EPIPE {
        throw ReaderLeft()
      } else if errno != EINTR {
        throw broken()
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Completes the output and moves a file to its destination.
  func finish() throws {
    lines?.finish(into: &buffer)
    try flush()
    guard let temporary else { return }
    // Some file systems detect a full disk only here. Those that can't sync report EINVAL.
    if fsync(descriptor) != 0, errno != EINVAL { throw broken() }
    if rename(temporary, destination) != 0 { throw broken() }
  }

  /// The failure described by `errno`.
  private func broken() -> Failure {
    let (reason, why) = (errorText(), Text.lastError)
    let rest =
      temporary != nil
      ? replaces ? "its previous contents are unchanged" : "no file was written"
      : written == 0 ? "nothing was written" : "only the first \(written) bytes were written"
    return Failure(
      sentence: "can't write \(destination): \(reason); \(rest).", onScreen: .cannotWrite(destination, why))
  }
}

extension Text {
  /// Why a path can't be written, for the screen.
  static func cannotWrite(_ path: String, _ reason: Text) -> Text {
    Text("Can't write \(path): \(reason.english).", "无法写入 \(path)：\(reason.chinese)。")
  }

  /// The last error of the operating system.
  fileprivate static var lastError: Text {
    switch errno {
    case ENOENT, ENOTDIR: Text("there is no such folder", "没有这个文件夹")
    case EACCES, EPERM: Text("permission denied", "没有权限")
    case ENOSPC: Text("the disk is full", "磁盘已满")
    case EROFS: Text("the file system is read-only", "文件系统是只读的")
    default: Text(errorText(), errorText())
    }
  }
}

/// The message of the operating system for the last error.
func errorText() -> String { String(cString: strerror(errno)) }

/// The path with symbolic links and dots resolved; nil if the file does not exist.
func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// The folder of a path.
///
/// `NSString.deletingLastPathComponent` traps for a path of one character.
func parentFolder(of path: String) -> String {
  guard let end = path.lastIndex(of: "/") else { return "." }
  return end == path.startIndex ? "/" : String(path[..<end])
}
