// All lessons, in an order in which each comes after those that it builds on. Does not run them.

import ChainLessons

/// The catalog of lessons.
public enum LessonCatalog {
  /// All lessons: the subjects first, then one misconception each, and a new log at the end.
  ///
  /// Each knows which kinds of questions the ones before it ask.
  public static let all: [Lesson] = {
    var asked: Set<QuestionKind> = []
    return inOrder.map { lesson in
      var lesson = lesson
      lesson.familiar = asked
      asked.formUnion(lesson.asks)
      return lesson
    }
  }()

  private static let inOrder: [Lesson] = [
    .whatAPromiseIs,
    .aChain,
    .whereErrorsGo,
    .callbacksAndChains,
    .fiveSituations,
    .waitingForSeveral,
    .twoDeliveries,
    .cancellation,
    .reportingProgress,
    .queuesAndThreads,
    .leaksHangsAndCycles,
    .insidePromiseKit,
    .insideGooglePromises,
    .insideBolts,
    .executorTiming,
    .forgottenReturn,
    .catchOrRecover,
    .settlingStopsNothing,
    .secondSettlement,
    .twoHandlers,
    .nestedChain,
    .forEach,
    .unhandledBranch,
    .aNewLog,
  ]

  /// The lesson about a run.
  ///
  /// - Parameter program: The name of the program, as the log's header has it.
  /// - Returns: The first lesson whose scenario the program is; nil if there is none.
  public static func lesson(about program: String) -> Lesson? {
    all.first { program == "pscope demo \($0.scenario)" }
  }

  /// Finds a lesson.
  ///
  /// - Parameter name: Its exact name.
  /// - Returns: The lesson, or nil.
  public static func named(_ name: String) -> Lesson? { all.first { $0.name == name } }
}
