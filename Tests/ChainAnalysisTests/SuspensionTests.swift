// Where a hang is reported if a body waits for something other than a promise, such as a continuation.

@Suite struct SuspensionTests {
  private func found(_ note: String, _ rest: String = "") throws -> [String] {
    try nodeHistory(
      """
      "ev":"created","p":1,"kind":"task","site":{"file":"App/App.swift","line":30,"function":"pair()"}
      "ev":"created","p":2,"kind":"then","from":1,"site":{"file":"App/App.swift","line":40,"function":"run()"}
      "ev":"registered","p":1,"by":2,"handles":["fulfilled"]
      "ev":"started","p":1,"queue":"task"
      \(rest.isEmpty ? "" : rest + "\n")@1000 "ev":"noted","p":1,"text":"\(note)"
      @9000 "ev":"alive"
      """, runtime: ""
    ).findings().map { "\($0.site?.line ?? 0) \($0.rule.rawValue): \($0.sentence)" }
  }

  @Test("a suspended task: at its innermost function")
  func continuation() throws {
    expectEqual(
      try found("suspended in Socket.send (App/App.swift:13) < pair (App/App.swift:31)"),
      [
        "13 stuck: task #1 has been pending for 9.00 s: its body waits here for something other than a promise; "
          + "called from run() (App:40); 1 promise hangs because of it"
      ])
    #expect(try found("suspended for good").first?.hasPrefix("30 stuck: ") ?? false)
  }

  @Test("a body that awaits a promise: where that was created")
  func awaiting() throws {
    let rest = #"""
      "ev":"created","p":3,"ctx":1,"kind":"pending","site":{"file":"App/App.swift","line":20,"function":"turn()"}
      "ev":"awaiting","p":1,"source":3,"site":{"file":"App/App.swift","line":31,"function":"pair()"}
      """#
    #expect(try found("suspended in pair (App/App.swift:31)", rest).first?.hasPrefix("20 stuck: ") ?? false)
  }
}
