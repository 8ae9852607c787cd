// The actions that a key can trigger, and the effects that the screen requests from its owner.

/// The action of a key.
public enum Action: Sendable, Hashable, CaseIterable {
  /// Moves the selection.
  case up, down, pageUp, pageDown, first, last
  /// Moves along the tree: folds or goes to the parent; unfolds or goes to the first child.
  case outward, inward
  /// Folds or unfolds.
  case toggleFold, fold, unfold, toggleAllFolds
  /// Freezes the view; the program continues.
  case pause
  /// Keeps the newest promise in view.
  case follow
  /// Starts the scenario again.
  case runAgain
  /// Shows or hides the detail pane.
  case detail
  /// Shows or hides the help.
  case help
  /// Quits.
  case quit
}

/// An effect that the screen requests from its owner.
public enum ScreenEffect: Sendable, Hashable {
  /// Nothing.
  case none
  /// Close the screen.
  case quit
  /// Run the scenario again.
  case runAgain
}
