// Locks whose users are chains of handlers: who holds one, and where that is said.

@Suite struct ChainHolderTests {
  /// A promise of the lock, a handler that gets it, and a handler that gives it back.
  private func save(_ user: Int) -> String {
    """
    \(created(user, "withResolvers", at: "lock.swift", 4, "acquire()"))
    \(derived(user + 1, "then", from: user, at: 10))
    \(derived(user + 2, "get", from: user + 1, at: 12))
    """
  }

  private func created(_ id: Int, _ kind: String, in body: Int = 0, at file: String, _ line: Int, _ function: String)
    -> String
  {
    let inside = body == 0 ? "" : "\"ctx\":\(body),"
    return
      #""ev":"created","p":\#(id),\#(inside)"kind":"\#(kind)","site":{"file":"\#(file)","line":\#(line),"function":"\#(function)"}"#
  }

  private func derived(
    _ id: Int, _ kind: String, from source: Int, in body: Int = 0, at line: Int, _ function: String = "save(_:)"
  ) -> String {
    let inside = body == 0 ? "" : "\"ctx\":\(body),"
    return """
      "ev":"created","p":\(id),\(inside)"kind":"\(kind)","from":\(source),"site":{"file":"app.swift","line":\(line),"function":"\(function)"}
      "ev":"registered","p":\(source),\(inside)"by":\(id),"handles":["fulfilled"]
      """
  }

  private func gives(_ promise: Int, in body: Int = 0) -> String {
    let inside = body == 0 ? "" : "\"ctx\":\(body),"
    return
      #""ev":"fulfilled","p":\#(promise),\#(inside)"cause":"resolver","site":{"file":"lock.swift","line":7,"function":"release()"}"#
  }

  private func runs(_ body: Int, _ inside: String = "") -> String {
    """
    "ev":"started","p":\(body)
    \(inside)
    "ev":"finished","p":\(body),"outcome":"value"
    "ev":"fulfilled","p":\(body),"cause":"returned"
    """
  }

  private func fails(_ user: Int) -> String {
    """
    "ev":"started","p":\(user + 1)
    "ev":"finished","p":\(user + 1),"outcome":"threw"
    "ev":"rejected","p":\(user + 1),"error":"disk full","type":"Error","cause":"threw","cancelled":false
    "ev":"rejected","p":\(user + 2),"error":"disk full","type":"Error","cause":"passthrough","via":\(user + 1),"cancelled":false
    """
  }

  /// Three users of a lock: the first one gives it to the second one, and what that one does is given.
  private func hangs(isInBody: Bool = true, _ rest: String) throws -> [String] {
    let lines = """
      \(save(10))
      \(gives(10))
      \(save(20))
      \(save(30))
      @10 \(runs(11))
      \(runs(12, isInBody ? gives(20, in: 12) : ""))
      \(isInBody ? "" : gives(20))
      @20 \(rest)
      @9000 "ev":"alive"
      """
    return try nodeHistory(
      lines.split(separator: "\n").filter { $0.contains { !$0.isWhitespace } }.joined(separator: "\n"), runtime: ""
    ).findings().filter { $0.rule == .stuck && $0.severity > .note }.map {
      "\($0.site?.file ?? "?"):\($0.site?.line ?? 0) \($0.sentence)"
    }
  }

  @Test("an error that skips the handler in which others give it back: at that handler")
  func skipped() throws {
    expectEqual(
      try hangs(fails(20)),
      [
        "app.swift:12 withResolvers #30 has been pending for 9.00 s: acquire() is held by then #21, which got it at app.swift:10"
          + " and threw disk full (Error) on the same line before it released it, so that get #22 at app.swift:12 did not run,"
          + " where others release theirs; 1 waits for it; 2 promises hang because of it"
      ])
  }

  @Test("one that waits for it again through another function: at the last handler that is in neither")
  func again() throws {
    let found = try hangs(
      """
      "ev":"started","p":21
      \(created(40, "async", in: 21, at: "app.swift", 30, "send()"))
      \(derived(41, "then", from: 40, in: 21, at: 20, "place()"))
      "ev":"finished","p":21,"outcome":"promise"
      "ev":"adopted","p":21,"source":41
      "ev":"fulfilled","p":40,"cause":"resolver"
      "ev":"started","p":41
      \(created(50, "withResolvers", in: 41, at: "lock.swift", 4, "acquire()"))
      \(derived(51, "then", from: 50, in: 41, at: 10))
      "ev":"finished","p":41,"outcome":"promise"
      "ev":"adopted","p":41,"source":51
      """)
    #expect(found.count == 1 && found[0].hasPrefix("app.swift:20 "), "\(found)")
    #expect(found.first?.contains("got it at app.swift:10 and waits for it again at app.swift:20") == true, "\(found)")
  }

  @Test("if a block on a queue gives it back, the one that failed is likely the holder; not if another one kept it")
  func byTime() throws {
    let found = try hangs(isInBody: false, fails(20))
    #expect(found.count == 1 && found[0].hasPrefix("app.swift:12 "), "\(found)")
    #expect(found.first?.contains(": likely, acquire() is held by then #21") == true, "\(found)")
    let kept = try hangs(isInBody: false, runs(21) + "\n" + runs(22))
    #expect(kept.allSatisfy { $0.hasPrefix("lock.swift:4 ") && !$0.contains("likely") }, "\(kept)")
  }

  @Test("a body that waits in a continuation for a handler of its own hangs because of what that handler waits for")
  func bridged() throws {
    let found = try nodeHistory(
      """
      \(created(1, "withResolvers", at: "helper.swift", 4, "load()"))
      \(created(2, "task", at: "app.swift", 30, "show()"))
      "ev":"enqueued","p":2,"queue":"task"
      "ev":"started","p":2,"queue":"task"
      \(derived(3, "then", from: 1, in: 2, at: 31, "show()"))
      @9000 "ev":"alive"
      """, runtime: ""
    ).findings().filter { $0.severity > .note }
    expectEqual(found.map { $0.site?.line }, [4])
    #expect(found.first?.sentence.contains("2 promises hang because of it") == true, "\(found.map(\.sentence))")
  }
}
