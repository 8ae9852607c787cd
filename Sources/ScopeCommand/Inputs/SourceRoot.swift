// A folder below which sources are read. Owns which folders count, and which of their files do.
//
// A log may come from anywhere, so its `sourceRoot` and its call sites are claims: what they name is read only if it is the source of a
// program. Every text below a folder that the command line names may be read.

import CFileTimes
import ChainModel
import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder that contains sources.
struct SourceRoot {
  /// Who says that a folder contains sources.
  enum Origin {
    case named
    /// The current folder, or that of the log.
    case nearby
    /// The log, in its `sourceRoot`.
    case recorded
  }

  /// A file below a folder.
  struct File {
    /// Its absolute path, without symbolic links.
    var path: String
    var text: String
    /// When it was last modified, in nanoseconds since 1970.
    var modified: Int64
  }

  /// The absolute path of the folder, without symbolic links.
  let folder: String
  private let isNamed: Bool

  /// The maximum size of a file, in bytes.
  private static let sizeLimit = 4 << 20
  /// The folders of the system, which contain no program's sources, nor does any folder below them.
  private static let system = ["/boot", "/dev", "/etc", "/private/etc", "/proc", "/run", "/sys"]
  /// The folders of many programs and users, each of which has a folder of its own there.
  private static let shared = [
    "/", "/Users", "/home", "/media", "/mnt", "/opt", "/srv", "/usr", "/usr/lib", "/var", "/var/lib",
  ]

  /// Checks a folder.
  ///
  /// - Returns: nil for one that does not exist. Unless the user names it: also for one of the system's, and for one that a log
  ///   names if it neither belongs to the user nor contains the current folder.
  init?(_ folder: String, _ origin: Origin) {
    var status = stat()
    guard !folder.isEmpty, let real = realPath(folder), stat(real, &status) == 0, status.st_mode & S_IFMT == S_IFDIR
    else { return nil }
    (self.folder, isNamed) = (real, origin == .named)
    guard origin != .named else { return }
    guard !Self.shared.contains(real), !Self.system.contains(where: { Self.contains($0, real) }) else { return nil }
    guard origin == .recorded, status.st_uid != geteuid() else { return }
    guard let current = realPath("."), Self.contains(real, current) else { return nil }
  }

  /// Whether a path is that of a folder, or below it.
  private static func contains(_ folder: String, _ path: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  /// Reads a file; never blocks.
  ///
  /// - Parameter path: Its path: absolute, or relative to the current folder.
  /// - Returns: nil unless it is below the folder, where symbolic links and `..` are resolved, and a regular file of text in
  ///   UTF-8; in a folder that the user did not name, also unless it looks like a source.
  func file(_ path: String) -> File? {
    var status = stat()
    guard let path = realPath(path), Self.contains(folder, path), lstat(path, &status) == 0, isRegular(status) else {
      return nil
    }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // The files of /proc have no size.
    guard fstat(file, &status) == 0, isRegular(status), 1...Self.sizeLimit ~= Int(status.st_size) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard read(file, &bytes, bytes.count) == bytes.count, !bytes.contains(0),
      let text = String(bytes: bytes, encoding: .utf8), isNamed || Self.isSource(path, text)
    else { return nil }
    return File(path: path, text: text, modified: modificationTime(status))
  }

  /// Whether a file is the source of a program, by its ending, or by the interpreter in its first line.
  private static func isSource(_ path: String, _ text: String) -> Bool {
    if SourceIndex.isSource(path) { return true }
    guard text.hasPrefix("#!") else { return false }
    let interpreter = text.prefix { !$0.isNewline }
    return RuntimeProfile.all.flatMap(\.interpreters).contains(where: interpreter.contains)
  }
}
