// Where findings stand if the log has the calls that led to a promise: at the call outside of a helper, or in a handler, on its line.

@Suite struct CallSiteTests {
  private func created(
    _ id: Int, _ kind: String, from source: Int = 0, in body: Int = 0, at line: Int, _ function: String,
    calls: String = ""
  ) -> String {
    let links = (source > 0 ? "\"from\":\(source)," : "") + (body > 0 ? "\"ctx\":\(body)," : "")
    let callers = calls.isEmpty ? "" : ",\"callers\":\"\(calls)\""
    let site = #""site":{"file":"App/App.swift","line":\#(line),"function":"\#(function)"}"#
    let own = "\"ev\":\"created\",\"p\":\(id),\(links)\"kind\":\"\(kind)\",\(site)\(callers)"
    return source == 0
      ? own : own + "\n\"ev\":\"registered\",\"p\":\(source),\"by\":\(id),\"handles\":[\"fulfilled\"]"
  }

  private func settled(_ id: Int, in body: Int = 0) -> String {
    let inside = body > 0 ? "\"ctx\":\(body)," : ""
    return
      #""ev":"fulfilled","p":\#(id),\#(inside)"cause":"resolver","site":{"file":"App/App.swift","line":7,"function":"release()"}"#
  }

  private func found(_ lines: String...) throws -> [String] {
    try nodeHistory(lines.joined(separator: "\n"), runtime: "").findings().filter { $0.severity > .note }.map {
      "\($0.site?.line ?? 0) \($0.rule.rawValue): \($0.sentence)"
    }
  }

