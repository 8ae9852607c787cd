// Previews: one safe line for any value or error.

@Suite struct PreviewTests {
  private struct Point: Sendable { var x = 1 }
  private struct Own: PromisePreviewing, Sendable { var promisePreview: String { "own\u{1B}[31m" } }
  private enum Failure: Error { case offline(Int) }
  private struct OwnFailure: Error, PromisePreviewing { var promisePreview: String { "mine" } }

  @Test(
    "characters that move the cursor, turn the text around or cannot be seen are escaped",
    arguments: [
      ("plain text", "plain text"), ("", ""), ("a\nb\rc\td", "a\\nb\\rc\\td"), ("\u{1B}[2J", "\\u{1B}[2J"),
      ("\0", "\\u{0}"),
      ("\u{7F}\u{9B}1m", "\\u{7F}\\u{9B}1m"), ("\u{202E}abc\u{2066}", "\\u{202E}abc\\u{2066}"),
      ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{200B}\u{FEFF}", "\\u{200B}\\u{FEFF}"), ("\u{61C}", "\\u{61C}"),
      ("\u{206A}\u{180E}", "\\u{206A}\\u{180E}"), ("\u{E0041}", "\\u{E0041}"), ("\r\n", "\\r\\n"),
      ("grüße 你好 🙂", "grüße 你好 🙂"),
    ])
  func escaping(_ text: String, _ line: String) {
    expectEqual(Preview.line(text), line)
  }

  @Test func aLineIsTruncatedToItsLimitIncludingTheEllipsisOnlyIfItIsTooLong() {
    let limit = ValuePolicy.previewLimit
    expectEqual(Preview.line(String(repeating: "x", count: limit)), String(repeating: "x", count: limit))
    let cut = Preview.line(String(repeating: "x", count: limit + 1))
    expectEqual(cut, String(repeating: "x", count: limit - 1) + "…")
    expectEqual(Preview.line(String(repeating: "x", count: 1_000_000)).count, limit)
    for padding in (limit - 10)...limit {
      #expect(Preview.line(String(repeating: "x", count: padding) + "\u{202E}\u{202E}").count <= limit)
    }
  }

  @Test func valuesByKind() {
    func preview<Value>(_ value: Value) -> String? { Preview.text(of: value, policy: .preview) }
    #expect(preview(42) == "42" && preview(1.5) == "1.5" && preview(true) == "true")
    expectEqual(preview("a\"b\n"), "\"a\"b\\n\"")
    #expect(preview([1, 2, 3]) == "3 items" && preview([1]) == "1 item" && preview([String: Int]()) == "0 items")
    #expect(preview(()) == nil)
    expectEqual(preview(Point()), "Point(x: 1)")
    expectEqual(preview(Own()), "own\\u{1B}[31m")
    #expect(preview(Optional<Int>.none) == "nil" && preview(Optional(1)) == "Optional(1)")
    expectEqual(preview(String(repeating: "x", count: 10_000))?.count, ValuePolicy.previewLimit)
  }

  @Test func policiesThatRecordOnlyTypesOrOnlyTheTypesOfErrors() {
    #expect(Preview.text(of: Point(), policy: .type) == "Point" && Preview.text(of: (), policy: .type) == nil)
    #expect(Preview.text(of: Point(), policy: .off) == nil && Preview.text(of: "secret", policy: .off) == nil)
    let error = Preview.text(of: Failure.offline(3), policy: .preview)
    #expect(error.text == "offline(3)" && error.type == "Failure")
    let typed = Preview.text(of: Failure.offline(3), policy: .type)
    #expect(typed.text == nil && typed.type == "Failure")
    let off = Preview.text(of: Failure.offline(3), policy: .off)
    #expect(off.text == nil && off.type == typed.type)
    expectEqual(Preview.text(of: OwnFailure(), policy: .preview).text, "mine")
  }

  @Test func valuesThatAreNotRecordedAreNotDescribed() {
    struct Shy: Sendable, CustomStringConvertible {
      var description: String {
        Issue.record("no preview may be created")
        return ""
      }
    }
    #expect(Preview.text(of: Shy(), policy: .off) == nil)
    expectEqual(Preview.text(of: Shy(), policy: .type), "Shy")
  }
}
