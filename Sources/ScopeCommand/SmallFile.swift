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

  /// Reads a file.
  ///
  /// - Parameter path: The file, or `/dev/null` or a pipe.
  /// - Returns: Its text; invalid UTF-8 is repaired.
  /// - Throws: ``Failure`` if the file can't be read, or is larger than ``limit``.
  static func read(_ path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure(sentence: "can't read \(path): \(errorText()).") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
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
}
