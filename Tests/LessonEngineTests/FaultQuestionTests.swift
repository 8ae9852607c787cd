// The questions about the faults of a run: which are asked, and which answer is right. And the forecast: its rows, and their correction.

struct FaultQuestionTests {
  private func plan(
    _ name: String, lesson: Lesson? = nil, isChanged: Bool = false, without answered: Set<String> = []
  ) throws -> LessonPlan {
    try LessonPlan(of: GoldenLog(name).intake, lesson: lesson, isChanged: isChanged, without: answered)
  }

  @Test("a run with a fault is asked about it, and one without is asked what `check` finds", arguments: GoldenLog.names)
  func kinds(_ name: String) throws {
    let questions = try plan(name).questions
    let kinds = questions.compactMap(\.kind)
    #expect(kinds == [.check] || !kinds.contains(.check) && kinds.contains(.root), "\(name): \(kinds)")
    for question in questions {
      #expect(2...4 ~= question.answers.count && question.answers.indices.contains(question.right))
      for language in Language.allCases {
        let texts = question.answers.map { $0.text.line(in: language).text }
        expectEqual(Set(texts).count, texts.count, "\(name): \(texts)")
      }
      // No event is left that could give the answer away.
      expectEqual(question.askedAt, question.answeredAt)
    }
  }

  @Test func aHangIsAskedAboutItsRootItsVictimsAndItsLine() throws {
    let questions = try plan("find-the-fault").questions
    let (root, waits, mend) = (questions[0], questions[1], questions[2])
    expectEqual(root.answers[root.right].pick, .row(2))
    expectEqual(waits.answers[waits.right].text.english.text, "#3 \"offer\", #4 \"show offer\"")
    expectEqual(mend.answers[mend.right].text.english.text, "FindTheFault.swift:47")
    #expect(
      mend.prompt.english.text
        == "#2 \"stock\" never settles. Which of these lines leads to the code that has to change?")
    let lines = mend.answers.compactMap { if case .line(let site) = $0.pick { site.line } else { nil } }
    expectEqual(lines, lines.sorted())
  }

  @Test func aChangedRunIsAskedFirstWhatCheckFindsAndNothingTwice() throws {
    let changed = try plan("find-the-fault", isChanged: true).questions
    #expect(changed[0].kind == .check && changed[0].askedAt == 0)
    expectEqual(changed[0].answers[changed[0].right].text.english.text, "A promise that never settles")
    let answered = Set(try plan("find-the-fault").questions.map(\.identity))
    try expectEqual(plan("find-the-fault", isChanged: true, without: answered).questions.map(\.kind), [.check])
  }

  @Test func aRunThatMayContinueIsNotAskedWhatIsFound() throws {
    let log = try GoldenLog(lines: [#""ev":"created","p":1,"kind":"wrap""#])
    try expectEqual(LessonPlan(of: log.intake).questions, [])
  }

  @Test("the forecast has a row for each way to end, and the run corrects it row by row")
  func forecast() throws {
    var walk = LessonWalk(try plan("find-the-fault"))
    let rows = walk.plan.forecast.rows
    #expect(rows.count <= 6 && Set(rows.map(\.end)).isSuperset(of: [.fulfilled, .rejected, .never]))
    expectEqual(rows.first { $0.promise == 2 }?.end, .never)
    walk.forward()
    expectEqual(walk.place, .forecast)
    for row in rows { walk.mark(row.end == .never ? 3 : walk.plan.forecast.answer(to: row)) }
    expectEqual(walk.marks.count, rows.count)
    var corrected: [PromiseID] = []
    while walk.place != .score {
      for mark in walk.marked { #expect(!mark.isKnown || mark.row.knownAt <= walk.position) }
      // Which rows never settle is what the open questions ask.
      #expect(walk.marked.allSatisfy { $0.row.end != .never || !$0.isKnown || !walk.hidesFaults })
      if case .step = walk.place { corrected += walk.corrected.map(\.row.promise) }
      walk.skip()
      walk.forward()
    }
    // Each row is corrected once, at a step.
    expectEqual(corrected.sorted(), rows.map(\.promise).sorted())
    #expect(walk.marked.allSatisfy { $0.isKnown })
    expectEqual(walk.marked.count(where: \.isRight), rows.count { $0.end != .never })
  }

  @Test func aQuestionThatWasMissedComesAgainAtTheEndWithItsOrigin() throws {
    let log = try GoldenLog("chain")
    var missed = try plan("find-the-fault").questions[0]
    missed.origin = Text("Hangs", "卡住")
    let last = try #require(LessonPlan(of: log.intake, again: [missed]).questions.last)
    #expect(last.origin?.english == "Hangs" && last.key == missed.key && last.kind == nil && last.promise == 0)
    #expect(last.askedAt == UInt64(log.events.count) && last.answers.allSatisfy { $0.pick == nil })
  }
}
