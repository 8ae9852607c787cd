// The help and the messages of the commands in Chinese: that each sentence has one, how they are laid out, and that machine formats stay English.

import ChainExport
import Foundation
import PlainText
import TestSupport
import Testing

@testable import pscope

private let root = URL(filePath: #filePath).appending(path: "../../..").standardized

/// Runs `pscope` where the locale is Chinese.
private func chinese(_ arguments: String..., input: String = "") async throws -> Outcome {
  try await run(["sh", "-c", #"export LC_ALL=zh_CN.UTF-8; exec "$0" "$@""#, binary] + arguments, input: input)
}

@Suite struct ChineseHelpTests {
  /// A command as ArgumentParser describes it.
  private struct Described: Decodable {
    struct Argument: Decodable {
      var abstract: String?
      var shouldDisplay: Bool
    }
    var commandName: String
    var abstract: String?
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [Described]?
    var all: [Described] { [self] + (subcommands ?? []).flatMap(\.all) }
  }

  @Test func everySentenceOfTheHelpHasItsChinese() async throws {
    struct Tool: Decodable { var command: Described }
    let dump = try await pscope("--experimental-dump-help")
    let commands = try JSONDecoder().decode(Tool.self, from: Data(dump.output)).command.all
    #expect(commands.count > 14)
    for command in commands {
      let arguments = (command.arguments ?? []).filter(\.shouldDisplay).compactMap(\.abstract)
      for text in [command.abstract, command.discussion].compactMap(\.self) + arguments {
        for line in text.split(separator: "\n") {
          #expect(ChineseHelp.has(String(line)), "\(command.commandName): \(line)")
        }
      }
    }
  }

  @Test(arguments: [
    "demo", "list", "view", "export", "check", "why", "stats", "diff", "run", "record", "lint", "learn", "exercise",
    "config",
  ])
  func theHelpOfACommandFitsIntoEightyColumns(command: String) async throws {
    let help = try await chinese(command, "--help")
    #expect(help.code == 0 && help.errors.isEmpty)
    #expect(help.text.hasPrefix("概述：") && help.text.contains("\n用法：pscope \(command)") && help.text.contains("\n选项："))
    for line in help.text.split(separator: "\n") where !line.hasPrefix("用法：") {
      #expect(DisplayWidth.of(String(line)) <= 80, "\(line)")
      // The values of an option keep ArgumentParser's commas.
      let words = String(line.replacing(#/[A-Za-z0-9`'>-]+, /#, with: ""))
      let isFullWidth = try wrongChineseForms(in: words).isEmpty
      #expect(isFullWidth, "\(line)")
    }
    // Nothing but names and code is left in English.
    #expect(!help.text.contains(/[a-z]{2,} [a-z]{2,} [a-z]{2,} [a-z]{2,}/), "\(help.text)")
    try await expectEqual(pscope(command, "--language", "zh", "--help").text, help.text)
    #expect(try await pscope(command, "--help").text.hasPrefix("OVERVIEW: "))
  }

  @Test func otherTextsOfArgumentParserStay() async throws {
    try await expectEqual(chinese("--version").text, pscope("--version").text)
    try await expectEqual(
      chinese("--generate-completion-script", "bash").text, pscope("--generate-completion-script", "bash").text)
  }
}

@Suite struct ChineseMessageTests {
  /// The text of each call with one literal, such as `complain("…")`, with `x` for what is inserted.
  private static func messages() throws -> [String] {
    let files = FileManager.default.enumerator(
      at: root.appending(path: "Sources/ScopeCommand"), includingPropertiesForKeys: nil)
    let sources = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    return try sources.flatMap { url in
      let source = try String(contentsOf: url, encoding: .utf8)
      return source.matches(of: /(?:complain\(|Failure\(\s*sentence:|ValidationError\()\s*"/).compactMap {
        literal(source[$0.range.upperBound...])
      }
    }
  }

  /// A literal after its first quote, if nothing is added to it.
  private static func literal(_ source: Substring) -> String? {
    var (text, depth, last) = ("", 0, Character(" "))
    for (index, character) in zip(source.indices, source) {
      if depth > 0 || last == "\\" && character == "(" {
        if depth == 0 { text = text.dropLast() + "x" }
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      } else if character == "\"", last != "\\" {
        let next = source[source.index(after: index)...].first { !$0.isWhitespace }
        return next == ")" || next == "," ? text : nil
      } else {
        text.append(character)
      }
      last = character
    }
    return nil
  }

  @Test func everyMessageHasItsChinese() throws {
    let messages = try Self.messages()
    #expect(messages.count > 80)
    for message in messages where message.count > 12 { #expect(ChineseMessages.has(message), "\(message)") }
  }

  @Test(arguments: [
    (["check", "nosuch"], 2, "pscope: 没有名为 'nosuch' 的场景或文件。`pscope list` 列出所有场景。\n"),
    (["view", "/nonexistent/a.ndjson"], 2, "pscope: 无法读取 /nonexistent/a.ndjson：没有这个文件或文件夹。\n"),
    (["run", "--", "no-such-program"], 127, "pscope: 在 PATH 的文件夹里找不到 'no-such-program'。\n"),
    (["list", "--wibble"], 64, "错误：没有选项 '--wibble'\n用法：pscope list"),
    (["check", "--update-baseline", "one"], 64, "错误：--update-baseline 需要 --baseline。\n"),
    (["why", "one", "nothing", "--virtual"], 2, "pscope: one 里没有标签为 'nothing' 的 Promise；"),
  ])
  func anErrorIsInTheLanguageOfTheLocale(arguments: [String], code: Int32, start: String) async throws {
    let outcome = try await run(["sh", "-c", #"export LC_ALL=zh_CN.UTF-8; exec "$0" "$@""#, binary] + arguments)
    #expect(outcome.code == code && outcome.errors.hasPrefix(start), "\(outcome.errors)")
  }

  @Test func theLanguageOfAProgramIsNotThatOfTheCommand() {
    let language = { (words: [String]) in CommandLanguage.language(words) { .english } }
    expectEqual(language(["pscope", "run", "--", "app", "--language", "zh"]), .english)
    expectEqual(language(["pscope", "run", "--language", "zh", "--", "app"]), .chinese)
    expectEqual(language(["pscope", "list", "--language=zh"]), .chinese)
    expectEqual(language(["pscope", "list", "--language=ze"]), .english)
  }

  @Test func machineFormatsStayEnglish() async throws {
    for format in ["json", "sarif", "github", "junit", "gitlab"] {
      let words = ["check", "no-such-log", "never-settled", "--virtual", "--format", format]
      let outcome = try await run(["sh", "-c", #"export LC_ALL=zh_CN.UTF-8; exec "$0" "$@""#, binary] + words)
      let english = try await run([binary] + words)
      #expect(outcome.text == english.text && !outcome.text.contains(/[\u4e00-\u9fff]/), "\(format)")
      #expect(outcome.errors.contains("没有名为"))
    }
  }

  @Test func theCommentsOfTheSettingsAreTranslated() async throws {
    let settings = try await chinese("config")
    #expect(settings.text.hasPrefix("# pscope 屏幕的设置。文件：/nonexistent/promisescope/config.yml（不存在）\ntheme: auto  # 默认\n"))
    try await expectEqual(pscope("config", "--language", "zh").text, settings.text)
  }
}
