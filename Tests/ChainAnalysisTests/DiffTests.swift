// Changes between two moments, differences between two runs, and the histogram that they rest on.

@Suite struct ChangesTests {
  @Test func whatWasCreatedSettledAndFreedSinceAndWhatIsPendingNow() {
    var history = WrittenHistory("1 wrap, 2 wrap, 3 wrap, 4 wrap, 5 wrap, 5 fulfills")
    let before = history.store
    history.play("1 fulfills, 2 rejects \"e\", 3 cancels, 4 freed, 6 wrap, 7 then from 6, 8 value, 8 fulfills, 5 freed")
    var one = Finding(.stuck, 1, FindingText(""))
    one.operation = "wrap"
    let two = Finding(.unhandledRejection, 2, FindingText(""))
    let changes = Changes(from: before, to: history.store, findingsBefore: [one], findingsAfter: [two])
    expectEqual(changes.created.first, [6, 7, 8])
    expectEqual(changes.fulfilled.first, [1, 8])
    expectEqual(changes.rejected.first, [2])
    expectEqual(changes.canceled.first, [3])
    expectEqual(changes.leaked.first, [4])
    expectEqual(changes.newlyPending.first, [6, 7])
    expectEqual(changes.appeared, [two])
    expectEqual(changes.disappeared, [one])
    let none = Changes(from: history.store, to: history.store, findingsBefore: [two], findingsAfter: [two])
    expectEqual(none.created.count + none.fulfilled.count + none.rejected.count + none.leaked.count, 0)
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
      expectEqual(changes.created.count, late.count { $0.kind == .created })
      expectEqual(changes.fulfilled.count, late.count { $0.kind == .fulfilled })
      expectEqual(changes.rejected.count, late.count { $0.kind == .rejected })
      expectEqual(changes.created.first, Array(late.filter { $0.kind == .created }.map(\.promise).prefix(3)))
    }
  }
}

@Suite struct RunDiffTests {
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

  @Test func sideBySideTheCauseComesBeforeWhatWaitsForItAlsoForASinglePromise() {
    let before = [
      group("query", line: 1, own: [10]), group("then", line: 2, own: [1], waiting: 10),
      group("cache", line: 3, own: [50]), group("gone", line: 4, own: [1]), group("all", line: 5, own: [3, 3]),
    ]
    let after = [
      group("then", line: 2, own: [1], waiting: 400), group("query", line: 1, own: [40]),
      group("cache", line: 3, own: [5]), group("new", line: 6, own: [1]), group("all", line: 5, own: [3, 4]),
    ]
    let rows = RunDiff(from: RunSummary(before), to: RunSummary(after)).rows
    expectEqual(rows.map { ($0.after ?? $0.before)?.operation }, ["query", "then", "cache", "new", "gone", "all"])
    expectEqual(rows.map(\.kind), [.slower, .waitsLonger, .faster, .appeared, .vanished, .same])
    expectEqual(rows[0].change, 30_000_000)
    expectEqual(
      rows.prefix(3).map(\.measure), [.ownMedian, .totalLongest, .ownMedian], "a row shows what decided about it")
  }

  @Test func sideBySideOneLatePromiseOfManyIsNoChangeAndAMaximumBeyondNoiseIs() {
    func kind(_ late: Int64) -> RunRow.Kind? {
      let (old, new) = (group("then", line: 1, own: steady), group("then", line: 1, own: steady.dropLast() + [late]))
      return RunDiff(from: RunSummary([old]), to: RunSummary([new])).rows.first?.kind
    }
    expectEqual(kind(20), .same)
    expectEqual(kind(80), .slower)
  }

  @Test func aHangIsTheSameWhileItsProgramRunsAndAfterwards() {
    func run(_ rule: Rule) -> RunSummary {
      var finding = Finding(rule, 1, FindingText(""))
      finding.site = NodeSite(file: "A.swift", line: 7, function: "f()")
      return RunSummary([], findings: [finding])
    }
    #expect(RunDiff(from: run(.neverSettled), to: run(.stuck)).isEmpty)
    expectEqual(RunDiff(from: run(.neverSettled), to: run(.floatingPromise)).goneFindings.count, 1)
  }

  @Test func aRunThatIsNotOverIsNotFasterBecauseItsLongestPromiseHasNotCome() {
    func kind(isOver: Bool) -> RunRow.Kind? {
      var shown = RunSummary([group("then", line: 1, own: steady)])
      shown.isOver = isOver
      return RunDiff(from: RunSummary([group("then", line: 1, own: steady + [500])]), to: shown).rows.first?.kind
    }
    expectEqual(kind(isOver: true), .faster)
    expectEqual(kind(isOver: false), .same)
  }

  @Test func callSitesMatchByFileFunctionAndOperatorNotByLine() {
    let before = [
      group("then", line: 10, own: steady), group("then", line: 12, own: steady), group("wrap", line: 9, own: steady),
    ]
    let moved = [
      group("then", line: 20, own: steady), group("then", line: 22, own: steady), group("wrap", line: 19, own: steady),
    ]
    #expect(RunDiff(from: RunSummary(before), to: RunSummary(moved)).isEmpty)
    let more =
      before + [group("then", line: 11, own: steady), group("catch", line: 30, function: "stop()", own: steady)]
    let diff = RunDiff(from: RunSummary(before), to: RunSummary(more))
    #expect(diff.appeared.map(\.site?.line) == [11, 30] && diff.vanished.isEmpty)
    expectEqual(RunDiff(from: RunSummary(more), to: RunSummary(before)).vanished.map(\.site?.line), [11, 30])
  }

