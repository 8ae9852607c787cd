// A temporary folder for the files of one run.
//
// Removed when the run ends, or when the program exits during a run. If the program is killed, the next run of any program that uses
// such folders removes it: a file lock, which ends with its process, shows that the folder is no longer in use.

import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A new folder among the system's temporary ones.
///
/// Any thread may call it.
final class TemporaryFolder: Sendable {
  private static let prefix = "promisescope-run-"
  private static let lockName = "lock"
  /// The folders to remove if the program exits now.
  private static let inUse = Mutex<Set<String>>([])
  private static let removesAtExit: Bool = atexit { TemporaryFolder.removeAll() } == 0

  /// The folder's path.
  let path: String
  /// Holds the lock for as long as the folder is in use.
  private let lock: Int32

  /// Creates a folder, and removes those of programs that were killed.
  ///
  /// - Throws: An error of the file system.
  init(in parent: String = FileManager.default.temporaryDirectory.path) throws {
    Self.sweep(parent)
    path = parent + "/" + Self.prefix + UUID().uuidString
    // Other users of the machine must not read the files.
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // Locked before it gets its name, so that no other process finds an unlocked file of that name.
    let young = path + "/young"
    lock = Self.openFile(young, O_RDWR | O_CREAT | O_CLOEXEC)
    if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 { rename(young, path + "/" + Self.lockName) }
    _ = Self.removesAtExit
    Self.inUse.withLock { _ = $0.insert(path) }
  }

  deinit { remove() }

  /// Makes an empty file that only its owner may read and write; SQLite gives its journals the same permissions.
  ///
  /// - Returns: Its path.
  /// - Throws: An error of the file system.
  func makeFile(_ name: String) throws -> String {
    let file = path + "/" + name
    let descriptor = Self.openFile(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    close(descriptor)
    return file
  }

  /// Removes the folder and its contents; a second call has no effect.
  func remove() {
    guard Self.inUse.withLock({ $0.remove(path) }) != nil else { return }
    try? FileManager.default.removeItem(atPath: path)
    if lock >= 0 { close(lock) }
  }

  private static func removeAll() {
    for path in inUse.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Removes the folders whose lock no process holds.
  ///
  /// Keeps a folder without a lock file, which is being created or does not belong to this program.
  private static func sweep(_ parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = parent + "/" + name
      let lock = openFile(path + "/" + lockName, O_RDWR | O_CLOEXEC)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: path) }
      close(lock)
    }
  }

  private static func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }
}
