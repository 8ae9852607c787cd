// What the lessons ask: about their point, before they give the rule, and each template in few lessons. Each answer is proved by the log.

struct LessonQuestionTests {
  private static let names = LessonCatalog.names

  @Test("every question of every lesson has one right answer, and every note is true", arguments: LessonRun.names)
  func proof(name: String) throws {
    let run = try LessonRun(name)
    expectEqual(run.lesson.problems(in: run.events, texts: run.texts), [])
    // What was checked is what is asked.
    let questions = try run.plan().questions
    expectEqual(questions.count(where: { $0.kind == nil }), run.lesson.questions.count)
    #expect(Set(questions.compactMap(\.kind)).isSuperset(of: run.lesson.asks), "\(questions.map(\.template))")
    #expect(questions.count >= 3)
  }

  @Test("the first question comes within five steps", arguments: LessonRun.names)
  func first(name: String) throws {
    let run = try LessonRun(name)
    #expect(run.lesson.lateQuestion(in: run.events, texts: run.texts) == nil)
  }

  @Test("no question marks the row that is its answer", arguments: LessonRun.names)
  func marks(name: String) throws {
    for question in try LessonRun(name).plan().questions where question.promise != 0 {
      #expect(question.answers[question.right].pick != .row(question.promise), "\(question.prompt.english.text)")
    }
  }

  /// A claim can be about anything, so two questions with this template need not be alike.
  @Test func noTemplateButAClaimIsAskedInMoreThanFourLessonsAndNoneTwiceAboutTheSameThing() throws {
    var lessons: [String: Set<String>] = [:]
    for name in Self.names {
      let questions = try LessonRun(name).plan().questions
      for question in questions { lessons[question.template, default: []].insert(name) }
      let asked = questions.map { "\($0.template) \($0.promise) \($0.prompt.english.text)" }
      expectEqual(Set(asked).count, asked.count, "\(name)")
    }
    for (template, names) in lessons where template != "claim" {
      #expect(names.count <= 4, "\(template): \(names.sorted())")
    }
  }

  @Test("neither the introduction nor a note before the question tells its rule", arguments: names)
  func rules(name: String) throws {
    let plan = try LessonRun(name).plan()
    let lesson = try #require(LessonCatalog.named(name))
    #expect(lesson.introduction.last.map { $0.english.hasSuffix("?") || $0.english.contains("Predict") } == true)
    for question in plan.questions {
      let earlier = plan.steps.filter { $0.sentence.position <= question.askedAt }.flatMap(\.notes)
      for text in lesson.introduction + earlier {
        let told = Self.runs(of: question.rule.english, words: 5).intersection(Self.runs(of: text.english, words: 5))
        #expect(told.isEmpty, "\(question.template): \(told)")
        let zh = Self.runs(of: question.rule.chinese, han: 8).intersection(
          Self.runs(of: text.chinese, han: 8))
        #expect(zh.isEmpty, "\(question.template): \(zh)")
      }
    }
  }

  @Test func theRightAnswerIsNoLongerThanAllOthersAndInEachPlaceAsOften() throws {
    var places: [Int: [Int]] = [:]
    for name in Self.names {
      let run = try LessonRun(name)
      for question in try run.plan().questions {
        places[question.answers.count, default: [0, 0, 0, 0]][question.right] += 1
        // What the run itself is called or writes is as long as it is.
        let own = run.lesson.questions.first { $0.prompt.english == question.prompt.english.text }
        guard let own, own.template != .drawn, own.options.allSatisfy({ $0.text != nil }) else { continue }
        for language in Language.allCases {
          let widths = question.answers.map { DisplayWidth.of($0.text.line(in: language).text) }
          let others = widths.indices.filter { $0 != question.right }.map { widths[$0] }
          #expect(widths[question.right] <= others.max() ?? 0, "\(name): \(question.prompt.english.text)")
        }
      }
    }
    for (count, places) in places where count < 4 {
      let sum = places.reduce(0, +)
      for place in places[..<count] { #expect(place * count * 10 >= sum * 7, "of \(count): \(places)") }
    }
  }

  @Test(
    "answering skips no event: each step is walked through, or shown by the answer before it",
    arguments: LessonRun.names)
  func steps(name: String) throws {
    var walk = LessonWalk(try LessonRun(name).plan())
    var seen: UInt64 = 0
    var walked = 0
    while walk.place != .score {
      walk.skip()
      let new = walk.plan.steps.map(\.sentence).filter { $0.position > seen && $0.position <= walk.position }
      // A step is one event, or several at one moment, of which at most five are not the creation of a promise.
      let told = Set(new.filter { $0.kind != .created }.map(\.position))
      #expect(told.count <= 5 && Set(new.map(\.time)).count <= 1, "\(walk.place)")
      if case .step = walk.place { #expect(new.count <= walk.createdBefore.count + walk.doneBefore.count + 1) }
      walked += new.count
      seen = max(seen, walk.position)
      walk.forward()
    }
    #expect(walked >= walk.plan.steps.count - 1, "the last one is the end of the run")
  }

  @Test("at most 30 steps, and at most six in a row without a note or a question", arguments: LessonRun.names)
  func length(name: String) throws {
    let walk = LessonWalk(try LessonRun(name).plan())
    var silent = 0
    for place in walk.places.dropFirst().dropLast() {
      if case .step(let step) = place, walk.plan.steps[step].notes.isEmpty { silent += 1 } else { silent = 0 }
      #expect(silent <= 6, "\(place)")
    }
    #expect(walk.count - walk.plan.questions.count <= 30)
  }

  @Test("each remark of a lesson is shown at some step", arguments: LessonRun.names)
  func remarks(name: String) throws {
    let run = try LessonRun(name)
    var walk = LessonWalk(try run.plan())
    var shown: Set<Text> = []
    while walk.place != .score {
      if case .step(let index) = walk.place { shown.formUnion(walk.plan.steps[index].notes) }
      walk.skip()
      walk.forward()
    }
    #expect(shown == Set(run.lesson.notes.map(\.text)))
  }

  /// All runs of words in a text.
  private static func runs(of text: String, words count: Int) -> Set<String> {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    guard words.count >= count else { return [] }
    return Set((0...words.count - count).map { words[$0..<$0 + count].joined(separator: " ") })
  }

  /// All runs of Han characters in a text.
  private static func runs(of text: String, han count: Int) -> Set<String> {
    // Names and terms in Latin letters are no rule.
    let characters = text.filter { ("一"..."鿿").contains($0) }.map { $0 }
    guard characters.count >= count else { return [] }
    return Set((0...characters.count - count).map { String(characters[$0..<$0 + count]) })
  }
}
