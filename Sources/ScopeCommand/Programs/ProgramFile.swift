// The file of the program that a command starts. Owns finding it as a shell does, and its `#!` line.

import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that can be started.
struct ProgramFile: Equatable {
  /// Its path, which contains a slash.
  let path: String
  /// The words of its `#!` line; empty for a binary.
  let interpreter: [String]

  static var folders: [String] {
    let list = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
    return list.split(separator: ":", omittingEmptySubsequences: false).map { $0.isEmpty ? "." : String($0) }
  }

  /// Finds a program.
  ///
  /// - Parameters:
  ///   - word: The first word of a command: a path, or a name in one of `folders`.
  ///   - folders: The folders to search.
  /// - Throws: ``Failure`` with the exit code of a shell: 127 if there is none, 126 if it can't be started.
  init(_ word: String, in folders: [String] = Self.folders) throws {
    let candidates = word.contains("/") ? [word] : folders.map { "\($0)/\(word)" }
    var refusal: String?
    for path in candidates where !word.isEmpty {
      switch Self.obstacle(path) {
      case nil:
        (self.path, interpreter) = (path, Self.interpreter(of: path))
        return
      case ENOENT?, ENOTDIR?: continue
      case EISDIR?: refusal = "\(Escaping.line(path)) is a folder"
      case let error?: refusal = "can't start \(Escaping.line(path)): \(String(cString: strerror(error)))"
      }
    }
    if let refusal { throw Failure(sentence: "\(refusal).", code: .notStarted) }
    let place = word.contains("/") ? "" : " in the folders of PATH"
    throw Failure(sentence: "'\(Escaping.line(word))' was not found\(place).", code: .notFound)
  }

  /// Why a file can't be started; nil if it can.
  private static func obstacle(_ path: String) -> Int32? {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno }
    if status.st_mode & S_IFMT == S_IFDIR { return EISDIR }
    return access(path, X_OK) == 0 ? nil : errno
  }

  /// The words after `#!` in a file's first line, and behind `env`.
  private static func interpreter(of path: String) -> [String] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = max(0, read(file, &bytes, bytes.count))
    return interpreter(in: bytes[..<count])
  }

  /// The words after `#!` in the first line of a file with these bytes at its start.
  static func interpreter(in bytes: some Sequence<UInt8>) -> [String] {
    let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    guard line.hasPrefix("#!") else { return [] }
    return line.dropFirst(2).split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
