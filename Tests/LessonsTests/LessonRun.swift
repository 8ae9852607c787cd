// The run of a lesson, for tests: its scenario on the virtual clock, with the lesson's options or with others.

import ScenarioStage

/// A lesson and its run.
struct LessonRun {
  let lesson: Lesson
  let events: [Event]
  let texts: TextTable

  /// - Throws: An error if the lesson or its scenario does not exist.
  init(_ name: String, changed change: (inout ScenarioOptions) -> Void = { _ in }) throws {
    lesson = try #require(LessonCatalog.named(name))
    guard case .scenario(let scenario, let options) = lesson.run else { throw CancellationError() }
    var settings = ScenarioOptions()
    if options == ["--fails", "token"] { settings.failingStep = .token } else { expectEqual(options, []) }
    change(&settings)
    let source = try #require(ScenarioCatalog.named(scenario)).runVirtually(options: settings).source
    let events = try source.allEvents()
    (self.events, texts) = (events, source.texts)
  }

  /// The lesson's steps and questions.
  func plan() throws -> LessonPlan {
    var intake = LessonIntake(texts: texts)
    for event in events { intake.add(event) }
    return try LessonPlan(of: intake, lesson: lesson)
  }
}
