// The language of the reports for people: `check`, `why`, `stats`, and `diff` in Chinese. What other programs read stays English.

import DemoCatalog

@Suite struct ReportLanguageTests {
  /// Runs `pscope`, in a Chinese locale if wanted.
  private func pscope(_ words: [String], isChinese: Bool = false) async throws -> Outcome {
    try await run(["env", "LC_ALL=\(isChinese ? "zh_CN.UTF-8" : "C.UTF-8")", binary] + words)
  }

  private static let commands = [
    ["check", "find-the-fault", "--virtual"], ["why", "find-the-fault", "offer", "--virtual"],
    ["stats", "find-the-fault", "--virtual"], ["diff", "five-situations", "find-the-fault", "--virtual"],
  ]

  @Test(arguments: commands)
  func theLanguageIsChosenOrThatOfTheLocale(words: [String]) async throws {
    let english = try await pscope(words)
    let chosen = try await pscope(words + ["--language", "zh"])
    #expect(chosen.code == english.code && chosen.text != english.text)
    #expect(chosen.text.contains(/[\u4e00-\u9fff]{4}/))
    for line in (chosen.text + chosen.errors).split(separator: "\n") where line.contains(/[\u4e00-\u9fff]/) {
      try #expect(wrongChineseForms(in: String(line)).isEmpty, "\(line)")
    }
    let ofLocale = try await pscope(words, isChinese: true)
    #expect((ofLocale.text, ofLocale.errors) == (chosen.text, chosen.errors))
    let overridden = try await pscope(words + ["--language", "en"], isChinese: true)
    #expect((overridden.text, overridden.errors) == (english.text, english.errors))
  }

  @Test(arguments: commands)
  func jsonIsEnglish(words: [String]) async throws {
    let words = words + ["--format", "json"]
    try await expectEqual(pscope(words + ["--language", "zh"]).text, pscope(words).text)
  }

  @Test(arguments: ["sarif", "github", "junit", "gitlab", "markdown"])
  func whatServicesReadIsEnglish(format: String) async throws {
    let words = ["check", "find-the-fault", "--virtual", "--format", format]
    let english = try await pscope(words)
    let chinese = try await pscope(words + ["--language", "zh"])
    #expect(chinese.text == english.text && !english.text.contains(/[\u4e00-\u9fff]/))
    #expect(english.errors.contains("3 findings") && chinese.errors.contains("3 个问题"))
  }

  @Test func oneRunHasBothLanguagesInItsFiles() async throws {
    let folder = try Folder()
    let (text, sarif) = (folder.file("report.txt"), folder.file("report.sarif"))
    _ = try await pscope(
      ["check", "find-the-fault", "--virtual", "--language", "zh", "-o", text, "-o", "sarif=" + sarif])
    #expect(try String(contentsOfFile: text, encoding: .utf8).contains("永远无法敲定"))
    #expect(try !String(contentsOfFile: sarif, encoding: .utf8).contains(/[\u4e00-\u9fff]/))
  }

  @Test func everyFindingOfTheScenariosIsSetInChinese() async throws {
    let report = try await pscope(["check"] + ScenarioCatalog.all.map(\.name) + ["--virtual", "--language", "zh"])
    let lines = report.text.split(separator: "\n").filter { $0.contains(/[\u4e00-\u9fff]/) }
    #expect(lines.count > 60)
    for line in lines { try #expect(wrongChineseForms(in: String(line)).isEmpty, "\(line)") }
  }
}
