// What the screen requests from its owner, because it can't do that itself.

import PromiseTrace

/// An effect that the screen requests from its owner.
public enum ScreenEffect: Sendable, Hashable {
  /// Nothing.
  case none
  /// Close the screen. A sentence of its owner says why it stays open.
  case quit
  /// Run the scenario again.
  case runAgain
  /// Run the scenario again with these settings.
  case runWith(RunForm)
  /// Show the lesson that follows.
  case nextLesson
  /// Open the exercise about the same subject as the lesson.
  case exercise
  /// Show the log with this path.
  case openLog(path: String)
  /// Show the run that followed.
  case nextRun(LogNews)
  /// Show the former run, or after the first one the latest one again.
  case showFormerRun
  /// Send what was typed to the program.
  case type([UInt8])
  /// Ask the run to cancel its work.
  case cancelRun
  /// Show the next hint for the exercise.
  case hint
  /// Close the screen and go on to the next exercise. A sentence of its owner says why it stays open.
  case nextExercise
  /// Draw everything again, because the terminal may show something else.
  case redraw
  /// Open an editor at a line of a file; the path is as the log has it.
  case openEditor(path: String, line: Int)
  /// Put a text on the clipboard.
  case copy(String)
  /// Put ``Screen/selectedRow`` on the clipboard.
  case copyRow
  /// Write a file.
  case save(path: String, SavedContent)
}

/// What to write to a file.
public enum SavedContent: Sendable, Hashable {
  /// ``Screen/wholeTree``.
  case wholeTree
  /// The tree of a promise and what is drawn below it.
  case tree(of: PromiseID)
  /// The log of the run; only that of a promise and what is drawn below it if there is one.
  case log(of: PromiseID?)
}
