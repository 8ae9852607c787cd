// `pscope learn`: the list, unknown lessons, the pages and the logs that it writes.

import LessonEngine
import Lessons
import PlainText

@Suite struct LearnTests {
  @Test func listsTheLessonsOneALine() async throws {
    let outcome = try await pscope("learn")
    expectEqual(outcome.code, 0)
    #expect(outcome.errors.isEmpty)
    var lines = outcome.text.split(separator: "\n")
    #expect(lines.count >= 12 && lines.popLast()?.hasPrefix("Next: pscope learn ") == true)
    for line in lines { #expect(line.wholeMatch(of: /[a-z0-9-]+ {2,}\S.*/) != nil, "\(line)") }
    #expect(lines.first?.hasPrefix("promise  ") == true)
  }

  @Test func listsTheLessonsInChinese() async throws {
    let english = try await pscope("learn")
    let chinese = try await pscope("learn", "--language", "zh")
    #expect(chinese.text.contains("被拒绝后，错误去了哪里"))
    let names = { (text: String) in text.split(separator: "\n").dropLast().map { $0.prefix { $0 != " " } } }
    expectEqual(names(chinese.text), names(english.text))
    try await expectEqual(pscope("learn", before: "export LC_ALL=zh_CN.UTF-8").text, chinese.text)
  }

  @Test(arguments: [("promis", "promise"), ("error", "errors"), ("erors", "errors"), ("list-loader", "two-deliveries")])
  func suggestsTheNearestLesson(word: String, lesson: String) async throws {
    let outcome = try await pscope("learn", word)
    expectEqual(outcome.code, 2)
    #expect(outcome.output.isEmpty)
    expectEqual(
      outcome.errors,
      "pscope: no lesson is named '\(word)'; did you mean '\(lesson)'? 'pscope learn' shows the lessons.\n")
  }

  @Test func namesTheCommandIfNoLessonIsNear() async throws {
    let outcome = try await pscope("learn", "quantum\u{1B}[2J")
    expectEqual(outcome.code, 2)
    #expect(outcome.errors.contains("no lesson is named 'quantum\\u{1B}[2J'. 'pscope learn' shows the lessons."))
  }

  @Test(arguments: [["--no-questions"], ["--export", "page.html"], ["--log", "run.ndjson"], ["--frame", "text"]])
  func optionsOfALessonNeedItsName(option: [String]) async throws {
    let outcome = try await run([binary, "learn"] + option)
    expectEqual(outcome.code, 64)
    #expect(outcome.errors.contains("\(option[0]): expected the name of a lesson with it."))
  }

  @Test func writesAPageInEitherLanguage() async throws {
    let folder = try Folder()
    try await expectEqual(pscope("learn", "errors", "--export", folder.file("page.html")), .silent)
    let page = String(decoding: try folder.read("page.html"), as: UTF8.self)
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    #expect(page.hasSuffix("</html>\n"))
    for text in [
      "<h1>Where a rejection goes</h1>", "<em>Builds on: A chain of promises</em>", "function addTax(price)",
      "is too much", "The error was thrown two rows above",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    // Self-contained: nothing is loaded, nothing is run.
    for text in ["http", "<script", "src=", "url("] { #expect(!page.contains(text), "\(text)") }
    expectEqual(page.components(separatedBy: "<pre>").count, 5)

    try await expectEqual(pscope("learn", "errors", "--export", folder.file("page.MD"), "--language", "zh"), .silent)
    let markdown = String(decoding: try folder.read("page.MD"), as: UTF8.self)
    #expect(markdown.hasPrefix("# 被拒绝后，错误去了哪里\n\n*先修：Promise 链*\n\n"))
    #expect(markdown.contains("`addTax`") && markdown.contains("> 错误是在上面两行之外抛出的，原样到了这里。"))
    expectEqual(markdown.components(separatedBy: "\n```\n").count, 10)
    #expect(try folder.names().filter { $0.contains("partial") }.isEmpty)
  }

  @Test func twoPagesOfALessonAreTheSame() async throws {
    let first = try await pscope("learn", "callbacks", "--export", "-")
    #expect(first.code == 0 && first.text.contains("callback: page /home"))
    try await expectEqual(pscope("learn", "callbacks", "--export", "-").output, first.output)
  }

  @Test func neverLeavesHalfAPage() async throws {
    let full = try await pscope("learn", "promise", "--export", "/dev/full")
    #expect(full.code == 2 && full.errors.contains("No space left on device"))

    let folder = try Folder()
    let other = try await pscope("learn", "promise", "--export", folder.file("page.pdf"))
    #expect(other.code == 64 && other.errors.contains("--export: expected a name in .html or .md, found '"))
    let missing = try await pscope("learn", "promise", "--export", folder.file("missing/page.html"))
    #expect(missing.code == 2 && missing.errors.contains("can't write"))

    // A page is larger than the one block that may be written.
    _ = try folder.write("page.html", "former")
    let limited = try await pscope(
      "learn", "promise", "--export", folder.file("page.html"), before: "ulimit -f 1")
    #expect(limited.code == 2 && limited.errors.contains("its previous contents are unchanged"))
    try expectEqual(folder.read("page.html"), Array("former".utf8))
    try expectEqual(folder.names(), ["page.html"])
  }

  @Test func writesTheRunAsALog() async throws {
    let folder = try Folder()
    try await expectEqual(pscope("learn", "callbacks", "--code", "swift", "--log", folder.file("run.ndjson")), .silent)
    let direct = try await pscope("export", "login-contacts", "--virtual", "--fails", "token")
    try expectEqual(folder.read("run.ndjson"), direct.output)
  }

  @Test func printsAScreenOfALesson() async throws {
    let outcome = try await pscope("learn", "chain", "--frame", "text", "--size", "90x30")
    expectEqual(outcome.code, 0)
    expectEqual(outcome.text.split(separator: "\n", omittingEmptySubsequences: false).count, 31)
    #expect(outcome.text.contains("A chain of promises"))
    let chinese = try await pscope("learn", "chain", "--frame", "text", "--language", "zh")
    #expect(chinese.text.contains("Promise 链"))
  }

  @Test func writesWhatWasAnsweredToEachQuestion() async throws {
    let folder = try Folder()
    let (binary, score) = (binary, folder.file("result.json"))
    try await blocking {
      let session = try TerminalSession(
        ["learn", "errors", "--language", "zh", "--score", score], program: binary, columns: 100, rows: 40)
      try session.wait(for: "被拒绝后，错误去了哪里")
      // The first question is answered, right or not, and all others are skipped.
      session.type("\u{1B}[F1")
      for _ in 0..<12 { session.type("\u{1B}[FJ") }
      try session.type("\u{1B}[F", waitingFor: "── 得分 ──")
      session.type("q")
      try expectEqual(session.finish().code, 0)
    }
    let result = try JSONDecoder().decode(Score.self, from: Data(folder.read("result.json")))
    #expect(result.lesson == "errors" && result.questions == result.answers.count && result.questions > 2)
    expectEqual(result.right, result.answers.count { $0.right })
    expectEqual(result.answers.map { $0.given == nil }, [false] + result.answers.dropFirst().map { _ in true })
    // Programs read it, so it is in English.
    #expect(result.answers.allSatisfy { $0.question.allSatisfy(\.isASCII) && !$0.expected.isEmpty && !$0.asks.isEmpty })
  }

  @Test func whatWasMissedComesAgainTwoLessonsLater() async throws {
    let folder = try Folder()
    let (binary, state) = (binary, folder.file("state"))
    let record = URL(filePath: state + "/promisescope/lessons")
    try FileManager.default.createDirectory(
      at: record.deletingLastPathComponent(), withIntermediateDirectories: true)
    let former = "promise 3 4 11598514\nswift/promise 2 3 ed32eeef\n"
    try Data(("callbacks 0 3 01234567\n" + former).utf8).write(to: record)
    try await blocking {
      let session = try TerminalSession(
        ["learn", "chain", "--language", "en"], program: binary, columns: 100, rows: 40,
        variables: ["XDG_STATE_HOME": state])
      try session.wait(for: "A chain of promises")
      for _ in 0..<3 { session.type("\u{1B}[FJ") }
      // The missed question of the Swift lesson has the same title.
      for word in ["`drink`.", "PromiseKit's"] {
        try session.type("\u{1B}[F", waitingFor: word)
        try session.type("J", waitingFor: "Again, from \"What a promise is\"")
      }
      try session.type("\u{1B}[F", waitingFor: "── score ──")
      session.type("q")
      try expectEqual(session.finish().code, 0)
    }
    // The question of the lesson just before does not return yet, and the missed questions of this lesson are kept.
    try expectEqual(
      String(contentsOf: record, encoding: .utf8),
      "callbacks 0 3 01234567\nchain 0 3 d233f9d8,a1dcf240,ae7b7675\n" + former)
  }

  private struct Score: Decodable {
    struct Answer: Decodable {
      var asks: String
      var question: String
      var given: String?
      var expected: String
      var right: Bool
    }
    var lesson: String
    var right: Int
    var questions: Int
    var answers: [Answer]
  }

  @Test func printsTheStoryWithoutATerminal() async throws {
    let outcome = try await pscope("learn", "errors", "--code", "swift")
    expectEqual(outcome.code, 0)
    #expect(outcome.text == (try await pscope("export", "error-paths", "--virtual", "--format", "story")).text)
  }

  @Test(arguments: ["en", "zh"])
  func aLogOfALessonOpensWithItsTexts(language: String) async throws {
    let folder = try Folder()
    _ = try await pscope("learn", "errors", "--log", folder.file("run.ndjson"))
    let title = language == "zh" ? "被拒绝后，错误去了哪里" : "Where a rejection goes"
    for source in [folder.file("run.ndjson"), "error-paths"] {
      let screen = try await pscope("view", source, "--lesson", "--frame", "text", "--language", language)
      #expect(screen.code == 0 && screen.text.contains(title), "\(source)")
    }
    // Another program is a lesson without texts.
    let other = try await pscope("view", "contacts-avatars", "--lesson", "--frame", "text")
    #expect(other.code == 0 && !other.text.contains(title))
  }
}

extension Outcome: Equatable {
  /// Nothing was written, and nothing went wrong.
  fileprivate static let silent = Outcome(code: 0, output: [], errors: "")

  static func == (left: Outcome, right: Outcome) -> Bool {
    (left.code, left.output, left.errors) == (right.code, right.output, right.errors)
  }
}
