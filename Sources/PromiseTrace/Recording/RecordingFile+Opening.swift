// Which file a process records to. Owns that no log is lost: those of other processes are never replaced, that of an earlier run only by
// renaming a new file over it, and none in a test run.

import CPromiseRuntime
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension RecordingFile {
  /// Opens the file, unless it is a pipe that no process reads.
  func open() throws(RecordingError) {
    if request.isFolder {
      guard request.createFolder() else { throw error }
      return try createOwn()
    }
    if isForked, !request.isDevice { return try detour(.anotherLog) }
    // Another process may create, replace, or lock the file between two steps.
    for _ in 0..<100 {
      if try openRequested() { return }
    }
    throw RecordingError(path: path, message: "other processes keep replacing the file")
  }

  /// Opens the requested file; returns whether that is done.
  private func openRequested() throws(RecordingError) -> Bool {
    let target = request.target
    let file = RecordingFile.open(path, O_WRONLY | O_NONBLOCK)
    if file < 0 {
      if errno == ENXIO, request.isPipe { return true }
      guard errno == ENOENT, let target else { throw error }
      return try create(target)
    }
    var status = stat()
    fstat(file, &status)
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFIFO else {
      keep(file)
      return true
    }
    let isLocked = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    guard let target, kind == S_IFREG else {
      // A descriptor or a pipe has no name that another file could take.
      if isLocked || isOfFamily(status) {
        RecordingFile.close(file)
        try detour(.anotherLog)
      } else if kind == S_IFIFO || ftruncate(file, 0) == 0 {
        keep(file)
      } else {
        defer { RecordingFile.close(file) }
        throw error
      }
      return true
    }
    guard isLocked || isFile(target, FileIdentity(status)) else {
      RecordingFile.close(file)
      return false
    }
    if isLocked || isOfFamily(status) || TestRun.isLoaded {
      RecordingFile.close(file)
      try detour(isLocked || isOfFamily(status) ? .anotherLog : .testRun)
    } else {
      try replace(file, at: target)
    }
    return true
  }

  /// Creates the file; returns false if another process was faster.
  private func create(_ target: String) throws(RecordingError) -> Bool {
    guard let file = createNew(target) else {
      guard errno == EEXIST else { throw error }
      return false
    }
    // Unlocked for a moment, it may look like the log of an earlier run.
    guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, let identity = FileIdentity(descriptor: file),
      isFile(target, identity)
    else {
      RecordingFile.close(file)
      return false
    }
    keep(file)
    return true
  }

  /// Renames a new file over the log of an earlier run, which the caller has locked; closes that log.
  private func replace(_ former: Int32, at target: String) throws(RecordingError) {
    if let file = createCopy(of: target) {
      if rename(Self.copyName(target), target) == 0 {
        RecordingFile.close(former)
        return keep(file)
      }
      unlink(Self.copyName(target))
      RecordingFile.close(file)
    }
    // The folder accepts no new file, or the file is a mount point.
    guard ftruncate(former, 0) == 0 else {
      defer { RecordingFile.close(former) }
      throw error
    }
    fchmod(former, mode)
    keep(former)
  }

  /// Creates the file that will replace `target`, locked; nil if that is impossible.
  ///
  /// Only the process that has locked `target` may do so. What another one left behind, when it was killed, is removed.
  func createCopy(of target: String) -> Int32? {
    unlink(Self.copyName(target))
    guard let file = createNew(Self.copyName(target)) else { return nil }
    flock(file, LOCK_EX | LOCK_NB)
    return file
  }

  /// `run.ndjson` becomes `.run.ndjson.recording`.
  static func copyName(_ target: String) -> String {
    let start = target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex
    return "\(target[..<start]).\(target[start...]).recording"
  }

  // MARK: Names of the process's own

  private func detour(_ reason: Detour) throws(RecordingError) {
    detour = reason
    try createOwn()
  }

  /// Creates a file whose name has the process's ID, and a number if that exists.
  private func createOwn() throws(RecordingError) {
    for number in 1...10_000 {
      path = request.name(of: getpid(), program: ProgramName.current, number: number)
      if let file = createNew(path) {
        flock(file, LOCK_EX | LOCK_NB)
        return keep(file)
      }
      guard errno == EEXIST else { break }
    }
    throw error
  }

  // MARK: Ownership

  /// The file that this process wrote last, which its next recording may replace.
  private static let lastDevice = Atomic<UInt64>(0)
  private static let lastFile = Atomic<UInt64>(0)

  /// Makes the file that this process wrote its parent's, in a forked child.
  static func forgetLast() { lastFile.store(0, ordering: .relaxed) }

  /// Whether a file is the log of a parent or a child that has ended.
  private func isOfFamily(_ status: stat) -> Bool {
    let isLast =
      Self.lastDevice.load(ordering: .relaxed) == UInt64(truncatingIfNeeded: status.st_dev)
      && Self.lastFile.load(ordering: .relaxed) == UInt64(truncatingIfNeeded: status.st_ino)
    guard psIsLaterInFamily(), status.st_size > 0, !isLast else { return false }
    #if canImport(Glibc)
      return psIsSinceFamily(status.st_mtim)
    #else
      return psIsSinceFamily(status.st_mtimespec)
    #endif
  }

  /// Whether a path names this file.
  func isFile(_ path: String, _ identity: FileIdentity) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && FileIdentity(status) == identity
  }

  /// Creates a file with exactly the requested permissions; nil if it exists, or can't be created.
  private func createNew(_ path: String) -> Int32? {
    let file = RecordingFile.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode)
    guard file >= 0 else { return nil }
    fchmod(file, mode)
    return file
  }

  /// Writes to an open file from now on.
  func keep(_ file: Int32) {
    var status = stat()
    fstat(file, &status)
    (descriptor, identity) = (file, FileIdentity(status))
    isRegular = status.st_mode & S_IFMT == S_IFREG
    Self.lastDevice.store(UInt64(truncatingIfNeeded: status.st_dev), ordering: .relaxed)
    Self.lastFile.store(UInt64(truncatingIfNeeded: status.st_ino), ordering: .relaxed)
  }

  private var error: RecordingError { RecordingError(path: path, message: String(cString: strerror(errno))) }
}
