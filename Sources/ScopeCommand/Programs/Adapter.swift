// What records the promises of a program, and how it is chosen from the command. Owns the choice, which depends on nothing but the words.

import ChainModel
import PlainText

/// What records the promises of a program.
enum Adapter: Equatable {
  /// The adapter for Node that `pscope` carries. A program with our library records itself, too.
  case node
  /// Our library, which the program contains.
  case swift
  /// A file that Node loads before the program.
  case file(String)

  static let names = ["node", "swift"]

  /// Resolves the value of `--adapter`; nil unless it is a name, or the path of a file for Node.
  init?(_ word: String) {
    switch word {
    case "node": self = .node
    case "swift": self = .swift
    default:
      guard [".cjs", ".js"].contains(where: word.hasSuffix) else { return nil }
      self = .file(word)
    }
  }

  var isForNode: Bool { self != .swift }

  // MARK: The choice

  /// Programs that are Node, or that Node runs.
  private static let nodePrograms: Set = runners.union(["tsx", "ts-node"])
  /// Those of them that run the programs of a project.
  static let runners = RunLogs.runners
  /// Shells and the like, whose scripts may start Node.
  private static let launchers: Set = ["sh", "bash", "dash", "ksh", "zsh", "fish", "make", "just"]
  /// The endings of scripts for Node.
  static let nodeEndings = [".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx"]
  /// Programs that run JavaScript, and report no promises.
  private static let silentRuntimes = ["bun": "Bun", "bunx": "Bun", "deno": "Deno"]

  /// Chooses the adapter for a command.
  ///
  /// Node is chosen for its own programs, for a script with a `#!` line that names it, for shells, and for any command with a word that names
  /// it: `env NODE_ENV=test node app.js`, `timeout 9 npm test`.
  static func suited(to words: [String], interpreter: [String] = []) -> Adapter {
    if (words.prefix(1) + interpreter).contains(where: { launchers.contains(name(of: $0)) }) { return .node }
    return (words + interpreter).contains(where: isForNode) ? .node : .swift
  }

  /// The adapter that a command loads itself, as in `python3 adapters/python/promisescope.py app.py`.
  static func loaded(by words: [String]) -> RuntimeProfile.LoadedAdapter? {
    RuntimeProfile.all.lazy.compactMap(\.adapter).first { adapter in words.contains { name(of: $0) == adapter.file } }
  }

  /// The adapter that a command or a `#!` line could have loaded, because it runs programs for it.
  static func missing(from words: [String]) -> RuntimeProfile.LoadedAdapter? {
    RuntimeProfile.all.first { runtime in
      runtime.adapter != nil && words.contains { runtime.interpreters.contains(where: name(of: $0).hasPrefix) }
    }?.adapter
  }

  /// The runtime that a word of a command or of a `#!` line names, if that is one that reports no promises.
  static func silentRuntime(of word: String) -> String? { silentRuntimes[name(of: word)] }

  /// Whether a word of a command is Node itself, also one of several that are installed: `node`, `nodejs`, `node20`, `node-20.1`.
  static func isNode(_ word: String) -> Bool {
    let version = name(of: word).trimmingPrefix("node").trimmingPrefix("js")
    return name(of: word).hasPrefix("node") && version.allSatisfy { $0.isNumber || ".-".contains($0) }
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
