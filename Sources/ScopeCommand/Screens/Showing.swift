// What a command shows, and how.

import ChainScreen

/// A run to show, and how to show it.
struct Showing {
  let screen: ScreenArguments
  /// Whether to print one screen instead, and which.
  let frame: FrameArguments
  /// Where the screen opens the run, and where its source is.
  let viewing: ViewingArguments
  /// The lesson to show; nil for the one that `viewing` asks for, if it does.
  ///
  /// Its run has to end: a log, or a virtual run.
  var lesson: LessonOptions?
  /// The file to which the result of a lesson is written; nil for none.
  var score: String?
  /// The logs that the screen can show; nil for a scenario.
  ///
  /// The first feed of a log is opened and its first event read before the screen opens, so
  /// that invalid input is reported without a flash of the screen.
  var logs: ViewedLogs?
  /// The program that writes the logs, which starts when the screen is open; nil for none.
  var watched: WatchedProgram?
  /// The process whose memory the log was read from; nil for none.
  var attached: AttachedProcess?
  /// The exercise whose program is watched; nil for none.
  var exercise: WatchedExercise?
  var before = FormerRuns()
  /// Opens the feed; called again for each repetition of the scenario.
  ///
  /// Receives whether the feed is shown on the screen, and the settings to
  /// change, if a person did.
  let open: (_ forScreen: Bool, _ changes: RunForm?) throws -> Feed
}
