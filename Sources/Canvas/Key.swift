// Keys and mouse events, independent of any terminal's codes. A key has a name, which the help and the tests use.

/// A key press.
public enum Key: Sendable, Hashable {
  /// A character, Space included.
  case character(Character)
  /// Ctrl with a letter, in lowercase.
  case control(Character)
  /// F1 to F12.
  case function(Int)
  /// An arrow.
  case up, down, left, right
  /// Keys that move by more than a line.
  case home, end, pageUp, pageDown
  /// Editing keys.
  case enter, tab, backTab, escape, backspace, insert, delete

  /// Its name: `q`, `Space`, `Ctrl-C`, `F1`, `PgUp`.
  public var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let letter): "Ctrl-" + letter.uppercased()
    case .function(let number): "F\(number)"
    default: Key.names.first { $0.key == self }?.name ?? ""
    }
  }

  /// Creates the key with a ``name``.
  ///
  /// Returns nil if no key has that name.
  ///
  /// - Parameter name: A name in the form of ``name``; case matters only for single characters.
  public init?(named name: String) {
    let lower = name.lowercased()
    if name.count == 1, let character = name.first {
      self = .character(character)
    } else if lower == "space" {
      self = .character(" ")
    } else if lower.hasPrefix("ctrl-"), lower.count == 6, let letter = lower.last {
      self = .control(letter)
    } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), 1...12 ~= number {
      self = .function(number)
    } else if let found = Key.names.first(where: { $0.name.lowercased() == lower }) {
      self = found.key
    } else {
      return nil
    }
  }

  private static let names: [(key: Key, name: String)] = [
    (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"), (.home, "Home"), (.end, "End"),
    (.pageUp, "PgUp"), (.pageDown, "PgDn"), (.enter, "Enter"), (.tab, "Tab"), (.backTab, "Shift-Tab"),
    (.escape, "Esc"), (.backspace, "Backspace"), (.insert, "Insert"), (.delete, "Delete"),
  ]
}

/// A mouse event.
public struct MouseEvent: Sendable, Hashable {
  /// The kind of event.
  public enum Action: Sendable, Hashable {
    /// A button was pressed, released, or clicked.
    case press, release, click
    /// The mouse moved while a button was pressed.
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
