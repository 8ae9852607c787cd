// The meaning of a piece of text. What is said about a run has such roles, and only a theme of the screen knows colors.

/// The meaning of a piece of text on the screen.
public enum StyleRole: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// Ordinary text.
  case text
  /// Secondary text: units, hints, zeros.
  case faint
  /// Lines that divide the screen.
  case rule
  /// Branches of a tree.
  case branch
  /// A heading.
  case title
  /// The name of a thing.
  case label
  /// A key that can be pressed.
  case key
  /// The action of a key.
  case action
  /// A value.
  case value
  /// The text of an error.
  case error
  /// A place in a file.
  case location
  /// A time or a duration.
  case time
  /// A reference to what is drawn elsewhere.
  case link
  /// Not finished, and not started.
  case pending
  /// Not finished, and working.
  case running
  /// Not finished, and waiting for something else.
  case waiting
  /// Finished well.
  case success
  /// Failed.
  case failure
  /// Finished because of a cancellation.
  case cancelled
  /// A problem that must be seen first.
  case alarm
  /// Given up, so it never finishes.
  case abandoned
  /// Unknown, because data is missing.
  case unknown
  /// Missing data.
  case loss
  /// The part of a bar spent waiting.
  case barWaiting
  /// The part of a bar spent running.
  case barRunning
  /// The bar of what is finished.
  case barDone
  /// A short message to the user.
  case notice
  /// An active mode, such as "paused".
  case mode
  /// A problem.
  case warning
  /// Worth knowing, but perhaps no problem.
  case note
  /// Rows outside of a path or a filter.
  case dimmed
  /// What lies on a marked path.
  case path
  /// The ticks of a timeline.
  case ruler
  /// The current position on a timeline.
  case playhead
  /// Text that matches a search.
  case match
  /// The part of a bar spent in a queue.
  case barQueued
  /// The title of the focused pane.
  case focus
  /// The number of a source line.
  case codeLine
  /// Source text.
  case code

  /// The letter that stands for the role in a picture of roles; no two roles share one.
  public var letter: Character { Self.letters[Int(rawValue)] }

  /// The letters, in the order of the cases.
  private static let letters = Array(".frtslkave@#>pnwoxc*gz!-=bim+,d&'|/:y0q")
}
