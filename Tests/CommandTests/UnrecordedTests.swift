// A recording that could not see everything: `check`, `record`, and the screen say so, and none of them says that there is nothing to find.

@testable import pscope

@Suite struct UnrecordedTests {
  private static let header = #"{"schema":"promisescope.log","version":1,"program":"app","runtime":"node 20.20.2"}"#
  private static let log = """
    \(header)
    {"seq":1,"t":0,"ev":"created","p":1,"kind":"async"}
    {"seq":2,"t":5,"ev":"fulfilled","p":1,"cause":"returned"}
    {"seq":3,"t":9,"ev":"noted","text":"not recorded: promises of another realm"}
    {"seq":4,"t":10,"ev":"noted","p":1,"text":"not recorded: this is a note of the program"}
    {"seq":5,"t":2000000000,"ev":"ended"}

    """
  private static let sentence = "part of the program was not recorded: promises of another realm"

  @Test func aPartThatCouldNotBeSeenIsReported() async throws {
    let folder = try Folder()
    let log = try folder.write("run.ndjson", Self.log)
    let check = try await pscope("check", log)
    expectEqual(check.code, 3)
    expectEqual(
      check.errors,
      """
      pscope: \(log): \(Self.sentence).
      pscope: nothing was found in what was recorded of \(log): 1 promise, 5 events

      """)
    let json = try await pscope("check", "--format", "json", log)
    #expect(json.code == 3 && json.text.contains(#""unrecorded": ["promises of another realm"]"#))
    #expect(
      try await pscope("check", "--language", "zh", log).errors.contains("程序有一部分没有记录到：promises of another realm。"))
    let screen = try await pscope("view", "--frame", "text", "--size", "140x24", "--keys", "e", log).text
    #expect(screen.contains("▲ \(Self.sentence)") && screen.contains("No problems found in what was recorded."))
    let narrow = try await pscope("view", "--frame", "text", log).text
    #expect(narrow.contains("▲ not all recorded"))
    #expect(
      try await pscope("export", "--redact", "--format", "ndjson", log).text.contains(#""not recorded: promises"#))
    let recorded = try await pscope(
      "record", "-o", folder.file("new.ndjson"), "--", "cp", log, folder.file("new.ndjson"))
    #expect(recorded.errors.hasSuffix("pscope: \(Self.sentence).\n"))
  }

  @Test func aLogWithoutEventsAndNoLogAreReported() async throws {
    let folder = try Folder()
    let log = try folder.write("run.ndjson", Self.header + "\n")
    let check = try await pscope("check", log)
    #expect(check.code == 3 && check.errors.contains("\(log): nothing was recorded: the log has no events."))
    #expect(!check.errors.contains("no findings"))
    let none = try await pscope("record", "-o", folder.file("new.ndjson"), "--", "sh", "-c", ":")
    #expect(none.errors.hasSuffix("pscope: nothing was recorded: no process of the program has written a log.\n"))
  }
}
