// The actions that a key can trigger, and their names in a configuration.

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
  case search, nextMatch, previousMatch, filter, onlyProblems, sort, swapTimes
  /// Keeps the newest promise in view.
  case follow
  // Outside of the screen.
  case typeInput, openLog, openEditor, copyID, copyRow, save, runAgain, changeRun, cancelRun
  /// Shows the other version of the run beside it.
  case compare
  /// Shows the former run and this one side by side; shows the former run itself.
  case compareRuns, formerRun
  /// Shows the whole run by call site; goes to a typed moment.
  case service, goTo
  /// Shows a hint for the exercise; opens the next exercise.
  case hint, nextExercise
  case redraw, help, quit

  /// Its name in a configuration: `next-problem` for `nextProblem`.
  public var name: String { hyphenated("\(self)") }

  /// Finds an action by its ``name``; nil if there is none.
  public init?(named name: String) {
    // `twin` is the former name of `compare`.
    guard let action = Action.allCases.first(where: { $0.name == name || name == "twin" && $0 == .compare }) else {
      return nil
    }
    self = action
  }
}

/// A name with hyphens between its words instead of capitals.
func hyphenated(_ camelCase: String) -> String {
  var name = ""
  var wasLowercase = false
  for character in camelCase {
    if character.isUppercase, wasLowercase { name += "-" }
    name += character.lowercased()
    wasLowercase = character.isLowercase
  }
  return name
}
