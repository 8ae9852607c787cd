// The way through a lesson: every stop in order, nothing seen too early, back and forth, and the score. And runs that make no lesson, or
// only a part of one.

@testable import LessonEngine

struct LessonWalkTests {
  private func plan(_ name: String, lesson: Lesson? = nil, asks: Bool = true) throws -> LessonPlan {
    let log = try GoldenLog(name)
    var intake = LessonIntake(texts: log.texts)
    for event in log.events { intake.add(event) }
    return try LessonPlan(of: intake, lesson: lesson, asksQuestions: asks)
  }

  @Test("a lesson goes from the introduction over every step and question to the score", arguments: GoldenLog.names)
  func walk(_ name: String) throws {
    var walk = LessonWalk(try plan(name))
    #expect(walk.place == .introduction && walk.position == 0)
    var (seen, together) = (UInt64(0), 0)
    var rounds = 0
    while walk.place != .score, rounds < 5_000 {
      rounds += 1
      if let question = walk.question, walk.isAsking {
        expectEqual(walk.position, question.askedAt)
        // No sentence of the answer is seen while the question is open.
        #expect(walk.plan.steps.prefix(walk.seenSteps).allSatisfy { $0.sentence.position <= question.askedAt })
        let isTaken = walk.answer(question.right)
        #expect(isTaken)
        // What happens at one moment may be shown with the answer; several moments are stepped through.
        let hidden = walk.plan.steps.filter {
          $0.sentence.position > question.askedAt && $0.sentence.position <= question.answeredAt
        }
        let moments = Set(hidden.map(\.sentence.time)).count
        #expect(
          walk.position == question.answeredAt ? moments <= 1 : walk.position == question.askedAt && hidden.count > 1)
      }
      #expect(walk.position >= seen, "\(walk.place)")
      seen = walk.position
      together += walk.createdBefore.count + walk.doneBefore.count
      walk.forward()
    }
    #expect(walk.place == .score && walk.seenSteps == walk.plan.steps.count)
    // A step is left out only if an answer shows it, or if it appears together with the next one.
    let answered = walk.plan.questions.reduce(0) { count, question in
      count
        + walk.plan.steps.count {
          question.askedAt + 1...max(question.askedAt + 1, question.answeredAt) ~= $0.sentence.position
        }
    }
    let steps = walk.places.count { if case .step = $0 { true } else { false } } + together
    #expect((walk.plan.steps.count - answered...walk.plan.steps.count).contains(steps))
    #expect(walk.right == walk.plan.questions.count && walk.toRepeat.isEmpty)
  }

  @Test func wrongAndSkippedQuestionsCountAsAskedAndAreToBeRepeated() throws {
    var walk = LessonWalk(try plan("race-with-timeout"))
    var wrong: [Text] = []
    while walk.place != .score {
      if let question = walk.question, walk.isAsking {
        if walk.replyCount == 0 {
          let isSkipped = walk.skip()
          #expect(isSkipped)
        } else {
          let answer = question.right == 0 ? 1 : 0
          wrong.append(try #require(question.answers[answer].misconception).lesson)
          walk.answer(answer)
        }
        #expect(!walk.isAsking)
        let isTakenAgain = walk.answer(question.right)
        #expect(!isTakenAgain, "an answer can't be changed")
      }
      walk.forward()
    }
    #expect(walk.right == 0 && walk.replyCount == walk.plan.questions.count)
    let sentences = [walk.plan.questions[0].kind.rule] + wrong
    let once = sentences.indices.filter { sentences.firstIndex(of: sentences[$0]) == $0 }.map { sentences[$0] }
    expectEqual(walk.toRepeat, once)
  }

  @Test("going back shows less, and an answered question stays answered")
  func back() throws {
    var walk = LessonWalk(try plan("race-with-timeout"))
    while !walk.isAsking { walk.forward() }
    let asked = walk.position
    walk.answer(0)
    walk.forward()
    walk.back()
    #expect(walk.reply == .answer(0) && walk.position > asked)
    walk.back()
    #expect(walk.position <= asked)
    walk.go(toEnd: false)
    expectEqual(walk.place, .introduction)
    walk.back()
    expectEqual(walk.place, .introduction)
  }

  @Test("the end can't be reached past an open question")
  func end() throws {
    var walk = LessonWalk(try plan("race-with-timeout"))
    walk.go(toEnd: true)
    let first = walk.index
    #expect(walk.isAsking && walk.replyCount == 0)
    for _ in 0..<3 {
      walk.forward()
      walk.go(toEnd: true)
    }
    #expect(walk.index == first && walk.isAsking && walk.replyCount == 0, "only an answer or a skip leads on")
    for asked in 1...walk.plan.questions.count {
      walk.skip()
      #expect(walk.replyCount == asked && !walk.isAsking)
      let isSkippedTwice = walk.skip()
      #expect(!isSkippedTwice)
      walk.go(toEnd: true)
      #expect((walk.place == .score) == (asked == walk.plan.questions.count))
    }
  }

  @Test func withoutQuestionsEveryPromiseHasAStepOrAppearsTogetherWithTheNextOne() throws {
    var walk = LessonWalk(try plan("race-with-timeout", asks: false))
    var told = 0
    while walk.place != .score {
      walk.forward()
      if case .step = walk.place { told += 1 + walk.createdBefore.count + walk.doneBefore.count }
    }
    #expect(walk.plan.questions.isEmpty && told == walk.plan.steps.count && walk.count < told)
  }

  @Test func aNoteBelongsToTheStepOfItsEventOrToTheNextOne() throws {
    let note = Text("Look here.", "看这里。")
    let lesson = Lesson(
      name: "l", title: note,
      notes: [
        LessonNote(at: NamedEvent(.label("2 s clock"), .rejected), note),
        LessonNote(at: NamedEvent(.label("show weather"), .enqueued), note),
        LessonNote(at: NamedEvent(.label("no such label"), .created), note),
      ], run: .scenario("race-with-timeout", options: []))
    let steps = try plan("race-with-timeout", lesson: lesson).steps.filter { !$0.notes.isEmpty }.map(\.sentence)
    expectEqual(steps.map(\.kind), [.started, .rejected])
    expectEqual(steps.map(\.promise), [4, 2])
  }

  // MARK: Runs that are no lessons

  private func intake(chains: Int, joined: Bool) -> LessonIntake {
    let texts = TextTable()
    let (wrap, then) = (texts.intern("wrap"), texts.intern("then"))
    var intake = LessonIntake(texts: texts)
    func event(_ kind: EventKind, _ id: PromiseID, _ set: (inout Event) -> Void = { _ in }) -> Event {
      var event = Event(kind, id)
      set(&event)
      return event
    }
    for chain in 0..<PromiseID(chains) {
      let (first, second) = (chain * 2 + 1, chain * 2 + 2)
      intake.add(event(.created, first) { $0.operation = wrap })
      if joined, first > 1 { intake.add(event(.registered, first - 2) { $0.peer = first }) }
      intake.add(event(.created, second) { ($0.operation, $0.peer) = (then, first) })
      intake.add(event(.registered, first) { ($0.peer, $0.handles) = (second, .fulfilled) })
      // One chain fails.
      let kind: EventKind = chain == 7 ? .rejected : .fulfilled
      intake.add(event(kind, first) { $0.cause = .resolver })
      intake.add(event(kind, second) { ($0.cause, $0.peer) = (.passthrough, first) })
    }
    intake.add(Event(.ended))
    return intake
  }

  @Test func ofARunWithManyPromisesTheChainThatTeachesMostIsShown() throws {
    let plan = try LessonPlan(of: intake(chains: 5_000, joined: false))
    #expect(plan.promises == 10_000 && plan.shown == 2)
    expectEqual(Set(plan.events.map(\.promise)).subtracting([0]), [15, 16])
    // As in any stream, so that a finding is known at its event.
    expectEqual(plan.events.map(\.sequence), Array(1...UInt64(plan.events.count)))
    expectEqual(plan.questions.map(\.kind), [.newPromise, .passRejection])
  }

  @Test func thePartOfARunOfAnyLengthEndsAsTheRunDoes() throws {
    for chains in [5_000, 40_000] {
      try expectEqual(LessonPlan(of: intake(chains: chains, joined: false)).events.last?.kind, .ended)
    }
  }

  @Test func thePartOfARunThatWasCutHasAGapBeforeItsEndAndOneEnd() throws {
    var run = intake(chains: 48_000, joined: false)
    for _ in 0..<3 { run.add(Event(.ended)) }
    let events = try LessonPlan(of: run).events
    expectEqual(events.suffix(2).map(\.kind), [.lost, .ended])
    expectEqual(events.filter { $0.kind == .ended }.count, 1)
    // 240,001 events, of which the first 200,000 are kept.
    expectEqual(events.first { $0.kind == .lost }?.count, 40_000)
    // What a handler after the cut may have done is not decided.
    let record = RunRecord(events)
    #expect(record.holds(.isHandled([16]), from: 0) == nil)
    // What settles first is decided, whatever becomes of the others.
    let open = RunRecord([Event(.fulfilled, 1)])
    #expect(open.holds(.settlesBefore(2, 1), from: 0) == false)
    #expect(open.holds(.settlesFirst(1, nil, before: [2]), from: 0) == true)
    // A body also starts next if its promise is named or waited for in between.
    let named = RunRecord([Event(.named, 1), Event(.registered, 1), Event(.started, 1)])
    #expect(named.holds(.startsNext(1), from: 0) == true)
    let whole = try LessonPlan(of: intake(chains: 5_000, joined: false)).events
    #expect(!whole.contains { $0.kind == .lost })
  }

  @Test func aRunWithTooManyPromisesThatDependOnEachOtherSaysWhatToDo() throws {
    let run = intake(chains: 5_000, joined: true)
    #expect(throws: LessonRefusal.tooLarge(promises: 10_000)) { try LessonPlan(of: run) }
    let text = LessonRefusal.tooLarge(promises: 10_000).text
    #expect(
      text.english.contains("10,000") && text.english.contains("--subtree") && text.chinese.contains("--subtree"))
  }

  @Test("a run without a promise says so; one in which nothing settles has a story")
  func tooShort() throws {
    for lines in [[], [#""ev":"ended""#]] {
      let log = try GoldenLog(lines: lines)
      var intake = LessonIntake(texts: log.texts)
      for event in log.events { intake.add(event) }
      #expect(throws: LessonRefusal.nothingHappens) { try LessonPlan(of: intake) }
    }
    let hang = try GoldenLog(lines: [#""ev":"created","p":1,"kind":"wrap""#, #""ev":"ended""#])
    var intake = LessonIntake(texts: hang.texts)
    for event in hang.events { intake.add(event) }
    try expectEqual(LessonPlan(of: intake).steps.count, 2)
  }
}
