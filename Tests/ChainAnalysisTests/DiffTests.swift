// Changes between two moments, differences between two runs, and the histogram that they rest on.

import ChainAnalysis
import ChainModel
import PromiseTrace
import TestSupport
import Testing

@Suite("changes between two moments")
struct ChangesTests {
  @Test("what was created, settled and freed since, and what is pending now")
  func since() {
    var history = WrittenHistory("1 wrap, 2 wrap, 3 wrap, 4 wrap, 5 wrap, 5 fulfills")
    let before = history.store
    history.play("1 fulfills, 2 rejects \"e\", 3 cancels, 4 freed, 6 wrap, 7 then from 6, 8 value, 8 fulfills, 5 freed")
    var one = Finding(.stuck, 1, sentence: "")
    one.operation = "wrap"
    let two = Finding(.unhandledRejection, 2, sentence: "")
    let changes = Changes(from: before, to: history.store, findingsBefore: [one], findingsAfter: [two])
    #expect(changes.created.first == [6, 7, 8])
    #expect(changes.fulfilled.first == [1, 8])
    #expect(changes.rejected.first == [2])
    #expect(changes.canceled.first == [3])
    #expect(changes.leaked.first == [4])
    #expect(changes.newlyPending.first == [6, 7])
    #expect(changes.appeared == [two])
    #expect(changes.disappeared == [one])
    let none = Changes(from: history.store, to: history.store, findingsBefore: [two], findingsAfter: [two])
    #expect(none.created.count + none.fulfilled.count + none.rejected.count + none.leaked.count == 0)
    #expect(none.appeared.isEmpty && none.disappeared.isEmpty)
  }

  @Test("lists are bounded, counts are not; equal to a search through the events")
  func random() {
    for seed in 0..<30 as Range<UInt64> {
      let program = Simulation(seed: seed)
      let cut = program.events.count / 3
      let before = FullHistory("", Array(program.events[..<cut]), program.texts).store
      let after = FullHistory("", program.events, program.texts).store
      let changes = Changes(from: before, to: after, limit: 3)
      let late = program.events[cut...]
      #expect(changes.created.count == late.count { $0.kind == .created })
      #expect(changes.fulfilled.count == late.count { $0.kind == .fulfilled })
      #expect(changes.rejected.count == late.count { $0.kind == .rejected })
      #expect(changes.created.first == Array(late.filter { $0.kind == .created }.map(\.promise).prefix(3)))
    }
  }
}

@Suite("difference of two runs")
struct RunDiffTests {
  private func group(
    _ operation: String, line: Int, function: String = "run()", rejected: Int = 0, pending: Int = 0, own: [Int64],
    waiting: Int64 = 0
  ) -> CallSiteGroup {
    var group = CallSiteGroup()
    group.site = NodeSite(file: "App/Main.swift", line: line, function: function)
    (group.operation, group.count, group.rejected) = (operation, own.count + pending, rejected)
    group.fulfilled = own.count - rejected
    for value in own {
      group.own.add(value * 1_000_000)
      group.total.add((value + waiting) * 1_000_000)
    }
    return group
  }

  private let steady: [Int64] = [10, 11, 12, 13, 14, 12, 11]

  @Test("call sites match by file, function and operator, not by line")
  func matching() {
    let before = [
      group("then", line: 10, own: steady), group("then", line: 12, own: steady), group("wrap", line: 9, own: steady),
    ]
    let moved = [
      group("then", line: 20, own: steady), group("then", line: 22, own: steady), group("wrap", line: 19, own: steady),
    ]
    #expect(RunDiff(from: before, to: moved).isEmpty)
    let more =
      before + [group("then", line: 11, own: steady), group("catch", line: 30, function: "stop()", own: steady)]
    let diff = RunDiff(from: before, to: more)
    #expect(diff.appeared.map(\.site?.line) == [11, 30] && diff.vanished.isEmpty)
    #expect(RunDiff(from: more, to: before).vanished.map(\.site?.line) == [11, 30])
  }

