// Mouse events, independent of any terminal's codes.

/// A mouse event.
public struct MouseEvent: Sendable, Hashable {
  /// The kind of event.
  public enum Action: Sendable, Hashable {
    /// The left button was pressed or released.
    ///
    /// If both arrive together, they become one ``click``.
    case press, release
    /// The left button was pressed and released.
    case click
    /// The mouse moved while the left button was pressed.
    case drag
    /// The wheel was turned.
    case wheelUp, wheelDown
  }

  /// The kind of event.
  public var action: Action
  /// The column, from 0.
  public var column: Int
  /// The row, from 0.
  public var row: Int

  /// Creates an event.
  public init(_ action: Action, column: Int, row: Int) {
    self.action = action
    self.column = column
    self.row = row
  }
}
