// The promises of a cycle that the library broke: what is certain, what is likely, and when nothing is claimed.

import PlainText

@testable import ChainAnalysis

@Suite struct CyclePathTests {
  private func path(_ script: String) -> String? {
    let store = WrittenHistory(script).store
    return store.cycle(at: 1)?.sentence(in: store).text(in: .english)
  }

  @Test func theOnlyPromiseThatWaitsIsTheOneItWasResolvedWith() {
    expectEqual(
      path("1 withResolvers, 2 then from 1, 1 rejects \"cycle\" resolver"), "#1 waited for then #2, #2 for #1")
  }

  @Test func everyMemberIsNamedByItsLabelAlsoOfACycleThatIsStillClosed() {
    let open = "1 wrap \"left\", 2 then \"right\" from 1, 1 adopts 2"
    expectEqual(path(open), "#1 waited for \"right\" (#2), #2 for #1")
  }

  @Test("what the rejected promise's own handler created, and then returned, is likely")
  func returned() {
    let script = """
      3 wrap, 3 fulfills, 1 then from 3, 2 then from 1, 4 then from 1, 1 queued main, 1 starts main, 5 then from 2 in 1, 1 ends
      1 rejects "cycle" resolver
      """
    expectEqual(path(script), "probably #1 waited for then #5, #5 for then #2, #2 for #1")
  }

