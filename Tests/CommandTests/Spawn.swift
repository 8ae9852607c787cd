// Starts the built `pscope` as a process.

import Dispatch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How a process ended and what it wrote.
struct Outcome: Sendable {
  /// The exit code; 128 plus the signal number if a signal ended the process, as in a shell.
  var code: Int32
  var output: [UInt8]
  var errors: String

  var text: String { String(decoding: output, as: UTF8.self) }
}

/// The destination of standard output.
enum OutputTarget: Sendable {
  case kept
  /// A file or device, opened for writing.
  case path(String)
  /// A pipe without a reader.
  case closedPipe
}

/// A temporary folder for one test, removed on deallocation.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "pscope-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder, which need not exist.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file, in a folder that is created if needed, and returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    let parent = URL(filePath: file(name)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file(name)))
    return file(name)
  }

  /// Reads the bytes of a file.
  func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: file(name)))) }

  /// The names of the files in the folder, sorted.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}

/// The path of the `pscope` that was built with these tests, in the folder of the test bundle.
let binary: String = {
  #if os(Linux)
    let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  #else
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath ?? ""
  #endif
  return URL(filePath: bundle).deletingLastPathComponent().appending(path: "pscope").path
}()

/// The environment of every process started here, independent of the terminal, settings, exercises, language and `make` of the caller.
func environment(_ more: [String: String] = [:]) -> [String] {
  let terminal = [
    "NO_COLOR", "COLORFGBG", "COLORTERM", "COLUMNS", "LINES", "TERM", "MFLAGS", "TMUX", "STY", "EDITOR", "VISUAL",
  ]
  var values = ProcessInfo.processInfo.environment.filter {
    !terminal.contains($0.key) && !$0.key.hasPrefix("PROMISESCOPE") && !$0.key.hasPrefix("MAKE")
  }
  values["LC_ALL"] = "C.UTF-8"
  values["XDG_CONFIG_HOME"] = "/nonexistent"
  values["XDG_STATE_HOME"] = "/dev/null"
  values.merge(more) { $1 }
  return values.map { "\($0.key)=\($0.value)" }.sorted()
}

/// Runs `pscope` and waits for it to exit.
///
/// - Parameters:
///   - arguments: The arguments after the name of the command.
///   - input: The standard input.
///   - output: The destination of standard output.
///   - before: A shell command to run first, in the same process.
/// - Throws: An error if the process could not be started.
func pscope(
  _ arguments: String..., input: String = "", output: OutputTarget = .kept, before: String = ":"
) async throws -> Outcome {
  try await run(["sh", "-c", before + #"; exec "$0" "$@""#, binary] + arguments, input: input, output: output)
}

/// Runs any command and waits for it to exit, without blocking a thread of the tests.
///
/// - Parameters:
///   - words: The command, found on `PATH`, and its arguments.
///   - input: The standard input.
///   - output: The destination of standard output.
/// - Throws: An error if the process could not be started.
func run(_ words: [String], input: String = "", output: OutputTarget = .kept) async throws -> Outcome {
  let folder = try Folder()
  let standardInput = try folder.write("in", input)
  var writeEnd: Int32 = -1
  let process = try Spawned("/usr/bin/env", words, environment: environment()) { actions in
    posix_spawn_file_actions_addopen(&actions, 0, standardInput, O_RDONLY, 0)
    switch output {
    case .kept: posix_spawn_file_actions_addopen(&actions, 1, folder.file("out"), O_WRONLY | O_CREAT, 0o600)
    case .path(let path): posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
    case .closedPipe:
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      close(ends[0])
      writeEnd = ends[1]
      posix_spawn_file_actions_adddup2(&actions, writeEnd, 1)
    }
    posix_spawn_file_actions_addopen(&actions, 2, folder.file("err"), O_WRONLY | O_CREAT, 0o600)
  }
  if writeEnd >= 0 { close(writeEnd) }
  let code = await process.end()
  return Outcome(
    code: code, output: (try? folder.read("out")) ?? [],
    errors: String(decoding: try folder.read("err"), as: UTF8.self))
}

/// `POSIX_SPAWN_SETSID`, which the Glibc headers declare only under `_GNU_SOURCE`.
#if canImport(Glibc)
  private let sessionFlag: Int16 = 0x80
#else
  private let sessionFlag: Int16 = 0x400
#endif

struct Spawned: Sendable {
  let pid: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: The arguments after the name of the program.
  ///   - environment: Variables of the form `NAME=value`.
  ///   - newSession: Whether the process leads a new session, so that a terminal it opens becomes its controlling terminal.
  ///   - prepare: Assigns the file descriptors.
  /// - Throws: An error if the process could not be started.
  init(
    _ program: String, _ arguments: [String], environment: [String], newSession: Bool = false,
    prepare: (inout posix_spawn_file_actions_t) -> Void
  ) throws {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Dispatch threads block signals, and a child process inherits the signal mask.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // It also inherits which signals are ignored, as SIGINT is in a job of a shell in the background.
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, flags | (newSession ? sessionFlag : 0))
    prepare(&actions)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var pid: pid_t = 0
    let error = posix_spawn(&pid, program, &actions, &attributes, &words, &variables)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL) }
    self.pid = pid
  }

  /// Waits for the process to exit, without blocking the cooperative thread pool.
  ///
  /// - Returns: The exit code, as in a shell.
  func end() async -> Int32 {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: reap()) }
    }
  }

  /// Waits for the process to exit, without blocking the cooperative thread pool.
  ///
  /// - Returns: The exit code; nil if a signal ended the process.
  func exitCode() async -> Int32? {
    let status = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: wait()) }
    }
    return status & 0x7f == 0 ? (status >> 8) & 0xff : nil
  }

  private func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Blocks until the process exits; call it only once.
  ///
  /// - Returns: The exit code, as in a shell.
  func reap() -> Int32 {
    let status = wait()
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }
}

/// Writes the first lines of a log to a pipe, and waits until its reader has taken them.
///
/// - Throws: An error if the log could not be made.
func writePartOfALog(to pipe: Int32) async throws -> String {
  let log = try await pscope("export", "list-loader", "--virtual").text
  let part = log.split(separator: "\n").prefix(20).joined(separator: "\n") + "\n"
  expectEqual(write(pipe, Array(part.utf8), part.utf8.count), part.utf8.count)
  // The reader has taken the events once the pipe is empty.
  var left: Int32 = 1
  while left > 0 { _ = ioctl(pipe, UInt(FIONREAD), &left) }
  return part
}
