// The run of a lesson, for tests: its scenario on the virtual clock, with the lesson's options or with others.

import PromiseLog
import ScenarioStage

/// A lesson and its run.
struct LessonRun {
  /// The names of all lessons, and of those with code in Swift.
  static let names =
    LessonCatalog.names + LessonCatalog.names.map { "swift/" + $0 }.filter { LessonCatalog.text(of: $0) != nil }

  let lesson: Lesson
  let events: [Event]
  let texts: TextTable

  /// - Throws: An error if the lesson or its scenario does not exist.
  init(_ name: String, changed change: (inout ScenarioOptions) -> Void = { _ in }) throws {
    lesson = try #require(LessonCatalog.named(name))
    if case .recording(let name) = lesson.run {
      let log = try #require(LessonCatalog.recording(name))
      let source = LogReader(bytes: Array(log.utf8))
      (events, texts) = (try source.allEvents(), source.texts)
      return
    }
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
    try LessonPlan(of: LessonIntake(of: events, texts: texts), lesson: lesson)
  }
}
