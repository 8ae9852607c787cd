// The programs of examples/node/findings: each broken one has exactly the finding of its name, at the line that docs/findings.md shows, and each
// repaired one has none, nor has `clean-fixed`, in which nothing was wrong. They run in Node with the adapter; without Node, these tests are skipped.

@Suite struct NodeFindingTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path
  private static let folder = root + "/examples/node/findings"

  /// The programs without their endings, such as `missing-await` and `missing-await-fixed`.
  private static let programs: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".cjs") }.map { String($0.dropLast(4)) }.sorted()
  }()

  /// The rules that have such a program, and no scenario.
  static func rules() throws -> [String] {
    programs.filter { !$0.hasSuffix("-fixed") && !["never-settled", "swallowed-error"].contains($0) }
  }

  private static let node: String? = {
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/node" }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  @Test func eachBrokenProgramHasARepairedOne() throws {
    let rules = Self.programs.filter { !$0.hasSuffix("-fixed") }
    expectEqual(rules.count, 7)
    #expect(Self.programs == (rules + rules.map { $0 + "-fixed" } + ["clean-fixed"]).sorted())
  }

  @Test(
    .enabled(if: node != nil, "Node runs the programs of docs/findings.md"), arguments: programs)
  func aBrokenProgramHasItsFindingAndARepairedOneHasNone(program: String) async throws {
    let node = try #require(Self.node)
    let log = FileManager.default.temporaryDirectory.appending(path: "node-\(UUID().uuidString).ndjson").path
    defer { try? FileManager.default.removeItem(atPath: log) }
    let file = "\(Self.folder)/\(program).cjs"
    // In its folder, so that the page's call sites are relative to it.
    let ran = try await run([
      "sh", "-c", "cd \"$1\" && shift && exec env \"$@\"", "-", Self.folder, "PROMISESCOPE=\(log)", node, "--require",
      Self.root + "/adapters/node/promisescope.cjs", file,
    ])
    expectEqual(ran.errors, "")
    let checked = try await run([binary, "check", log, "--fail-on", "note"])
    guard !program.hasSuffix("-fixed") else {
      expectEqual(checked.text, "", "\(program)")
      return
    }
    let findings = checked.text.split(separator: "\n").filter { !$0.hasPrefix("    ") }
    expectEqual(findings.count, 1, "\(checked.text)")
    // The page shows them relative to the folder of the programs.
    let found = String(findings.first ?? "").replacing("examples/node/findings/", with: "")
    #expect(found.hasSuffix("[\(program)]"))
    guard program != "never-settled" else { return }
    // Times differ from run to run, and the number of promises in flight is checked elsewhere.
    func masked(_ text: String) -> String { text.replacing(#/[\d.,]+ (ms|s|promises)/#, with: "… $1") }
    let page = try String(contentsOfFile: Self.root + "/docs/findings.md", encoding: .utf8)
    #expect(masked(page).contains(masked(found)), "\(found)")
    let chinese = try await run([binary, "check", log, "--fail-on", "note", "--language", "zh"]).text
      .replacing("examples/node/findings/", with: "")
    let chinesePage = try String(contentsOfFile: Self.root + "/docs/findings.zh.md", encoding: .utf8)
    #expect(masked(chinesePage).contains(masked(chinese)), "\(chinese)")
    let source = try String(contentsOfFile: file, encoding: .utf8)
    let section = try #require(page.components(separatedBy: "\n## \(program)\n").last)
    let example = try #require(section.components(separatedBy: "```js\n").dropFirst().first)
      .components(separatedBy: "\n```")[0]
    #expect(source.contains(example))
  }

  /// The programs of Tests/JudgedNode, each with the errors and warnings that it must have, as `rule:line`.
  private static let judged: [(file: String, name: String, expected: [String])] =
    ["faults.cjs", "clean.cjs", "answers.cjs"].flatMap { file in
      let text = (try? String(contentsOfFile: root + "/Tests/JudgedNode/\(file)", encoding: .utf8)) ?? ""
      var programs: [(file: String, name: String, expected: [String])] = []
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if let found = line.firstMatch(of: /^  (?:async )?([fc]_\w+)\(/) {
          programs.append((file, String(found.1), []))
        }
        guard let mark = line.firstMatch(of: /\/\/! ([a-z-]+)/) else { continue }
        programs[programs.count - 1].expected.append("\(mark.1):\(index + 1)")
      }
      return programs
    }

  @Test(.enabled(if: node != nil, "Node runs the judged programs"))
  func aJudgedProgramHasItsFindingsOnItsLinesAndNoOthers() async throws {
    let node = try #require(Self.node)
    expectEqual(Self.judged.count, 35)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, program) in Self.judged.enumerated() {
        if index >= 4 { try await group.next() }
        group.addTask { try await Self.judge(program, node) }
      }
      try await group.waitForAll()
    }
  }

  private static func judge(_ program: (file: String, name: String, expected: [String]), _ node: String) async throws {
    let log = FileManager.default.temporaryDirectory.appending(path: "judged-\(UUID().uuidString).ndjson").path
    defer { try? FileManager.default.removeItem(atPath: log) }
    _ = try await run([
      "env", "PROMISESCOPE=\(log)", node, "--require", root + "/adapters/node/promisescope.cjs",
      root + "/Tests/JudgedNode/\(program.file)", program.name,
    ])
    let text = try await run([binary, "check", log]).text
    let found = text.matches(of: /(?m)^\S*?([\w-]+\.cjs):(\d+): (?:error|warning): .*\[([a-z-]+)\]$/).map {
      $0.1 == program.file ? "\($0.3):\($0.2)" : "\($0.3):\($0.1):\($0.2)"
    }
    expectEqual(found.sorted(), program.expected, "\(program.name): \(text)")
  }
}
