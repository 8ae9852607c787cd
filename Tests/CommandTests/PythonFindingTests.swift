// The programs of examples/python/findings, recorded with the command: each one has exactly the finding of its name, as docs/findings.md shows it. Without
// a Python that can be recorded, these tests are skipped.

import TestSupport

@Suite struct PythonFindingTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path
  private static let folder = root + "/examples/python/findings"
  private static let rules = ["missing-await", "swallowed-error", "uncanceled-source"]

  /// The service has its three faults.
  ///
  /// A loaded machine may give the body that blocks the loop too little of its time: then it runs again.
  @Test(.enabled(if: !Python.monitored.isEmpty, "needs Python 3.12 or later"), arguments: Python.monitored)
  func theServiceHasThreeFaults(python: String) async throws {
    let service = Self.root + "/examples/python"
    let expected = try String(contentsOfFile: service + "/expected", encoding: .utf8)
    let readme = try String(contentsOfFile: service + "/README.md", encoding: .utf8)
    var found = ""
    for _ in 0..<4 where found != expected {
      let folder = try Folder()
      let command = ["record", "-o", folder.file("run.ndjson"), "--", python, "app.py"]
      let ran = try await run(["sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "-", service, binary] + command)
      #expect(ran.text.hasSuffix("no answer\n"), "\(ran.errors)")
      let checked = try await run([binary, "check", folder.file("run.ndjson"), "--fail-on", "error"])
      #expect(checked.code == 1)
      let lines = checked.text.split(separator: "\n").filter { $0.hasSuffix("]") }
      found = lines.map { line in
        let place = line.replacing("examples/python/", with: "").prefix { $0 != " " }.dropLast()
        return "\(place) \(line.split(separator: " ").last ?? "")\n"
      }.joined()
      func masked(_ text: String) -> String { text.replacing(#/#\d+/#, with: "#") }
      let cycle = masked(String(lines.first ?? "").replacing("examples/python/", with: ""))
      #expect(masked(readme).contains(cycle), "\(cycle)")
    }
    expectEqual(found, expected)
  }

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
