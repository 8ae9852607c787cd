// What the row of a promise says about it: one script for each choice.

import PlainText

@testable import ChainAnalysis

/// The promises of a history, and what was found about them.
private func judged(_ history: WrittenHistory) -> (store: ChainStore, problems: Problems) {
  var analyzed = AnalyzedStore(texts: history.texts)
  for event in history.events { analyzed.apply(event) }
  return (analyzed.store, Problems(analyzed.findings()))
}

/// The words of a row at the end of a history.
private func row(_ id: PromiseID, _ history: WrittenHistory) throws -> String {
  let (store, problems) = judged(history)
  let outcome = RowOutcome(store, problems, now: store.lastTime, .english, isASCII: true, bodies: history.bodies)
  return try outcome.spans(of: #require(store.facts(id))).map(\.text).joined()
}

@Suite struct RowOutcomeTests {
  @Test(
    "say what became of a promise, or why it is not settled",
    arguments: [
      (1, #"1 wrap, 1 fulfills "7""#, "7"),
      (1, #"1 wrap, 2 catch from 1, 1 rejects "e", 1 handled by 2"#, "e  handled by #2 catch"),
      (1, #"1 wrap, 1 rejects "e", 1 handled by 1"#, "e  handled here"),
      (1, #"1 wrap, 1 rejects "e", 1 unhandled"#, "unhandled: e"),
      (1, "1 wrap, 2 then from 1, 2 cancel, 1 cancel by 2, 1 cancels, 2 cancels via 1", "canceled by #2 then"),
      (1, "1 wrap, 1 cancel, 1 cancels", ""),
      (1, "1 wrap, 1 freed", "ROOT  resolver dropped: nothing can settle it"),
      (2, #"1 wrap "load", 2 then from 1, 1 freed"#, "hangs on #1 load"),
      (1, "1 race, 1 freed", "ROOT  no inputs: nothing can settle it"),
      (1, #"1 any, 2 catch from 1, 1 rejects "none", 1 handled by 2"#, "none  handled by #2 catch"),
      (2, "1 wrap, 2 wrap, 1 adopts 2, 2 adopts 1", "cycle: #1 -> #2"),
      (1, "lost 1, 1 then", ""),
      (2, #"1 wrap "load", 2 then from 1"#, "after #1 load"),
      (2, "1 wrap, 2 wrap, 2 adopts 1", "on #1 wrap"),
      (3, "1 wrap, 2 wrap, 3 all of 1 2, 1 fulfills", "1 of 2 settled"),
      (2, "1 wrap, 2 delay from 1, 1 fulfills", "timer runs"),
      (1, "1 delay for 30 s, @10000 2 wrap", "20.0 s left"),
      (1, "1 do, 1 queued images", "queued on images"),
      (1, "1 do, 1 queued images, 1 starts images", "running"),
      (1, "1 wrap, 1 paused", "paused "),
      (1, "1 wrap", ""),
    ])
  func words(id: PromiseID, script: String, expected: String) throws {
    try expectEqual(row(id, WrittenHistory(script)), expected, "\(script)")
  }

  @Test func ofACombinatorWithoutInputsThatHasSettledIsNoHang() {
    expectEqual(judged(WrittenHistory("1 race, 2 then from 1, ended")).problems.kinds, [.hang])
    let settled = WrittenHistory(#"1 any, 2 catch from 1, 1 rejects "none", 1 handled by 2"#)
    expectEqual(judged(settled).problems.kinds, [.misuse])
  }

  @Test func nameWhatABodyWasQueuedBehindIfThatTookMostOfTheTime() throws {
    let script = "1 do, 2 do, 1 queued q, 2 queued q, 1 starts q, @900 1 ends, 2 starts q, 2 ends, 2 fulfills"
    try expectEqual(row(2, WrittenHistory(script)), "queued 897 ms behind #1")
    try expectEqual(row(2, WrittenHistory(script.replacing("@900", with: "@90"))), "")
  }

  @Test func drawProgressAsABar() throws {
    var history = WrittenHistory("1 wrap")
    history.emit(.progressed, 1) { $0.fraction = 0.5 }
    try expectEqual(row(1, history), "===--- 50 % ")
  }

  @Test func nameInAnExportWhatEachPromiseHangsOn() {
    let (store, problems) = judged(
      WrittenHistory(
        #"1 wrap "load", 2 then from 1, 3 then from 1, 4 all of 2, 5 all of 3, 6 all of 2 3, 7 wrap, 1 freed"#))
    let outcomes = RowOutcome(ofAll: store, problems, now: store.lastTime, .english)
    expectEqual(outcomes.exception(1), "ROOT  resolver dropped: nothing can settle it")
    for id in 2...6 as ClosedRange<PromiseID> { expectEqual(outcomes.exception(id), "hangs on #1 load", "\(id)") }
    expectEqual(outcomes.exception(7), nil)
  }
}
