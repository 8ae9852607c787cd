// A key as the screen knows it: no code of any terminal, and a name that help, tests and a config file share.

/// Something a person did on the keyboard.
public enum Key: Sendable, Hashable {
  /// A character, Space included.
  case character(Character)
  /// Ctrl with a letter, given in lower case.
  case control(Character)
  /// F1 to F12.
  case function(Int)
  /// An arrow.
  case up, down, left, right
  /// Moves by more than a line.
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

  /// Finds the key with a ``name``.
  ///
  /// Fails where no key has that name.
  ///
  /// - Parameter name: A name as ``name`` gives it; case matters only for single characters.
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

/// Something a person did with the mouse.
public struct MouseEvent: Sendable, Hashable {
  /// What was done.
  public enum Action: Sendable, Hashable {
    /// A button went down, came up, or did both.
    case press, release, click
    /// Moved with the button down.
    case drag
    /// The wheel.
    case wheelUp, wheelDown
  }

  /// What was done.
  public var action: Action
  /// Where, from 0.
  public var column: Int
  /// Where, from 0.
  public var row: Int

  /// Creates an event.
  public init(_ action: Action, column: Int, row: Int) {
    self.action = action
    self.column = column
    self.row = row
  }
}
