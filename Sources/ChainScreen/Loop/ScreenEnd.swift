// Why a screen loop ended, and so what its owner has to do next.

import Canvas

/// Why a ``ScreenLoop`` ended.
public enum ScreenEnd: Sendable, Hashable {
  /// The user quit.
  case quit
  /// The user asked to run the scenario again.
  case runAgain
  /// The user asked to run the scenario again with these settings.
  case runWith(RunForm)
  /// The lesson that follows is to be shown.
  case nextLesson
  /// Another log is to be shown, which its owner has opened.
  case openLog
  /// The next run is to be shown, which its owner has opened.
  case nextRun(LogNews)
  /// The terminal ended it.
  case terminal(TerminalEnd)
}