  @Test func slowerAndFasterOnlyWithEnoughPromisesAndBeyondTheSpreadOfTheTimes() {
    func diff(_ before: [Int64], _ after: [Int64]) -> RunDiff {
      RunDiff(
        from: RunSummary([group("do", line: 1, own: before)]), to: RunSummary([group("do", line: 1, own: after)]))
    }
    let slow = diff(steady, steady.map { $0 * 2 }).slower
    expectEqual(slow.map(\.measure), [.own])
    #expect(abs((slow.first?.medianAfter ?? 0) - 24_000_000) < 24_000_000 / 64)
    expectEqual(diff(steady.map { $0 * 2 }, steady).faster.count, 1)
    // 10 % more, a spread that overlaps, too few, and a difference below a millisecond.
    #expect(diff(steady, steady.map { $0 + 1 }).isEmpty)
    #expect(diff([1, 5, 10, 50, 90, 100], [1, 5, 50, 60, 90, 100]).isEmpty)
    #expect(diff([10, 11], [13, 14]).isEmpty)
    #expect(diff([0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1]).isEmpty)
  }

  @Test func aCallSiteThatOnlyWaitsLongerIsToldApartFromOneWhoseOwnWorkBecameSlower() {
    let diff = RunDiff(
      from: RunSummary([group("then", line: 1, own: steady)]),
      to: RunSummary([group("then", line: 1, own: steady, waiting: 500)]))
    expectEqual(diff.slower.map(\.measure), [.total])
  }

  @Test func oneMuchLongerTimeAndMorePromisesAreDifferencesToo() {
    let before = RunSummary([group("do", line: 1, own: steady)])
    let worst = RunDiff(from: before, to: RunSummary([group("do", line: 1, own: steady + [500])]))
    #expect(worst.slower.isEmpty && worst.longerAtWorst.count == 1 && worst.moreOften.isEmpty)
    let often = RunDiff(from: before, to: RunSummary([group("do", line: 1, own: steady + steady)]))
    #expect(often.longerAtWorst.isEmpty && often.moreOften.map(\.after.count) == [14])
  }

  @Test(
    "a budget is exceeded by what it limits, and by nothing else",
    arguments: [
      ("slower=1.5", ["slower=1.5 1"]), ("slower=3x", []), ("maximum=20", ["maximum=20.0 2"]), ("maximum=100", []),
      ("promises=10%", ["promises=1.1 2", "promises=1.1 all"]), ("promises=3", []),
      ("promises", ["promises=1.0 2", "promises=1.0 all"]),
      ("rejections", ["rejections 3"]), ("hangs", ["hangs 3"]), ("findings", ["findings 9"]),
    ])
  func budgets(word: String, excesses: [String]) throws {
    func finding(_ line: Int) -> Finding {
      var finding = Finding(.stuck, 1, FindingText(""))
      finding.site = NodeSite(file: "A.swift", line: line, function: "f\(line > 8 ? "new" : "")()")
      return finding
    }
    let before = RunSummary(
      [group("a", line: 1, own: steady), group("b", line: 2, own: steady), group("c", line: 3, own: [1])],
      findings: [finding(7)])
    let after = RunSummary(
      [
        group("a", line: 1, own: steady.map { $0 * 2 }), group("b", line: 2, own: steady + [400, 12, 12]),
        group("c", line: 3, rejected: 1, own: [1]), group("d", line: 3, pending: 1, own: []),
      ], findings: [finding(8), finding(9)])
    let diff = RunDiff(from: before, to: after)
    let budget = try #require(DiffBudget(word))
    expectEqual(
      diff.excesses(over: [budget]).map {
        "\($0.budget.word) \(($0.group?.site ?? $0.finding?.site).map { String($0.line) } ?? "all")"
      }, excesses)
    #expect(RunDiff(from: after, to: after).excesses(over: [budget]).isEmpty)
  }

  @Test(
    "words that are no budget",
    arguments: ["", "slow=2", "slower", "slower=", "slower=0.5", "slower=nan", "rejections=2", "promises=-5%"])
  func noBudget(word: String) { #expect(DiffBudget(word) == nil) }

  @Test func rejectionsAndHangsThatBeganOrStopped() {
    let good = [group("do", line: 1, own: steady)]
    let bad = [group("do", line: 1, rejected: 2, pending: 1, own: steady)]
    let diff = RunDiff(from: RunSummary(good), to: RunSummary(bad))
    expectEqual(diff.beganToReject.map(\.after.rejected), [2])
    expectEqual(diff.beganToHang.count, 1)
    expectEqual(RunDiff(from: RunSummary(bad), to: RunSummary(good)).stoppedRejecting.count, 1)
    #expect(RunDiff(from: RunSummary(bad), to: RunSummary(bad)).isEmpty)
  }
}

@Suite struct HistogramTests {
  @Test func theNumbersOfAHistogramMakeTheSameHistogram() {
    var times = Histogram()
    #expect(Histogram(times.numbers) == nil)
    for value in [0, 3, 3, 70, 5_000_000, 1 << 40] as [Int64] {
      times.add(value)
      expectEqual(Histogram(times.numbers), times)
    }
    for wrong in [[1, 0, 0, 0], [0, 1, 1, 0, 0, 1], [0, 1, 1, 0, 1, -1], [0, 1, 1, 9_999, 1, 1], [0, 1, 1, 0, 1]]
      as [[Int64]]
    {
      #expect(Histogram(wrong) == nil)
    }
  }

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

  @Test func theSumOfTwoHistogramsIsTheHistogramOfBoth() {
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
