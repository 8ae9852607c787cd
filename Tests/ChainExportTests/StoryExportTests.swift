// The story as an export: one line per sentence, in either language, also of an excerpt and of a log that is cut off.

import PlainText
import PromiseLog

struct StoryExportTests {
  private let log = """
    {"schema":"promisescope.log","version":1}
    {"seq":1,"t":0,"ev":"created","p":1,"kind":"wrap","label":"load"}
    {"seq":2,"t":0,"ev":"created","p":2,"kind":"then","from":1}
    {"seq":3,"t":0,"ev":"registered","p":1,"by":2,"handles":["fulfilled"]}
    {"seq":4,"t":0,"ev":"created","p":3,"kind":"wrap"}
    {"seq":5,"t":1500000000,"ev":"rejected","p":1,"error":"offline","cause":"resolver","cancelled":false}
    {"seq":6,"t":1500000000,"ev":"rejected","p":2,"error":"offline","cause":"passthrough","via":1,"cancelled":false}

    """

  @Test func aLineHasTheTimeAndTheSentence() throws {
    try expectEqual(
      story(),
      """
      00:00.000  wrap created #1 "load".
      00:00.000  then created #2: a new promise that waits for #1 "load" and handles its value.
      00:00.000  wrap created #3.
      00:01.500  #1 "load" was rejected with `offline`.
      00:01.500  #2 has no rejection handler, so the rejection passes on: it was rejected with `offline`.
      00:01.500  The log stops here without an end: of 3 promises, 2 are rejected, 1 is still pending.

      """)
  }

  @Test func theLanguageOfTheSentencesCanBeChosen() throws {
    #expect(try story { $0.language = .chinese }.contains("00:01.500  #1 \"load\" 被拒绝，错误为 `offline`。\n"))
  }

  @Test func anExcerptTellsOnlyOfItsPromises() throws {
    let text = try story { $0.excerpt = .subtree { _ in 3 } }
    expectEqual(
      text,
      """
      00:00.000  wrap created #3.
      00:00.000  The log stops here without an end: of 1 promise, 1 is still pending.

      """)
  }

  @Test func theLastSentenceSaysThatTheLogIsDamaged() throws {
    let damaged = log.replacing(#"{"seq":4"#, with: "nonsense\n{\"seq\":4")
    #expect(
      try story(damaged).hasSuffix(
        "\n00:01.500  The log has 1 problem, the first in line 5, so events may be missing from this story.\n"))
    #expect(
      try story(damaged) { $0.language = .chinese }.hasSuffix("\n00:01.500  日志有 1 处问题，第一处在第 5 行，因此这里可能缺少一些事件。\n"))
    #expect(try !story().contains("problem"))
  }

  private func story(_ changed: String? = nil, _ set: (inout ExportOptions) -> Void = { _ in }) throws -> String {
    var (options, bytes) = (ExportOptions(), [UInt8]())
    set(&options)
    try ExportFormat.story.export(LogReader(bytes: Array((changed ?? log).utf8)), options: options) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
