// The names of logs: `run.ndjson` as requested, `run.PID.ndjson` beside it, and `PROGRAM.PID.ndjson` in a folder. Opens no file.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A path as a recording requests it: of a file, or of a folder that receives a file per process.
struct RecordingPath: Sendable {
  let text: String

  /// Whether this is a folder: it ends with a slash, or exists.
  var isFolder: Bool { text.utf8.last == UInt8(ascii: "/") || kind == S_IFDIR }

  /// Whether this is a pipe.
  var isPipe: Bool { kind == S_IFIFO }

  /// Whether this is neither missing nor anything that could hold a log: a device.
  var isDevice: Bool { ![nil, S_IFREG, S_IFIFO, S_IFDIR].contains(kind) }

  private var kind: mode_t? {
    var status = stat()
    return stat(text, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// The name of a file that belongs to one process, beside the requested one or in the folder.
  ///
  /// - Parameters:
  ///   - process: The process's ID.
  ///   - program: The program's name, for a folder.
  ///   - number: 1, or more if the names with lower numbers are taken.
  /// - Returns: The path, such as `/tmp/run.77.ndjson`, and `/tmp/run.77.2.ndjson`.
  func name(of process: Int32, program: String, number: Int) -> String {
    let suffix = number > 1 ? "\(process).\(number)" : "\(process)"
    if isFolder {
      let folder = text.utf8.last == UInt8(ascii: "/") ? text : text + "/"
      return "\(folder)\(Self.fileName(of: program)).\(suffix).ndjson"
    }
    let start = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    guard let dot = text[start...].lastIndex(of: "."), dot != start else { return "\(text).\(suffix)" }
    return "\(text[..<dot]).\(suffix)\(text[dot...])"
  }

  /// A program's name without what a file's name can't contain, or a terminal should not show.
  private static func fileName(of program: String) -> String {
    var name = String.UnicodeScalarView()
    for scalar in program.unicodeScalars.prefix(50) {
      name.append(scalar == "/" || scalar.properties.generalCategory == .control ? "_" : scalar)
    }
    return name.isEmpty ? "program" : String(name)
  }

  /// Creates the folder, and those that it is in, for this user only.
  ///
  /// - Returns: Whether it exists now; if not, `errno` says why.
  func createFolder() -> Bool {
    if mkdir(text, 0o700) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT else { return false }
    for index in text.indices.dropFirst() where text[index] == "/" {
      guard mkdir(String(text[..<index]), 0o700) == 0 || errno == EEXIST else { return false }
    }
    return mkdir(text, 0o700) == 0 || errno == EEXIST
  }

  /// The path behind the symbolic links at the end of this one, which need not exist.
  ///
  /// - Returns: The path; nil if it names an open descriptor of this process, such as `/dev/fd/3`.
  var target: String? {
    var path = text
    for _ in 0..<40 {
      let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
      guard let folder = Self.real(String(path[..<start])) else { return path }
      if folder == "/dev/fd" || folder.hasPrefix("/proc/") { return nil }
      guard let link = Self.link(at: path) else { return path }
      path = link.utf8.first == UInt8(ascii: "/") ? link : folder + "/" + link
    }
    return path
  }

  private static func real(_ folder: String) -> String? {
    guard let path = realpath(folder, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  private static func link(at path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count).lazy.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}

/// The program that runs tests.
enum TestRun {
  /// Whether a library for tests is loaded: XCTest or Testing, which PromiseTesting imports as well.
  ///
  /// Asks the runtime for a type of each, which finds libraries that are linked in either way, or loaded later.
  static var isLoaded: Bool { _typeByName("6XCTest0A4CaseC") != nil || _typeByName("7Testing4TestV") != nil }
}
