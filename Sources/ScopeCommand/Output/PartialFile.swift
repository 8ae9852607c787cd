// The unfinished file beside the file that an output is to become. Owns its name, and removes those that a killed process has left.

import ChainScreen

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum PartialFile {
  private static let ending = ".partial"

  /// Creates the file of this process, and removes the abandoned ones of the same destination.
  ///
  /// - Returns: The path of the unfinished file and its descriptor, which is negative if it could not be created; `errno` says why.
  static func create(for target: String, permissions: mode_t) -> (path: String, descriptor: Int32) {
    removeAbandoned(of: target)
    let path = "\(target).\(getpid())\(ending)"
    // An earlier process with this ID may have left one. Whatever appears under the name after that is not written to.
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions)
    // Shows processes in other PID namespaces, such as containers that share the folder, that it is in use.
    if descriptor >= 0 {
      _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }
    return (path, descriptor)
  }

  /// Removes the unfinished files of a destination whose processes no longer exist.
  private static func removeAbandoned(of target: String) {
    let (folder, name) = FolderListing.split(target)
    for file in FolderListing.names(in: folder) {
      guard let pid = process(of: file, for: name), ProgramState.of(pid) == .gone else { continue }
      removeUnlessLocked(folder + file)
    }
  }

  /// The process that an unfinished file of a name belongs to; nil for any other file.
  static func process(of file: String, for name: String) -> pid_t? {
    // Compared by bytes: strings that are equal in Unicode can be the names of two files.
    let (bytes, start) = (Array(file.utf8), Array("\(name).".utf8))
    guard bytes.starts(with: start), bytes.count > start.count + ending.utf8.count,
      bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    else { return nil }
    let digits = String(decoding: bytes[start.count..<bytes.count - ending.utf8.count], as: UTF8.self)
    guard let pid = pid_t(digits), pid > 0, String(pid) == digits else { return nil }
    return pid
  }

  private static func removeUnlessLocked(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, isRegular(status) else { return }
    // A file system without locks leaves the decision to the process table.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return }
    unlink(path)
  }
}
