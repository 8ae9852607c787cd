// All lessons, in an order in which each comes after those that it builds on. Does not run them.

import ChainLessons

/// The catalog of lessons.
public enum LessonCatalog {
  /// All lessons: the subjects first, then one misconception each, and a new log at the end.
  public static let all: [Lesson] = [
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

  /// Finds a lesson.
  ///
  /// - Parameter name: Its exact name.
  /// - Returns: The lesson, or nil.
  public static func named(_ name: String) -> Lesson? { all.first { $0.name == name } }
}
