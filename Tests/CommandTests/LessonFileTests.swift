// Lessons as files, from the command line: the example of the documentation is one, and a lesson that its run does not bear out is refused
// with the line before anything of it is shown.

@Suite struct LessonFileTests {
  /// The lesson that docs/lessons.md shows.
  private static func example() throws -> String {
    let page = try String(contentsOfFile: packageRoot + "/docs/lessons.md", encoding: .utf8)
    let block = try #require(page.components(separatedBy: "```yaml\n").dropFirst().first)
    return try #require(block.components(separatedBy: "```").first)
  }

  private static let packageRoot = URL(filePath: #filePath).appending(path: "../../..").standardized.path

  @Test func theExampleOfTheDocumentationIsProvedAndShown() async throws {
    let folder = try Folder()
    let path = try folder.write("retrying.yaml", try Self.example())
    let check = try await pscope("learn", path, "--check")
    #expect(check.errors == "" && check.code == 0)
    expectEqual(check.text, "retrying: 3 questions with one right answer each, 1 note borne out by the run.\n")
    let screen = try await pscope("learn", path, "--frame", "text", "--keys", "End")
    #expect(screen.code == 0 && screen.text.contains("Trying again") && screen.text.contains("question 1 of 3"))
  }

  @Test(arguments: [
    (
      "`attempt 1` rejected", "`attempt 9` rejected",
      ":19: the note's event does not happen in the run: `attempt 9` rejected."
    ),
    ("settled after `attempt 1` rejected", "settled at 9 s", ":19: the note's claim is not true of the run:"),
    ("options: [1, 2, 3]", "options: [1, 2]", ":26: the question has no right answer. The run shows 3"),
    (
      "options: [load diary, load news]", "options: [load diary, load diary]",
      ": the question has 2 right answers: options 1 and 2."
    ),
    ("scenario: retry", "scenario: retries", ":5: no scenario is named 'retries'"),
    (
      "  - ask: count\n", "  - ask: count\n    code: retrying(\n",
      ":24: no line of the program's source contains 'retrying('."
    ),
    ("found: check", "found: root", ":41: the run gives no question 'root'"),
    (
      "options: [load diary, load news]", "options: [load diry, load news]",
      ": an option names 'load diry', and no promise of the run has that label"
    ),
    ("after: [errors]", "after: [erors]", ":3: no lesson is named 'erors'."),
    ("scenario: retry", "scenario: retry\n  options: [--fails, moon]", ":5: "),
    (
      "title: {en: Trying again, zh: 重试}", "title: {en: Trying again, zh: 重试, fr: Encore}",
      ":2: a text has no field 'fr'"
    ),
    ("title: {en: Trying again, zh: 重试}", "title: {en: Trying\0again, zh: 重试}", ":2: expected a text in UTF-8."),
    ("found: check", "found: chek", "expected a kind of question, one of root, waits, mend, check, found 'chek'"),
    (
      "en: Which of these settles first?", "en: \"Which\\e[31m?\"",
      ":35: expected a text without control characters"
    ),
  ])
  func aWrongLessonIsRefusedWithItsLine(good: String, bad: String, sentence: String) async throws {
    let folder = try Folder()
    let text = try Self.example().replacing(good, with: bad)
    let path = try folder.write("own.yaml", text)
    for words in [["--check"], ["--frame", "text"]] {
      let outcome = try await run([binary, "learn", path] + words)
      #expect(outcome.code == 2 && outcome.text.isEmpty, "\(outcome.text)")
      #expect(outcome.errors.contains("own.yaml:"), "\(outcome.errors)")
      if words == ["--check"], !sentence.contains("The run shows") {
        #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
      }
    }
  }

  /// Each of these would keep a lesson waiting or reading without end.
  @Test(arguments: ["/dev/zero", "/dev/stdin", "-", "pipe", "/proc/kmsg"])
  func aLogThatIsNoFileIsRefused(log: String) async throws {
    let folder = try Folder()
    try await expectEqual(run(["mkfifo", folder.file("pipe")]).code, 0)
    _ = try folder.write("own.yaml", try Self.example().replacing("scenario: retry", with: "log: '\(log)'"))
    let outcome = try await pscope("learn", "own.yaml", "--check", before: "cd '\(folder.path)'; exec <>pipe")
    #expect(outcome.code == 2 && outcome.errors.hasPrefix("pscope: own.yaml:5: can't read "), "\(outcome.errors)")
  }

  @Test func aLessonAsksItsPointWithinFiveSteps() async throws {
    let folder = try Folder()
    let text = try Self.example()
    let questions = try #require(text.range(of: "questions:"))
    let summary = try #require(text.range(of: "summary:"))
    let silent = text.replacingCharacters(in: questions.lowerBound..<summary.lowerBound, with: "")
    let asking = text.components(separatedBy: "  - ask: first")
    let late = asking[0].replacing("at: \"`load news` created\"", with: "at: \"`load news` settled\"")
    for (text, sentence) in [
      (silent, "own.yaml:1: expected at least one question under 'questions'.\n"),
      (
        late + String(text[summary.lowerBound...]),
        "own.yaml:24: the first question comes after 9 steps; ask one within the first 5.\n"
      ),
    ] {
      let path = try folder.write("own.yaml", text)
      let check = try await run([binary, "learn", path, "--check"])
      #expect(check.code == 2 && check.text.isEmpty && check.errors.contains(sentence), "\(check.errors)")
      #expect(check.errors.split(separator: "\n").count == 1, "\(check.errors)")
      // A draft can be looked at.
      try await expectEqual(pscope("learn", path, "--frame", "text").code, 0)
    }
  }

  @Test func aLogThatDoesNotFitItsLessonIsRefused() async throws {
    let folder = try Folder()
    _ = try await pscope("export", "one", "--virtual", "--output", folder.file("one.ndjson"))
    let text = try Self.example().replacing("  scenario: retry\n", with: "  log: one.ndjson\n")
    let path = try folder.write("own.yaml", text)
    let outcome = try await pscope("learn", path, "--frame", "text")
    #expect(outcome.code == 2 && outcome.text.isEmpty)
    #expect(outcome.errors.contains("own.yaml:19: the note's event does not happen in the run: "))
    #expect(outcome.errors.contains("more problems; see --check."))
  }

  @Test func aLogWithSourcesShowsItsCodeAnywhere() async throws {
    let folder = try Folder()
    let log = folder.file("run.ndjson")
    try await expectEqual(pscope("learn", "errors", "--log", log, "--with-sources").code, 0)
    // Without the folder of the sources: only the log has them.
    let screen = try await pscope(
      "view", log, "--lesson", "--frame", "text", "--size", "140x45", "--keys", "Right Right")
    #expect(screen.text.contains("function showInk("), "\(screen.text)")
    try await expectEqual(pscope("lint", log).code, 0)
  }

  @Test func aHandoutHasTheCodeTheQuestionsAndAKey() async throws {
    let folder = try Folder()
    for (suffix, key) in [("html", "<h2>Key</h2>"), ("md", "## Key")] {
      let page = folder.file("page.\(suffix)")
      try await expectEqual(pscope("learn", "errors", "--export", page).code, 0)
      let text = String(decoding: try folder.read("page.\(suffix)"), as: UTF8.self)
      let parts = text.components(separatedBy: key)
      #expect(parts.count == 2 && parts[0].contains("function besideCheck"))
      #expect(
        parts[0].contains("What do the two handlers below do?") && parts[1].contains("down to the first one for errors")
      )
      #expect(!parts[0].contains("down to the first one for errors"))
    }
  }

