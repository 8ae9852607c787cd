// Keys, independent of any terminal's codes. A key has a name, which the help, the configuration, scripts, and tests use.

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
  /// Shift with an arrow.
  case shiftUp, shiftDown, shiftLeft, shiftRight
  /// Ctrl with an arrow.
  case controlUp, controlDown, controlLeft, controlRight
  /// Keys that move by more than a line.
  case home, end, pageUp, pageDown
  /// Editing keys.
  case enter, tab, backTab, escape, backspace, insert, delete

  /// Its name: `q`, `Space`, `Ctrl-C`, `F1`, `PgUp`, `Shift-Left`.
  public var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(" "): "Ctrl-Space"
    case .control(let letter): "Ctrl-" + letter.uppercased()
    case .function(let number): "F\(number)"
    default: Key.named.first { $0.key == self }?.name ?? ""
    }
  }

  /// Creates the key with a name.
  ///
  /// Understands ``name``, the prefixes `C-` and `S-` for `Ctrl-` and `Shift-`, and common long names such as `Escape` and
  /// `PageDown`. Case matters only for single characters.
  ///
  /// Returns nil if no key has that name.
  ///
  /// - Parameter name: The name.
  public init?(named name: String) {
    if name.count == 1, let character = name.first {
      self = .character(character)
      return
    }
    var lower = name.lowercased()
    for (short, long) in [("c-", "ctrl-"), ("control-", "ctrl-"), ("s-", "shift-")] where lower.hasPrefix(short) {
      lower = long + lower.dropFirst(short.count)
      break
    }
    lower = Key.synonyms[lower] ?? lower
    if lower == "space" {
      self = .character(" ")
    } else if lower == "ctrl-space" {
      self = .control(" ")
    } else if lower.hasPrefix("ctrl-"), lower.count == 6, let letter = lower.last, letter.isASCII {
      self = .control(letter)
    } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), 1...12 ~= number {
      self = .function(number)
    } else if let found = Key.named.first(where: { $0.name.lowercased() == lower }) {
      self = found.key
    } else {
      return nil
    }
  }

  /// The names of the keys that have one, without characters and Ctrl with a letter.
  public static var names: [String] { ["Space"] + named.map(\.name) + (1...12).map { "F\($0)" } }

  private static let named: [(key: Key, name: String)] = [
    (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"), (.shiftUp, "Shift-Up"),
    (.shiftDown, "Shift-Down"), (.shiftLeft, "Shift-Left"), (.shiftRight, "Shift-Right"), (.controlUp, "Ctrl-Up"),
    (.controlDown, "Ctrl-Down"), (.controlLeft, "Ctrl-Left"), (.controlRight, "Ctrl-Right"), (.home, "Home"),
    (.end, "End"), (.pageUp, "PgUp"), (.pageDown, "PgDn"), (.enter, "Enter"), (.tab, "Tab"),
    (.backTab, "Shift-Tab"), (.escape, "Esc"), (.backspace, "Backspace"), (.insert, "Insert"), (.delete, "Delete"),
  ]

  private static let synonyms = [
    "escape": "esc", "return": "enter", "pageup": "pgup", "pagedown": "pgdn", "backtab": "shift-tab", "del": "delete",
    "ins": "insert",
  ]
}
