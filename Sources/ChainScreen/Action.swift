// What a person can make the screen do, and what the screen asks of its owner in return.

/// Something a key stands for.
public enum Action: Sendable, Hashable, CaseIterable {
  /// Moves the selection.
  case up, down, pageUp, pageDown, first, last
  /// Moves along the tree: folds or goes to the parent; unfolds or goes to the first child.
  case outward, inward
  /// Folds.
  case toggleFold, fold, unfold, toggleAllFolds
  /// Freezes what is seen; the program goes on.
  case pause
  /// Keeps the newest promise in view.
  case follow
  /// Starts the scenario again.
  case runAgain
  /// Shows or hides the detail pane.
  case detail
  /// Shows or hides the help.
  case help
  /// Leaves.
  case quit
}

/// What the screen asks its owner to do.
public enum ScreenEffect: Sendable, Hashable {
  /// Nothing.
  case none
  /// Leave the screen.
  case quit
  /// Run the scenario again.
  case runAgain
}
