// Where a command's bytes go: standard output, a device, or a file that appears whole or not at all.
//
// Owns writing to a descriptor and what its failures mean. Refuses to know what the bytes say.

import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The reader of a pipe went away: nobody wants the rest, and that is no error.
struct ReaderLeft: Error {}

/// A destination of bytes.
///
/// One thread uses it. A regular file is written under another name beside it and renamed by ``finish()``: whoever opens the destination finds
/// what was there before, or everything. Dropped without `finish`, it leaves nothing behind.
final class Output {
  private let destination: String
  private let temporary: String?
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Bytes handed to the operating system.
  private(set) var written = 0
  /// Whether it was given anything.
  var isBegun: Bool { written > 0 || !buffer.isEmpty }

  private static let bufferSize = 1 << 16

  /// Opens the destination.
  ///
  /// - Parameter path: A file to make or replace, or a device or named pipe to write to; nil or `-` is standard output.
  /// - Throws: ``Failure`` where it can't be opened.
  init(path: String?) throws {
    guard let path, path != "-" else {
      destination = "standard output"
      temporary = nil
      descriptor = STDOUT_FILENO
      return
    }
    // A link stays a link: what it points to is replaced.
    let target = realPath(path) ?? path
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw Failure(sentence: "can't write \(path): expected a file, found a folder.")
    }
    destination = target
    if exists, status.st_mode & S_IFMT != S_IFREG {
      temporary = nil
      descriptor = open(target, O_WRONLY | O_CLOEXEC)
    } else {
      let name = "\(target).\(getpid()).partial"
      temporary = name
      Interruption.removeIfKilled(name)
      descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, exists ? status.st_mode & 0o777 : 0o666)
    }
    guard descriptor >= 0 else { throw Failure(sentence: "can't write \(path): \(errorText()).") }
  }

  deinit {
    guard descriptor != STDOUT_FILENO else { return }
    close(descriptor)
    guard let temporary else { return }
    unlink(temporary)
    Interruption.forget()
  }

  /// Takes text; it reaches the destination at the latest with ``flush()`` or ``finish()``.
  ///
  /// - Throws: As ``flush()``.
  func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Takes bytes, as `write(_:)` takes text.
  ///
  /// - Throws: As ``flush()``.
  func write(_ bytes: some Sequence<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Hands everything taken so far to the operating system.
  ///
  /// - Throws: ``ReaderLeft`` where the pipe's reader is gone; ``Failure`` where the disk is full or broken.
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
        // A terminal or pipe that some other program made non-blocking: wait until it takes more.
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

  /// Completes the output: only now does a file appear under its name.
  ///
  /// - Throws: As ``flush()``.
  func finish() throws {
    try flush()
    guard let temporary else { return }
    // Some file systems notice a full disk only here. Those that can't sync say EINVAL.
    if fsync(descriptor) != 0, errno != EINVAL { throw broken() }
    if rename(temporary, destination) != 0 { throw broken() }
  }

  /// The failure that `errno` tells of.
  private func broken() -> Failure {
    let reason = errorText()
    let rest =
      temporary != nil
      ? "what was there before is untouched"
      : written == 0 ? "nothing was written" : "it has the first \(written) bytes, the rest is missing"
    return Failure(sentence: "can't write \(destination): \(reason); \(rest).")
  }
}

/// The operating system's own words for the last error.
func errorText() -> String { String(cString: strerror(errno)) }

/// A path without links and dots; nil where nothing is there.
private func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}
