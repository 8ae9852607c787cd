// Answers about chains of ten thousand promises: the same as about short ones, without a step or a segment missing.

@testable import ChainAnalysis

@Suite struct LongChainTests {
  private static let count: PromiseID = 10_000

  private static func chain(_ statements: (PromiseID) -> String) -> String {
    (1...count).map(statements).joined(separator: ",")
  }

  @Test func aHangingChainLeadsToItsFirstPromiseAndATimerInItEndsIt() {
    let script = Self.chain { $0 == 1 ? "1 wrap" : "\($0) then from \($0 - 1)" } + ",1 freed"
    let store = WrittenHistory(script).store
    let chain = store.waitChain(from: Self.count)
    expectEqual(chain.leaf, .dropped)
    #expect(chain.links.map(\.promise) == (1...Self.count).reversed())
    #expect(chain.links.dropLast().allSatisfy { $0.wait == .derived } && chain.links.last?.wait == nil)

    let limited = store.waitChain(from: Self.count, limit: 6_000)
    expectEqual(limited.leaf, .unknown)
    expectEqual(limited.links.count, 6_001)
  }

  @Test func aCycleOfAdoptionsIsFoundAndItClosesWhereItWasEntered() {
    let script =
      Self.chain { "\($0) wrap" } + "," + Self.chain { "\($0) adopts \($0 == Self.count ? 1 : $0 + 1)" }
    let chain = WrittenHistory(script).store.waitChain(from: 5)
    expectEqual(chain.leaf, .cycle(5))
    expectEqual(chain.links.count, Int(Self.count))
    #expect(chain.links.allSatisfy { $0.wait == .adopted })
    expectEqual(chain.root, 1)
  }

  @Test func theWayOfAValueIsComplete() throws {
    let script =
      Self.chain { $0 == 1 ? "1 wrap" : "\($0) then from \($0 - 1)" } + ","
      + Self.chain { $0 == 1 ? "1 fulfills \"v\"" : "\($0) fulfills via \($0 - 1)" }
    let store = WrittenHistory(script).store
    guard case .fulfilled(let steps)? = store.why(Self.count)?.reason else {
      Issue.record("expected a fulfilled promise")
      return
    }
    expectEqual(steps.map(\.promise), Array(1...Self.count))
  }

  @Test func aPathThatKeepsFewSegmentsKeepsTheLongestOnesAndTheTimeOfTheOthers() throws {
    let script =
      Self.chain { $0 == 1 ? "1 wrap" : "\($0) then from \($0 - 1)" } + ","
      + Self.chain { id in
        // Every thousandth handler takes longer.
        id == 1
          ? "1 fulfills \"v\""
          : "\(id) queued main,\(id) starts main,\(id % 1_000 == 0 ? "\(id) observed,\(id) observed," : "")\(id) ends value,\(id) fulfills \"v\""
      }
    let history = WrittenHistory(script)
    var work = 0
    let whole = try #require(
      history.store.criticalPath(of: Self.count, bodies: history.bodies, now: nil, work: &work))
    let short = try #require(
      history.store.criticalPath(of: Self.count, bodies: history.bodies, now: nil, kept: 12, work: &work))
    expectEqual(whole.dropped.count, 0)
    expectEqual(short.segments.count, 12)
    expectEqual(short.segments.count + short.dropped.count, whole.segments.count)
    expectEqual(short.segments.reduce(short.dropped.time) { $0 + $1.duration }, whole.total)
    let longest = whole.longest(12).sorted().map { whole.segments[$0] }
    expectEqual(short.longest(12).sorted().map { short.segments[$0] }, longest)
  }

  @Test func aBodyBehindManyOthersKeepsTheLongestOfThemAndCountsTheOthers() throws {
    let script =
      Self.chain { "@0 \($0) do, \($0) queued main" } + ","
      + Self.chain { "@\($0 * 10) \($0) starts main, @\($0 * 10 + 4 + $0 % 5) \($0) ends, \($0) fulfills returned" }
    let history = WrittenHistory(script)
    let bodies = BodyIndex(history.store)
    for id in [1, 2, 7, 5_000, Self.count] {
      var work = 0
      let whole = try #require(history.store.criticalPath(of: id, bodies: bodies, now: nil, work: &work))
      let short = try #require(history.store.criticalPath(of: id, bodies: bodies, now: nil, kept: 12, work: &work))
      expectEqual(short.segments.map(\.start), whole.longest(12).sorted().map { whole.segments[$0].start })
      expectEqual(short.segments.count + short.dropped.count, whole.segments.count)
      expectEqual(short.segments.reduce(short.dropped.time) { $0 + $1.duration }, whole.total)
    }
  }

  @Test func theAnswersAboutAllAttemptsOfARetryLookAtItsAttemptsOnce() throws {
    let count = 2_000
    let attempts = (2...count).map { "\($0) do, 1 takes \($0), \($0) rejects \"e\", \($0) handled by 1, \($0) freed" }
    let store = WrittenHistory(
      "1 retry," + attempts.joined(separator: ",") + ",1 rejects \"e\" via \(count) combinator"
    ).store
    expectEqual(store.inputs(of: 1, limit: .max).count, count - 1)
    var work = WhyWork()
    for id in 2...PromiseID(count) {
      let shared = try #require(store.why(id, bodies: nil, work: &work))
      if id % 500 == 0 { expectEqual(shared, store.why(id)) }
    }
    #expect(work.steps < 10 * count)
  }

  @Test("a long path names its ends and counts the rest; hostile names are escaped")
  func long() {
    var script = "1 wrap \"\u{1B}[31m\""
    for id in 2...50 { script += ", \(id) then from \(id - 1)" }
    let history = WrittenHistory(script)
    let why = history.store.why(50)
    let lines = why.map { history.store.sentences($0).map(\.text) } ?? []
    #expect(lines.count < 20)
    #expect(lines.contains("… 38 more promises, each waiting for the next …"))
    #expect(lines.contains { $0.hasPrefix("\"\\u{1B}[31m\" (#1)") })
  }

  @Test func aDeepChainIsWalkedWithoutRecursion() {
    onSmallStack {
      let texts = TextTable()
      let (wrap, then) = (texts.intern("wrap"), texts.intern("then"))
      var store = ChainStore(texts: texts, limit: 2_000_000, historyLimit: 0)
      let count = PromiseID(deep)
      for id in 1...count {
        var event = Event(.created, id)
        (event.operation, event.peer, event.time) = (id == 1 ? wrap : then, id - 1, 5)
        store.apply(event)
      }
      let chain = store.waitChain(from: count)
      #expect(chain.links.count == Int(count) && chain.leaf == .resolver)
      for id in 1...count {
        var event = Event(.rejected, id)
        (event.peer, event.cause, event.time) = (id - 1, id == 1 ? .resolver : .passthrough, 5 + Int64(id))
        store.apply(event)
      }
      let why = store.why(count)
      guard case .rejected(let path)? = why?.reason else {
        Issue.record("\(String(describing: why?.state))")
        return
      }
      #expect(path.steps.count == Int(count) && path.origin == 1)
      expectEqual(why?.path?.total, Int64(count))
      expectEqual(why.map { flaws($0.path ?? CriticalPath(promise: 0, start: 0, end: 1), store) }, .some(nil))
    }
  }
}
