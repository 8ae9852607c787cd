// The bound of the candidates of one rule, and what keeping it costs: counted in looks at candidates, not in time.

@testable import ChainAnalysis

@Suite struct CandidatesTests {
  @Test func aFullListThatCannotShrinkLooksAtAFewCandidatesPerInsertionAndCountsWhatItOmits() {
    var candidates = Candidates<Int>()
    var looks = 0
    let insertions = 3 * Candidates<Int>.limit
    for key in 0..<insertions {
      candidates.prune { _ in
        looks += 1
        return false
      }
      candidates.insert(key)
    }
    #expect(looks <= 3 * insertions)
    expectEqual(candidates.all.count, Candidates<Int>.limit)
    expectEqual(candidates.omitted, insertions - Candidates<Int>.limit)
  }

  @Test func candidatesThatAreOverMakeRoomForLaterOnes() {
    var candidates = Candidates<Int>()
    let insertions = 5 * Candidates<Int>.limit
    for key in 0..<insertions {
      // At any moment, the latest hundred are open.
      candidates.prune { $0 < key - 100 }
      candidates.insert(key)
    }
    expectEqual(candidates.omitted, 0)
    expectEqual(Array(candidates.all.suffix(100)), Array(insertions - 100..<insertions))
  }

  @Test func removedCandidatesMakeRoomAsWell() {
    var candidates = Candidates<Int>()
    for key in 0..<3 * Candidates<Int>.limit {
      candidates.prune { _ in false }
      candidates.insert(key)
      candidates.remove(key)
    }
    #expect(candidates.omitted == 0 && candidates.isEmpty)
  }

  @Test func beyondTheLimitOfOpenRetriesTheOthersAreFollowedOnceTheseHaveSettled() {
    let texts = TextTable()
    let retry = texts.intern("retry")
    var history = AnalyzedStore(texts: texts)
    func apply(_ kind: EventKind, _ promise: PromiseID) {
      var event = Event(kind, promise)
      event.sequence = history.store.revision + 1
      (event.operation, event.cause) = (kind == .created ? retry : .none, .resolver)
      history.apply(event)
    }
    var retries: [PromiseID: Retries] {
      history.analyzer.checks.all.lazy.compactMap { $0 as? RetryStorm }.first?.retries ?? [:]
    }
    for promise in 1...10_000 as ClosedRange<PromiseID> { apply(.created, promise) }
    expectEqual(retries.count, 4_096)
    for promise in 1...10_000 as ClosedRange<PromiseID> { apply(.fulfilled, promise) }
    for promise in 10_001...13_000 as ClosedRange<PromiseID> { apply(.created, promise) }
    #expect(retries[13_000] != nil)
  }

  @Test func noRuleClaimsAnythingAcrossAGapAndEverythingBetweenTwoGapsIsKnown() {
    var gaps = Gaps()
    for time in [10, 100, 1_000] as [Int64] { gaps.note(time) }
    let whole = [(0, 9), (11, 99), (101, 999), (1_001, 2_000)] as [(Int64, Int64)]
    #expect(whole.allSatisfy { gaps.isWhole(from: $0, to: $1) })
    let broken = [(0, 10), (10, 20), (99, 100), (50, 5_000)] as [(Int64, Int64)]
    #expect(!broken.contains { gaps.isWhole(from: $0, to: $1) })
  }

  @Test func theOverviewOfARunCountsEverySettlementHoweverOftenItsPartsBecomeLonger() {
    var overview = RunOverview()
    for number in 0..<3_000 as Range<UInt64> {
      for kind in [.created, number % 3 == 0 ? .rejected : .fulfilled] as [EventKind] {
        var event = Event(kind, number + 1)
        event.time = Int64(number) * 1_000_000
        overview.apply(event)
      }
    }
    #expect(overview.parts.count <= RunOverview.limit && overview.width > 1_000_000)
    expectEqual(overview.parts.reduce(0) { $0 + $1.settled }, 2_000)
    expectEqual(overview.parts.reduce(0) { $0 + $1.failed }, 1_000)
    #expect(overview.parts.allSatisfy { $0.peak == 1 && $0.last == 0 })
  }
}
