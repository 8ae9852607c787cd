// The steps of a lesson without questions, its notes, and runs that make no lesson, or only a part of one.

@testable import LessonEngine

struct LessonWalkTests {
  private func plan(_ name: String, lesson: Lesson? = nil, asks: Bool = true) throws -> LessonPlan {
    try LessonPlan(of: GoldenLog(name).intake, lesson: lesson, asksQuestions: asks)
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
      let intake = try GoldenLog(lines: lines).intake
      #expect(throws: LessonRefusal.nothingHappens) { try LessonPlan(of: intake) }
    }
    let hang = try GoldenLog(lines: [#""ev":"created","p":1,"kind":"wrap""#, #""ev":"ended""#])
    try expectEqual(LessonPlan(of: hang.intake).steps.count, 2)
  }
}