  @Test("an unhandled rejection of a promise that wraps a callback: at the call outside of the function")
  func rejection() throws {
    func lost(_ calls: String) throws -> [String] {
      try found(
        created(1, "Promise", at: 5, "put(_:)", calls: calls),
        #""ev":"rejected","p":1,"type":"Full","cause":"resolver","cancelled":false"#, #""ev":"unhandled","p":1"#,
        #""ev":"released","p":1,"state":"rejected""#)
    }
    expectEqual(
      try lost("Backup.run (App/App.swift:20) < main (App/main.swift:3)"),
      ["20 unhandled-rejection: Promise #1 was rejected with Full, and no handler took the rejection"])
    expectEqual(
      try lost(""), ["5 unhandled-rejection: Promise #1 was rejected with Full, and no handler took the rejection"])
    // Calls within the function are not outside of it.
    expectEqual(
      try lost("Cloud.put (App/App.swift:6)"),
      ["5 unhandled-rejection: Promise #1 was rejected with Full, and no handler took the rejection"])
  }

  @Test("an unhandled rejection of what a helper made of another function's promise: at the call outside of both")
  func forgotten() throws {
    func sync(_ id: Int, _ line: Int) -> String {
      created(
        id, "Promise", at: 5, "push(_:)",
        calls: "Journal.sync (App/App.swift:20) < Journal.record (App/App.swift:\(line))")
        + "\n" + created(id + 1, "map", from: id, at: 20, "sync(_:)")
    }
    expectEqual(
      try found(
        sync(1, 30), created(3, "then", from: 2, at: 40, "run()"), settled(1), sync(4, 31),
        #""ev":"rejected","p":4,"type":"Full","cause":"resolver","cancelled":false"#,
        #""ev":"rejected","p":5,"type":"Full","cause":"passthrough","via":4,"cancelled":false"#,
        #""ev":"released","p":5,"state":"rejected""#, #""ev":"unhandled","p":4"#),
      ["31 unhandled-rejection: Promise #4 was rejected with Full, and no handler down to map #5 took the rejection"])
  }

  @Test(
    "code inside of a helper that asks for what the helper holds: where it calls the helper, also in a program's first moments"
  )
  func reentry() throws {
    func locked(_ id: Int, in body: Int, _ calls: String) -> String {
      created(id, "pending", in: body, at: 5, "lock()", calls: "Store.locked (App/App.swift:45)\(calls)") + "\n"
        + created(id + 1, "then", from: id, in: body, at: 45, "locked(_:)")
    }
    let ticks = (0..<10).map { created(20 + $0, "async", at: 70, "tick()") + "\n" + settled(20 + $0) }
    let found = try found(
      locked(1, in: 0, " < Store.increment (App/App.swift:58)"), settled(1), #""ev":"started","p":2"#,
      locked(
        3, in: 2,
        " < Store.set (App/App.swift:54) < Store.increment (App/App.swift:60) < Store.locked (App/App.swift:46)"),
      #""ev":"finished","p":2,"outcome":"promise""#, #""ev":"adopted","p":2,"source":4"#,
      "@1 " + ticks.joined(separator: "\n"), #"@9000 "ev":"alive""#)
    #expect(found.count == 1 && found[0].hasPrefix("60 stuck: pending #3"), "\(found)")
    #expect(found.first?.contains("likely, lock() is held by then #2, which got it at") ?? false, "\(found)")
  }

  @Test("the same if a block on a queue gives back what the helper holds, so that only the times show the holder")
  func places() throws {
    func add(_ id: Int, in body: Int = 0, _ calls: String) -> String {
      created(id, "pending", in: body, at: 14, "place()", calls: "Pool.add (App/App.swift:29)\(calls)") + "\n"
        + created(id + 1, "then", from: id, in: body, at: 29, "add(_:)") + "\n"
        + created(id + 2, "ensure", from: id + 1, in: body, at: 29, "add(_:)")
    }
    func runs(_ id: Int, _ outcome: String = "value") -> String {
      #""ev":"started","p":\#(id)"# + "\n" + #""ev":"finished","p":\#(id),"outcome":"\#(outcome)""#
    }
    let found = try found(
      add(1, " < Player.part (App/App.swift:39)"), settled(1).replacing("release()", with: "place()"),
      add(4, " < Player.playlist (App/App.swift:42)"), add(14, " < Player.part (App/App.swift:39)"),
      settled(14).replacing("release()", with: "place()"), "@10 " + runs(2),
      #""ev":"fulfilled","p":2,"cause":"returned""#,
      runs(3, "void"), #""ev":"fulfilled","p":3,"cause":"returned","via":2"#, settled(4), "@11 " + runs(15),
      #""ev":"fulfilled","p":15,"cause":"returned""#, runs(16, "void"),
      #""ev":"fulfilled","p":16,"cause":"returned","via":15"#, #""ev":"started","p":5"#,
      add(7, in: 5, " < Player.part (App/App.swift:39) < Player.playlist (App/App.swift:43)"),
      created(10, "map", from: 9, in: 5, at: 44, "playlist(_:)"), #""ev":"finished","p":5,"outcome":"promise""#,
      #""ev":"adopted","p":5,"source":10"#, #"@9000 "ev":"alive""#)
    #expect(found.count == 1 && found[0].hasPrefix("43 stuck: pending #7"), "\(found)")
  }

  @Test("an async function that waits for a place: where its caller waits, as the suspended body shows")
  func suspended() throws {
    func waits(_ function: String) throws -> [String] {
      try found(
        created(1, "task", at: 40, "row(_:)"), #""ev":"started","p":1"#,
        created(2, "withResolvers", in: 1, at: 13, function),
        #""ev":"awaiting","p":1,"source":2,"site":{"file":"App/App.swift","line":15,"function":"\#(function)"}"#,
        #"@1000 "ev":"noted","p":1,"text":"suspended in Permits.acquire (App/App.swift:15) < Checks.status (App/App.swift:28)""#,
        #"@9000 "ev":"alive""#)
    }
    #expect(try waits("acquire()").first?.hasPrefix("28 stuck: withResolvers #2") ?? false)
    #expect(try waits("answer()").first?.hasPrefix("13 stuck: withResolvers #2") ?? false)
  }

  @Test("a promise that hangs although others of its helper were settled: at the call of the helper")
  func hang() throws {
    func hangs(_ isOther: Bool) throws -> [String] {
      try found(
        isOther
          ? created(1, "pending", at: 5, "berth()", calls: "Port.refuel (App/App.swift:30)") + "\n" + settled(1) : "",
        created(2, "pending", at: 5, "berth()", calls: "Port.unload (App/App.swift:20) < main (App/main.swift:3)"),
        created(3, "then", from: 2, at: 21, "unload(_:)"), #"@9000 "ev":"alive""#)
    }
    expectEqual(
      try hangs(true),
      [
        "20 stuck: pending #2 has been pending for 9.00 s: its resolver has not been called; "
          + "1 other from this call site was settled by release() (App:7); 1 promise hangs because of it"
      ])
    #expect(try hangs(false).first?.hasPrefix("5 stuck: ") ?? false)
    #expect(try hangs(false).first?.contains("called from Port.unload (App:20)") ?? false)
  }

  @Test("a lock that a handler held when it threw: where the handler asked for it")
  func holder() throws {
    func lock(_ id: Int, _ line: Int) -> String {
      created(id, "withResolvers", at: 5, "acquire()", calls: "Store.save (App/App.swift:\(line))") + "\n"
        + created(id + 1, "then", from: id, at: line + 2, "save(_:)")
    }
    let lines = [
      lock(10, 20), settled(10), lock(20, 20), lock(30, 20),
      #"@10 "ev":"started","p":11"#, settled(20, in: 11),
      #""ev":"finished","p":11,"outcome":"value""#, #""ev":"fulfilled","p":11,"cause":"returned""#,
      #"@20 "ev":"started","p":21"#, #""ev":"finished","p":21,"outcome":"threw""#,
      #""ev":"rejected","p":21,"type":"Full","cause":"threw","cancelled":false"#,
      #""ev":"handled","p":21"#, #"@9000 "ev":"alive""#,
    ]
    expectEqual(
      try nodeHistory(lines.joined(separator: "\n"), runtime: "").findings().filter { $0.rule == .stuck }.map {
        $0.site?.line
      }, [20])
  }

  @Test("a function that waits for what its caller is about to return: at the call that leads back")
  func recursion() throws {
    func waits(_ calls: String) throws -> [String] {
      try found(
        created(1, "withResolvers", in: 9, at: 10, "token()", calls: "Client.get (App/App.swift:20)"),
        created(2, "then", from: 1, in: 9, at: 21, "get(_:)", calls: calls),
        created(3, "then", from: 2, in: 9, at: 12, "token()", calls: "Client.get (App/App.swift:20)"),
        #"@9000 "ev":"alive""#)
    }
    expectEqual(
      try waits("Client.renew (App/App.swift:30) < Client.token (App/App.swift:11) < Client.get (App/App.swift:20)"),
      [
        "30 stuck: withResolvers #1 has been pending for 9.00 s: then #2 waits for it in code that the function that created it called "
          + "at App/App.swift:11; 2 promises hang because of it"
      ])
    #expect(try waits("main (App/main.swift:3)").first?.hasPrefix("10 stuck: ") ?? false)
  }

  @Test("a blocked thread: where it waits")
  func blocking() throws {
    expectEqual(
      try found(
        created(1, "done", at: 30, "run()"), #""ev":"started","p":1,"queue":"main""#,
        created(2, "map", in: 1, at: 40, "titles()"),
        #""ev":"awaiting","p":1,"source":2,"site":{"file":"App/App.swift","line":44,"function":"items()"}"#,
        #""ev":"noted","p":2,"ctx":1,"text":"a thread of queue 'main' waits for this promise, which needs that queue""#,
        #"@9000 "ev":"alive""#
      ).map { String($0.prefix(16)) }, ["44 blocking-wait"])
  }
}
