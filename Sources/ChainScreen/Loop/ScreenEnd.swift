// Why a screen loop ended, and so what its owner has to do next; and what a screen asks of its owner meanwhile.

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
  /// The exercise about the subject of the lesson is to be opened.
  case exercise
  /// Another log is to be shown, which its owner has opened.
  case openLog
  /// The next run is to be shown, which its owner has opened.
  case nextRun(LogNews)
  /// The terminal ended it.
  case terminal(TerminalEnd)
}

/// What the owner of a screen needs in order to do what the screen can't do itself.
public struct ScreenRequest {
  /// The effect that the owner performs.
  public let effect: ScreenEffect
  /// The screen that requests it.
  public let screen: Screen
}
