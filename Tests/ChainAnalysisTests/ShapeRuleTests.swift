// The rules about the shape of chains, queues and blocking waits, each with near misses.

import PromiseCore
import PromiseScope

@Suite struct ShapeRuleTests {
  // MARK: Shapes

  @Test func aRaceWithoutInputsInAForeignLogIsFoundOneWithInputsIsNot() throws {
    let empty = """
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"race","label":"mirrors"}
      {"seq":2,"t":5,"ev":"ended"}
      """
    try expectEqual(
      found(log: empty), [#"warning empty-combinator: "mirrors" (#1) has no inputs, so it never settles"#])
    // Inputs would have been registered before it was freed.
    let freed = empty.replacing(#""t":5,"ev":"ended""#, with: #""t":0,"ev":"released","p":1,"state":"pending""#)
    try expectEqual(
      found(log: freed), [#"warning empty-combinator: "mirrors" (#1) has no inputs, so it never settles"#])
    let values = empty.replacing(
      #"{"seq":2,"t":5,"ev":"ended"}"#, with: #"{"seq":2,"t":0,"ev":"fulfilled","p":1,"cause":"combinator"}"#)
    try expectEqual(found(log: values, runtime: "node 20.1.0"), [])
    #expect(found { executor in race([Promise(1), Promise(2)]).then(on: executor) { _ in } }.isEmpty)
    #expect(found { executor in any([Promise(1), Promise(2)]).then(on: executor) { _ in } }.isEmpty)
  }

  @Test func aRequestThatStartsWhileTheSameOneIsInFlightIsFoundALaterOneAndAnotherOneAreNot() throws {
    func program(first: Int = 9, label: String = "GET /user", lost: [(Int, String)] = []) throws -> [String] {
      let events = [
        (0, #""ev":"created","p":1,"kind":"async""#), (0, #""ev":"named","p":1,"label":"GET /user""#),
        (5, #""ev":"created","p":2,"kind":"async""#), (5, #""ev":"named","p":2,"label":"\#(label)""#),
        (first, #""ev":"fulfilled","p":1,"cause":"resolver""#), (12, #""ev":"fulfilled","p":2,"cause":"resolver""#),
      ]
      let sorted = (events + lost).enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(
        \.element)
      let lines = sorted.enumerated().map { #"{"seq":\#($0 + 1),"t":\#($1.0),\#($1.1)}"# }
      return try found(log: lines.joined(separator: "\n")).filter { $0.contains("duplicate-request") }
    }
    let line =
      ##"note duplicate-request: "GET /user" (#2) started while "GET /user" (#1), a request with the same label, was in flight"##
    try expectEqual(program(), [line])
    try expectEqual(program(first: 3), [])
    try expectEqual(program(label: "GET /news"), [])
    // The first one may have settled where events are missing.
    try expectEqual(program(lost: [(3, #""ev":"lost","count":0"#)]), [])
  }

  @Test(
    "a label that requests with different values had says what they do, and not which one it is",
    arguments: ["Ada", "Bob"])
  func labelsOfKinds(value: String) throws {
    func create(_ id: Int) -> [String] {
      [#""ev":"created","p":\#(id),"kind":"async""#, #""ev":"named","p":\#(id),"label":"GET /user""#]
    }
    let events =
      create(1) + [#""ev":"fulfilled","p":1,"value":"Ada","cause":"resolver""#]
      + create(2) + [#""ev":"fulfilled","p":2,"value":"\#(value)","cause":"resolver""#]
      + create(3) + create(4) + [#""ev":"fulfilled","p":4,"value":"Ada","cause":"resolver""#]
    let lines = events.enumerated().map { #"{"seq":\#($0 + 1),"t":\#($0 * 5),\#($1)}"# }
    let found = try found(log: lines.joined(separator: "\n")).filter { $0.contains("duplicate-request") }
    #expect(found.count == (value == "Ada" ? 1 : 0))
  }

  @Test func moreThanTenRetriesInTenSecondsAreAStormTenAreNot() {
    func run(_ retries: Int, delay: Double) -> [String] {
      found { executor in
        retry(attempts: retries, delay: delay) { Promise<Int>(Offline()) }.named("call")
          .catch(on: executor) { _ in }
      }
    }
    expectEqual(
      run(11, delay: 0.5),
      [
        #"warning retry-storm: "call" (#1) was retried 11 times, more than 10 times within 10.0 s"#
      ])
    #expect(run(10, delay: 0.5).isEmpty)
    #expect(run(30, delay: 1.5).isEmpty)
  }

  @Test("what a helper of Node makes itself is retried if it fails, otherwise it may be a pause, as asyncio's sleep is")
  func madeByHelpers() throws {
    func run(
      _ runtime: String, _ kind: String, fails: Bool, _ names: [String] = [""], step: Int = 1_000_000,
      loop: String = "", pause: String? = nil
    ) throws -> [String] {
      var lines = [#""ev":"created","p":1,"kind":"async function""#, #""ev":"started","p":1"#]
      let site = #""site":{"file":"app","line":9}"#
      for id in 2...13 {
        let label = names[id % names.count]
        lines.append(#""ev":"created","p":\#(id),"ctx":1,"kind":"\#(kind)","label":"\#(label)",\#(site)"#)
        lines.append(#""ev":"awaiting","p":1,"source":\#(id)\#(loop)"#)
        lines.append(
          fails
            ? #""ev":"rejected","p":\#(id),"error":"offline","cause":"resolver","cancelled":false"#
            : #""ev":"fulfilled","p":\#(id),"cause":"resolver""#)
        if fails { lines.append(#""ev":"handled","p":\#(id),"by":1"#) }
        lines.append(#""ev":"continued","p":1"#)
        if let pause {
          lines.append(#""ev":"created","p":\#(id + 100),"ctx":1,"kind":"\#(pause)",\#(site)"#)
        }
      }
      let log = lines.enumerated().map { #"{"seq":\#($0 + 1),"t":\#($0 * step),\#($1)}"# }
      return try found(log: log.joined(separator: "\n"), runtime: runtime).map { String($0.prefix { $0 != ":" }) }
    }
    try expectEqual(run("node 20.20.2", "new Promise", fails: true), ["warning retry-storm"])
    try expectEqual(run("node 20.20.2", "new Promise", fails: false), [])
    // The source of a Node program shows which loops have independent rounds.
    let each = #","loop":"each""#
    try expectEqual(run("node 20.20.2", "fetch", fails: false, loop: each), ["note serial-although-independent"])
    try expectEqual(run("node 20.20.2", "fetch", fails: false), [])
    for kind in ["once", "resolve"] { try expectEqual(run("node 20.20.2", kind, fails: false, loop: each), []) }
    try expectEqual(run("node 20.20.2", "fetch", fails: false, step: 40_000, loop: each), [])
    // What is done again after a pause.
    for (runtime, pause) in [("node 20.20.2", "setTimeout"), ("cpython 3.11", "sleep")] {
      try expectEqual(run(runtime, "fetch", fails: false, pause: pause), [])
      try expectEqual(run(runtime, "fetch", fails: true, pause: pause), ["warning retry-storm"])
    }
    // A loop whose condition needs the value, and one that a worker runs.
    for loop in ["condition", "endless"] {
      try expectEqual(run("node 20.20.2", "fetch", fails: false, loop: #","loop":"\#(loop)""#), [])
      try expectEqual(run("node 20.20.2", "fetch", fails: true, loop: #","loop":"\#(loop)""#), ["warning retry-storm"])
    }
    // Calls of different functions on one line.
    let names = ["weather", "news", "trains"]
    try expectEqual(
      run("node 20.20.2", "async function", fails: false, names, loop: each), ["note serial-although-independent"])
    try expectEqual(run("cpython 3.11", "sleep", fails: false), [])
    try expectEqual(run("cpython 3.11", "get", fails: false), [])
    try expectEqual(run("cpython 3.11", "Task", fails: false, loop: each), ["note serial-although-independent"])
    try expectEqual(run("cpython 3.11", "Task", fails: false), [])
  }

  @Test func manyHandlersAndADeepChainAreNotesAtTheirLimits() {
    func handlers(_ count: Int) -> [String] {
      found { executor in
        let promise = Promise<Int>.pending()
        for _ in 0..<count { promise.then(on: executor) { _ in } }
        promise.fulfill(1)
      }
    }
    expectEqual(handlers(100), ["note many-handlers: pending #1 has 100 handlers"])
    #expect(handlers(99).isEmpty)
    func chain(_ count: Int) -> [String] {
      found { executor in
        var promise = Promise<Int>(0)
        for _ in 1..<count { promise = promise.then(on: executor) { $0 } }
        promise.then(on: executor) { _ in }
      }
    }
    expectEqual(chain(999), ["note deep-chain: then #1000 is the end of a chain of at least 1,000 promises"])
    #expect(chain(998).isEmpty)
    // Other call sites at the end of the chain do not note it again.
    let ended = found { executor in
      var promise = Promise<Int>(0)
      for _ in 1..<1_100 { promise = promise.then(on: executor) { $0 } }
      promise.then(on: executor) { _ in }.always(on: executor) {}
    }
    expectEqual(ended, ["note deep-chain: then #1100 is the end of a chain of at least 1,100 promises"])
    // Of several ends, the first.
    let forked = found { executor in
      var promise = Promise<Int>(0)
      for step in 1...1_000 {
        let next = promise.then(on: executor) { $0 }
        if step < 999 { promise = next }
      }
    }
    expectEqual(forked.first, "note deep-chain: then #1000 is the end of a chain of at least 1,000 promises")
  }

  // MARK: Queues

  private func log(_ bodies: [(queue: String, thread: String, enqueued: Int, started: Int, finished: Int)]) -> String {
    var lines: [(time: Int, text: String)] = []
    for (index, body) in bodies.enumerated() {
      let promise = index + 1
      let site = #""site":{"file":"App/Images.swift","line":\#(promise),"function":"load()"}"#
      lines += [
        (0, #""ev":"created","p":\#(promise),"kind":"then",\#(site)}"#),
        (body.enqueued, #""ev":"enqueued","p":\#(promise),"queue":"\#(body.queue)"}"#),
        (body.started, #""ev":"started","p":\#(promise),"queue":"\#(body.queue)","thread":"\#(body.thread)"}"#),
        (
          body.finished,
          #""ev":"finished","p":\#(promise),"queue":"\#(body.queue)","thread":"\#(body.thread)","outcome":"void"}"#
        ),
        (body.finished, #""ev":"fulfilled","p":\#(promise),"cause":"returned"}"#),
      ]
    }
    let sorted = lines.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    return sorted.enumerated().map { #"{"seq":\#($0 + 1),"t":\#($1.element.time * 1_000_000),\#($1.element.text)"# }
      .joined(separator: "\n")
  }

  @Test(
    "a body that holds a serial queue while others wait is found, without contention; alone, or in parallel, it is not")
  func slow() throws {
    let held = try found(
      log: log([("images", "1", 0, 0, 1_600), ("images", "1", 10, 1_600, 1_610), ("images", "1", 20, 1_610, 1_620)]))
    expectEqual(
      held,
      [
        "warning slow-handler: the body of then #1 occupied queue 'images' for 1.60 s while 2 other promises waited for it, up to 1.59 s"
      ])
    #expect(try found(log: log([("images", "1", 0, 0, 1_600), ("images", "1", 1_700, 1_700, 1_710)])).isEmpty)
    #expect(try found(log: log([("images", "1", 0, 0, 99), ("images", "1", 10, 99, 100)])).isEmpty)
    let parallel = try found(
      log: log([("pool", "1", 0, 0, 1_600), ("pool", "2", 0, 0, 1_500), ("pool", "2", 10, 1_500, 1_510)]))
    #expect(parallel.isEmpty)
  }

  /// Bodies that all wait from the start, one after the other.
  private func burst(_ count: Int, of time: Int, after start: Int = 0) -> String {
    log((0..<count).map { ("db", "1", 0, start + $0 * time, start + ($0 + 1) * time) })
  }

  @Test("bodies that wait longer than they run are contention; a burst of short ones is not, however many they are")
  func contention() throws {
    try expectEqual(
      found(log: burst(10, of: 50)),
      [
        "warning queue-contention: 8 promises waited up to 450 ms for queue 'db', which ran 1 body from the call site of then #1 "
          + "one after another, 50.0 ms each"
      ])
    #expect(try found(log: burst(10, of: 5)).isEmpty)
    #expect(try found(log: burst(200, of: 1)).isEmpty)
    #expect(try found(log: burst(200, of: 2)).isEmpty)
  }

  @Test func bodiesThatWaitForWhatIsNoPromiseAreANoteThatSaysSo() throws {
    try expectEqual(
      found(log: burst(5, of: 1, after: 400)),
      [
        "note queue-contention: 5 promises waited for queue 'db', which code outside of promises occupied; then #5 waited 404 ms"
      ])
  }

  @Test func aBodyThatTakesAboutAsLongAsThoseThatItWaitsForIsNoVictimOfASlowOne() throws {
    #expect(try found(log: burst(2, of: 300)).isEmpty)
    let lines = try found(log: burst(8, of: 300))
    #expect(lines.count == 1 && lines[0].hasPrefix("warning queue-contention: 7 promises"), "\(lines)")
  }

  // MARK: blocking-wait

  @Test func theValueThatARefusedWaitAskedForIsNotLost() throws {
    let log = """
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"then","label":"total"}
      {"seq":2,"t":1,"ev":"started","p":1,"ctx":1,"queue":"main","thread":"1"}
      {"seq":3,"t":2,"ev":"created","p":2,"ctx":1,"kind":"then","label":"rate"}
      {"seq":4,"t":3,"ev":"noted","p":2,"ctx":1,"text":"a thread of queue 'main' waits for this promise, which needs that queue"}
      {"seq":5,"t":4,"ev":"finished","p":1,"queue":"main","thread":"1","outcome":"void"}
      {"seq":6,"t":5,"ev":"fulfilled","p":1,"cause":"returned"}
      {"seq":7,"t":6,"ev":"fulfilled","p":2,"cause":"returned","value":"2"}
      {"seq":8,"t":7,"ev":"released","p":2,"state":"fulfilled"}
      {"seq":9,"t":8,"ev":"ended"}
      """
    let lines = try found(log: log)
    #expect(lines.count == 1 && lines[0].hasPrefix("error blocking-wait"), "\(lines)")
    let other = try found(log: log.replacing("a thread of queue", with: "no thread of queue"))
    expectEqual(other, [#"note lost-result: no handler asked for the value of "rate" (#2): 2"#])
  }

  @Test func aBodyThatWaitsForOneThatIsQueuedBehindItIsFoundAtTheEndOfTheLog() throws {
    let log = """
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"do","label":"outer"}
      {"seq":2,"t":1,"ev":"enqueued","p":1,"queue":"db"}
      {"seq":3,"t":2,"ev":"started","p":1,"ctx":1,"queue":"db","thread":"1"}
      {"seq":4,"t":3,"ev":"created","p":2,"ctx":1,"kind":"do","label":"inner"}
      {"seq":5,"t":4,"ev":"enqueued","p":2,"ctx":1,"queue":"db"}
      {"seq":6,"t":5,"ev":"registered","p":2,"ctx":1,"handles":["fulfilled","rejected"]}
      {"seq":7,"t":6000000000,"ev":"noted","text":"tick"}
      """
    try expectEqual(
      found(log: log),
      [
        #"error blocking-wait: the body of "outer" (#1) blocks on queue 'db' waiting for "inner" (#2), which needs that queue in order to settle"#
      ])
  }
}
