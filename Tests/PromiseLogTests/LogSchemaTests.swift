// The published contract: the examples in docs/event-log.md are valid logs, and every encoded line conforms to the schema.

import Foundation

@Suite struct LogSchemaTests {
  private static let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs")
    .standardized

  private static func page() throws -> String {
    try String(contentsOf: docs.appending(path: "event-log.md"), encoding: .utf8)
  }

  /// The page's fenced blocks of log lines, with a header added to those that have none.
  private static func examples() throws -> [String] {
    let page = try Self.page()
    let blocks = page.components(separatedBy: "```\n").enumerated().filter {
      !$0.offset.isMultiple(of: 2) && $0.element.hasPrefix("{")
    }
    return blocks.map { $0.element.contains("\"schema\"") ? $0.element : LogRoundTripTests.header + "\n" + $0.element }
  }

  @Test func theExamplesOfThePageRoundTrip() throws {
    let examples = try Self.examples()
    expectEqual(examples.count, 5)
    for example in examples {
      let reader = LogReader(bytes: Array(example.utf8))
      #expect(try rewrite(reader) == example)
      expectEqual(reader.diagnostics, [])
    }
  }

  @Test func thePageNamesEveryEvent() throws {
    let page = try Self.page()
    for kind in EventKind.allCases where kind != .unknown { #expect(page.contains("**\(kind)**")) }
  }

  @Test(.enabled(if: Python.hasSchemas, "python3 with the package jsonschema validates against the schema"))
  func everyLineConformsToTheSchema() throws {
    let strange = ["colour", "quantum", "teleported", "exploded"]
    let lines = LogRoundTripTests.log.split(separator: "\n").filter { line in !strange.contains { line.contains($0) } }
    let examples = try Self.examples().flatMap { $0.split(separator: "\n") }
    let extended = [
      #"{"seq":1,"t":0,"ev":"ended","colour":"red"}"#, #"{"schema":"promisescope.log","version":1,"host":"h"}"#,
    ]
    let all = lines.map(String.init) + examples.map(String.init) + extended
    let verdicts = try Python.validate(all, Self.docs.appending(path: "event-log.schema.json"))
    expectEqual(verdicts.count, all.count)
    for (line, isValid) in zip(all, verdicts) where !isValid { Issue.record("does not meet the schema: \(line)") }
  }

  @Test(.enabled(if: Python.hasSchemas, "python3 with the package jsonschema validates against the schema"))
  func invalidLinesDoNotConformToTheSchema() throws {
    let wrong = [
      #"{}"#, #"[]"#, #"{"seq":1,"t":0,"ev":"teleported","p":1}"#, #"{"seq":0,"t":0,"ev":"ended"}"#,
      #"{"t":0,"ev":"ended"}"#, #"{"seq":1,"t":0,"ev":"created","kind":"then"}"#,
      #"{"seq":1,"t":0,"ev":"created","p":1}"#,
      #"{"seq":1,"t":0,"ev":"released","p":1,"state":"gone"}"#, #"{"seq":1,"t":0,"ev":"alive","p":1}"#,
      #"{"seq":1,"t":0,"ev":"progressed","p":1}"#,
      #"{"seq":1,"t":0,"ev":"awaiting","p":1}"#, #"{"seq":1,"t":0,"ev":"ended","reason":"exploded"}"#,
      #"{"seq":1,"t":0,"ev":"rejected","p":1,"cause":"threw"}"#, #"{"schema":"promisescope.log","version":2}"#,
    ]
    let verdicts = try Python.validate(wrong, Self.docs.appending(path: "event-log.schema.json"))
    expectEqual(verdicts, wrong.map { _ in false })
  }
}
