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

  @Test func aVeryLongCycleIsShortenedInTheMiddle() {
    let chain = (2...40).map { "\($0) then from \($0 - 1)" }.joined(separator: ", ")
    let text = path("1 withResolvers, \(chain), 1 adopts 40, 1 rejects \"cycle\" resolver")
    let members = text?.split(separator: ", ") ?? []
    #expect(members.prefix(2) == ["#1 waited for then #40", "#40 for then #39"] && members.suffix(1) == ["#2 for #1"])
    #expect(members.count == CyclePath.named / 2 + 4 && members.contains("…"), "\(text ?? "")")
  }
}
