// A YAML file whose every node knows its line. Owns the form of errors, `file:line: expected …, found …`. Does not know what the file
// means.

import Lessons
import Yams

struct YAMLDocument {
  /// The path of the file, for messages.
  let path: String
  /// The value of the file; nil if it is empty.
  let root: Node?

  /// Parses a text.
  ///
  /// - Throws: ``Failure`` for a syntax error, or a file that is too large.
  init(_ text: String, path: String) throws {
    self.path = path
    if let line = YAMLSize.lineBeyond(text) { throw Failure(sentence: "\(path):\(line): \(YAMLSize.expectation).") }
    do {
      root = try Yams.compose(yaml: text)
    } catch let error as YamlError {
      switch error {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        throw Failure(sentence: "\(path):\(mark.line): not valid YAML: \(problem).")
      case .duplicatedKeysInMapping(let duplicates, let context):
        let names = duplicates.sorted().map { "'\($0)'" }.joined(separator: ", ")
        throw Failure(sentence: "\(path):\(context.mark.line): expected each key once, found \(names) more than once.")
      default: throw Failure(sentence: "\(path): not valid YAML: \(error).")
      }
    }
  }

  /// An error at a node.
  func failure(_ node: Node?, _ sentence: String) -> Failure {
    let end = sentence.hasSuffix("?") ? "" : "."
    return Failure(sentence: "\(path):\(node?.mark?.line ?? 1): \(sentence)\(end)")
  }

  /// The members of a mapping.
  ///
  /// - Throws: ``Failure`` if the node is something else, or a key is not a text.
  func members(of node: Node, expecting what: String) throws -> [(name: String, key: Node, value: Node)] {
    guard let mapping = node.mapping else { throw failure(node, "expected \(what), found \(found(node))") }
    return try mapping.map { key, value in
      guard let name = key.scalar?.string else { throw failure(key, "expected a name, found \(found(key))") }
      return (name, key, value)
    }
  }

  /// The text of a scalar.
  ///
  /// - Throws: ``Failure`` if the node is something else.
  func text(_ node: Node, expecting what: String) throws -> String {
    guard let text = node.scalar?.string else { throw failure(node, "expected \(what), found \(found(node))") }
    return text
  }

  /// A whole number.
  ///
  /// - Throws: ``Failure`` if the node is something else, or below the minimum.
  func number(_ node: Node, atLeast minimum: Int, expecting what: String) throws -> Int {
    guard let number = node.scalar.flatMap({ Int($0.string) }), number >= minimum else {
      throw failure(node, "expected \(what), found \(found(node))")
    }
    return number
  }

  /// An error for a name that is not one of those expected; it suggests the nearest.
  func unknown(_ what: String, _ name: String, at node: Node, among names: [String]) -> Failure {
    let nearest = Suggestion.nearest(to: name, among: names)
    return failure(
      node,
      "unknown \(what) '\(name)'; "
        + (nearest.map { "did you mean '\($0)'?" } ?? "expected one of " + names.joined(separator: ", ")))
  }

  /// A node, for a message.
  func found(_ node: Node) -> String {
    switch node {
    case .scalar(let scalar): scalar.string.isEmpty ? "nothing" : "'\(scalar.string)'"
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    }
  }
}