  @Test func aHandoutEscapesTheTextsOfTheLog() async throws {
    let folder = try Folder()
    let hostile = #"\u001b[31m\u202e<b>`"#
    _ = try folder.write(
      "run.ndjson",
      """
      {"schema":"promisescope.log","version":1,"unit":"ns","started":"2026-11-21T09:00:00.000Z","program":"app","pid":1,"sourceRoot":"","values":"preview","seed":null}
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"\(hostile)","label":"\(hostile)","site":{"file":"\(hostile)","line":1}}
      {"seq":2,"t":1,"ev":"rejected","p":1,"error":"\(hostile)\\n\\n<i>","cause":"resolver","cancelled":false}
      {"seq":3,"t":2,"ev":"noted","text":"\(hostile)"}
      {"seq":4,"t":3,"ev":"ended"}

      """)
    for name in ["page.html", "page.md"] {
      let log = folder.file("run.ndjson")
      try await expectEqual(pscope("view", log, "--lesson", "--handout", folder.file(name)).code, 0)
      let page = String(decoding: try folder.read(name), as: UTF8.self)
      #expect(page.contains("\\u{1B}") && !page.unicodeScalars.contains { ["\u{1B}", "\u{202E}"].contains($0) })
      #expect(!page.contains("Too small"))
      // A picture of Markdown is no markup.
      let words = page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined()
        .replacing("\\<", with: "")
      #expect(!words.contains("<b>") && !words.contains("\n<i>"), "\(page)")
    }
  }
}
