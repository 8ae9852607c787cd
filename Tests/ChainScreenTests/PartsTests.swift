// The small pure parts: columns, numbers, rates, scales.

import ChainAnalysis
import ChainModel

@testable import ChainScreen

@Suite struct PartsTests {
  @Test(arguments: 40...400) func columnsFitAndDoNotOverlap(_ width: Int) {
    let columns = TreeColumns(width: width)
    var end = 0
    for range in [
      columns.name, columns.word, columns.outcome, columns.site, columns.own, columns.total, columns.bar,
    ]
    where !range.isEmpty {
      #expect(range.lowerBound > end, "a blank between columns")
      end = range.upperBound
    }
    #expect(end <= width - 1)
    #expect(columns.name.count >= 14)
    #expect(columns.word.isEmpty || columns.word.count >= 9, "the longest state is unhandled")
    #expect(columns.outcome.count >= 13)
  }

  @Test func clocks() {
    expectEqual(DurationText.clock(0), "00:00.000")
    expectEqual(DurationText.clock(1_284_999_999), "00:01.284")
    expectEqual(DurationText.clock(3_723_004_000_000), "1:02:03.004")
    expectEqual(DurationText.clock(-5), "00:00.000")
  }

  @Test func counts() {
    expectEqual(NumberText.grouped(0), "0")
    expectEqual(NumberText.grouped(999), "999")
    expectEqual(NumberText.grouped(1_000), "1,000")
    expectEqual(NumberText.grouped(1_234_567), "1,234,567")
    expectEqual(NumberText.grouped(-1_000), "-1,000")
    expectEqual(NumberText.plural(1, "event", "events"), "1 event")
    expectEqual(NumberText.plural(2, "event", "events"), "2 events")
  }

  @Test func ratesForgetWhatIsOver() {
    let bucket: Int64 = 250_000_000
    var rate = RecentCounts(bucket: bucket)
    for _ in 0..<10 { rate.add(time: 0) }
    rate.add(time: bucket)
    expectEqual(rate.last(3, now: bucket), [0, 10, 1])
    expectEqual(rate.perSecond(now: bucket), 11)
    expectEqual(rate.perSecond(now: 10 * bucket), 0)
    rate.add(time: 1_000 * bucket)
    expectEqual(rate.last(64, now: 1_000 * bucket).reduce(0, +), 1)
    rate.add(time: .max)
    expectEqual(rate.perSecond(now: .max), 1)
    rate.add(time: -1)
  }

  @Test func timelinesSurviveHostileTimes() {
    let whole = TimeAxis(window: TimeWindow(start: .min, end: .max), width: 10)
    expectEqual(whole.window.length, .max)
    expectEqual(whole.cells(from: .min, to: .max), 0..<10)
    #expect(!whole.ticks().contains { $0.cell < 0 || $0.cell >= 10 })
    let late = TimeAxis(window: TimeWindow(start: .max - 10, end: .max), width: 10)
    #expect(late.cells(from: 0, to: 5).isEmpty)
    expectEqual(late.cells(from: .max, to: .max), 9..<10)
    let none = TimeAxis(window: TimeWindow(start: 0, end: 0), width: 0)
    #expect(none.cells(from: 0, to: 0).isEmpty)
    #expect(none.ticks().isEmpty)
  }

  /// A `Double` cannot tell moments apart that are 500 ns from each other but 146 years after the start.
  @Test func theRulerOfALateMomentHasTicksInDifferentCells() {
    for start in stride(from: 4_600_000_000_000_000_000, to: 4_600_000_000_000_002_000, by: 37) as StrideTo<Int64> {
      for length in [1, 5, 40, 300, 700, 5_000] as [Int64] {
        let cells = TimeAxis(window: TimeWindow(start: start, end: start + length), width: 60).ticks().map(\.cell)
        #expect(!cells.isEmpty && cells.count < 12 && cells == Set(cells).sorted(), "\(start) + \(length)")
      }
    }
    let last = TimeAxis(window: TimeWindow(start: .max - 40, end: .max), width: 60).ticks()
    expectEqual(last.count, Set(last.map(\.cell)).count)
  }

