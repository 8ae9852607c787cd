// Runs each `pscope` command shown in the README and the documentation, and compares its output with the page.
//
// After an intended change, `PROMISESCOPE_UPDATE_GOLDEN=1 swift test --filter PageTests` updates the pages; review the diff.

private let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path

/// The pages, relative to the package folder.
private let pages: [String] = {
  let sources = FileManager.default.enumerator(atPath: root + "/Sources")?.compactMap { $0 as? String } ?? []
  let articles = sources.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted()
  return [
    "README.md", "README.zh.md", "demos/README.md", "docs/check.md", "docs/command.md",
    "docs/exercises.md", "docs/exercises.zh.md",
    "docs/findings.md", "docs/findings.zh.md", "docs/lessons.md", "docs/lessons.zh.md", "docs/story.md",
  ]
    + articles.map { "Sources/" + $0 }
}()

/// The start of a code block that shows a command and its output.
private let opening = "```\n$ pscope "

@Suite struct PageTests {
  @Test(arguments: pages)
  func pagesShowTheActualOutput(page: String) async throws {
    let path = root + "/" + page
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var parts = text.components(separatedBy: opening)
    for index in parts.indices.dropFirst() {
      let command = String(parts[index].prefix { $0 != "\n" })
      let words = command.replacing(" | cat", with: "").split(separator: " ").map(String.init)
      let printed = try await run([binary] + words)
      // `check` summarizes its findings on standard error.
      #expect(printed.errors.isEmpty || words.first == "check")
      let (_, rest) = try #require(parts[index].cut(at: "```\n"))
      let shown = command + "\n" + printed.text + "```\n" + rest
      if ProcessInfo.processInfo.environment["PROMISESCOPE_UPDATE_GOLDEN"] == "1" {
        parts[index] = shown
      } else {
        expectEqual(parts[index], shown)
      }
    }
    let now = parts.joined(separator: opening)
    if now != text { try now.write(toFile: path, atomically: true, encoding: .utf8) }
  }

  @Test(arguments: [
    ("README.md", "README.zh.md"), ("docs/exercises.md", "docs/exercises.zh.md"),
    ("docs/findings.md", "docs/findings.zh.md"),
  ])
  func theChinesePageShowsTheSameCode(english: String, chinese: String) throws {
    let blocks = { (page: String) in
      try String(contentsOfFile: root + "/" + page, encoding: .utf8).components(separatedBy: "```").enumerated()
        .filter { !$0.offset.isMultiple(of: 2) && ["swift", "python", "\n$"].contains(where: $0.element.hasPrefix) }
        // Comments are translated, and so may be what a command prints, which another test runs.
        .map { $0.element.replacing(#/ *//[^\n]*/#, with: "") }
        .map { $0.replacing(#/(\n\$ [^\n]*?)(?: --language zh)?\n(?s:.*)/#) { $0.output.1 } }
    }
    try expectEqual(blocks(chinese), blocks(english))
    for (page, other) in [(english, chinese), (chinese, english)] {
      let text = try String(contentsOfFile: root + "/" + page, encoding: .utf8)
      #expect(text.contains("](\(other.split(separator: "/").last ?? "")"))
    }
  }

  @Test func severalPagesShowOutput() throws {
    let showing = try pages.filter { try String(contentsOfFile: root + "/" + $0, encoding: .utf8).contains(opening) }
    #expect(showing.count > 5)
  }
}

extension String {
  /// The parts before and after the first occurrence of a text.
  fileprivate func cut(at text: String) -> (before: Substring, behind: Substring)? {
    range(of: text).map { (self[..<$0.lowerBound], self[$0.upperBound...]) }
  }
}
