// The actions that a key can trigger, and the effects that the screen requests from its owner.

import PromiseTrace

/// The action of a key.
public enum Action: String, Sendable, Hashable, CaseIterable {
  // The selection.
  case up, down, pageUp, pageDown, halfPageUp, halfPageDown, first, last
  /// Moves along the tree: folds or goes to the parent; unfolds or goes to the first child.
  case outward, inward
  /// Goes to the promise that the selected one hangs below, or to the next one in a state.
  case parent, nextRejected, nextPending
  // Folding.
  case toggleFold, fold, unfold, toggleAllFolds, autoFold
  /// Goes to the next or the previous problem.
  case nextProblem, previousProblem
  /// Answers a question about the selected promise.
  case why, criticalPath
  // Panes.
  case details, source, log, lanes, groups, problems, changes, output, togglePanes
  case nextPane, previousPane, back, cancel
  // Time.
  case pause, stepBack, stepForward, jumpBack, jumpForward, toStart, toEnd, play, slower, faster
  case bookmark, nextBookmark
  // The timeline.
  case zoomIn, zoomOut, panLeft, panRight, zoomAll
  // Finding.
  case search, nextMatch, previousMatch, filter, onlyProblems, sort
  /// Keeps the newest promise in view.
  case follow
  // Outside of the screen.
  case openEditor, copyID, copyRow, save, runAgain, changeRun, cancelRun
  /// Shows the other version of the run beside it.
  case twin
  case redraw, help, quit
}

/// An effect that the screen requests from its owner.
public enum ScreenEffect: Sendable, Hashable {
  /// Nothing.
  case none
  /// Close the screen.
  case quit
  /// Run the scenario again.
  case runAgain
  /// Run the scenario again with these settings.
  case runWith(RunForm)
  /// Ask the run to cancel its work.
  case cancelRun
  /// Draw everything again, because the terminal may show something else.
  case redraw
  /// Open an editor at a line of a file; the path is as the log has it.
  case openEditor(path: String, line: Int)
  /// Put a text on the clipboard.
  case copy(String)
  /// Write a file.
  case save(path: String, SavedContent)
}

/// What to write to a file.
public enum SavedContent: Sendable, Hashable {
  /// This text.
  case text(String)
  /// The tree of a promise and what is drawn below it.
  case tree(of: PromiseID)
  /// The log of the run; only that of a promise and what is drawn below it if there is one.
  case log(of: PromiseID?)
}

/// What the owner of a screen needs in order to do what the screen can't do itself.
public struct ScreenRequest {
  /// The effect: ``ScreenEffect/openEditor(path:line:)``, ``ScreenEffect/copy(_:)`` or ``ScreenEffect/save(path:_:)``.
  public let effect: ScreenEffect
  /// The events of the run.
  public let archive: any EventArchive
  /// Their texts.
  public let texts: TextTable
}
