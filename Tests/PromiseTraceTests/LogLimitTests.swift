// What a log with a size limit counts of the part that is cut away.

@testable import PromiseTrace

@Suite struct LogLimitTests {
  @Test func aLossThatIsCutAwayCountsAsTheEventsThatWereLost() {
    var limit = LogLimit(1 << 20)
    for (sequence, kind) in [EventKind.created, .lost, .fulfilled, .ended].enumerated() {
      var event = Event(kind, 0)
      (event.sequence, event.count) = (UInt64(sequence + 1), kind == .lost ? 5 : 0)
      limit.add(event)
    }
    limit.wrote(300)
    expectEqual(limit.chooseCut().count, 7)
  }
}
