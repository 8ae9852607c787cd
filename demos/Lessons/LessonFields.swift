// The fields of a lesson's file, each of which knows its line. Owns the form of errors, `file:line: expected …, found …`, and how Markdown
// becomes paragraphs.

import LessonEngine
import PlainText
import Yams

/// What is wrong with a lesson's file.
public struct LessonFileError: Error, Sendable, Equatable {
  /// One sentence with the file and the line.
  public var sentence: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - line: The line, from 1.
  ///   - sentence: What was expected and found, without a period.
  public init(_ path: String, _ line: Int, _ sentence: String) {
    self.sentence = "\(path):\(max(1, line)): \(sentence)" + (sentence.hasSuffix(".") ? "" : ".")
  }
}

struct LessonFields {
  private let path: String
  let root: Node?

  /// - Throws: ``LessonFileError`` for text that is not YAML.
  init(_ text: String, path: String) throws {
    self.path = path
    // A byte order mark belongs to the encoding.
    let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    if let index = text.unicodeScalars.firstIndex(where: { $0 == "\u{FFFD}" || $0 == "\0" }) {
      let line = 1 + text.unicodeScalars[..<index].count { $0 == "\n" }
      throw LessonFileError(path, line, "expected a text in UTF-8")
    }
    if let line = YAMLSize.lineBeyond(text) { throw LessonFileError(path, line, YAMLSize.expectation) }
    do {
      root = try Yams.compose(yaml: text)
    } catch let problem as YamlError {
      switch problem {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        let reason = problem.contains("nest_level") ? "it is nested too deeply" : problem
        throw LessonFileError(path, mark.line, "not valid YAML: \(reason)")
      case .duplicatedKeysInMapping(let duplicates, let context):
        let names = duplicates.sorted().map { "'\($0)'" }.joined(separator: ", ")
        throw LessonFileError(path, context.mark.line, "expected each field once, found \(names) more than once")
      default: throw LessonFileError(path, 1, "not valid YAML: \(problem)")
      }
    }
  }

  func line(_ node: Node?) -> Int { node?.mark?.line ?? 1 }

  func error(_ node: Node?, _ sentence: String) -> LessonFileError { LessonFileError(path, line(node), sentence) }

  /// The fields of a mapping.
  ///
  /// - Throws: ``LessonFileError`` if one is missing, or if there is another one.
  func fields(_ node: Node?, _ what: String, required: [String], optional: [String]) throws -> [String: Node] {
    guard let mapping = node?.mapping else { throw error(node, "expected \(what), found \(found(node))") }
    var fields: [String: Node] = [:]
    for (key, value) in mapping {
      let name = key.scalar?.string ?? found(key)
      guard (required + optional).contains(name) else {
        throw error(key, "\(what) has no field '\(name)'; expected \((required + optional).joined(separator: ", "))")
      }
      fields[name] = value
    }
    for name in required where fields[name] == nil { throw error(node, "\(what) needs the field '\(name)'") }
    return fields
  }

  func list(_ node: Node, _ what: String) throws -> [Node] {
    guard let list = node.sequence else { throw error(node, "expected \(what), found \(found(node))") }
    return Array(list)
  }

  func text(_ node: Node?, _ what: String) throws -> String {
    guard let text = node?.scalar?.string, !text.isEmpty else {
      throw error(node, "expected \(what), found \(found(node))")
    }
    // A lesson may come from a log of unknown origin, so its texts must not control a terminal.
    guard text.split(separator: "\n").allSatisfy({ Escaping.line(String($0)) == $0 }) else {
      throw error(node, "expected \(what) without control characters, found \(found(node))")
    }
    return text
  }

  func texts(_ node: Node, _ what: String) throws -> [String] { try list(node, what).map { try text($0, what) } }

  // MARK: Texts in both languages

  /// One paragraph, from `en` and `zh`.
  ///
  /// - Parameters:
  ///   - node: The text.
  ///   - hasOthers: Whether the node has other fields, too.
  /// - Throws: ``LessonFileError`` if it is missing in a language, or has several paragraphs.
  func paragraph(_ node: Node?, hasOthers: Bool = false) throws -> Text {
    let paragraphs = try paragraphs(node, hasOthers: hasOthers)
    guard paragraphs.count == 1 else { throw error(node, "expected one paragraph, found \(paragraphs.count)") }
    return paragraphs[0]
  }

  /// Paragraphs, from `en` and `zh`.
  func paragraphs(_ node: Node?, hasOthers: Bool = false) throws -> [Text] {
    guard let mapping = node?.mapping else {
      throw error(node, "expected a text in both languages, en and zh, found \(found(node))")
    }
    if !hasOthers { _ = try fields(node, "a text", required: [], optional: ["en", "zh"]) }
    func read(_ language: String) throws -> [String] {
      guard let value = mapping[language] else { throw error(node, "the text has no '\(language)'") }
      return Self.paragraphs(of: try text(value, "a text"))
    }
    let (english, chinese) = (try read("en"), try read("zh"))
    guard english.count == chinese.count else {
      throw error(node, "expected as many paragraphs in zh as in en, \(english.count), found \(chinese.count)")
    }
    return zip(english, chinese).map { Text($0, $1) }
  }

  /// The paragraphs of a Markdown text, each as one line.
  ///
  /// A line break becomes a blank, except between two Han characters and beside Chinese punctuation.
  static func paragraphs(of text: String) -> [String] {
    var paragraphs: [String] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.trimmingBlanks
      if words.isEmpty {
        isOpen = false
      } else if isOpen, let last = paragraphs.last?.unicodeScalars.last, let first = words.unicodeScalars.first {
        let isMark = [last, first].contains { 0x3000...0x303F ~= $0.value || 0xFF00...0xFFEF ~= $0.value }
        let isJoined = isMark || last.value >= 0x2E80 && first.value >= 0x2E80
        paragraphs[paragraphs.count - 1] += (isJoined ? "" : " ") + words
      } else {
        paragraphs.append(String(words))
        isOpen = true
      }
    }
    return paragraphs
  }

  /// A node, for a message.
  func found(_ node: Node?) -> String {
    switch node {
    case .scalar(let scalar)?: scalar.string.isEmpty ? "nothing" : "'\(Escaping.line(scalar.string, limit: 60))'"
    case .mapping?: "a mapping"
    case .sequence?: "a list"
    case .alias?: "an alias"
    case nil: "nothing"
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var words = drop { $0 == " " || $0 == "\t" }
    while words.last == " " || words.last == "\t" { words.removeLast() }
    return words
  }
}