  @Test func theRulerHasRoundNumbersAndOneUnit() {
    func labels(_ start: Int64, _ end: Int64, width: Int = 60) -> [String] {
      TimeAxis(window: TimeWindow(start: start, end: end), width: width).ticks().map(\.label)
    }
    expectEqual(labels(0, 5_000_000_000), ["0 s", "1", "2", "3", "4"])
    expectEqual(labels(0, 500_000_000, width: 40), ["0 ms", "200", "400"])
    expectEqual(labels(1_200_000_000, 1_300_000_000, width: 40).first, "1200 ms")
    expectEqual(labels(0, 600_000_000_000, width: 40).first, "0 min")
  }

  /// The order of a dictionary's keys differs from process to process.
  @Test func promisesWithProblemsAreInTheOrderOfTheFindings() {
    let promises = (1...500).map { PromiseID($0 * 7_919 % 501) }
    var findings = promises.map { Finding(.stuck, $0, FindingText("")) }
    findings[10].list += Finding(.stuck, 1_000, FindingText("")).list
    findings[20].list += findings[0].list
    findings[0].occurrences = 155
    let problems = Problems(findings)
    expectEqual(problems.promises, promises, "one step for each finding")
    expectEqual(problems.text(of: .hang, .english), "500 hangs (654 times)")
    expectEqual(problems.text(of: .hang, .chinese), "500 卡住（654 次）")
  }

  /// At the end of a long run, each frame looks at some promises; together they find the same as one search.
  @Test func problemsOfALargeRunAreFoundOverSeveralFrames() {
    let texts = TextTable()
    func event(_ number: UInt64, _ kind: EventKind) -> Event {
      var event = Event(kind, kind == .ended ? 0 : number)
      (event.sequence, event.time, event.operation) = (number, Int64(number), texts.intern("async"))
      event.site = Site(file: texts.intern("A.swift"), line: UInt32(number), function: texts.intern("f()"))
      return event
    }
    let end = event(20_001, .ended)
    func history(ends: Bool = true) -> ScreenHistory {
      var history = ScreenHistory(texts: texts, archive: nil, limit: 1_000_000)
      for number in 1...20_000 as ClosedRange<UInt64> { history.append(event(number, .created)) }
      guard ends else { return history }
      history.append(end)
      history.end()
      return history
    }
    var (whole, inSteps) = (history(), history())
    inSteps.limitsEveryFrame = true
    let expected = whole.problems(now: 30_000).findings
    #expect(expected.count == 20_000 && !whole.isSearching)
    #expect(inSteps.problems(now: 30_000).findings.isEmpty && inSteps.isSearching)
    var frames = 1
    while inSteps.isSearching, frames < 1_000 {
      _ = inSteps.problems(now: 30_000)
      frames += 1
    }
    #expect(20...200 ~= frames && inSteps.problems(now: 30_000).findings == expected)
    // A search that began before the end is repeated, because it may have missed what came during it.
    var growing = history(ends: false)
    growing.limitsEveryFrame = true
    _ = growing.problems(now: 30_000)
    growing.append(end)
    growing.end()
    for _ in 0..<1_000 where growing.isSearching { _ = growing.problems(now: 30_000) }
    #expect(growing.knownProblems.findings == expected)
  }

  @Test func longTextContinuesBelow() {
    let lines = [Span("a long line of words")].wrapped(to: 10, lines: 3)
    expectEqual(lines.map { $0.map(\.text).joined() }, ["a long", "line of", "words"])
    let data = [Span("0123456789abcdef")].wrapped(to: 6, lines: 2)
    expectEqual(data.map { $0.map(\.text).joined() }, ["012345", "6789abcdef"])
    expectEqual([Span("世界世界")].wrapped(to: 5, lines: 9).map { $0[0].text }, ["世界", "世界"])
    #expect([Span]().wrapped(to: 5, lines: 2).isEmpty)
  }

  @Test func aSentenceForEveryEvent() {
    let sentence = EventSentence(store: ChainStore(texts: TextTable()))
    for kind in EventKind.allCases where kind != .noted && kind != .unknown {
      var event = Event(kind, 1)
      event.peer = 2
      event.fraction = 0.5
      #expect(sentence.spans(event).width > 0, "\(kind)")
    }
  }
}
