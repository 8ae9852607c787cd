// What records the promises of a program, and how it is chosen from the command, by nothing but the words.

import PlainText

/// What records the promises of a program.
enum Adapter: Equatable {
  /// The adapter for Node that `pscope` carries. A program with our library records itself, too.
  case node
  /// The adapter for Python that `pscope` carries.
  case python
  /// Both of them, for a command that may start either.
  case carried
  /// Our library, which the program contains.
  case swift
  /// A file that Node loads before the program.
  case file(String)

  static let names = ["node", "python", "swift"]

  /// Resolves the value of `--adapter`; nil unless it is a name, or the path of a file for Node.
  init?(_ word: String) {
    switch word {
    case "node": self = .node
    case "python": self = .python
    case "swift": self = .swift
    default:
      guard [".cjs", ".js"].contains(where: word.hasSuffix) else { return nil }
      self = .file(word)
    }
  }

  var isForNode: Bool { ![.swift, .python].contains(self) }
  var isForPython: Bool { [.python, .carried].contains(self) }

  // MARK: The choice

  /// Programs that are Node, or that Node runs.
  private static let nodePrograms: Set = runners.union(["tsx", "ts-node"])
  /// Those of them that run the programs of a project.
  static let runners = RunLogs.runners
  /// Programs that are Python's, or that start programs of a Python project.
  private static let pythonPrograms: Set = [
    "celery", "coverage", "daphne", "dramatiq", "fastapi", "gunicorn", "hatch", "hypercorn", "ipython", "nox", "pdm",
    "pipenv",
    "poetry", "pytest", "scrapy", "tox", "uv", "uvicorn", "uvx",
  ]
  /// Shells and the like, whose scripts may start Node or Python.
  private static let launchers: Set = ["sh", "bash", "dash", "ksh", "zsh", "fish", "make", "just"]
  /// The endings of scripts for Node.
  static let nodeEndings = [".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx"]
  /// Programs that run JavaScript, and report no promises.
  private static let silentRuntimes = ["bun": "Bun", "bunx": "Bun", "deno": "Deno"]

  /// Chooses the adapter for a command.
  ///
  /// Node or Python is chosen for its own programs, for a script with a `#!` line that names it, and for any command with a word that names
  /// it: `env NODE_ENV=test node app.js`, `timeout 9 npm test`. Shells may start either.
  static func suited(to words: [String], interpreter: [String] = []) -> Adapter {
    if let first = words.first, isPythonProgram(first) { return .python }
    if (words.prefix(1) + interpreter).contains(where: { launchers.contains(name(of: $0)) }) { return .carried }
    if interpreter.contains(where: isPython) { return .python }
    let all = words + interpreter
    if all.contains(where: isForNode) { return .node }
    return all.contains { isPythonProgram($0) || $0.count > 3 && $0.hasSuffix(".py") } ? .python : .swift
  }

  /// The runtime that a word of a command or of a `#!` line names, if that is one that reports no promises.
  static func silentRuntime(of word: String) -> String? { silentRuntimes[name(of: word)] }

  /// Whether a word of a command is Node itself, also one of several that are installed: `node`, `nodejs`, `node20`, `node-20.1`.
  static func isNode(_ word: String) -> Bool {
    let version = name(of: word).trimmingPrefix("node").trimmingPrefix("js")
    return name(of: word).hasPrefix("node") && version.allSatisfy { $0.isNumber || ".-".contains($0) }
  }

  /// Whether a word of a command is Python itself: `python`, `python3`, `python3.13`.
  static func isPython(_ word: String) -> Bool {
    let version = name(of: word).trimmingPrefix("python")
    return name(of: word).hasPrefix("python") && version.allSatisfy { $0.isNumber || ".-t".contains($0) }
  }

  private static func isPythonProgram(_ word: String) -> Bool {
    isPython(word) || pythonPrograms.contains(name(of: word))
  }

  /// Whether it is Node, or a program that Node runs.
  static func isNodeProgram(_ word: String) -> Bool { isNode(word) || nodePrograms.contains(name(of: word)) }

  /// Whether a word of a `#!` line or of a command is a program or a script for Node.
  private static func isForNode(_ word: String) -> Bool {
    isNodeProgram(word) || nodeEndings.contains { word.count > $0.count && word.hasSuffix($0) }
  }

  /// The last part of a path.
  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
