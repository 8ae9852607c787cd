// The private folder that holds the adapters while a program runs: how it is created and removed.
//
// A process that outlives the program may start another Node, which loads its adapter again: a missing file would end it. So a folder stays as
// long as a process has its path in its environment, and a later recording removes it.

import CCarriedFiles
import ChainScreen

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder with the adapters, for its owner only (0700).
///
/// It is in a ``SafeFolder``, because Node and Python load them by their paths; everything else goes through descriptors.
final class AdapterFolder: Sendable {
  /// The path of the folder.
  let path: String
  /// The path of the adapter for Node.
  var node: String { path + "/" + Self.node }
  /// The folder with the adapter for Python, whose `sitecustomize` Python finds by `PYTHONPATH`.
  var python: String { path + "/" + Self.python }

  private let parent: SafeFolder
  private let name: String
  private let descriptor: Int32
  private static let node = "promisescope.cjs"
  private static let (logs, python) = ("logs", "python")
  private static let prefix = "pscope-adapter-"

  /// Creates the folder, and removes those that earlier recordings had to leave.
  ///
  /// It is in the user's runtime folder or the temporary one, if no other user can exchange anything there, and otherwise in one of the system's.
  init() throws {
    (parent, name, descriptor) = try Self.create()
    path = parent.path + "/" + name
    let node = carriedText("adapters/node/\(Self.node)").map { UnsafeRawBufferPointer(start: $0, count: strlen($0)) }
    guard let node, Self.add(node, as: Self.node, to: descriptor), carryPython() else {
      let failure = Self.failure(path)
      remove()
      throw failure
    }
  }

  private func carryPython() -> Bool {
    guard mkdirat(descriptor, Self.python, 0o700) == 0 else { return false }
    let folder = openat(descriptor, Self.python, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    return CarriedFiles.below("adapters/python").allSatisfy { file in
      Self.add(UnsafeRawBufferPointer(file.bytes), as: FolderListing.split(file.path).name, to: folder)
    }
  }

  /// Creates a file that can only be read, with bytes that the command carries.
  private static func add(_ bytes: UnsafeRawBufferPointer, as name: String, to folder: Int32) -> Bool {
    let file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o400)
    guard file >= 0 else { return false }
    defer { close(file) }
    return write(file, bytes.baseAddress, bytes.count) == bytes.count
  }

  private static func create() throws -> (SafeFolder, String, Int32) {
    var failure = Failure(
      sentence: "can't write the adapter: other users can change XDG_RUNTIME_DIR, TMPDIR, /tmp, and /var/tmp.",
      code: .notRecorded)
    let given = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { (name: String) in getenv(name).map { String(cString: $0) } }
    for parent in (given + ["/tmp", "/var/tmp"]).lazy.compactMap(SafeFolder.init) {
      removeLeftovers(in: parent)
      let name = "\(prefix)\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
      if mkdirat(parent.descriptor, name, 0o700) == 0, let folder = privateFolder(name, in: parent) {
        return (parent, name, folder)
      }
      failure = Self.failure(parent.path)
    }
    throw failure
  }

  /// Opens a folder of this user, to which no other user has access; nil for any other.
  private static func privateFolder(_ name: String, in parent: SafeFolder) -> Int32? {
    let folder = openat(parent.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    var status = stat()
    if fstat(folder, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 { return folder }
    close(folder)
    return nil
  }

  private init(_ name: String, in parent: SafeFolder, _ descriptor: Int32) {
    (path, self.parent, self.name, self.descriptor) = ("\(parent.path)/\(name)", parent, name, descriptor)
  }

  deinit { close(descriptor) }

  private static func failure(_ path: String) -> Failure {
    Failure(sentence: "can't write the adapter to \(path): \(errorText()).", code: .notRecorded)
  }

  /// Creates a folder for logs in it, which is removed with it.
  ///
  /// - Returns: Its path, with a slash at its end.
  func makeLogFolder() throws -> String {
    let logs = "\(path)/\(Self.logs)/"
    guard mkdirat(descriptor, Self.logs, 0o700) == 0 else { throw Self.failure(logs) }
    return logs
  }

  func remove() {
    unlinkat(descriptor, Self.node, 0)
    Self.remove(Self.python, in: descriptor)
    Self.remove(Self.logs, in: descriptor)
    unlinkat(parent.descriptor, name, Int32(AT_REMOVEDIR))
  }

  /// Removes a folder with its files, and with the folder in which Python keeps what it has compiled.
  private static func remove(_ name: String, in parent: Int32) {
    let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return }
    if name == python { remove("__pycache__", in: folder) }
    for file in FolderListing.names(at: folder) { unlinkat(folder, file, 0) }
    close(folder)
    unlinkat(parent, name, Int32(AT_REMOVEDIR))
  }

  /// Removes the folder, unless a process may still load the adapter; then a line on standard error says so.
  func removeOrExplain() {
    if removeIfUnused() { return }
    complain("processes that the program started still run, so the adapter stays in \(path) until a later recording.")
  }

  /// Removes the folder, unless a process may still load the adapter.
  func removeIfUnused() -> Bool {
    if Self.isInEnvironments(path) { return false }
    remove()
    return true
  }

  /// Removes the folders of recordings that have ended, if no process uses them anymore.
  private static func removeLeftovers(in parent: SafeFolder) {
    for name in FolderListing.names(at: parent.descriptor) where name.hasPrefix(prefix) {
      guard let owner = Int32(name.dropFirst(prefix.count).prefix { $0 != "-" }), ProgramState.of(owner) == .gone,
        let folder = privateFolder(name, in: parent)
      else { continue }
      _ = AdapterFolder(name, in: parent, folder).removeIfUnused()
    }
  }

  /// Whether a process of this user, other than this one, has a text in the environment that it was started with.
  private static func isInEnvironments(_ text: String) -> Bool {
    let own = "\(getpid())"
    return FolderListing.names(in: "/proc").contains { name in
      guard name != own, name.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
      let file = open("/proc/\(name)/environ", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return false }
      defer { close(file) }
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = read(file, &chunk, chunk.count)
        guard count > 0 else { break }
        bytes += chunk[..<count]
      }
      // Variable by variable, by the C library, because there may be megabytes.
      bytes.append(0)
      return bytes.withUnsafeBufferPointer { bytes in
        var start = 0
        while start < bytes.count, let variable = bytes.baseAddress.map({ UnsafeRawPointer($0 + start) }) {
          let variable = variable.assumingMemoryBound(to: CChar.self)
          if strstr(variable, text) != nil { return true }
          start += strlen(variable) + 1
        }
        return false
      }
    }
  }
}
