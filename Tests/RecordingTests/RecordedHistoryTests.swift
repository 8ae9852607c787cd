// What `dumpTree` reads from the rings after the log, and what it draws of it, with events as values.

import ChainAnalysis

@testable import PromiseDiagnostics

@Suite struct RecordedHistoryTests {
  /// The events of the rings that are passed on, as `kind time` and the number of a loss.
  private func later(than known: UInt64, until time: Int64, _ events: [Event]) -> [String] {
    var passed: [String] = []
    var later = LaterEvents(known: known, until: time)
    for event in events {
      later.add(event) { passed.append("\($0.kind) at \($0.time)" + ($0.kind == .lost ? ", \($0.count)" : "")) }
    }
    return passed
  }

  private func created(_ promise: PromiseID, at time: Int64) -> Event {
    var event = Event(.created, promise)
    event.time = time
    return event
  }

  private func lost(_ count: UInt64) -> Event {
    var event = Event(.lost)
    event.count = count
    return event
  }

  @Test("only events later than the log's last one follow it")
  func later() {
    let events = [created(1, at: 10), created(2, at: 20), created(3, at: 21)]
    expectEqual(later(than: 2, until: 20, events), ["created at 21"])
  }

  @Test func withoutALogEveryEventOfTheRingsIsReadAfterWhatTheyHaveLost() {
    expectEqual(later(than: 0, until: 0, [lost(3), lost(1), created(5, at: 0)]), ["lost at 0, 4", "created at 0"])
  }

  @Test func whatTheRingsHaveOverwrittenIsMissingUnlessTheLogHasIt() {
    expectEqual(later(than: 7, until: 20, [lost(7), created(8, at: 30)]), ["created at 30"])
    expectEqual(later(than: 7, until: 20, [lost(8), created(9, at: 30)]), ["lost at 30, 1", "created at 30"])
    // A ring of another thread has lost more, and the loss is reported once.
    expectEqual(
      later(than: 7, until: 20, [lost(8), created(5, at: 20), lost(4), created(9, at: 30), created(10, at: 40)]),
      ["lost at 30, 5", "created at 30", "created at 40"])
  }

  @Test func aPendingPromiseHasWaitedUntilNowAndEverythingNamesWhatIsWrong() {
    var history = RecordedHistory()
    var released = Event(.released, 1)
    (released.state, released.time) = (.pending, 1_000_000_000)
    for event in [created(1, at: 0), released, created(2, at: 1_000_000_000)] { history.analyzed.apply(event) }
    expectEqual(
      history.tree(.all, now: 4_000_000_000, title: "app"),
      """
      app  2 promises  1 pending  1 freed while pending  1 hang

      ∞ · ?  #1  1.00 s  ROOT  resolver dropped: nothing can settle it
      ○ · ?  #2  3.00 s  pending

      """)
    #expect(
      history.tree(.problems, now: 4_000_000_000, title: "app").hasSuffix("○ · ?  #2  3.00 s  pending\n"))
  }
}
