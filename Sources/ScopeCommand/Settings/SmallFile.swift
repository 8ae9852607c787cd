// Reads a small text file: a configuration or a baseline. Owns its size limit and its error messages.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A text file that is read at once.
enum SmallFile {
  /// The maximum size, in bytes.
  static let limit = 64 << 20
  /// How long a pipe may send nothing, in milliseconds.
  private static let patience: Int32 = 10_000

  /// Reads a file.
  ///
  /// Never blocks for long: a FIFO has contents only while some process writes it, so it is refused. The pipe of a shell's `<(…)` is read.
  ///
  /// - Parameter path: The file, `/dev/null`, or a pipe that the process has inherited, such as `/dev/fd/63`.
  /// - Returns: Its text; invalid UTF-8 is repaired.
  /// - Throws: ``Failure`` if the file can't be read, or is larger than ``limit``.
  static func read(_ path: String) throws -> String {
    // Without waiting for the writer of a FIFO.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw Failure(sentence: "can't read \(path): \(errorText()).") }
    defer { close(file) }
    var status = stat()
    fstat(file, &status)
    let isPipe = status.st_mode & S_IFMT == S_IFIFO
    if isPipe && !isInherited(path) { throw Failure(sentence: "can't read \(path): expected a file, found a pipe.") }
    if isatty(file) == 1 { throw Failure(sentence: "can't read \(path): expected a file, found a terminal.") }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      if isPipe, poll(&waiting, 1, patience) == 0 {
        throw Failure(sentence: "can't read \(path): expected a file, found a pipe that sends nothing.")
      }
      #if canImport(Glibc)
        let count = Glibc.read(file, &chunk, chunk.count)
      #else
        let count = Darwin.read(file, &chunk, chunk.count)
      #endif
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(sentence: "can't read \(path): \(errorText()).") }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        throw Failure(sentence: "can't read \(path): expected at most \(limit >> 20) MiB.")
      }
    }
  }

  /// Whether a path names a descriptor of this process.
  private static func isInherited(_ path: String) -> Bool {
    ["/dev/fd/", "/dev/stdin", "/proc/self/fd/"].contains { path.hasPrefix($0) }
  }
}
