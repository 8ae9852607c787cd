// The Node that will run a program. Owns which versions report their promises, and asking a Node for its version.

import PlainText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

struct NodeVersion: Equatable {
  let major: Int
  let minor: Int
  /// As Node prints it, such as `v20.20.2`.
  let text: String

  /// Reads what `node --version` prints, such as `v20.20.2` and a newline; nil for any other text.
  init?(_ output: String) {
    guard let match = output.prefixMatch(of: /v(\d{1,6})\.(\d{1,6})\.\d+[^\s]*/), let major = Int(match.1),
      let minor = Int(match.2)
    else { return nil }
    (self.major, self.minor, text) = (major, minor, String(match.0))
  }

  /// Whether it reports promises: `v8.promiseHooks` exists since 16.14 and 17.1.
  var reportsPromises: Bool { major > 17 || major == 17 && minor >= 1 || major == 16 && minor >= 14 }

  /// Asks the Node that a command will run, if its program tells which one that is.
  ///
  /// - Returns: The version; nil if the command starts something else first.
  /// - Throws: ``Failure`` if there is no Node, or if it reports no promises.
  static func checked(_ words: [String], _ program: ProgramFile) throws -> NodeVersion? {
    let names = [words.first ?? ""] + program.interpreter
    guard let name = names.first(where: Adapter.isNodeProgram) else { return nil }
    let isNode = Adapter.isNode(name)
    let node: ProgramFile
    do {
      node = isNode && name == words.first ? program : try ProgramFile(isNode ? name : "node")
    } catch let error as Failure {
      throw Failure(sentence: "\(Escaping.line(words[0])) needs Node: \(error.sentence)", code: error.code)
    }
    let output = try ChildProcess.output(of: node.path, "--version")
    guard let version = NodeVersion(output) else {
      throw Failure(
        sentence: "\(Escaping.line(node.path)) is not Node: 'v20.20.2' was expected from --version, found "
          + "'\(Escaping.line(String(output.prefix(40).prefix { !$0.isNewline })))'.", code: .notRecorded)
    }
    guard version.reportsPromises else {
      throw Failure(
        sentence: "Node \(version.text) does not report its promises; 16.14, 17.1, and later do.", code: .notRecorded)
    }
    return version
  }
}
