// What is attached to, as the command line names it, and which runtime it is.

import ArgumentParser
import PlainText
import ProcessMemory

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A process, or the core file of one.
struct AttachTarget {
  /// As given, for a sentence.
  let word: String
  /// As given: the path of a core file.
  let path: String
  /// The number of the process; nil for a core file.
  let process: Int32?

  /// - Throws: ``Failure`` for a word that is neither a number nor a file.
  init(_ word: String) throws {
    (self.word, path) = (Escaping.line(word), word)
    process = Int32(word).flatMap { $0 > 0 ? $0 : nil }
    guard process == nil else { return }
    guard Int64(word) == nil else {
      throw Failure.notAttached("there is no process \(self.word). 'pscope attach' lists what can be attached to.")
    }
    if access(word, R_OK) != 0 {
      throw Failure.notAttached(
        "expected the number of a process, or a core file, found '\(self.word)'. 'pscope attach' lists what can be attached to."
      )
    }
  }

  /// Its name in a sentence.
  var name: String { process == nil ? word : "process \(word)" }

  /// Refuses a process whose runtime keeps its promises in a way that can't be read.
  func refuseOtherRuntimes() throws {
    if process == getpid() { throw Failure.notAttached("\(name) is this command itself.") }
    guard let process, let status = ProcessStatus(of: process), let runtime = AttachedRuntime(status) else { return }
    if let reason = runtime.refusal { throw Failure.notAttached("\(name) is \(reason)") }
  }
}

/// What runs the program of a process, as far as its executable's name tells.
enum AttachedRuntime: Equatable {
  case node
  case python(version: String)
  case deno, bun, electron
  /// Known only by its memory.
  case swift

  /// nil for a program of which nothing is known.
  init?(_ status: ProcessStatus) {
    guard let path = status.executable else { return nil }
    self.init(executable: path) { access("/proc/\(status.process)/root\($0)", F_OK) == 0 }
  }

  /// - Parameters:
  ///   - path: The executable.
  ///   - exists: Whether there is a file.
  init?(executable path: String, exists: (String) -> Bool) {
    let (folder, name) = FolderListing.split(path)
    switch name {
    case "node", "nodejs": self = .node
    case "deno": self = .deno
    case "bun", "bunx": self = .bun
    case "electron": self = .electron
    case _ where name.hasPrefix("node") && name.dropFirst(4).allSatisfy { $0.isNumber || $0 == "." || $0 == "-" }:
      self = .node
    case _ where name.hasPrefix("python"): self = .python(version: String(name.dropFirst(6)))
    // What every program that is built on Electron has beside its executable.
    case _ where exists(folder + "chrome_100_percent.pak"): self = .electron
    default: return nil
    }
  }

  var name: String {
    switch self {
    case .node: "Node"
    case .python(let version): version.isEmpty ? "Python" : "Python \(version)"
    case .deno: "Deno"
    case .bun: "Bun"
    case .electron: "Electron"
    case .swift: "Swift"
    }
  }

  /// Why its memory can't be read, behind "is"; nil if it can.
  var refusal: String? {
    switch self {
    case .node, .swift: nil
    case .python(let version) where version.isEmpty || version == "3" || Self.readPython.contains(version): nil
    case .python: "\(name); \(Self.otherPython)"
    case .deno: "Deno, which keeps its objects in another form than Node; \(Self.onlyNode)"
    case .bun: "Bun, which has another engine than Node; \(Self.onlyNode)"
    case .electron: "Electron, which keeps its objects in another form than Node; \(Self.onlyNode)"
    }
  }

  private static let onlyNode = "of the runtimes of JavaScript, only Node can be attached to."
  private static let readPython = ["3.12", "3.13", "3.14"]

  /// What to do about a version of Python that can't be read.
  static let otherPython =
    "only CPython 3.12, 3.13, and 3.14 can be attached to. From 3.12 on, a program can be recorded from its start: pscope record -o run.ndjson -- python3 app.py"
}
