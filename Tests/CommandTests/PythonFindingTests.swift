// The programs of examples/python/findings, recorded with the command: each one has exactly the finding of its name, as docs/findings.md shows it. Without
// a Python that can be recorded, these tests are skipped.

import TestSupport

@Suite struct PythonFindingTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path
  private static let folder = root + "/examples/python/findings"
  private static let rules = ["missing-await", "swallowed-error", "uncanceled-source"]

  @Test func eachProgramIsTested() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted()
    expectEqual(files, Self.rules.map { $0 + ".py" })
  }

  @Test(.enabled(if: !Python.monitored.isEmpty, "needs Python 3.12 or later"), arguments: Python.monitored, rules)
  func aProgramHasItsFinding(python: String, rule: String) async throws {
    let folder = try Folder()
    let command = "cd \"$1\" && shift && exec \"$@\""
    let ran = try await run(
      [
        "sh", "-c", command, "-", Self.folder, binary, "record", "-o", folder.file("run.ndjson"), "--", python,
        "\(rule).py",
      ]
    )
    #expect(ran.code == 0 && !ran.errors.contains("not recorded"), "\(ran.errors)")
    for (page, language) in [("findings.md", "en"), ("findings.zh.md", "zh")] {
      let checked = try await run([
        binary, "check", folder.file("run.ndjson"), "--fail-on", "note", "--language", language,
      ])
      expectEqual(checked.text.matches(of: #/\[[a-z-]+\]\n/#).map(\.output), ["[\(rule)]\n"], "\(checked.text)")
      // Times differ from run to run.
      func masked(_ text: String) -> String { text.replacing(#/[\d.]+ (ms|s)/#, with: "… $1") }
      let text = try String(contentsOfFile: "\(Self.root)/docs/\(page)", encoding: .utf8)
      #expect(
        masked(text).contains(masked(checked.text.replacing("examples/python/findings/", with: ""))), "\(checked.text)")
      let source = try String(contentsOfFile: "\(Self.folder)/\(rule).py", encoding: .utf8)
      let section = try #require(text.components(separatedBy: "\n## \(rule)\n").last)
      let example = try #require(section.components(separatedBy: "```python\n").dropFirst().first)
        .components(separatedBy: "\n```")[0]
      #expect(source.contains(example))
    }
  }
}
