// The private folder that holds the adapter while a program runs. Owns creating and removing it.
//
// A process that outlives the program may start another Node, which loads the adapter again: a missing file would end it. So a folder stays as
// long as a process has its path in its environment, and a later recording removes it.

import CCarriedFiles
import ChainScreen

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder with the adapter, for its owner only (0700).
struct AdapterFolder {
  /// The path of the folder.
  let path: String
  /// The path of the adapter.
  var adapter: String { path + "/" + Self.file }

  private static let file = "promisescope.cjs"
  private static let prefix = "pscope-adapter-"

  /// Where folders for a short time belong: the user's runtime folder, or the temporary one.
  private static var parent: String {
    for name in ["XDG_RUNTIME_DIR", "TMPDIR"] {
      guard let value = getenv(name).map({ String(cString: $0) }), value.hasPrefix("/"), access(value, W_OK | X_OK) == 0
      else { continue }
      return value
    }
    return "/tmp"
  }

  /// Creates the folder, and removes those that earlier recordings had to leave.
  ///
  /// - Throws: ``Failure`` if that is impossible.
  init() throws {
    let parent = Self.parent
    Self.removeLeftovers(in: parent)
    var template = Array("\(parent)/\(Self.prefix)\(getpid())-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.failure(parent) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let descriptor = open(adapter, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o400)
    defer { if descriptor >= 0 { close(descriptor) } }
    let text = carriedText("adapters/node/promisescope.cjs")
    guard descriptor >= 0, let text, write(descriptor, text, strlen(text)) == strlen(text) else {
      let failure = Self.failure(path)
      remove()
      throw failure
    }
  }

  private static func failure(_ path: String) -> Failure {
    Failure(sentence: "can't write the adapter to \(path): \(errorText()).", code: .notRecorded)
  }

  /// Creates a folder for logs in it, which is removed with it.
  ///
  /// - Returns: Its path, with a slash at its end.
  /// - Throws: ``Failure`` if that is impossible.
  func makeLogFolder() throws -> String {
    guard mkdir(logs, 0o700) == 0 else { throw Self.failure(logs) }
    return logs
  }

  private var logs: String { path + "/logs/" }

  /// Removes the folder.
  func remove() {
    unlink(adapter)
    for name in FolderListing.names(in: logs) { unlink(logs + name) }
    rmdir(logs)
    rmdir(path)
  }

  /// Removes the folder, unless a process may still load the adapter; then a line on standard error says so.
  func removeOrExplain() {
    if removeIfUnused() { return }
    complain("processes that the program started still run, so the adapter stays in \(path) until a later recording.")
  }

  /// Removes the folder, unless a process may still load the adapter.
  ///
  /// - Returns: Whether it is gone.
  func removeIfUnused() -> Bool {
    if Self.isInEnvironments(path) { return false }
    remove()
    return true
  }

  /// Removes the folders of recordings that have ended, if no process uses them anymore.
  private static func removeLeftovers(in parent: String) {
    for name in FolderListing.names(in: parent) where name.hasPrefix(prefix) {
      let folder = AdapterFolder(path: "\(parent)/\(name)")
      let owner = name.dropFirst(prefix.count).prefix { $0 != "-" }
      var status = stat()
      guard lstat(folder.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
        let owner = Int32(owner), ProgramState.of(owner) == .gone
      else { continue }
      _ = folder.removeIfUnused()
    }
  }

  private init(path: String) { self.path = path }

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
      return bytes.firstRange(of: text.utf8) != nil
    }
  }
}
