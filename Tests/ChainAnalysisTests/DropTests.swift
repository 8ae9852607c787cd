// Hangs of Swift programs that are found where their cause is: the body that dropped the last resolver, the workers that ended, the batch that waits.

@Suite struct DropTests {
  private func promise(_ id: Int, in body: Int = 0, function: String = "image") -> String {
    let context = body == 0 ? "" : "\"ctx\":\(body),"
    return
      #""ev":"created","p":\#(id),\#(context)"kind":"withResolvers","site":{"file":"Cache.swift","line":17,"function":"\#(function)"}"#
  }

  private func body(_ id: Int, _ kind: String, line: Int, function: String = "image") -> String {
    """
    "ev":"created","p":\(id),"kind":"\(kind)","site":{"file":"Cache.swift","line":\(line),"function":"\(function)"}
    "ev":"started","p":\(id),"ctx":\(id)
    """
  }

  private func settles(_ id: Int, in body: Int, line: Int, _ event: String = "fulfilled") -> String {
    let context = body == 0 ? "" : "\"ctx\":\(body),"
    let rest = event == "rejected" ? #","type":"Lost","cancelled":false"# : ""
    return
      #""ev":"\#(event)","p":\#(id),\#(context)"cause":"resolver","site":{"file":"Cache.swift","line":\#(line),"function":"image"}\#(rest)"#
  }

  /// What waits for a promise, and the end of that promise in a body.
  private func drops(_ id: Int, in body: Int) -> String {
    let context = body == 0 ? "" : "\"ctx\":\(body),"
    return """
      "ev":"noted","p":\(id),\(context)"text":"\(LibraryNote.resolverReleased.text)"
      "ev":"released","p":\(id),"state":"pending"
      """
  }

  private func waits(_ id: Int) -> String {
    """
    "ev":"created","p":\(id + 50),"kind":"then","from":\(id),"site":{"file":"List.swift","line":49,"function":"row"}
    "ev":"registered","p":\(id),"by":\(id + 50),"handles":["fulfilled"]
    """
  }

  private func found(_ lines: String) throws -> [String] {
    try nodeHistory(lines, runtime: "").findings().filter { $0.severity > .note }.map {
      "\($0.rule.rawValue) \($0.site?.line ?? 0): \($0.sentence)"
    }
  }

  @Test("the body that dropped the last resolver has the finding, if it belongs to the code that settles such promises")
  func handler() throws {
    func lines(function: String) throws -> [String] {
      try found(
        """
        \(promise(1))
        \(body(2, "then", line: 24))
        \(settles(1, in: 2, line: 27))
        \(promise(3))
        \(waits(3))
        \(body(4, "catch", line: 29, function: function))
        \(drops(3, in: 4))
        """)
    }
    try expectEqual(
      lines(function: "image"),
      [
        "never-settled 29: withResolvers #3 can never settle: the body of catch #4 dropped its last resolver; 1 other from this call site"
          + " was settled by image (Cache:27), called from image; 1 promise hangs because of it"
      ])
    // What some other code freed may be a handler that it knows nothing of.
    try #expect(lines(function: "fetch").allSatisfy { $0.hasPrefix("never-settled 17: ") })
  }

  @Test("a body like those that settled the others left out their call")
  func worker() throws {
    let lines = try found(
      """
      \(promise(1, function: "submit"))
      \(promise(2, function: "submit"))
      \(waits(2))
      \(body(3, "task", line: 32, function: "work"))
      \(settles(1, in: 3, line: 36))
      "ev":"finished","p":3,"outcome":"threw"
      "ev":"rejected","p":3,"type":"NoSize","cause":"threw","cancelled":false
      "ev":"handled","p":3
      \(drops(2, in: 3))
      """)
    #expect(
      lines.first?.hasPrefix(
        "never-settled 36: withResolvers #2 can never settle: the body of task #3, which threw NoSize, dropped its last resolver; it settles"
          + " others at Cache.swift:36") == true, "\(lines)")
  }

  @Test("what is dropped while others are rejected outside of all bodies is found at that call")
  func cleanup() throws {
    func lines(_ event: String, at time: Int) throws -> [String] {
      try found(
        """
        \(promise(1))
        \(promise(2))
        \(waits(2))
        @10 \(drops(2, in: 0))
        @\(time) \(settles(1, in: 0, line: 40, event))
        "ev":"handled","p":1
        """)
    }
    try #expect(
      lines("rejected", at: 10).first?.hasPrefix(
        "never-settled 40: withResolvers #2 can never settle: its last resolver was dropped while withResolvers #1 was rejected at Cache.swift:40"
      )
        == true)
    try #expect(lines("rejected", at: 20).first?.hasPrefix("never-settled 17: ") == true)
    try #expect(lines("fulfilled", at: 10).first?.hasPrefix("never-settled 17: ") == true)
  }

  @Test("workers of one call site that all threw should have settled the rest")
  func workers() throws {
    func lines(isLastAlive: Bool) throws -> [String] {
      func ends(_ id: Int) -> String {
        """
        "ev":"awaiting","p":\(id),"source":9,"site":{"file":"Cache.swift","line":34,"function":"image"}
        "ev":"continued","p":\(id)
        "ev":"finished","p":\(id),"outcome":"threw"
        "ev":"rejected","p":\(id),"type":"NoSize","cause":"threw","cancelled":false
        "ev":"handled","p":\(id)
        """
      }
      return try found(
        """
        \(promise(9, function: "next"))
        \(body(1, "task", line: 32))
        \(body(2, "task", line: 32))
        \(promise(3))
        \(promise(4))
        \(promise(5))
        \(waits(5))
        @2 \(settles(3, in: 1, line: 36))
        \(settles(4, in: 2, line: 36))
        \(ends(1))
        \(isLastAlive ? "" : ends(2))
        @9000 "ev":"alive"
        """)
    }
    try #expect(
      lines(isLastAlive: false).contains {
        $0.hasPrefix(
          "stuck 36: withResolvers #5 has been pending for 9.00 s: task #1, which settles others of image, threw NoSize after"
        )
      })
    try #expect(lines(isLastAlive: true).allSatisfy { !$0.contains("which settles others") })
  }

  @Test("a batch that waits for its turn is no worker that waits for its next task")
  func batch() throws {
    func lines(isBatch: Bool) throws -> [String] {
      let all = """
        "ev":"created","p":90,"kind":"all","site":{"file":"Mail.swift","line":50}
        "ev":"registered","p":51,"by":90
        "ev":"registered","p":52,"by":90
        """
      return try found(
        """
        \(promise(1, function: "take"))
        \(waits(1))
        \(promise(2, function: "take"))
        \(waits(2))
        \(isBatch ? all : "")
        @2 \(settles(1, in: 0, line: 40))
        "ev":"fulfilled","p":51,"cause":"returned"
        @9000 "ev":"alive"
        """)
    }
    try #expect(
      lines(isBatch: true).contains { $0.hasPrefix("stuck 17: withResolvers #2 has been pending for 9.00 s") })
    try expectEqual(lines(isBatch: false), [])
  }
}