  @Test("slower and faster: only with enough promises, and beyond the spread of the times")
  func slower() {
    func diff(_ before: [Int64], _ after: [Int64]) -> RunDiff {
      RunDiff(from: [group("do", line: 1, own: before)], to: [group("do", line: 1, own: after)])
    }
    let slow = diff(steady, steady.map { $0 * 2 }).slower
    #expect(slow.map(\.measure) == [.own])
    #expect(abs((slow.first?.medianAfter ?? 0) - 24_000_000) < 24_000_000 / 64)
    #expect(diff(steady.map { $0 * 2 }, steady).faster.count == 1)
    // 10 % more, a spread that overlaps, too few, and a difference below a millisecond.
    #expect(diff(steady, steady.map { $0 + 1 }).isEmpty)
    #expect(diff([1, 5, 10, 50, 90, 100], [1, 5, 50, 60, 90, 100]).isEmpty)
    #expect(diff([10, 11], [30, 31]).isEmpty)
    #expect(diff([0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1]).isEmpty)
  }

  @Test("a call site that only waits longer is told apart from one whose own work became slower")
  func measure() {
    let diff = RunDiff(
      from: [group("then", line: 1, own: steady)], to: [group("then", line: 1, own: steady, waiting: 500)])
    #expect(diff.slower.map(\.measure) == [.total])
  }

  @Test("rejections and hangs that began or stopped")
  func rejections() {
    let good = [group("do", line: 1, own: steady)]
    let bad = [group("do", line: 1, rejected: 2, pending: 1, own: steady)]
    let diff = RunDiff(from: good, to: bad)
    #expect(diff.beganToReject.map(\.after.rejected) == [2])
    #expect(diff.beganToHang.count == 1)
    #expect(RunDiff(from: bad, to: good).stoppedRejecting.count == 1)
    #expect(RunDiff(from: bad, to: bad).isEmpty)
  }
}

@Suite("histograms")
struct HistogramTests {
  @Test("quantiles are within 1/64 of the exact ones, at any size")
  func error() {
    var dice = Dice(seed: 7)
    for scale in [1, 60, 1_000, 1_000_000, 90_000_000_000, Int64.max / 2] as [Int64] {
      var histogram = Histogram()
      let values = (0..<2_000).map { _ in Int64.random(in: 0...scale, using: &dice) }
      for value in values { histogram.add(value) }
      let sorted = values.sorted()
      for quantile in [0.001, 0.1, 0.5, 0.9, 0.99, 1] {
        let exact = sorted[Int((quantile * 2_000).rounded(.up)) - 1]
        let found = histogram.quantile(quantile) ?? -1
        #expect(abs(found - exact) <= exact / 64, "\(scale) \(quantile): \(found) instead of \(exact)")
      }
    }
  }

  @Test("the sum of two histograms is the histogram of both")
  func sum() {
    var dice = Dice(seed: 3)
    var (left, right, both) = (Histogram(), Histogram(), Histogram())
    for index in 0..<1_000 {
      let value = Int64(dice.roll(UInt64(1) << UInt64(dice.roll(60))))
      if index.isMultiple(of: 3) { left.add(value) } else { right.add(value) }
      both.add(value)
    }
    left.add(right)
    #expect(left.quantile(0.5) == both.quantile(0.5) && left.quantile(0.99) == both.quantile(0.99))
    #expect((left.count, left.sum, left.shortest, left.longest) == (both.count, both.sum, both.shortest, both.longest))
    var empty = Histogram()
    #expect(empty.quantile(0.5) == nil)
    empty.add(-5)
    #expect(empty.longest == 0 && empty.count == 1)
    empty.add(.max)
    empty.add(.max)
    #expect(empty.sum == .max && empty.longest == .max)
  }
}