  @Test func withoutTheTextOfItsErrorAPromiseInACycleWasNotResolvedWithItself() throws {
    func rules(_ lines: String) throws -> [String] {
      try found(
        log: lines + #"""
          {"seq":8,"t":8,"ev":"rejected","p":1,"type":"PromiseResolutionError","cause":"resolver"}
          {"seq":9,"t":9,"ev":"ended"}
          """#
      ).map { String($0.split(separator: ":")[0]) }
    }
    let alone = #"{"seq":1,"t":1,"ev":"created","p":1,"kind":"do"}"# + "\n"
    let adopted =
      #"{"seq":2,"t":2,"ev":"created","p":2,"kind":"do"}"# + "\n" + #"{"seq":3,"t":3,"ev":"adopted","p":2,"source":1}"#
      + "\n"
    try expectEqual(rules(alone), ["error self-resolution"])
    try expectEqual(rules(alone + adopted), ["error cycle"])
  }

  @Test func anAdoptionThatWasRecordedIsCertain() {
    let script =
      "1 withResolvers, 2 then from 1, 3 then from 2, 4 then from 1, 1 adopts 3, 1 rejects \"cycle\" resolver"
    expectEqual(path(script), "#1 waited for then #3, #3 for then #2, #2 for #1")
  }

  private let two = """
    1 withResolvers, 2 withResolvers, 3 wrap, 4 then from 3, 3 fulfills "v", 4 queued main, 4 starts main
    5 then from 1 in 4, 2 adopts 5
    """

  @Test func amongSeveralTheOneThatTheBodyCreatedAndThatNothingElseRefersToIsLikely() {
    expectEqual(
      path("\(two), 6 then from 2 in 4, 1 rejects \"cycle\" resolver, 4 ends"),
      "probably #1 waited for then #6, #6 for withResolvers #2, #2 for then #5, #5 for #1")
  }

  @Test func withTwoLikelyOnesNothingIsClaimed() {
    #expect(path("\(two), 6 then from 2 in 4, 7 then from 2 in 4, 1 rejects \"cycle\" resolver, 4 ends") == nil)
  }

  @Test func whereAnotherPromiseMayHaveWaitedTheOnlyOneThatIsKnownIsNotCertain() {
    #expect(
      path("1 withResolvers, 2 then from 1, lost 9, 1 rejects \"cycle\" resolver") != "#1 waited for then #2, #2 for #1"
    )
    #expect(
      path("1 withResolvers, 2 then from 1, 1 observed, 1 rejects \"cycle\" resolver")
        != "#1 waited for then #2, #2 for #1")
  }

  @Test func aPromiseThatHadSettledBeforeDidNotWait() {
    let script = """
      1 withResolvers, 2 then from 1, 3 then from 1, 3 rejects "canceled" resolver, 1 rejects "cycle" resolver
      """
    expectEqual(path(script), "#1 waited for then #2, #2 for #1")
  }

  /// Two functions, of which the first one waits for all of its inputs, and one outside that waits for the first one.
  private func ring(_ last: String) throws -> [Finding] {
    try nodeHistory(
      """
      \(function(1, "main"))
      \(function(2, "left", in: 1))
      \(function(3, "right", in: 1))
      "ev":"awaiting","p":1,"source":2,"site":{"file":"app.js","line":9}
      "ev":"created","p":4,"ctx":2,"kind":"all","site":{"file":"app.js","line":21}
      "ev":"registered","p":3,"by":4
      "ev":"awaiting","p":2,"source":4,"site":{"file":"app.js","line":21}
      "ev":"created","p":5,"kind":"setTimeout"
      \(last)
      @4000 "ev":"noted","text":"still here"
      """
    ).findings()
  }

  @Test(
    "functions that await each other are an error at a member, never at what waits outside, while other code runs on")
  func awaits() throws {
    let found = try ring(#""ev":"awaiting","p":3,"source":2,"site":{"file":"app.js","line":31}"#)
    expectEqual(
      found.map(\.sentence),
      [
        #""right" (#3) awaits a promise that waits for it, so none of them can settle: #3 awaits "left" (#2) at app.js:31,"#
          + #" #2 awaits all #4 at app.js:21, #4 for #3; 3 promises hang because of it"#
      ])
    expectEqual(found.first?.severity, .error)
    expectEqual(found.first?.site?.line, 31)
    expectEqual(found.first?.related.map(\.site.line), [21])
  }

  @Test("a cycle that only a cancellation ended is an error, too; not if what was awaited was fulfilled")
  func canceled() throws {
    let closes = #""ev":"awaiting","p":3,"source":2,"site":{"file":"app.js","line":31}"#
    let error = #""type":"AbortError","cancelled":true"#
    let found = try ring(closes + "\n\"ev\":\"rejected\",\"p\":2,\(error)\n\"ev\":\"rejected\",\"p\":3,\(error)")
    expectEqual(found.filter { $0.severity == .error }.map { $0.site?.line }, [31])
    #expect(
      found.contains {
        $0.sentence.hasPrefix(
          #""right" (#3) awaited a promise that waited for it, so that only a cancellation could end that: #3 awaits "left" (#2)"#
        )
      }, "\(found.map(\.sentence))")
    let fulfilled = try ring(closes + "\n\"ev\":\"fulfilled\",\"p\":2\n\"ev\":\"fulfilled\",\"p\":3")
    #expect(!fulfilled.contains { $0.severity == .error }, "\(fulfilled.map(\.sentence))")
  }

  @Test("functions of which one awaits a timer instead, or a race that another promise may win, are no cycle")
  func broken() throws {
    let timer = try ring(
      """
      "ev":"awaiting","p":3,"source":2,"site":{"file":"app.js","line":31}
      "ev":"continued","p":3
      "ev":"awaiting","p":3,"source":5,"site":{"file":"app.js","line":32}
      """)
    #expect(timer.isEmpty, "\(timer.map(\.sentence))")
    let race = try ring(
      """
      "ev":"created","p":6,"ctx":3,"kind":"race"
      "ev":"registered","p":2,"by":6
      "ev":"registered","p":5,"by":6
      "ev":"awaiting","p":3,"source":6,"site":{"file":"app.js","line":31}
      """)
    #expect(race.isEmpty, "\(race.map(\.sentence))")
  }

  @Test func aVeryLongCycleIsShortenedInTheMiddle() {
    let chain = (2...40).map { "\($0) then from \($0 - 1)" }.joined(separator: ", ")
    let text = path("1 withResolvers, \(chain), 1 adopts 40, 1 rejects \"cycle\" resolver")
    let members = text?.split(separator: ", ") ?? []
    #expect(members.prefix(2) == ["#1 waited for then #40", "#40 for then #39"] && members.suffix(1) == ["#2 for #1"])
    #expect(members.count == CyclePath.named / 2 + 4 && members.contains("…"), "\(text ?? "")")
  }
}
