// What was known of a finding at a moment: no occurrence and no victim that came later.

import PlainText

@testable import ChainAnalysis

@Suite struct FindingMomentTests {
  /// Three resolvers of one call site are dropped, one after the other; more and more promises wait for the first.
  private let script = """
    @0 1 wrap at 1, @0 2 then from 1, @10 1 freed, @20 3 then from 2, @30 4 wrap at 1, @31 5 then from 4, @40 4 freed, @50 6 then from 3
    @60 7 wrap at 1, @60 8 then from 7, @70 7 freed, @90 ended
    """

  private func known(at milliseconds: Int64) -> Finding? {
    let whole = WrittenHistory(script)
    var end = AnalyzedStore(texts: whole.texts)
    var past = ChainStore(texts: whole.texts)
    for event in whole.events {
      end.apply(event)
      if event.time <= milliseconds * 1_000_000 { past.apply(event) }
    }
    let findings = end.findings()
    #expect(findings.count == 1 && findings[0].occurrences == 3 && findings[0].victims == 5)
    return findings.known(at: milliseconds * 1_000_000, position: .max, in: past).first
  }

  @Test(
    "occurrences and victims are those of the moment",
    arguments: [(9, 0, 0), (10, 1, 1), (25, 1, 2), (45, 2, 3), (55, 2, 4), (80, 3, 5)])
  func counts(_ milliseconds: Int, _ occurrences: Int, _ victims: Int) {
    let finding = known(at: Int64(milliseconds))
    #expect(finding?.occurrences ?? 0 == occurrences && finding?.victims ?? 0 == victims)
    #expect(finding?.promises.count ?? 0 == occurrences)
    if occurrences == 1 { #expect(finding?.sentence.contains("times at this call site") == false) }
    if victims == 1 { #expect(finding?.sentence.contains("1 promise hangs") == true) }
  }

  @Test(
    "of the events of one moment, only those that have happened prove something",
    arguments: [
      ("@0 1 wrap, @5 1 fulfills, @5 1 ignored, @5 ended", 3),
      // It waits for the promise that it was resolved with.
      ("@0 1 wrap, @0 2 wrap, @5 1 adopts 2, @5 1 ignored, @5 2 fulfills, @5 1 fulfills via 2, @5 ended", 4),
      (
        "@0 1 wrap, @0 2 recover from 1, @5 1 rejects \"e\" resolver, @5 2 starts main, @5 1 handled by 2, @5 2 ends value, "
          + "@5 2 fulfills returned, @5 ended", 8
      ),
    ])
  func sameMoment(_ script: String, _ count: UInt64) {
    let history = WrittenHistory(script)
    var (end, past) = (AnalyzedStore(texts: history.texts), ChainStore(texts: history.texts))
    for event in history.events { end.apply(event) }
    let findings = end.findings()
    #expect(findings.count == 1)
    for (position, event) in history.events.enumerated() {
      past.apply(event)
      let known = findings.known(at: event.time, position: UInt64(position + 1), in: past)
      #expect(known.count == (position + 1 < count ? 0 : 1), "\(position): \(event.kind)")
    }
  }

  @Test func anUnhandledRejectionIsKnownWhenItIsReportedWhatIsUnfinishedAtTheEndAndAHangAfterAWhile() {
    func moments(_ script: String) -> [Int64] {
      let history = WrittenHistory(script)
      var store = AnalyzedStore(texts: history.texts)
      for event in history.events { store.apply(event) }
      return store.findings().flatMap(\.list).map { $0.known / 1_000_000 }
    }
    expectEqual(moments("@0 1 wrap, @5 1 rejects \"e\" resolver, @9 1 unhandled, @20 ended"), [9])
    expectEqual(moments("1 wrap, 2 wrap, @9000 ended"), [9000, 9000])
    expectEqual(moments("1 wrap, 2 wrap, 2 fulfills, @9000 ended"), [5001])
  }
}
