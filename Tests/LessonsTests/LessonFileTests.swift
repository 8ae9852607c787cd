// The file of a lesson: each wrong field is one sentence with the file and the line, and each form of a statement is read and written.

struct LessonFileTests {
  private static let small = """
    name: own
    title: {en: Mine, zh: 我的}
    run: {log: run.ndjson}
    introduction: {en: What happens?, zh: 会怎样？}
    summary: {en: That., zh: 就这样。}
    """

  private static let question = """

    questions:
      - ask: first
        at: "`a` created"
        en: Which is first?
        zh: 哪个先？
        options: [a, b]
        rule: {en: One., zh: 一个。}
    """

  @Test func theSmallestLessonAndAQuestion() throws {
    let lesson = try LessonFile.lesson(Self.small + Self.question, path: "folder/own.yaml")
    #expect(lesson.run == .log("folder/run.ndjson") && lesson.introduction[0].chinese == "会怎样？")
    let question = try #require(lesson.questions.first)
    let (a, b) = (NamedEvent(.label("a"), .settled), NamedEvent(.label("b"), .settled))
    expectEqual(question.options.map(\.claim), [.first(a, of: [b]), .first(b, of: [a])])
    #expect(question.line == 7 && question.template == .first)
  }

  @Test func linesOfChineseJoinWithoutABlankLinesOfEnglishWithOne() throws {
    let text = Self.small.replacing(
      "introduction: {en: What happens?, zh: 会怎样？}",
      with: "introduction:\n  en: |\n    One\n    two.\n\n    Three?\n"
        + "  zh: |\n    一二\n    三。\n\n    四 A\n    五，\n    b？")
    let lesson = try LessonFile.lesson(text, path: "own.yaml")
    expectEqual(lesson.introduction.map(\.english), ["One two.", "Three?"])
    expectEqual(lesson.introduction.map(\.chinese), ["一二三。", "四 A 五，b？"])
  }

  @Test(
    "a wrong field is a sentence with the line",
    arguments: [
      ("name: own", "name: my own", ":1: expected a name of letters, digits and hyphens, found 'my own'."),
      ("title:", "titel:", ":2: a lesson has no field 'titel'; expected name, title, run, introduction, summary"),
      ("{log: run.ndjson}", "{}", ":3: expected a scenario or a log, found neither."),
      ("{log: run.ndjson}", "{log: a, options: [b]}", ":3: expected no options and no settings with a log."),
      (", zh: 会怎样？", "", ":4: the text has no 'zh'."),
      ("summary: {en: That., zh: 就这样。}", "notes: []", ":1: a lesson needs the field 'summary'."),
      ("ask: first", "ask: frist", ":7: expected one of when, first, last,"),
      ("`a` created", "`a` creatd", ":8: expected a label in backquotes and one of created,"),
      ("[a, b]", "[a]", ":11: expected two to four options, found 1."),
      ("ask: first", "ask: count", ":11: expected a number, found 'a'."),
      ("ask: first", "ask: when", ":11: the question needs the field 'of'"),
      ("ask: first", "ask: claim", ":11: expected an option with is, en and zh, found 'a'."),
      ("  - ask: first", "  - found: leek", ":8: a question has no field 'at'"),
      ("rule: {en: One., zh: 一个。}", "rule: [", ": not valid YAML:"),
      ("name: own", String(repeating: "a: 1\n", count: 30_000), ":20001: expected at most 40,000 keys and values, and"),
      ("name: own", "name: own\nname: two", ":1: expected each field once, found 'name' more than once."),
    ])
  func wrong(good: String, bad: String, sentence: String) throws {
    let text = (Self.small + Self.question).replacing(good, with: bad)
    let error = #expect(throws: LessonFileError.self) { try LessonFile.lesson(text, path: "own.yaml") }
    #expect(error?.sentence.contains("own.yaml" + sentence) == true || sentence.hasPrefix(": not"), "\(error as Any)")
    #expect(error?.sentence.hasPrefix("own.yaml:") == true)
  }

  @Test(
    "statements are read",
    arguments: [
      ("`a` settled", Statement.happens(NamedEvent(.label("a"), .settled))),
      ("never `a` started", .never(NamedEvent(.label("a"), .started))),
      (#""line *" written 2 times"#, .times(NamedEvent(.line("line *"), .written), 2)),
      ("`a` started with `b` settled", .with(NamedEvent(.label("a"), .started), NamedEvent(.label("b"), .settled))),
      ("`a` settled at 1.5 s", .at(NamedEvent(.label("a"), .settled), 1_500_000_000)),
      ("`a` settled at 20 ms", .at(NamedEvent(.label("a"), .settled), 20_000_000)),
      (
        "`a` started first of `a`, `b`",
        .first(NamedEvent(.label("a"), .started), of: ["a", "b"].map { NamedEvent(.label($0), .started) })
      ),
      (#"`a` rejected giving "no""#, .gives(NamedEvent(.label("a"), .rejected), "no")),
      (#"`a` started on "main""#, .on(NamedEvent(.label("a"), .started), "main")),
      (
        "pending `a` of `a`, `b` after `c` settled",
        .pending(["a"], of: ["a", "b"], after: NamedEvent(.label("c"), .settled))
      ),
      ("pending none of `a`", .pending([], of: ["a"], after: nil)),
    ])
  func statements(text: String, statement: Statement) {
    expectEqual(Statement(text), statement)
  }

  @Test(
    "what is no statement is refused",
    arguments: [
      "", "a settled", "`a`", "`a` settles", "`a` settled before", "`a` settled at 3", "pending `b` of `a`",
      "`a` written", #"`a` "line" written"#,
    ])
  func refused(text: String) { #expect(Statement(text) == nil) }
}
