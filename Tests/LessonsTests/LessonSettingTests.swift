// The notes of lessons whose scenarios have settings: whatever a student changes, a note is shown only if the run bears it out.

import ChainLessons
import DemoCatalog
import Lessons
import PromiseTrace
import ScenarioStage
import Testing

struct LessonSettingTests {
  /// The notes of a lesson's run with some settings, and its events by label.
  private func run(_ name: String, _ options: ScenarioOptions) throws -> (notes: [String], events: Set<String>) {
    let lesson = try #require(LessonCatalog.named(name))
    let source = try #require(ScenarioCatalog.named(lesson.scenario)).runVirtually(options: options).source
    var events: [Event] = []
    while try source.read(into: &events, limit: 4_096) != .ended {}
    var labels: [PromiseID: String] = [:]
    for event in events where event.kind == .named { labels[event.promise] = source.texts[event.text] }
    var intake = LessonIntake(texts: source.texts)
    for event in events { intake.add(event) }
    let plan = try LessonPlan(of: intake, lesson: lesson, asksQuestions: false)
    return (
      plan.steps.flatMap(\.notes).map(\.english), Set(events.map { "\(labels[$0.promise] ?? "") \($0.kind)" })
    )
  }

  @Test("two deliveries: with every policy, cache, and failure", arguments: ListPolicy.allCases, CacheState.allCases)
  func lists(policy: ListPolicy, cache: CacheState) throws {
    for failure in ListFailure.allCases {
      var options = ScenarioOptions()
      (options.policy, options.failure, options.cache) = (policy, failure, cache)
      let (notes, events) = try run("two-deliveries", options)
      func says(_ words: String) -> Bool { notes.contains { $0.contains(words) } }
      let isLocal = events.contains("deliver local fulfilled")
      #expect(says("The first delivery") == isLocal)
      #expect(says("The second delivery") == (isLocal && events.contains("deliver remote fulfilled")))
      #expect(!says("Only now is the server asked") || isLocal && policy == .localThenRemote)
      #expect(!says("merged and saved") || events.contains("save fulfilled"))
    }
  }

  @Test("callbacks: with every failing step", arguments: [nil] + LoginStep.allCases)
  func callbacks(step: LoginStep?) throws {
    var options = ScenarioOptions()
    options.failingStep = step
    let (notes, events) = try run("callbacks", options)
    let isNeverStarted = !events.contains("fetch contacts created")
    #expect(notes.contains { $0.contains("never started") } == isNeverStarted)
  }
}
