// What the lessons of the catalog ask: kinds of questions that do not repeat themselves, and nothing that an introduction has answered.

import ChainLessons
import DemoCatalog
import Lessons
import PlainText
import PromiseTrace
import Testing

struct LessonQuestionTests {
  private static let lessons = LessonCatalog.all

  private func plan(_ lesson: Lesson) throws -> LessonPlan {
    var options = ScenarioOptions()
    if lesson.options == ["--fails", "token"] { options.failingStep = .token }
    let source = try #require(ScenarioCatalog.named(lesson.scenario)).runVirtually(options: options).source
    var events: [Event] = []
    while try source.read(into: &events, limit: 4_096) != .ended {}
    var intake = LessonIntake(texts: source.texts)
    for event in events { intake.add(event) }
    return try LessonPlan(of: intake, lesson: lesson)
  }

  @Test("the first lessons ask different kinds of questions, and the new log repeats some of them")
  func kinds() throws {
    var asked: [String: [QuestionKind]] = [:]
    for lesson in Self.lessons {
      let kinds = try plan(lesson).questions.map(\.kind)
      asked[lesson.name] = kinds
      #expect(!kinds.isEmpty, "\(lesson.name)")
      for kind in Set(kinds) { #expect(kinds.count { $0 == kind } <= 2, "\(lesson.name): \(kind)") }
      // Every kind that a lesson says it asks is asked.
      #expect(Set(lesson.asks).subtracting(kinds) == [], "\(lesson.name)")
    }
    let first = ["promise", "chain", "errors"].map { Set(asked[$0] ?? []) }
    #expect(first.allSatisfy { $0.count >= 4 })
    #expect(first[0].isDisjoint(with: first[1]) && first[1].isDisjoint(with: first[2]))
    #expect(first[0].isDisjoint(with: first[2]))
    #expect(asked["new-log"]?.count ?? 0 >= 4)
    // What `then` returns is the same each time.
    #expect(asked.filter { $0.value.contains(.newPromise) }.keys.sorted() == ["chain"])
  }

  @Test("each remark of a lesson is shown at some step", arguments: lessons.map(\.name))
  func remarks(name: String) throws {
    let lesson = try #require(LessonCatalog.named(name))
    var walk = LessonWalk(try plan(lesson))
    var shown: Set<LocalizedText> = []
    while walk.place != .score {
      if case .step(let index) = walk.place { shown.formUnion(walk.plan.steps[index].notes) }
      walk.skip()
      walk.forward()
    }
    #expect(shown == Set(lesson.notes.map(\.text)))
  }

  @Test("the introductions of the first lessons answer none of their questions")
  func introductions() throws {
    let told = [
      "runs at once", "settled once", "never changes", "returns a new promise", "adopts", "skips every handler",
      "passes it on", "replaces it", "rejects its promise", "立即运行", "只敲定一次", "不再改变", "返回一个新的", "采用那个", "跳过所有", "替换它",
    ]
    for lesson in Self.lessons.prefix(3) {
      for text in lesson.introduction {
        for words in told { #expect(!(text.english + text.chinese).contains(words), "\(lesson.name): \(words)") }
      }
    }
  }
}
