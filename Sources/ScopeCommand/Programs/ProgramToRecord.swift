// A command that is recorded: what records it, and with which environment it starts. Whatever can't work is reported before the program starts.

import PlainText
import PromiseTrace

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A command whose program was found and can be recorded.
struct ProgramToRecord {
  /// The words of the command.
  let words: [String]
  let adapter: Adapter
  private let program: ProgramFile
  private let version: NodeVersion?
  private let python: PythonVersion?
  private let arguments: RecordingArguments

  /// Finds the program, and checks that it can be recorded.
  ///
  /// - Throws: ``Failure`` with the exit code of env(1): 125, 126, or 127.
  init(_ arguments: RecordingArguments) throws {
    (self.arguments, words) = (arguments, arguments.command)
    let chosen = arguments.adapter.flatMap { Adapter($0) }
    if chosen == nil { try Self.refuseSilent(words[0]) }
    program = try ProgramFile(words[0])
    if chosen == nil { try program.interpreter.forEach(Self.refuseSilent) }
    adapter = chosen ?? .suited(to: words, interpreter: program.interpreter)
    version = adapter.isForNode ? try NodeVersion.checked(words, program) : nil
    python = adapter.isForPython ? try PythonVersion.checked(words, program) : nil
    if case .file(let path) = adapter, access(path, R_OK) != 0 {
      throw Failure(sentence: "can't read \(Escaping.line(path)): \(errorText()).", code: .notRecorded)
    }
  }

  private static func refuseSilent(_ word: String) throws {
    guard let runtime = Adapter.silentRuntime(of: word) else { return }
    throw Failure(
      sentence: "\(runtime) does not report its promises, so nothing can be recorded; Node does.", code: .notRecorded)
  }

  /// What records the program, for a sentence.
  var recorder: String {
    let node = version.map { "Node \($0.text)" } ?? "Node"
    return switch adapter {
    case .node: "the adapter for \(node)"
    case .python: "the adapter for \(python.map { "Python \($0.text)" } ?? "Python")"
    case .carried: "the adapters for Node and Python"
    case .swift: "the PromiseScope library that it contains"
    case .file(let path): "\(Escaping.line(path)), loaded by \(node)"
    }
  }

  /// What to report if the program's logs have no promise.
  func withoutPromises(hasLog: Bool) -> String {
    if hasLog || adapter == .swift { return "no promise was recorded." }
    return "nothing was recorded: no process of the program has "
      + (adapter == .python
        ? "run a coroutine of its own, or Python did not load the adapter there: a frozen application ignores PYTHONPATH, as -I, -E, and -S do."
        : "written a log.")
  }

  /// Creates the folder with the adapters, if `pscope` carries what the program needs.
  func makeFolder() throws -> AdapterFolder? {
    [.node, .python, .carried].contains(adapter) ? try AdapterFolder() : nil
  }

  /// The variables with which the program starts.
  ///
  /// - Parameters:
  ///   - target: Where its logs go.
  ///   - folder: The folder with the adapters, if `pscope` carries what the program needs.
  /// - Returns: The values of the variables that a recording needs.
  func variables(_ target: RecordTarget, _ folder: AdapterFolder?) -> [String: String] {
    var variables = ["PROMISESCOPE": target.path, "PROMISESCOPE_SINCE": target.since]
    if let values = arguments.values { variables["PROMISESCOPE_VALUES"] = values.rawValue }
    if let sites = arguments.sites { variables["PROMISESCOPE_SITES"] = sites.rawValue }
    if arguments.lines || arguments.values == .preview { variables["PROMISESCOPE_LINES"] = "1" }
    if arguments.packages { variables["PROMISESCOPE_PACKAGES"] = "1" }
    if adapter.isForPython, let folder {
      let former = getenv("PYTHONPATH").map { String(cString: $0) } ?? ""
      variables["PYTHONPATH"] = former.isEmpty ? folder.python : "\(folder.python):\(former)"
    }
    var path = adapter.isForNode ? folder?.node : nil
    if case .file(let given) = adapter, let real = realpath(given, nil) {
      path = String(cString: real)
      free(real)
    }
    if let path {
      let former = getenv("NODE_OPTIONS").map { String(cString: $0) }
      variables["NODE_OPTIONS"] = RecordedEnvironment.nodeOptions(
        loading: path, after: former, for: words, log: target.path)
    }
    return variables
  }

  /// Whether the program only starts others, which are more interesting.
  var startsOthers: Bool { Adapter.runners.contains(Adapter.name(of: words[0])) }

  /// Starts the program that the command line of this process names.
  ///
  /// - Parameters:
  ///   - variables: What ``variables(_:_:)`` returned.
  ///   - input: Its standard input; nil for that of this process.
  /// - Throws: ``Failure`` if the system can't start it.
  func start(_ variables: [String: String], input: Int32? = nil) throws -> ChildProcess {
    // The words byte for byte, which need not be text: the last ones of this process.
    let all = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return try ChildProcess(
      program.path, Array(all.suffix(words.count)), variables: variables,
      descriptors: input.map { [$0, STDOUT_FILENO, STDERR_FILENO] })
  }

  /// Starts the program with the words that were given, which are text.
  ///
  /// - Parameters:
  ///   - variables: What ``variables(_:_:)`` returned.
  ///   - descriptors: Its standard descriptors; nil for those of this process.
  /// - Throws: ``Failure`` if the system can't start it.
  func startWords(_ variables: [String: String], descriptors: [Int32]? = nil) throws -> ChildProcess {
    let words = words.map { strdup($0) }
    defer { for word in words { free(word) } }
    return try ChildProcess(program.path, words, variables: variables, descriptors: descriptors)
  }
}
