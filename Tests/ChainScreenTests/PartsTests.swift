// The small pure parts: columns, numbers, rates, scales.

import Canvas
import PlainText
import PromiseTrace
import Testing

@testable import ChainScreen

@Suite struct PartsTests {
  @Test(arguments: 40...400) func columnsFitAndDoNotOverlap(_ width: Int) {
    let columns = TreeColumns(width: width)
    var end = 0
    for range in [columns.name, columns.word, columns.outcome, columns.site, columns.time, columns.bar]
    where !range.isEmpty {
      #expect(range.lowerBound > end, "a blank between columns")
      end = range.upperBound
    }
    #expect(end <= width - 1)
    #expect(columns.name.count >= 14)
    #expect(columns.word.count >= 9, "the longest state is unhandled")
  }

  @Test func clocks() {
    #expect(DurationText.clock(0) == "00:00.000")
    #expect(DurationText.clock(1_284_999_999) == "00:01.284")
    #expect(DurationText.clock(3_723_004_000_000) == "1:02:03.004")
    #expect(DurationText.clock(-5) == "00:00.000")
  }

  @Test func counts() {
    #expect(NumberText.grouped(0) == "0")
    #expect(NumberText.grouped(999) == "999")
    #expect(NumberText.grouped(1_000) == "1,000")
    #expect(NumberText.grouped(1_234_567) == "1,234,567")
    #expect(NumberText.grouped(-1_000) == "-1,000")
    #expect(NumberText.plural(1, "event", "events") == "1 event")
    #expect(NumberText.plural(2, "event", "events") == "2 events")
  }

  @Test func ratesForgetWhatIsOver() {
    var rate = EventRate()
    for _ in 0..<10 { rate.add(time: 0) }
    rate.add(time: EventRate.bucket)
    #expect(rate.last(3, now: EventRate.bucket) == [0, 10, 1])
    #expect(rate.perSecond(now: EventRate.bucket) == 11)
    #expect(rate.perSecond(now: 10 * EventRate.bucket) == 0)
    rate.add(time: 1_000 * EventRate.bucket)
    #expect(rate.last(64, now: 1_000 * EventRate.bucket).reduce(0, +) == 1)
    rate.add(time: .max)
    #expect(rate.perSecond(now: .max) == 1)
    rate.add(time: -1)
  }

  @Test func scalesSurviveHostileTimes() {
    var scale = TimeScale()
    #expect(scale.length == 0)
    scale.include(from: .min, to: .min)
    #expect(scale.cells(from: .min, to: .min, width: 10) == 0...0)
    scale.include(from: .max, to: .max)
    #expect(scale.length == .max)
    #expect(scale.cells(from: .min, to: .max, width: 10) == 0...9)
  }

  @Test func longTextContinuesBelow() {
    let lines = [Span("a long line of words")].wrapped(to: 10, lines: 3)
    #expect(lines.map { $0.map(\.text).joined() } == ["a long", "line of", "words"])
    let data = [Span("0123456789abcdef")].wrapped(to: 6, lines: 2)
    #expect(data.map { $0.map(\.text).joined() } == ["012345", "6789abcdef"])
    #expect([Span("世界世界")].wrapped(to: 5, lines: 9).map { $0[0].text } == ["世界", "世界"])
    #expect([Span]().wrapped(to: 5, lines: 2).isEmpty)
  }

  @Test func aSentenceForEveryEvent() {
    let sentence = EventSentence(texts: TextTable())
    for kind in EventKind.allCases where kind != .noted && kind != .unknown {
      var event = Event(kind, 1)
      event.peer = 2
      event.fraction = 0.5
      #expect(sentence.spans(event).width > 0, "\(kind)")
    }
  }
}
