// The texts of all modules that the compiler can't check: both languages have the same arguments, Chinese texts are set as Chinese, and those of
// the screen fit into columns. Reads the sources, because a text exists only once it is shown.

import Foundation
import PlainText
import TestSupport
import Testing

@Suite struct TranslationTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// The pairs of plain literals in `language("…", "…")`, or in other calls; a text of several literals is left out.
  private static func pairs(
    in folder: String, of calls: Set<String> = ["language", "line", "faint", "self"]
  ) throws -> [(english: String, chinese: String)] {
    let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    let sources = try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
    return sources.flatMap {
      $0.matches(of: /(\w+)\(\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"([),])/).filter {
        calls.contains(String($0.output.1)) && ($0.output.4 == ")" || calls == ["say"])
      }.map { (String($0.output.2), String($0.output.3)) }
    }
  }

  @Test("both languages have the same arguments", arguments: ["Sources", "demos"])
  func arguments(folder: String) throws {
    let pairs = try Self.pairs(in: folder)
    #expect(folder == "demos" || pairs.count > 400)
    for pair in pairs {
      func arguments(_ text: String) -> [String] { text.matches(of: /\\\([^()]*\)/).map { String($0.output) }.sorted() }
      expectEqual(arguments(pair.english), arguments(pair.chinese), "\(pair)")
    }
  }

  @Test func aChineseTemplateOfTheStoryHasNoArgumentThatTheEnglishOneLacks() throws {
    let pairs = try Self.pairs(in: "Sources/LessonEngine/Story", of: ["say"]).filter { !$0.english.isEmpty }
    #expect(pairs.count > 80)
    for pair in pairs {
      func arguments(_ text: String) -> Set<String> { Set(text.matches(of: /\{\d\}/).map { String($0.output) }) }
      #expect(arguments(pair.chinese).isSubset(of: arguments(pair.english)), "\(pair)")
    }
  }

  @Test("Chinese texts have full-width punctuation, and blanks beside Latin words", arguments: ["Sources", "demos"])
  func forms(folder: String) throws {
    let files = FileManager.default.enumerator(at: Self.root.appending(path: folder), includingPropertiesForKeys: nil)
    let sources = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    #expect(sources.count > 20)
    for source in sources {
      for literal in try Self.literals(in: String(contentsOf: source, encoding: .utf8)) {
        guard literal.contains(/[\u4e00-\u9fff]/) else { continue }
        let wrong = try wrongChineseForms(in: literal)
        #expect(wrong.isEmpty, "\(source.lastPathComponent): \(literal)")
      }
    }
  }

  @Test(
    "each rule for Chinese texts finds what breaks it",
    arguments: [
      ("待定, 已兑现", "定,"), ("待定:", "定:"), (":待定", ":待"), ("待定)", "定)"), ("待定3", "定3"), ("then待定", "n待"), ("（ 待定", "（ "),
      ("then ，", "n ，"),
    ])
  func rules(text: String, wrong: String) throws {
    try expectEqual(wrongChineseForms(in: text), [wrong])
  }

  @Test(
    "Chinese texts may have commands, code, and names",
    arguments: ["用 :q 退出", "用 `f(x)` 即可", "\"a,b\" 待定 3.00 s（25 %）：then #2"])
  func rightForms(text: String) throws {
    #expect(try wrongChineseForms(in: text).isEmpty)
  }

  /// The string literals of a source, with `\u{0}` for each interpolation.
  private static func literals(in source: String) -> [String] {
    var literals: [String] = []
    for line in source.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
      var literal: String?
      var depth = 0
      var last: Character = " "
      for character in line {
        switch (literal, character) {
        case (_, "(") where depth > 0 || literal != nil && last == "\\":
          if depth == 0 { literal = literal.map { $0.dropLast() + "\u{0}" } }
          depth += 1
        case (_, ")") where depth > 0: depth -= 1
        case _ where depth > 0: break
        case (nil, "\""): literal = ""
        case (let text?, "\"") where last != "\\":
          literals.append(text)
          literal = nil
        case (let text?, "n") where last == "\\": literal = text.dropLast() + "\n"
        default: literal?.append(character)
        }
        last = character
      }
    }
    return literals
  }

  @Test func theChineseTextsOfTheScreenAreChineseAndTerminalsAgreeOnTheWidthOfEachCharacter() throws {
    // `×` is in the English text as well.
    let ambiguous: Set<Character> = ["“", "”", "‘", "’", "…", "—", "·"]
    let pairs = try Self.pairs(in: "Sources/ChainScreen")
    #expect(pairs.count > 300)
    for pair in pairs {
      #expect(pair.chinese == "Promise" || pair.chinese.contains { DisplayWidth.of(String($0)) == 2 }, "\(pair)")
      #expect(ambiguous.isDisjoint(with: pair.chinese), "\(pair)")
    }
  }
}
