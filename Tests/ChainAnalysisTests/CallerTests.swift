// Where findings stand if code funnels through a helper: at the caller, with the chain as related call sites and fingerprints that differ.

import PlainText
import PromiseLog

@Suite struct CallerTests {
  /// One promise: its number, operator, the promise that it derives from, the body that creates it, and its call site.
  private func created(_ p: Int, _ kind: String, from: Int = 0, ctx: Int = 0, _ line: Int, _ function: String)
    -> [String]
  {
    let links = (from > 0 ? #","from":\#(from)"# : "") + (ctx > 0 ? #","ctx":\#(ctx)"# : "")
    let site = #""site":{"file":"App/App.swift","line":\#(line),"function":"\#(function)"}"#
    let event = #""ev":"created","p":\#(p),"kind":"\#(kind)"\#(links),\#(site)}"#
    return [event] + (from > 0 ? [#""ev":"registered","p":\#(from),"by":\#(p),"handles":["fulfilled"]}"#] : [])
  }

  private func findings(_ events: [String]) throws -> [Finding] {
    let lines = events.enumerated().map { #"{"seq":\#($0 + 1),"t":\#($0 * 1_000_000),\#($1)"# }
    let reader = LogReader(
      bytes: Array((#"{"schema":"promisescope.log","version":1}"# + "\n" + lines.joined(separator: "\n") + "\n").utf8))
    let events = try reader.allEvents()
    var history = AnalyzedStore(texts: reader.texts)
    for event in events { history.apply(event) }
    return history.findings()
  }

  /// A request of `get()`, which `function` made and used at `line`, and that failed.
  private func failed(_ p: Int, _ line: Int, _ function: String) -> [String] {
    created(p, "async", 7, "get(_:)") + created(p + 1, "then", from: p, 8, "get(_:)")
      + created(p + 2, "then", from: p + 1, line, function) + [
        #""ev":"rejected","p":\#(p),"type":"Offline","cause":"resolver","cancelled":false}"#,
        #""ev":"rejected","p":\#(p + 1),"type":"Offline","cause":"passthrough","via":\#(p),"cancelled":false}"#,
        #""ev":"rejected","p":\#(p + 2),"type":"Offline","cause":"passthrough","via":\#(p + 1),"cancelled":false}"#,
        #""ev":"released","p":\#(p + 2),"state":"rejected"}"#, #""ev":"unhandled","p":\#(p)}"#,
      ]
  }

  @Test func recordedCallersTellApartWhatOneHelperMadeAndStandInSentenceSubjectAndFingerprint() throws {
    func dropped(_ p: Int, _ callers: String) -> [String] {
      created(p, "async", 7, "get(_:)") + [
        #""ev":"noted","p":\#(p),"text":"called from \#(callers)"}"#, #""ev":"released","p":\#(p),"state":"pending"}"#,
      ]
    }
    let found = try findings(
      dropped(1, "Inbox.load < main") + dropped(2, "Mail.get < Mail.show") + dropped(3, "Inbox.load < refresh")
        + dropped(4, "unknown functions") + dropped(5, "a wrong number"))
    expectEqual(found.map(\.promises), [[1, 3], [2], [4, 5]])
    expectEqual(found.map { $0.caller?.function }, ["Inbox.load", "Mail.show", nil])
    #expect(found[0].sentence.contains("; called from Inbox.load < main; 2 times"))
    expectEqual(found[0].subject, "async in get(_:) called from Inbox.load")
    expectEqual(Set(found.map(\.fingerprint)).count, 3)
  }

  @Test func anUnhandledRejectionStandsAtTheEndOfItsChainAndNamesTheWayThere() throws {
    let found = try findings(failed(1, 20, "showNews()"))
    expectEqual(found.map(\.site?.line), [20])
    expectEqual(found[0].promise, 1)
    expectEqual(found[0].related.map(\.site.line), [7, 8, 20])
    expectEqual(found[0].related.first?.text.english, "rejected here")
  }

  @Test func twoChainsThroughOneHelperHaveDifferentFingerprintsAlsoInOneFunction() throws {
    let two = try findings(failed(1, 20, "showNews()") + failed(11, 30, "showMail()"))
    expectEqual(
      two.map(\.fingerprint),
      [
        "unhandled-rejection|App/App.swift|showNews()|then|||", "unhandled-rejection|App/App.swift|showMail()|then|||",
      ])
    let alike = try findings(failed(1, 30, "main") + failed(11, 20, "main"))
    expectEqual(
      alike.map(\.fingerprint),
      [
        "unhandled-rejection|App/App.swift|main|then||||2", "unhandled-rejection|App/App.swift|main|then|||",
      ])
  }

  @Test func aPromiseThatIsDeclaredToStayPendingHasNoFindingExceptInATestAndInNodeAfterAllWork() throws {
    let log = """
      {"seq":1,"t":0,"ev":"created","p":1,"kind":"pending"}
      {"seq":2,"t":1,"ev":"noted","p":1,"text":"expected to stay pending: settles on SIGTERM"}
      {"seq":3,"t":9000000000,"ev":"ended"}
      """
    try expectEqual(found(log: log), [])
    try expectEqual(found(log: log.replacing("expected", with: "known")).count, 1)
    var settings = AnalysisSettings()
    settings.isTest = true
    try expectEqual(found(log: log, settings).count, 1)
    func node(_ last: String) throws -> Int {
      try found(
        node: """
          "ev":"created","p":1,"kind":"new Promise"
          "ev":"noted","p":1,"text":"expected to stay pending: it lasts as long as the program"
          @9000 \(last)
          """
      ).count
    }
    try expectEqual(node(#""ev":"ended","reason":"signal""#), 0)
    try expectEqual(node(#""ev":"released","p":1,"state":"pending""#), 0)
    try expectEqual(node(#""ev":"ended","reason":"drained""#), 1)
  }

  @Test func aPromiseWithoutABodyThatPassesOnWhatAHandlerReceivesIsNeedless() throws {
    func log(_ handles: String) -> [String] {
      created(1, "TaskCompletionSource", 5, "title()") + created(2, "task", 9, "load()") + [
        #""ev":"created","p":3,"kind":"continueWith","from":2,"site":{"file":"App/App.swift","line":6,"function":"title()"}}"#,
        #""ev":"registered","p":2,"by":3,"handles":[\#(handles)]}"#, #""ev":"fulfilled","p":2,"cause":"resolver"}"#,
        #""ev":"started","p":3,"ctx":3}"#, #""ev":"fulfilled","p":1,"ctx":3,"cause":"resolver"}"#,
      ]
    }
    let rules = try findings(log(#""fulfilled","rejected""#)).map(\.rule)
    expectEqual(rules, [.needlessPromise])
    #expect(try findings(log(#""fulfilled""#)).isEmpty)
  }

  @Test func aChainThatEndsInAHelperThatOthersUseStandsWhereTheHelperWasCalled() throws {
    let other = created(21, "async", 7, "get(_:)") + created(22, "then", from: 21, 40, "use()")
    let forgotten =
      created(31, "then", 50, "start()") + created(32, "async", ctx: 31, 7, "get(_:)") + [
        #""ev":"rejected","p":32,"type":"Offline","cause":"resolver","cancelled":false}"#, #""ev":"unhandled","p":32}"#,
      ]
    try expectEqual(findings(other + forgotten).map(\.site?.line), [50])
    try expectEqual(findings(forgotten).map(\.site?.line), [7])
  }
}
